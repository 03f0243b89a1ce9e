import { expect } from 'vitest'
import { BATCH_STATUSES, type Batch, type BatchStatus } from '../../../src/contract/batch.ts'
import { api } from '../../../src/contract/operations.ts'
import { reaches } from '../../support/flow.ts'
import type { World } from '../../support/world.ts'

/** A translation as the model has it. */
export interface ModelBatch {
  readonly id: string
  readonly fileName: string
  readonly words: number
  status: BatchStatus
  name: string | null
  archived: boolean
  /** The current plan; null before there is one. `content` is what its revision stands for: languages and glossaries. */
  plan: {
    readonly revision: string
    readonly cost: number
    readonly targets: readonly string[]
    readonly content: string
  } | null
}

export interface ModelKey {
  readonly id: string
  readonly secret: string
  state: 'active' | 'replaced' | 'revoked'
}

/** What one workspace should hold after everything that was done to it. Small enough to be right by reading it. */
export interface Model {
  /** Newest first. */
  batches: ModelBatch[]
  /** Idempotency keys with what they stood for. */
  readonly repeats: Map<string, { readonly said: string; readonly id: string }>
  /** Terms by their pair: targets by folded source. */
  readonly glossaries: Map<string, Map<string, string>>
  /** How often a pair's glossary has changed. */
  readonly editions: Map<string, number>
  keys: ModelKey[]
  granted: number
  /** Credits of everything that was ever approved. */
  spent: number
}

export function emptyModel(): Model {
  return { batches: [], repeats: new Map(), glossaries: new Map(), editions: new Map(), keys: [], granted: 0, spent: 0 }
}

/** What a plan into these languages stands for now: the languages, and the glossaries that hold a term, each in its edition. */
export function contentOf({ glossaries, editions }: Model, targets: readonly string[]): string {
  const used = targets.filter(target => (glossaries.get(`en-${target}`)?.size ?? 0) > 0)
  return `${targets} ${used.map(target => editions.get(`en-${target}`))}`
}

/** Empties the workspace but for its own key, for the next run: once nothing is worked on any more. */
export async function emptyWorkspace({ db, key, call }: World): Promise<void> {
  const underWay = db.selectFrom('batches').select('id').where('status', 'in', ['queued', 'analyzing', 'translating'])
  await expect.poll(() => underWay.execute(), { interval: 20, timeout: 20_000 }).toEqual([])
  for (const table of ['translations', 'results', 'plans', 'credit_reservations', 'spendings'] as const) {
    await db.deleteFrom(table).execute()
  }
  for (const table of ['batches', 'credit_grants', 'idempotency_keys', 'glossaries', 'uploads'] as const) {
    await db.deleteFrom(table).execute()
  }
  const { credential } = await call(api.account.get, { key })
  await db.deleteFrom('api_keys').where('id', '!=', credential.id).execute()
}

/** What may follow a status; a status may also stay. */
const NEXT: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  queued: ['analyzing', 'awaiting_review', 'failed'],
  analyzing: ['awaiting_review', 'failed'],
  awaiting_review: ['translating', 'completed'],
  translating: ['completed'],
  completed: [],
  failed: [],
}

/** Waits until approved work has ended, so that what comes next has one right answer. */
export async function settled(world: World, batch: ModelBatch): Promise<ModelBatch> {
  if (batch.status === 'translating') {
    await reaches(world, batch.id, 'completed')
    batch.status = 'completed'
  }
  return batch
}

/** Everything that must hold after every single step. */
export async function expectSound(world: World, model: Model): Promise<void> {
  await expectMoney(world, model)
  await expectBatches(world, model)
  await expectGlossaries(world, model)
}

/** Money is conserved (CRD-2), and the usage that is shown is what the ledger says (USE-2). */
async function expectMoney(world: World, model: Model): Promise<void> {
  const { balance, grants } = await world.call(api.credits.get)
  expect(balance).toBe(model.granted - model.spent)
  const sum = (of: 'amount' | 'used' | 'remaining') => grants.reduce((all, grant) => all + grant[of], 0)
  const ledger = await world.db.selectFrom('credit_reservations').selectAll().execute()
  const held = (state: string) => ledger.filter(row => row.state === state).reduce((all, row) => all + row.amount, 0)
  expect(held('reserved') + held('settled')).toBe(model.spent)
  // Work may end between two of these reads: what is reserved in one is used in the next.
  expect(sum('amount')).toBe(model.granted)
  expect(sum('used') + sum('remaining')).toBe(model.granted)
  expect(sum('remaining') - balance).toBeGreaterThanOrEqual(held('reserved'))
  const { totals, points } = await world.call(api.usage.get)
  expect(totals.credits_used).toBeGreaterThanOrEqual(held('settled'))
  expect(totals.credits_used).toBeLessThanOrEqual(model.spent)
  expect(points.reduce((all, point) => all + point.credits_used, 0)).toBe(totals.credits_used)
  expect((await world.call(api.account.get)).credit_balance).toBe(balance)
}

async function expectBatches(world: World, model: Model): Promise<void> {
  const shown = new Map<string, Batch>()
  for (const archived of ['0', '1']) {
    const { data, has_more } = await world.list(api.batches.list, { query: { archived, limit: '100' } })
    expect(has_more).toBe(false)
    const expected = model.batches.filter(batch => batch.archived === (archived === '1'))
    expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    for (const batch of data) shown.set(batch.id, batch)
  }
  for (const batch of model.batches) {
    const { status, name, file_name, credit_cost, completed_at, error } = shown.get(batch.id) ?? {}
    expect([batch.status, ...NEXT[batch.status]]).toContain(status)
    expect({ name, file_name, credit_cost }).toEqual({
      name: batch.name,
      file_name: batch.fileName,
      credit_cost: batch.plan?.cost ?? null,
    })
    expect(completed_at === null).toBe(status !== 'completed')
    expect(error === null).toBe(status !== 'failed')
  }
  expect(BATCH_STATUSES).toHaveLength(Object.keys(NEXT).length)
}

async function expectGlossaries(world: World, model: Model): Promise<void> {
  const { data } = await world.list(api.glossaries.list)
  const counts = data.map(({ language_pair, term_count }) => [language_pair, term_count])
  expect(counts).toEqual([...model.glossaries].map(([pair, terms]) => [pair, terms.size]).sort())
}
