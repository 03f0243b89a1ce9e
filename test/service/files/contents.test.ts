import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localizedPath } from '../../../src/formats/index.ts'
import { inferFileName, parcelName, readFileName } from '../../../src/service/domain/file-name.ts'
import { FilesAway } from '../../../src/service/files/away.ts'
import { makeFilesFolder, openFiles } from '../../../src/service/files/blobs.ts'
import { contentDisposition, createLinks } from '../../../src/service/files/links.ts'
import { bodyOf } from '../../../src/service/files/stream.ts'
import { retainFiles } from '../../../src/service/retention.ts'
import { isPassing } from '../../../src/service/trace.ts'
import { expectMode } from '../../support/mode.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'
import { chunks, keepsContents, listedIn, textOf } from './any-place.ts'

async function emptyFolder() {
  const folder = join(temporaryFolder(), 'files')
  let names = 0
  await makeFilesFolder(folder)
  return { folder, files: openFiles(folder, () => `blob_${names++}`) }
}

describe('a folder', () => {
  keepsContents(async () => (await emptyFolder()).files)
})

describe('stored contents', () => {
  it('come back as they were, for their owner alone', async () => {
    const { folder, files } = await emptyFolder()
    const stored = await files.put(chunks('Hello ', 'there'), 11)
    expect(stored.size).toBe(11)
    expect(stored.sha256).toBe('4e47826698bb4630fb4451010062fadbf85d61427cbdfaed7ad0f23f239bed89')
    expect(await textOf(files.open(stored.blob))).toBe('Hello there')
    expectMode(folder, 0o700)
    expectMode(join(folder, stored.blob), 0o600)
  })

  it('are read from any place on, without what is before', async () => {
    const { folder, files } = await emptyFolder()
    const stored = await files.put(chunks('Hello ', 'there'), 11)
    const { ranges } = files.open(stored.blob)
    expect(await ranges?.size()).toBe(11)
    expect(await textOf(ranges?.read(4, 8) ?? chunks())).toBe('o th')
    expect(await textOf(ranges?.read(6, 11) ?? chunks())).toBe('there')
    expect(await textOf(ranges?.read(3, 3) ?? chunks('x'))).toBe('')
    renameSync(folder, `${folder}-gone`)
    await expect(ranges?.size()).rejects.toThrow(FilesAway)
    await expect(textOf(ranges?.read(4, 8) ?? chunks())).rejects.toThrow(FilesAway)
  })

  it('are the same bytes whatever pieces they came in', async () => {
    const { files } = await emptyFolder()
    const pieces = Array.from({ length: 40_000 }, (_, at) => `${at} `)
    const large = 'x'.repeat(200_000)
    const texts = [...pieces, large, '', ...pieces]
    const stored = await files.put(chunks(...texts), 1_000_000)
    const text = texts.join('')
    expect(await textOf(files.open(stored.blob))).toBe(text)
    expect(stored.size).toBe(text.length)
    expect(stored.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    const short = await files.put(chunks('a', 'b'), 2)
    expect(await textOf(files.open(short.blob))).toBe('ab')
    expect((await files.put(chunks(), 2)).size).toBe(0)
  })

  it('are told from those whose folder is away: that is an obstacle that passes, a missing file is none', async () => {
    const { folder, files } = await emptyFolder()
    const { blob } = await files.put(chunks('Hello'), 5)
    const missing = files.open('blob_none')
    expect(await files.size('blob_none')).toBeUndefined()
    await expect(textOf(missing)).rejects.toMatchObject({ code: 'ENOENT' })
    renameSync(folder, `${folder}-away`)
    const tried = [
      () => files.size(blob),
      () => textOf(files.open(blob)),
      () => listedIn(files),
      () => files.put(chunks('x'), 1),
    ]
    for (const each of tried) {
      const error = await each().catch((thrown: unknown) => thrown)
      expect([error instanceof FilesAway, isPassing(error)]).toEqual([true, true])
    }
    await files.remove(blob)
    renameSync(`${folder}-away`, folder)
    expect(await textOf(files.open(blob))).toBe('Hello')
  })

  it('of an ended process are cleared away, those just arriving are not', async () => {
    const world = await startWorld()
    const { files } = await emptyFolder()
    await files.put(chunks('orphan'), 10)
    await retainFiles(world.db, files, Date.now())
    expect((await listedIn(files)).length).toBe(1)
    await retainFiles(world.db, files, Date.now() + 2 * 60 * 60_000)
    expect(await listedIn(files)).toEqual([])
  })
})

it('the pass goes through thousands of contents in a folder, and loses none of what it removes [CRE-9]', async () => {
  const world = await startWorld()
  const { folder, files } = await emptyFolder()
  for (let at = 0; at < 3000; at += 1) writeFileSync(join(folder, `blb_${at}`), '')
  const walk = files.list()[Symbol.asyncIterator]()
  expect((await walk.next()).done).toBe(false)
  await walk.return?.()
  await retainFiles(world.db, files, Date.now() + 2 * 60 * 60_000)
  expect(await listedIn(files)).toEqual([])
})

describe('a signed link', () => {
  const links = createLinks(() => 'https://files.example', Buffer.alloc(32, 1))
  const url = (change: (url: string) => string = url => url) =>
    new URL(change(links.sign('GET', '/files/bat_1/a%20b.txt', 1000)))

  it('holds for its path, its method and its time [RES-1]', () => {
    expect(url().origin).toBe('https://files.example')
    expect(links.check('GET', url(), 999)).toBe(true)
    expect(links.check('GET', url(), 1000)).toBe(false)
    expect(links.check('PUT', url(), 999)).toBe(false)
  })

  it.each([
    ['another path', (url: string) => url.replace('bat_1', 'bat_2')],
    ['a later end', (url: string) => url.replace('expires=1000', 'expires=9999')],
    ['no signature', (url: string) => url.replace(/&sig=.*/, '')],
    ['no end', (url: string) => url.replace(/expires=1000&/, '')],
  ])('does not hold for %s [RES-1]', (_, change) => {
    expect(links.check('GET', url(change), 1)).toBe(false)
  })

  it('of another process does not hold [RES-1]', () => {
    const others = createLinks(() => 'https://files.example', Buffer.alloc(32, 2))
    expect(others.check('GET', url(), 1)).toBe(false)
  })
})

describe('the name of a file', () => {
  it('loses its folders and keeps its letters', () => {
    expect(readFileName('C:\\docs\\Grüße.TXT')).toMatchObject({ fileName: 'Grüße.TXT', family: 'text' })
    expect(readFileName('../../etc/a.json').fileName).toBe('a.json')
    expect(inferFileName(' [1, 2]')).toBe('untitled.json')
  })

  it.each(['', '  ', '/', '..', 'a\u202etxt.exe.txt', 'a\nb.txt', `${'a'.repeat(300)}.txt`])(
    'is refused as %j',
    name => {
      expect(() => readFileName(name)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
    },
  )

  it('names the language of its translation before the extension', () => {
    expect(localizedPath('menu.json', 'pt-BR')).toBe('menu.pt-BR.json')
    expect(localizedPath('README', 'de')).toBe('README.de')
    expect(parcelName('menu.json')).toBe('menu.translations.zip')
  })

  it('is written into a header whatever its letters', () => {
    const header = contentDisposition('Grüße "日本" (1).txt')
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!*-]+$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe('Grüße "日本" (1).txt')
  })
})

it('does not take a body for whole whose sender was gone before the first of it was read [UPL-1]', async () => {
  const read = async (announced: string) => {
    const headers = { 'content-length': announced }
    for await (const _ of bodyOf(new Request('http://127.0.0.1', { method: 'PUT', headers, body: 'Hello' })));
  }
  await read('5')
  await expect(read('1000')).rejects.toMatchObject({ code: 'invalid_request' })
})
