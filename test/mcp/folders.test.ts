import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { withCodes } from '../../src/contract/hidden.ts'
import { chooseFolders } from '../../src/mcp/files/allowed.ts'
import { FileRefused } from '../../src/mcp/files/boundary.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import type { ReadableFile } from '../../src/mcp/files/reading.ts'
import { mountSmall } from '../support/small-disk.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')))
afterAll(() => rmSync(place, { recursive: true }))

const home = join(place, 'home')
const work = join(home, 'work')
const outside = join(place, 'outside')
for (const folder of [join(work, 'app/.git'), join(work, 'sub'), join(work, 'sub\u202e'), outside])
  mkdirSync(folder, { recursive: true })
const write = (path: string, text = 'words') => {
  writeFileSync(path, text)
  return path
}
write(join(work, 'a.txt'))
write(join(work, 'empty.txt'), '')
write(join(work, 'app/.git/config.txt'))
write(join(work, '..odd.txt'))
write(join(work, 'a b ü.txt'))
write(join(outside, 'secret.txt'))
write(join(home, 'private.txt'))
symlinkSync(join(outside, 'secret.txt'), join(work, 'link-out.txt'))
symlinkSync(outside, join(work, 'folder-out'))
symlinkSync(join(work, 'app/.git'), join(work, 'hidden-in'))
symlinkSync(join(work, 'a.txt'), join(work, 'link-in.txt'))
symlinkSync(join(work, 'nowhere'), join(work, 'broken.txt'))
symlinkSync(work, join(place, 'entrance'))

mkdirSync(join(work, 'data'))
write(join(work, 'data/key'))
symlinkSync(join(work, 'data'), join(work, 'data-link'))
write(join(work, '.env'))
symlinkSync(join(work, '.env'), join(work, 'plain.txt'))

const folders = createFolders({ named: [work], project: undefined, working: work, home, closed: [join(work, 'data')] })

/** What was opened, closed again. */
async function opened(opening: Promise<ReadableFile>): Promise<ReadableFile> {
  const file = await opening
  await file.handle.close()
  return file
}

async function refusal(doing: Promise<unknown>): Promise<FileRefused> {
  const error: unknown = await doing.then(
    value => value,
    (reason: unknown) => reason,
  )
  if (error instanceof FileRefused) return error
  throw new Error(`expected a refusal, got ${JSON.stringify(error)}`)
}

describe('reading a file', () => {
  it.each([
    ['an absolute path', join(work, 'a.txt')],
    ['a relative path', 'a.txt'],
    ['a path with dots in it', 'sub/../a.txt'],
    ['a path from the home folder', '~/work/a.txt'],
    ['a file URL', pathToFileURL(join(work, 'a.txt')).href],
    ['a link that stays inside', 'link-in.txt'],
    ['a way in through a link', join(place, 'entrance/a.txt')],
  ])('takes %s [MCP-10]', async (_what, given) => {
    expect(await opened(folders.forReading(given))).toMatchObject({ path: join(work, 'a.txt'), size: 5 })
  })

  it('takes names with spaces and letters of any script [MCP-10]', async () => {
    expect(await opened(folders.forReading(pathToFileURL(join(work, 'a b ü.txt')).href))).toMatchObject({
      name: 'a b ü.txt',
    })
  })

  it.each([
    ['a file outside', join(outside, 'secret.txt'), 'outside_allowed_folders'],
    ['a file outside that does not exist, in the same words', join(outside, 'none.txt'), 'outside_allowed_folders'],
    ['a way out through dots', 'sub/../../private.txt', 'outside_allowed_folders'],
    ['a link that leads out', 'link-out.txt', 'outside_allowed_folders'],
    ['a folder link that leads out', 'folder-out/secret.txt', 'outside_allowed_folders'],
    ['a file that is missing behind a folder link that leads out', 'folder-out/none.txt', 'outside_allowed_folders'],
    ['the home folder’s own files', '~/private.txt', 'outside_allowed_folders'],
    ['somebody else’s home', '~root/a.txt', 'file_not_found'],
    ['a file in a dot-folder', 'app/.git/config.txt', 'hidden_folder'],
    ['a link into a dot-folder', 'hidden-in/config.txt', 'hidden_folder'],
    ['a file whose name begins with a dot', '.env', 'hidden_file'],
    ['a file whose name begins with two', '..odd.txt', 'hidden_file'],
    ['a link to such a file', 'plain.txt', 'hidden_file'],
    ['the folder of our own keys inside an allowed one', 'data/key', 'closed_folder'],
    ['what is not there in that folder, in the same words', 'data/none', 'closed_folder'],
    ['a link into that folder', 'data-link/key', 'closed_folder'],
    ['a broken link', 'broken.txt', 'file_not_found'],
    ['a missing file', 'none.txt', 'file_not_found'],
    ['a missing file, come in through a link', join(place, 'entrance/none.txt'), 'file_not_found'],
    ['a folder', 'sub', 'not_a_file'],
    ['an empty file', 'empty.txt', 'file_empty'],
    ['a device', '/dev/zero', 'outside_allowed_folders'],
    ['a path of an assistant’s sandbox', '/mnt/user-data/uploads/a.txt', 'sandbox_path'],
    ['a sandbox link', 'sandbox:/mnt/data/a.txt', 'sandbox_path'],
    ['a Windows path', 'C:\\Users\\me\\a.txt', 'file_not_found', 'outside_allowed_folders'],
    ['a Windows way out', '..\\..\\private.txt', 'hidden_file', 'outside_allowed_folders'],
    ['a network share', '\\\\server\\share\\a.txt', 'file_not_found', 'outside_allowed_folders'],
    ['a device name of Windows', 'CON', 'file_not_found', 'bad_path'],
    ['a file URL of another machine', 'file://server/a.txt', 'bad_path'],
    [
      'a file URL that leads out by escapes',
      `${pathToFileURL(work).href}/%2e%2e/private.txt`,
      'outside_allowed_folders',
    ],
    ['a NUL', 'a.txt\0.png', 'bad_path'],
    ['a path that no system takes, at once', 'a/'.repeat(500_000), 'bad_path'],
  ])('refuses %s [MCP-10]', async (_what, given, code, onWindows = code) => {
    const expected = process.platform === 'win32' ? onWindows : code
    expect(await refusal(folders.forReading(given))).toMatchObject({ code: expected })
  })

  it('takes a path as this server shows it, with a code for what is hidden [MCP-10, MCP-13]', async () => {
    const file = write(join(work, 'sub\u202e', 'a\u00ad.txt'))
    for (const given of ['sub‹U+202E›/a‹U+00AD›.txt', withCodes(file), file]) {
      expect(await opened(folders.forReading(given))).toMatchObject({ path: file })
    }
    const named = write(join(work, 'b‹U+202E›.txt'))
    expect(await opened(folders.forReading('b‹U+202E›.txt'))).toMatchObject({ path: named })
    for (const given of ['c‹U+202E›.txt', 'c‹U+0000›.txt', '‹U+0061›.txt', 'sub‹U+002F›..‹U+002F›a.txt'])
      expect(await refusal(folders.forReading(given))).toMatchObject({ code: 'file_not_found' })
    expect(await refusal(folders.forReading('../outside‹U+0000›/secret.txt'))).toMatchObject({
      code: 'outside_allowed_folders',
    })
  })

  it('says which folders are allowed and how to allow another [MCP-10]', async () => {
    const { message } = await refusal(folders.forReading(join(outside, 'secret.txt')))
    expect(message).toContain(work)
    expect(message).toContain('--allow DIR')
  })

  it('says of a link that it leads outside, never where [MCP-7]', async () => {
    const { message } = await refusal(folders.forReading('link-out.txt'))
    expect(message).toContain('is behind a link that leads outside')
    expect(message).not.toContain('secret')
  })
})

describe('saving a file', () => {
  const saving = async (given?: string, source?: string, fileName = 'a.de.txt') => {
    const spot = await folders.forSaving({ given, source, fileName })
    await spot.close()
    return spot.path
  }

  it('goes beside its source, else into the first folder [MCP-10]', async () => {
    expect(await saving(undefined, join(work, 'sub/a.txt'))).toBe(join(work, 'sub/a.de.txt'))
    expect(await saving()).toBe(join(work, 'a.de.txt'))
  })

  it('goes to the file or into the folder that is named, and makes missing folders [MCP-10]', async () => {
    expect(await saving('sub/b.txt')).toBe(join(work, 'sub/b.txt'))
    expect(await saving('sub')).toBe(join(work, 'sub/a.de.txt'))
    expect(await saving('new/deep/')).toBe(join(work, 'new/deep/a.de.txt'))
    expect(existsSync(join(work, 'new/deep'))).toBe(true)
  })

  it.each([
    ['outside', join(outside, 'b.txt')],
    ['outside through dots', '../b.txt'],
    ['into a folder link that leads out', 'folder-out/b.txt'],
    ['below a folder link that leads out', 'folder-out/new/deep/b.txt'],
    ['into a folder that is named and leads out', 'folder-out'],
  ])('refuses to write %s, and makes no folder there [MCP-10]', async (_what, given) => {
    expect(await refusal(saving(given))).toMatchObject({ code: 'outside_allowed_folders' })
    expect(existsSync(join(outside, 'new'))).toBe(false)
  })

  it('is prepared in the allowed folder itself where no folder can be held open, on the disk that it goes to [MCP-10]', async () => {
    const byName = createFolders({ named: [work], project: undefined, working: work, home }, 'name')
    const at = async (given: string) => {
      const spot = await byName.forSaving({ given, source: undefined, fileName: 'a.txt' })
      const temporary = spot.temporary()
      writeFileSync(temporary, 'Guten Morgen.')
      await spot.put(temporary, false)
      rmSync(temporary)
      await spot.close()
      return join(temporary, '..')
    }
    expect(await at('byname/deep/a.txt')).toBe(work)
    const disk = join(work, 'disk')
    if (mountSmall(disk, 100)) expect(await at('disk/deep/a.txt')).toBe(disk)
  })

  it('goes into the first folder when that of its source is not allowed any more [MCP-10]', async () => {
    for (const source of [join(outside, 'a.txt'), join(work, 'data/a.txt'), join(work, 'app/.git/a.txt')]) {
      expect(await saving(undefined, source)).toBe(join(work, 'a.de.txt'))
    }
  })

  it('refuses the folder of our own keys, whatever is named [MCP-10]', async () => {
    expect(await refusal(saving('data/key'))).toMatchObject({ code: 'closed_folder' })
    expect(await refusal(saving('data-link/new/b.txt'))).toMatchObject({ code: 'closed_folder' })
    const data = join(work, 'data')
    const named = createFolders({ named: [data], project: undefined, working: work, home, closed: [data] })
    expect(await refusal(named.forReading('key'))).toMatchObject({ code: 'closed_folder' })
    expect(await refusal(named.forSaving({ given: undefined, source: undefined, fileName: 'a.txt' }))).toMatchObject({
      code: 'closed_folder',
    })
  })

  it('refuses files whose name begins with a dot [MCP-10]', async () => {
    expect(await refusal(saving('.env'))).toMatchObject({ code: 'hidden_file' })
  })

  it('refuses dot-folders and paths of a sandbox [MCP-10]', async () => {
    expect(await refusal(saving('app/.git/hooks/b.txt'))).toMatchObject({ code: 'hidden_folder' })
    expect(await refusal(saving('/mnt/user-data/outputs/b.txt'))).toMatchObject({ code: 'sandbox_path' })
  })

  it.each([
    ['a control character', 'b\u000b.txt', '‹U+000B›'],
    ['a turn of direction', 'b\u202etxt.md', '‹U+202E›'],
    ['one in a folder that would be made', 'sub\u200b/b.txt', '‹U+200B›'],
  ])('refuses a new name with %s, and makes no folder [MCP-10, MCP-13]', async (_what, given, shown) => {
    const { code, message } = await refusal(saving(given))
    expect({ code, message }).toEqual({ code: 'bad_path', message: expect.stringContaining(shown) })
    expect(existsSync(join(work, 'sub\u200b'))).toBe(false)
  })

  it.each([
    ['../../evil.txt', 'evil.txt'],
    ['..\\..\\evil.txt', 'evil.txt'],
    ['/etc/passwd', 'passwd'],
    ['..', 'translation'],
    ['', 'translation'],
    ['a\nb.txt', 'ab.txt'],
    ['a\u202eb.txt', 'ab.txt'],
  ])('takes from the service’s file name %j no place on this disk [MCP-10]', async (fileName, name) => {
    expect(await saving(undefined, undefined, fileName)).toBe(join(work, name))
  })
})

describe('the allowed folders', () => {
  const some = { named: [], project: undefined, working: '/home/me/site', home: '/home/me' }
  const own = ['/home/me/Documents', '/home/me/Downloads', '/home/me/Desktop']

  it.each([
    ['those named, before all others', { ...some, named: ['/data', 'x'], project: '/p' }, ['/data', '/home/me/site/x']],
    ['the project folder a host announces', { ...some, project: '/home/me/project' }, ['/home/me/project']],
    ['the working folder', some, ['/home/me/site']],
    ['the person’s own where a host started us in /', { ...some, working: '/' }, own],
    ['the person’s own where a host started us at home', { ...some, working: '/home/me' }, own],
    ['the person’s own where a host started us in a system folder', { ...some, working: '/usr/lib/host' }, own],
    ['the working folder where the project announced is /', { ...some, project: '/' }, ['/home/me/site']],
    ['the working folder where the project announced is home', { ...some, project: '/home/me/' }, ['/home/me/site']],
    ['the person’s own where both are nobody’s', { ...some, project: '/usr/share', working: '/' }, own],
    ['a project folder that is no absolute path counts for nothing', { ...some, project: 'p' }, ['/home/me/site']],
  ])('are %s [MCP-10]', (_what, surroundings, chosen) => {
    expect(chooseFolders(surroundings, posix)).toEqual(chosen)
  })

  it('are open although their own name begins with a dot, when they are named [MCP-10]', async () => {
    const named = createFolders({ named: [join(work, 'app/.git')], project: undefined, working: work, home })
    expect(await opened(named.forReading('config.txt'))).toMatchObject({ name: 'config.txt' })
  })

  it('may be none yet, which is said [MCP-10]', async () => {
    const none = createFolders({ named: [join(place, 'gone')], project: undefined, working: work, home })
    expect(await none.allowed()).toEqual([])
    expect(await refusal(none.forReading('a.txt'))).toMatchObject({ code: 'no_allowed_folder' })
  })
})
