import { expect, it } from 'vitest'
import type { BatchRow } from '../../../src/service/store/schema.ts'
import { sharedState } from '../../../src/service/store/shared-state.ts'
import { createMenu, translate } from '../../support/flow.ts'
import { plantBatch } from '../../support/plant.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
/** Rows that a service that works would take up are far ahead of its clock: nobody touches them here. */
const world = await startWorld({ settings: { lease_seconds: 3600 } })
const ago = (seconds: number) => NOW - seconds * 1000

it('counts what asks for work by what is to be done and how far that is, with the age of the oldest', async () => {
  const held = { lease_owner: 'wrk_1', lease_until: NOW + 5000 }
  const rows: Partial<BatchRow>[] = [
    { status: 'queued', created_at: ago(30), ...held },
    { status: 'analyzing', created_at: ago(90), ...held },
    { status: 'analyzing', created_at: ago(10), ...held, lease_until: ago(1) },
    { status: 'translating', created_at: ago(9000), approved_at: ago(100), ...held },
    { status: 'translating', created_at: ago(9000), approved_at: ago(50), ...held },
    { status: 'translating', created_at: ago(9000), approved_at: ago(70), lease_until: NOW + 60_000 },
    { status: 'translating', created_at: ago(500), approved_at: ago(400), phase: 'awaiting_translations' },
    { status: 'awaiting_review', created_at: ago(7000) },
    { status: 'completed', created_at: ago(7000), completed_at: ago(6000) },
    { status: 'failed', created_at: ago(7000) },
  ]
  // In a workspace of its own, so that the counts of other tests here stay theirs.
  for (const row of rows) await plantBatch(world, row)
  const { jobs } = await sharedState(world.db, NOW)
  const told = jobs.map(({ kind, state, count, oldest_seconds }) => [kind, state, count, oldest_seconds])
  expect(told.sort()).toEqual([
    ['analyze', 'running', 2, 90],
    ['analyze', 'waiting', 1, 10],
    ['translate', 'put_off', 1, 70],
    ['translate', 'running', 2, 100],
    ['translate', 'with_caller', 1, 400],
  ])
  await world.db.deleteFrom('batches').execute()
})

it('tells credits as the ledger has them, and no work when all is done', async () => {
  const created = await createMenu(world)
  await translate(world, created)
  const { jobs, credits } = await sharedState(world.db, Date.now())
  const settled = await world.db
    .selectFrom('credit_reservations')
    .select(is => is.fn.sum('amount').as('sum'))
    .where('state', '=', 'settled')
    .executeTakeFirstOrThrow()
  expect(jobs).toEqual([])
  expect(credits).toEqual({ settled: Number(settled.sum), reserved: 0 })
  expect(credits.settled).toBeGreaterThan(0)
})
