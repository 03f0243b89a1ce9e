import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../support/faults.ts'
import { emptyFolder } from './folder.ts'
import { failure, refusal, SECRET, start } from './start.ts'

const BYTES = Buffer.alloc(300_000, 'Übersetzung ')
const sha256 = createHash('sha256').update(BYTES).digest('hex')
const file = () => ({ status: 200, body: BYTES })
const LINK = '/files/a?signature=s1gnature'

describe('a download', () => {
  it('is saved whole, with its size and hash, and without our credential [KEY-3, RES-1]', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    const heard: [number, number | null][] = []
    const path = folder.at('Отчёт.de.docx')
    const onProgress = (bytes: number, total: number | null) => heard.push([bytes, total])
    const saved = await client.download(`${faults.url}${LINK}`, { path }, { onProgress })
    expect(saved).toEqual({ path, size_bytes: BYTES.length, sha256 })
    expect(await readFile(path)).toEqual(BYTES)
    expect(await folder.names()).toEqual(['Отчёт.de.docx'])
    expect(heard.at(-1)).toEqual([BYTES.length, BYTES.length])
    expect(faults.seen[0]).toMatchObject({ path: LINK, method: 'GET' })
    expect(JSON.stringify(faults.seen[0]?.headers)).not.toContain(SECRET)
  })

  it('of an empty file gives an empty file', async () => {
    const { faults, client } = await start(() => ({ status: 200 }))
    const folder = await emptyFolder()
    const saved = await client.download(`${faults.url}/e`, { path: folder.at('e.txt') })
    expect(saved.size_bytes).toBe(0)
    expect((await stat(folder.at('e.txt'))).size).toBe(0)
  })

  it('that breaks off every time leaves no file and no temporary one', async () => {
    const { faults, client } = await start(file, { maxAttempts: 3 })
    const folder = await emptyFolder()
    const cut = { kind: 'cut', after: 100_000 } as const
    faults.script(cut, cut, cut)
    const error = await failure(client.download(`${faults.url}${LINK}`, { path: folder.at('a.docx') }))
    expect(error).toMatchObject({ code: 'network_error' })
    expect(String(error)).not.toContain('s1gnature')
    expect(await folder.names()).toEqual([])
    expect(faults.seen).toHaveLength(3)
  })

  it('that breaks off once is fetched again from the start [ERR-3]', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    faults.script({ kind: 'cut', after: 100_000 }, refusal(503, 'service_unavailable'))
    expect(await client.download(`${faults.url}/a`, { path: folder.at('a.docx') })).toMatchObject({ sha256 })
    expect(await folder.names()).toEqual(['a.docx'])
  })

  it('that is cancelled leaves nothing behind [ERR-3]', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    faults.script({ kind: 'stall', after: 100_000 })
    const stop = new AbortController()
    const options = { signal: stop.signal, onProgress: () => stop.abort() }
    const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.docx') }, options))
    expect(error).toMatchObject({ code: 'cancelled' })
    expect(await folder.names()).toEqual([])
  })

  it('never replaces a file that is there, and then fetches nothing', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    await writeFile(folder.at('a.docx'), 'mine')
    const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.docx') }))
    expect(error).toMatchObject({ code: 'file_exists' })
    expect(await readFile(folder.at('a.docx'), 'utf8')).toBe('mine')
    expect(faults.seen).toHaveLength(0)
  })

  it('never replaces a file that appears while it is fetched', async () => {
    const folder = await emptyFolder()
    const { faults, client } = await start(async () => {
      await writeFile(folder.at('a.docx'), 'mine')
      return file()
    })
    const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.docx') }))
    expect(error).toMatchObject({ code: 'file_exists' })
    expect(await readFile(folder.at('a.docx'), 'utf8')).toBe('mine')
    expect(await folder.names()).toEqual(['a.docx'])
    expect(faults.seen).toHaveLength(1)
  })

  it('replaces a file when told to, a symlink and not what it leads to', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    await writeFile(folder.at('precious.txt'), 'mine')
    await symlink(folder.at('precious.txt'), folder.at('a.docx'))
    await client.download(`${faults.url}/a`, { path: folder.at('a.docx'), overwrite: true })
    expect(await readFile(folder.at('a.docx'))).toEqual(BYTES)
    expect(await readFile(folder.at('precious.txt'), 'utf8')).toBe('mine')
  })

  it('keeps the old file when replacing it fails', async () => {
    const { faults, client } = await start(file, { maxAttempts: 1 })
    const folder = await emptyFolder()
    await writeFile(folder.at('a.docx'), 'mine')
    faults.script({ kind: 'cut', after: 10 })
    await failure(client.download(`${faults.url}/a`, { path: folder.at('a.docx'), overwrite: true }))
    expect(await readFile(folder.at('a.docx'), 'utf8')).toBe('mine')
    expect(await folder.names()).toEqual(['a.docx'])
  })

  it('into a folder that is not there, or over a folder, says so', async () => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    await mkdir(folder.at('taken'))
    const into = (path: string) => failure(client.download(`${faults.url}/a`, { path, overwrite: true }))
    expect(await into(folder.at('none/a.docx'))).toMatchObject({ code: 'file_error' })
    expect(await into(folder.at('taken'))).toMatchObject({ code: 'file_error' })
    expect(await folder.names()).toEqual(['taken'])
  })

  it.each<[string, Fault]>([
    ['an expired link', { kind: 'answer', status: 403, headers: { 'content-type': 'text/xml' }, body: '<Denied/>' }],
    ['a missing file', { kind: 'answer', status: 404, body: 'gone' }],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['part of a file', { kind: 'answer', status: 206, body: BYTES }],
  ])('of %s is refused, once', async (_, fault) => {
    const { faults, client } = await start(file)
    const folder = await emptyFolder()
    faults.script(fault)
    const error = await failure(client.download(`${faults.url}${LINK}`, { path: folder.at('a.docx') }))
    expect(error).toMatchObject({ code: 'link_refused' })
    expect(String(error)).not.toMatch(/s1gnature|169\.254/)
    expect(await folder.names()).toEqual([])
    expect(faults.seen).toHaveLength(1)
  })

  it('refused by the API itself carries its code', async () => {
    const { client, faults } = await start(() => refusal(410, 'file_expired'))
    const folder = await emptyFolder()
    const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.docx') }))
    expect(error).toMatchObject({ code: 'file_expired', request_id: 'req_9' })
  })

  it.each(['file:///etc/passwd', 'ftp://x.test/a', 'data:text/plain,a', '/relative', ''])(
    'follows web addresses only, not %j',
    async url => {
      const { client } = await start(file)
      const folder = await emptyFolder()
      expect(await failure(client.download(url, { path: folder.at('a') }))).toMatchObject({ code: 'link_refused' })
      expect(await folder.names()).toEqual([])
    },
  )
})
