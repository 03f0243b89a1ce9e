import { beforeAll, expect, it } from 'vitest'
import { completeBatch, failBatch, noteObstacle, noteProgress } from '../../../src/service/store/outcomes.ts'
import { plantBatch } from '../../support/plant.ts'
import { startWorld, type World } from '../../support/world.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const FINISHED = {
  ...{ blob: 'blb_1', file_name: 'report.de.txt', media_type: 'text/plain', size_bytes: 1, keep_until: NOW },
  quality: { segments: 1, repaired: 0, kept_source: 0, findings: [] },
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})

/** Two batches that one worker holds, far longer than this test lasts. */
async function two() {
  const owner = world.newId('wrk')
  const held = { status: 'translating', lease_owner: owner, lease_until: Date.now() + 3_600_000 } as const
  const [first, second] = [await plantBatch(world, held), await plantBatch(world, held)]
  const rows = world.db.selectFrom('batches').selectAll()
  const untouched = async () => expect(await rows.where('id', '=', second.id).executeTakeFirst()).toEqual(second)
  return { owner, id: first.id, untouched }
}

it('what ends for a batch ends for that one alone, though its worker holds another [CRD-2]', async () => {
  const completed = await two()
  expect(await completeBatch(world.db, completed, FINISHED, NOW)).toBe(true)
  await completed.untouched()
  const failed = await two()
  expect(await failBatch(world.db, failed, { code: 'internal_error', message: 'x' }, NOW)).toBe(true)
  await failed.untouched()
})

it('what is noted of a batch is noted of that one alone', async () => {
  const { owner, id, untouched } = await two()
  await noteProgress(world.db, { id, owner }, 'translating', 50, NOW)
  await noteObstacle(world.db, { id, owner }, 'The engine is away.')
  await untouched()
})

it('a worker that lost its claim changes nothing', async () => {
  const { id, owner } = await two()
  const other = { id, owner: 'wrk_other' }
  const before = await world.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
  expect(await completeBatch(world.db, other, FINISHED, NOW)).toBe(false)
  expect(await failBatch(world.db, other, { code: 'internal_error', message: 'x' }, NOW)).toBe(false)
  await noteProgress(world.db, other, 'translating', 50, NOW)
  await noteObstacle(world.db, other, 'The engine is away.')
  expect(await world.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before)
  expect(await completeBatch(world.db, { id, owner }, FINISHED, NOW)).toBe(true)
})
