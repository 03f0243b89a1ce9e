import { type Database, write } from '../store/database.ts'
import { LEASE_ENDED } from '../store/leases.ts'
import { type HeldLease, NO_ERROR } from '../store/outcomes.ts'
import type { SegmentRow, TranslationRow } from '../store/schema.ts'
import { tell } from '../store/telling.ts'
import { putTranslations } from '../store/translations.ts'
import type { Openness } from './store.ts'

/** The percent of the progress that all answers together make; writing the result makes the rest. */
const ANSWERED_PERCENT = 85

/** What is kept of an answer, or why its source stays. */
export type KeptAnswer = Omit<TranslationRow, 'batch_id' | 'language'>

/** Keeps answers to segments of a language, and replaces earlier ones. Call it inside a writing transaction. */
export async function keepAnswers(tx: Database, batch_id: string, language: string, answers: readonly KeptAnswer[]) {
  if (answers.length === 0) return
  const rows = answers.map(answer => ({ batch_id, language, ...answer }))
  await putTranslations(tx, rows)
}

/** What is kept for the segments of these source hashes, by source hash. */
export async function keptAnswers(
  db: Database,
  batchId: string,
  language: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TranslationRow>> {
  const rows = await db
    .selectFrom('translations')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('source_hash', 'in', hashes)
    .execute()
  return new Map(rows.map(row => [row.source_hash, row]))
}

/** What an answer did to a segment. */
export interface Settled {
  readonly number: number
  readonly state: SegmentRow['state']
  readonly refusals: number
  readonly problem: string | null
}

/** Stores the new state of segments that were answered, and ends their reservation. */
export async function settleSegments(
  tx: Database,
  batchId: string,
  language: string,
  settled: readonly Settled[],
): Promise<void> {
  const free = { round: null, held_until: null, yields_at: null } as const
  const set = (numbers: readonly number[], change: Partial<SegmentRow>) =>
    tx
      .updateTable('segments')
      .set({ ...free, ...change })
      .where('batch_id', '=', batchId)
      .where('language', '=', language)
      .where('number', 'in', numbers)
      .execute()
  const answered = settled.filter(({ state }) => state === 'answered').map(({ number }) => number)
  if (answered.length > 0) await set(answered, { state: 'answered', problem: null })
  for (const { number, ...change } of settled) if (change.state !== 'answered') await set([number], change)
}

const WRITING = {
  status: 'translating',
  phase: 'writing',
  ...NO_ERROR,
  ...LEASE_ENDED,
} as const

/**
 * Moves a batch on after answers that changed something. While segments are open, the batch waits for more answers; else its result
 * is to be written, perhaps again. A worker that is writing it at that moment loses its claim, so that no result is completed
 * without these answers. Call it inside a writing transaction.
 *
 * @returns true when the result is to be written
 */
export async function moveOn(tx: Database, id: string, languages: readonly Openness[], now: number): Promise<boolean> {
  const sum = (count: (each: Openness) => number) => languages.reduce((total, each) => total + count(each), 0)
  const [open, total] = [sum(each => each.remaining), sum(each => each.total)]
  const change =
    open === 0
      ? ({ ...WRITING, percent: ANSWERED_PERCENT } as const)
      : ({ phase: 'awaiting_translations', percent: Math.floor((ANSWERED_PERCENT * (total - open)) / total) } as const)
  await tx
    .updateTable('batches')
    .set({ ...change, progress_at: now })
    .where('id', '=', id)
    .execute()
  if (open === 0) await tell(tx, 'work', id)
  return open === 0
}

/** A correction of lines that were handed out: none keeps its source any more. Call it inside a writing transaction. */
export async function settleCorrected(
  tx: Database,
  batchId: string,
  language: string,
  hashes: readonly string[],
): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ state: 'answered', problem: null })
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('source_hash', 'in', hashes)
    .execute()
}

/**
 * Has the result of a completed batch written anew. A worker that is writing it at that moment loses its claim, so that no result is
 * completed without what was just kept. Call it inside a writing transaction.
 */
export async function rewriteFinished(tx: Database, id: string, now: number): Promise<void> {
  await tx
    .updateTable('batches')
    .set({ ...WRITING, percent: ANSWERED_PERCENT, progress_at: now })
    .where('id', '=', id)
    .execute()
  await tell(tx, 'work', id)
}

/** Ends the extraction: from here on the batch waits for its caller. False when the claim was lost. */
export function awaitAnswers(db: Database, held: HeldLease, now: number): Promise<boolean> {
  return write(db, async tx => {
    const result = await tx
      .updateTable('batches')
      .set({ phase: 'awaiting_translations', percent: 0, progress_at: now, ...LEASE_ENDED })
      .where('id', '=', held.id)
      .where('lease_owner', '=', held.owner)
      .where('status', '=', 'translating')
      .executeTakeFirst()
    if (result.numUpdatedRows === 0n) return false
    await tell(tx, 'moved', held.id)
    return true
  })
}
