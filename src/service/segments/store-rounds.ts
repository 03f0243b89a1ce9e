import type { ExpressionBuilder } from 'kysely'
import type { RoundLimits } from '../domain/round-limits.ts'
import type { Database } from '../store/database.ts'
import type { Schema, SegmentRow } from '../store/schema.ts'
import { cutRound, type Hold } from './round-rules.ts'
import { OPEN, ofLanguage } from './store.ts'

export interface RoundRequest {
  readonly batchId: string
  readonly language: string
  readonly limits: RoundLimits
  /** For a work file: a round that takes nothing over from others. */
  readonly whole: boolean
  /** Ends the reservations of earlier work files first. */
  readonly anew: boolean
  /** Names the round. */
  readonly round: string
  readonly hold: Hold
  readonly now: number
}

/**
 * Hands out the next round, from open segments that are not reserved. Where there are none, a round may be taken over from another
 * caller, but not for a work file. It is taken from the end, so that the two meet instead of doing the same. Empty when neither is
 * possible. Call it inside a writing transaction: two callers at once then get different segments.
 */
export async function takeRound(tx: Database, asked: RoundRequest): Promise<SegmentRow[]> {
  if (asked.anew) await releaseWorkFiles(tx, asked)
  const free = await candidates(tx, asked, is =>
    is.or([is('held_until', 'is', null), is('held_until', '<=', asked.now)]),
  )
  const found =
    free.length > 0 || asked.whole ? free : await candidates(tx, asked, is => is('yields_at', '<=', asked.now), 'desc')
  const round = cutRound(found, asked.limits).sort((a, b) => a.bundle - b.bundle || a.number - b.number)
  const numbers = round.map(({ number }) => number)
  if (round.length > 0) {
    await tx
      .updateTable('segments')
      .set({ round: asked.round, ...asked.hold })
      .where('batch_id', '=', asked.batchId)
      .where('language', '=', asked.language)
      .where('number', 'in', numbers)
      .execute()
  }
  return round
}

type Condition = (is: ExpressionBuilder<Schema, 'segments'>) => ReturnType<ExpressionBuilder<Schema, 'segments'>['or']>

/** Open segments to cut a round from: one more than a round may have, or the whole first bundle where that is larger. */
async function candidates(
  tx: Database,
  asked: RoundRequest,
  condition: Condition,
  order: 'asc' | 'desc' = 'asc',
): Promise<SegmentRow[]> {
  const open = ofLanguage(tx, asked.batchId, asked.language).where('state', '=', OPEN).where(condition).selectAll()
  const ordered = open.orderBy('bundle', order).orderBy('number', order)
  const rows = await ordered.limit(asked.limits.segments + 1).execute()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || first.bundle !== last?.bundle) return rows
  return ordered.where('bundle', '=', first.bundle).execute()
}

/** When the next segments that are reserved for others become free, in milliseconds since 1970; null when nothing is open. */
export async function nextRelease(db: Database, { batchId, language, whole }: RoundRequest): Promise<number | null> {
  const row = await ofLanguage(db, batchId, language)
    .where('state', '=', OPEN)
    .select(({ fn }) => fn.min<number | null>(whole ? 'held_until' : 'yields_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** The names of rounds begin with this where they are for a work file. */
export const WORK_FILE_ROUND = 'rnw'

/** Ends the reservations of work files of a language: their lines are in the one that is written now. */
async function releaseWorkFiles(tx: Database, { batchId, language }: RoundRequest): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ round: null, held_until: null, yields_at: null })
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('state', '=', OPEN)
    .where('round', 'like', `${WORK_FILE_ROUND}_%`)
    .execute()
}

/** Ends the reservation of the open segments of these rounds. */
export async function releaseRounds(tx: Database, batchId: string, language: string, rounds: readonly string[]) {
  if (rounds.length === 0) return
  await tx
    .updateTable('segments')
    .set({ round: null, held_until: null, yields_at: null })
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('state', '=', OPEN)
    .where('round', 'in', rounds)
    .execute()
}
