import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { lookAtDatabase } from '../../src/cli/doctor/database.ts'
import { examinedOf } from '../../src/cli/doctor/examined.ts'
import { URL_FILE } from '../../src/service/data-folder.ts'
import { FOLDER_MARKS, FolderMarked, folderMark, refuseMarked } from '../../src/service/folder-marks.ts'
import { ran } from '../support/ran.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

const NOBODY = 'postgres://nobody:hush@127.0.0.1:1/none'

/** What each mark is taken for: its words, and what they name to do. */
const SAID = [
  ['restoring', 'A backup is being restored', 'restore the backup again'],
  ['moving', 'is being moved to a database server', 'translation-mcp move'],
  ['moved', 'was moved to a database server', 'set TRANSLATION_DATABASE_URL'],
] as const
type Mark = (typeof SAID)[number][0]

/** Puts a mark into a folder, as the command of it does. */
function put(mark: Mark, folder: string): void {
  if (mark === 'restoring') mkdirSync(join(folder, FOLDER_MARKS[mark]))
  else writeFileSync(join(folder, FOLDER_MARKS[mark]), 'a-move\n')
}

let dataDir = ''
beforeAll(async () => {
  const world = await startWorld()
  await world.close()
  // A copy, since what a closed connection leaves in the folder goes at some later moment.
  dataDir = join(temporaryFolder(), 'data')
  cpSync(world.dataDir, dataDir, { recursive: true })
})

describe.each(SAID)('a data folder with the mark %s', (mark, words, todo) => {
  /** Everything in it, by name. */
  const held = () =>
    Object.fromEntries(
      readdirSync(dataDir, { withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ name }) => [name, readFileSync(join(dataDir, name)).toString('base64')]),
    )
  const marked = async (work: () => Promise<void>) => {
    put(mark, dataDir)
    const before = held()
    try {
      await work()
      expect(held()).toEqual(before)
    } finally {
      rmSync(join(dataDir, FOLDER_MARKS[mark]), { recursive: true })
    }
  }

  it('is not used by a start, an order or a backup, which say why and what to do, and it stays as it is [SCL-1]', async () => {
    await marked(async () => {
      await expect(startWorld({ dataDir })).rejects.toMatchObject({ name: 'FolderMarked', code: mark })
      const file = join(temporaryFolder(), 'backup.zip')
      for (const order of [
        ['keys', 'list'],
        ['credits', 'show'],
        ['backup', file],
      ]) {
        const { code, stdout, stderr } = await ran([...order, '--data-dir', dataDir])
        expect({ code, stdout }, order.join(' ')).toEqual({ code: 1, stdout: '' })
        expect(stderr).toContain(words)
        expect(stderr.replaceAll(/\s+/g, ' ')).toContain(todo)
      }
      expect(existsSync(file)).toBe(false)
    })
  })

  it('is told by the doctor, who opens nothing [SCL-1]', async () => {
    await marked(async () => {
      const env = { TRANSLATION_DATA_DIR: dataDir }
      const settings = readSettings(readArguments(['doctor']), env)
      const asked = { settings, env, working: '/', stderr: new PassThrough(), openEntry: undefined }
      const found = await lookAtDatabase(examinedOf({ ...asked, platform: 'linux' }))
      expect(JSON.stringify(found)).toContain(words)
      expect(found.state).not.toBe('ok')
    })
  })

  it('is used again once the mark is gone', async () => {
    await marked(async () => undefined)
    expect((await ran(['credits', 'show', '--data-dir', dataDir])).code).toBe(0)
  })
})

describe('a mark', () => {
  it.each([
    [['restoring', 'moving', 'moved'], false, 'restoring'],
    [['moving', 'moved'], false, 'moving'],
    [['moved'], false, 'moved'],
    [[], false, undefined],
    [['moving', 'moved'], true, undefined],
    [['moved', 'restoring'], true, 'restoring'],
  ] as const)('%j, with the state on a server: %s, is taken for %s', (marks, onServer, taken) => {
    const folder = temporaryFolder()
    for (const mark of marks) put(mark, folder)
    expect(folderMark(folder, onServer)).toBe(taken)
    const refusing = () => refuseMarked(folder, onServer)
    if (taken === undefined) expect(refusing).not.toThrow()
    else expect(refusing).toThrow(expect.objectContaining({ code: taken }))
  })

  it('of a move does not hinder a start on the server that it was moved to, and a restore does', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, URL_FILE), `${NOBODY}\n`)
    const said = async () => (await ran(['keys', 'list', '--data-dir', folder])).stderr
    put('moved', folder)
    expect(await said()).not.toContain('was moved')
    put('restoring', folder)
    const restoring = await said()
    expect(restoring).toContain('A backup is being restored')
    expect(restoring).not.toContain('hush')
  })

  it('names the file to remove where removing it goes back, and each has words of its own', () => {
    const marks = ['restoring', 'moving', 'moved', 'filling'] as const
    const said = marks.map(mark => new FolderMarked(mark).message)
    expect(new Set(said).size).toBe(marks.length)
    expect(said.map(text => /remove its file (\.\w+)/.exec(text)?.[1])).toEqual([
      ...[undefined, FOLDER_MARKS.moving],
      ...[FOLDER_MARKS.moved, undefined],
    ])
  })
})
