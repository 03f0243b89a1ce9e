import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseFile } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

it('a command that another program keeps from the database for five seconds says what is held and how to go on', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const env = { TRANSLATION_DATA_DIR: dataDir }
  expect(await ran(['keys', 'list'], env)).toMatchObject({ code: 0 })
  const other = openDatabase(databaseFile(dataDir))
  let end = () => {}
  const holding = other.transaction().execute(() => new Promise<void>(resolve => (end = resolve)))
  const words = 'Another program has held the database of the data folder for five seconds and more'
  const [keys, status] = await Promise.all([ran(['keys', 'list'], env), ran(['status'], env)])
  expect(keys).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`This was not done. ${words}`) })
  expect(keys.stderr).toContain('`fuser` on translation.db names it.')
  expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining(`could not start. ${words}`) })
  end()
  await holding
  await other.destroy()
  expect(await ran(['keys', 'list'], env)).toMatchObject({ code: 0 })
}, 30_000)
