import { beforeAll, expect, it } from 'vitest'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { reservationsOf, reserve } from '../../../src/service/store/credits.ts'
import {
  completeBatch,
  failBatch,
  finishAnalysis,
  noteObstacle,
  noteProgress,
} from '../../../src/service/store/outcomes.ts'
import { findPlan } from '../../../src/service/store/plans.ts'
import type { BatchRow } from '../../../src/service/store/schema.ts'
import { createMenu } from '../../support/flow.ts'
import { plantBatch } from '../../support/plant.ts'
import { startWorld, type World } from '../../support/world.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const FINISHED = {
  ...{ blob: 'blb_1', file_name: 'report.de.txt', media_type: 'text/plain', size_bytes: 1, keep_until: NOW },
  quality: { segments: 1, repaired: 0, kept_source: 0, findings: [] },
  made_under: null,
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})

/** Two batches that one worker holds, far longer than this test lasts. */
async function two() {
  const owner = world.newId('wrk')
  const held = { status: 'translating', lease_owner: owner, lease_until: Date.now() + 14_000 } as const
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

it('a worker that lost its claim changes nothing, and gives no credits back [CRD-2]', async () => {
  const { id, owner } = await two()
  const other = { id, owner: 'wrk_other' }
  const ledger = { workspace_id: world.workspace.id, batch_id: id, amount: 3, now: NOW, newId: world.newId }
  await reserve(world.db, ledger)
  const held = async () => (await reservationsOf(world.db, id)).map(({ state, amount }) => [state, amount])
  const before = await world.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
  expect(await completeBatch(world.db, other, FINISHED, NOW)).toBe(false)
  expect(await failBatch(world.db, other, { code: 'internal_error', message: 'x' }, NOW)).toBe(false)
  await noteProgress(world.db, other, 'translating', 50, NOW)
  await noteObstacle(world.db, other, 'The engine is away.')
  expect(await world.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before)
  expect(await held()).toEqual([['reserved', 3]])
  expect(await completeBatch(world.db, { id, owner }, FINISHED, NOW)).toBe(true)
  expect(await held()).toEqual([['settled', 3]])
})

const UNLEASED = { lease_owner: null, lease_until: null }
const SURVEY: Survey = {
  ...{ extension: '.txt', parts: [], choices: { flags: {}, kinds: [] } },
  ...{ units: 1, words: 3, characters: 9 },
}

/** A batch that a worker holds, and how it lies in the database. */
async function one(status: BatchRow['status'], facts: Partial<BatchRow> = {}) {
  const owner = world.newId('wrk')
  const before = await plantBatch(world, { status, lease_owner: owner, lease_until: Date.now() + 14_000, ...facts })
  const { id } = before
  const row = () => world.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { held: { id, owner }, before, row }
}

it('an analysis ends in review, with what it found and, where there is one, the plan [PLN-1]', async () => {
  const reviewed = {
    status: 'awaiting_review',
    phase: 'planning',
    percent: null,
    progress_at: NOW,
    ...UNLEASED,
  } as const
  const found = { word_count: 3, survey_json: JSON.stringify({ $version: 2, value: SURVEY }) }
  const plain = await one('analyzing', { percent: 7 })
  const analysis = { survey: SURVEY, suggestions: ['Into German'], plan: undefined }
  expect(await finishAnalysis(world.db, plain.held, analysis, NOW)).toBe(true)
  expect(await plain.row()).toEqual({ ...plain.before, ...reviewed, ...found, suggestions_json: '["Into German"]' })
  expect(await findPlan(world.db, plain.held.id)).toBeUndefined()
  const planned = await one('analyzing', { suggestions_json: '["Into French"]' })
  const plan = await findPlan(world.db, (await createMenu(world)).batch.id)
  expect(await finishAnalysis(world.db, planned.held, { survey: SURVEY, suggestions: undefined, plan }, NOW)).toBe(true)
  expect(await planned.row()).toMatchObject({
    ...reviewed,
    suggestions_json: null,
    credit_cost: plan?.plan.credit_cost,
  })
  expect(await findPlan(world.db, planned.held.id)).toEqual(plan)
})

it('an analysis whose claim was lost leaves nothing, not even a plan [PLN-1]', async () => {
  const { held, before, row } = await one('analyzing')
  const plan = await findPlan(world.db, (await createMenu(world)).batch.id)
  const analysis = { survey: SURVEY, suggestions: undefined, plan }
  expect(await finishAnalysis(world.db, { ...held, owner: 'wrk_other' }, analysis, NOW)).toBe(false)
  expect(await row()).toEqual(before)
  expect(await findPlan(world.db, held.id)).toBeUndefined()
})

it('a translation ends with its result and without an error; corrected, it stays completed when it first was [CRD-2]', async () => {
  const { held, before, row } = await one('translating', { error_code: 'x', error_message: 'x' })
  const done = { status: 'completed', phase: 'done', percent: 100, file_expires_at: FINISHED.keep_until } as const
  const well = { error_code: null, error_message: null, ...UNLEASED }
  expect(await completeBatch(world.db, held, FINISHED, NOW)).toBe(true)
  expect(await row()).toEqual({ ...before, ...done, ...well, progress_at: NOW, completed_at: NOW })
  const again = { status: 'translating', lease_owner: held.owner, lease_until: Date.now() + 14_000 } as const
  await world.db.updateTable('batches').set(again).where('id', '=', held.id).execute()
  expect(await completeBatch(world.db, held, { ...FINISHED, blob: 'blb_2' }, NOW + 1)).toBe(true)
  expect(await row()).toMatchObject({ progress_at: NOW + 1, completed_at: NOW })
  const results = await world.db.selectFrom('results').selectAll().where('batch_id', '=', held.id).execute()
  const { keep_until: _, made_under: __, quality, ...kept } = FINISHED
  expect(results).toEqual([
    {
      ...{ ...kept, batch_id: held.id, blob: 'blb_2', quality_json: JSON.stringify(quality) },
      ...{ made_under_json: null, created_at: NOW + 1 },
    },
  ])
})

it('work ends only in the state it began in, whoever holds it [CRD-2]', async () => {
  const [analyzing, translating] = [await one('analyzing'), await one('translating')]
  const [reviewed, error] = [await one('awaiting_review'), { code: 'internal_error', message: 'x' }]
  const analysis = { survey: SURVEY, suggestions: undefined, plan: undefined }
  expect(await finishAnalysis(world.db, translating.held, analysis, NOW)).toBe(false)
  expect(await completeBatch(world.db, analyzing.held, FINISHED, NOW)).toBe(false)
  expect(await failBatch(world.db, reviewed.held, error, NOW)).toBe(false)
  for (const { row, before } of [analyzing, translating, reviewed]) expect(await row()).toEqual(before)
})

it.each(['analyzing', 'translating'] as const)(
  'work that fails while %s says why, and gives its credits back [CRD-2]',
  async status => {
    const { held, before, row } = await one(status)
    const ledger = { workspace_id: world.workspace.id, batch_id: held.id, amount: 3, now: NOW, newId: world.newId }
    await reserve(world.db, ledger)
    expect(await failBatch(world.db, held, { code: 'internal_error', message: 'why' }, NOW)).toBe(true)
    const failed = { status: 'failed', error_code: 'internal_error', error_message: 'why', progress_at: NOW } as const
    expect(await row()).toEqual({ ...before, ...failed, ...UNLEASED })
    expect((await reservationsOf(world.db, held.id)).map(({ state }) => state)).toEqual(['released'])
  },
)

it('a correction that fails goes back to its result, and says that it is not in it [CRD-2]', async () => {
  const { held, before, row } = await one('translating', { completed_at: NOW - 5 })
  expect(await failBatch(world.db, held, { code: 'internal_error', message: 'why' }, NOW)).toBe(false)
  const back = { status: 'completed', phase: 'done', percent: 100, progress_at: NOW } as const
  const error_message = expect.stringContaining('The last correction could not be written')
  expect(await row()).toEqual({ ...before, ...back, ...UNLEASED, error_code: 'internal_error', error_message })
})

it('what the work waits for and how far it is are noted, an obstacle for a translation alone', async () => {
  const { held, before, row } = await one('translating')
  await noteProgress(world.db, held, 'writing', 40, NOW)
  await noteObstacle(world.db, held, 'The engine is away.')
  const error_message = 'The engine is away. The work waits for it and goes on by itself.'
  const noted = { phase: 'writing', percent: 40, progress_at: NOW, error_code: 'service_unavailable', error_message }
  expect(await row()).toEqual({ ...before, ...noted })
  const early = await one('analyzing')
  await noteObstacle(world.db, early.held, 'The engine is away.')
  expect(await early.row()).toEqual(early.before)
})
