import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { openDataFolder, URL_FILE } from '../../../src/service/data-folder.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { PASSWORD, rowsOf } from '../../support/cluster.ts'
import { collecting } from '../../support/collecting.ts'
import { MEANT } from '../../support/databases.ts'
import { makePlace, runProgram, startProgram } from '../../support/program.ts'
import { startWorld } from '../../support/world.ts'
import { copyOf, keptFolders, LASTING } from '../folders/folder.ts'
import { emptyDatabase } from './moving.ts'

const LINES = 20_000

it('a move that is killed again and again ends with every row once, and the service goes on there [SCL-1]', async () => {
  const { dataDir, facts } = copyOf(keptFolders().at(-1) ?? '')
  writeFileSync(join(dataDir, '..', MEANT), '')
  const { db } = await openDataFolder(dataDir, { ...DEFAULT_SETTINGS, ...LASTING }, Date.now)
  for (let from = 0; from < LINES; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => ({ source_hash: `${from + at}`, text: `Line ${from + at}` }))
    const rest = { batch_id: facts.batches.completed, language: 'xx', finding: null, repaired: 0, note: null }
    await db
      .insertInto('translations')
      .values(rows.map(row => ({ ...rest, ...row })))
      .execute()
  }
  const count = async (of: typeof db) =>
    (
      await of
        .selectFrom('translations')
        .select(is => is.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  const expected = await count(db)
  await db.destroy()
  await collecting(setTimeout(150))

  const url = await emptyDatabase()
  const place = makePlace()
  const start = { place, env: { TRANSLATION_DATA_DIR: dataDir, TRANSLATION_DATABASE_URL: url } }
  const there = async () => {
    const tables = await rowsOf(url, "select to_regclass('translations')::text as it")
    return tables[0] === null ? 0 : Number((await rowsOf(url, 'select count(*)::text as it from translations'))[0])
  }
  let least = 0
  for (const part of [0.1, 0.4, 0.8]) {
    const running = startProgram(['move'], start)
    await expect.poll(there, { interval: 10, timeout: 20_000 }).toBeGreaterThan(LINES * part)
    running.child.kill('SIGKILL')
    await running.ended
    const now = await there()
    expect(now).toBeGreaterThanOrEqual(least)
    least = now
    const refused = await runProgram(['credits', 'show'], start)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('run it again: it goes on where it was') })
  }
  const moved = await runProgram(['move', '--json'], start)
  expect(moved).toMatchObject({ code: 0 })
  expect(JSON.stringify(moved)).not.toContain(PASSWORD)
  const filled = openDatabase(url)
  expect(await count(filled)).toBe(expected)
  await filled.destroy()

  writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
  const world = await startWorld({ dataDir, settings: LASTING })
  expect(world.key).toBe(facts.key)
  expect(await world.call(api.batches.get, { params: { batch_id: facts.batches.completed } })).toMatchObject({
    status: 'completed',
  })
})
