import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { removeFile, workFolder, writeWhole } from '../../../src/sync/disk/work-folder.ts'
import { eachInFolder } from './folder.ts'

const files = eachInFolder()

describe('the work folder', () => {
  it('lies in that of the repository, where git never looks', async () => {
    files.write({ '.git/HEAD': '', 'app/x.json': '{}' })
    expect(await workFolder(files.at)).toBe(files.place('.git/translation-mcp'))
    expect(readdirSync(files.place('app'))).toEqual(['x.json'])
  })

  it('lies beside the project, hidden from git, where the folder of the repository is elsewhere', async () => {
    files.write({ '.git': 'gitdir: /elsewhere\n', 'app/x.json': '{}' })
    expect(await workFolder(files.place('app'))).toBe(files.place('app/.translation-mcp'))
    expect(files.read('app/.translation-mcp/.gitignore')).toBe('*\n')
  })

  it('is the same a second time', async () => {
    files.write({ '.git': 'gitdir: /elsewhere\n', 'app/x.json': '{}' })
    const work = await workFolder(files.place('app'))
    expect(await workFolder(files.place('app'))).toBe(work)
  })
})

describe('a file that is written whole', () => {
  it('has its folders made, and nothing beside it', async () => {
    await writeWhole(files.place('a/b/c.json'), '{}')
    expect(files.read('a/b/c.json')).toBe('{}')
    expect(readdirSync(files.place('a/b'))).toEqual(['c.json'])
  })

  it.runIf(process.platform !== 'win32')('may be read by whom it was', async () => {
    files.write({ 'a.json': 'A' })
    chmodSync(files.place('a.json'), 0o640)
    await writeWhole(files.place('a.json'), 'B')
    expect([files.read('a.json'), statSync(files.place('a.json')).mode & 0o777]).toEqual(['B', 0o640])
  })

  it('leaves nothing where a folder has its name', async () => {
    mkdirSync(files.place('a.json/inner'), { recursive: true })
    await expect(writeWhole(files.place('a.json'), 'B')).rejects.toThrow()
    expect(readdirSync(files.at)).toEqual(['a.json'])
  })

  it('is removed where it is there, and that is all', async () => {
    files.write({ 'a.json': 'A' })
    await removeFile(files.place('a.json'))
    await removeFile(files.place('a.json'))
    expect(existsSync(files.place('a.json'))).toBe(false)
  })
})
