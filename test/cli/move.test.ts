import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FOLDER_MARKS } from '../../src/service/folder-marks.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

const WITHOUT =
  '--to must be an address without a password, since others can see the arguments of a program: use PGPASSWORD or TRANSLATION_DATABASE_URL for it.'
const NOBODY = 'postgres://nobody@127.0.0.1:1/none'

/** A data folder that has something in it, though no state that can be read. */
function folder(): string {
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'key'), 'tsk_live_x')
  return dataDir
}

it.each([
  [[], 2, 'TRANSLATION_DATABASE_URL, or --to postgres://user@host/name with PGPASSWORD'],
  [['--to', 'postgres://me:hush-hush@127.0.0.1/translation'], 2, WITHOUT],
  [['--to', 'postgres://me@127.0.0.1/translation?password=hush-hush'], 2, WITHOUT],
  [['--to', 'nowhere'], 2, 'must be an address with the name of a database, as postgres://user@host/translation, not'],
  [['--to', 'https://db.example/translation'], 2, 'an address with the name of a database'],
  [['--to', 'postgres://127.0.0.1'], 2, 'an address with the name of a database'],
  [['--to', NOBODY, '--files', '/srv/files'], 2, 'an address as s3://bucket/prefix or file:///shared/folder'],
  [['--to', NOBODY, '--files', 'file://host/srv/files'], 1, 'no address of a folder or bucket'],
  [['--to', NOBODY, '--files', 's3://Bucket'], 1, 'does not name a bucket'],
  [['--to', NOBODY, 'twice'], 2, 'move'],
  [['--to', NOBODY], 1, 'so there is nothing to move'],
])('%j is refused before anything is done [SCL-1]', async (argv, code, words) => {
  const from = folder()
  const ended = await ran(['move', '--from', from, ...argv])
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  expect(ended.stderr).not.toContain('hush')
  expect(readdirSync(from)).toEqual(['key'])
})

it('refuses a folder that a backup is restored into, or that names a server already [SCL-1]', async () => {
  const from = folder()
  writeFileSync(join(from, 'translation.db'), '')
  mkdirSync(join(from, FOLDER_MARKS.restoring))
  const order = ['move', '--from', from, '--to', NOBODY]
  expect((await ran(order)).stderr).toContain('A backup is being restored')
  writeFileSync(join(from, 'database-url'), 'postgres://me:hush@127.0.0.1:1/other\n')
  const { code, stderr } = await ran(order)
  expect(stderr).toContain('in a database server already')
  expect([code, stderr.includes('hush'), existsSync(join(from, FOLDER_MARKS.moving))]).toEqual([1, false, false])
})
