import { join } from 'node:path'
import { expect } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { reaches, resultOf } from '../support/flow.ts'
import { dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

/** Segments of the file. */
export const PARAGRAPHS = 60_000
const SEEDED = 200_000

/**
 * Translates a long file in a process of its own, kills that once so many of its segments are kept, and looks at what a second
 * one makes of it: kept segments are kept, and credits settle once.
 */
export async function killedWhenKept(segments: number): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data')
  const serve = await serviceProgram()
  const service = await serve(dataDir, { json_body_bytes: 20_000_000 })
  const content = Array.from({ length: PARAGRAPHS }, (_, at) => `Number ${at} here.`).join('\n\n')
  const instruction = 'Translate from English into German.'
  const created = await dataOf(service, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  const batch_id: string = created.batch.id
  await dataOf(service, 'POST', `/v1/batches/${batch_id}/approve`, {})
  const db = openDatabase(databaseOf(dataDir))
  const kept = async () => {
    const { count } = await db
      .selectFrom('translations')
      .select(is => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  await expect.poll(kept, { interval: 5, timeout: 30_000 }).toBeGreaterThan(segments)
  await kill(service)
  const before = await kept()
  expect(before).toBeLessThan(PARAGRAPHS)
  await db.destroy()

  const world = await startWorld({ dataDir, settings: { lease_seconds: 1 } })
  await expect
    .poll(async () => (await world.call(api.batches.get, { params: { batch_id } })).status, { timeout: 90_000 })
    .toBe('completed')
  await reaches(world, batch_id, 'completed')
  const { file, result } = await resultOf(world, batch_id)
  expect(file.text.match(/⟦de /g)?.length).toBe(PARAGRAPHS)
  expect(result.quality).toMatchObject({ segments: PARAGRAPHS, kept_source: 0 })
  const rows = await world.db.selectFrom('credit_reservations').selectAll().execute()
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['settled']))
  expect((await world.call(api.credits.get)).balance).toBe(SEEDED - created.credit_cost)
}
