import type * as z from 'zod'
import type { DoubtfulSegment, RejectedSegment, SegmentRound } from '../../contract/segments.ts'
import { ServiceError } from '../domain/errors.ts'
import { roundLimits } from '../domain/round-limits.ts'
import type { ShownSegment } from '../domain/shown-segment.ts'
import { timestamp } from '../domain/time.ts'
import type { Deps } from '../http/route.ts'
import type { Database } from '../store/database.ts'
import type { SegmentRow } from '../store/schema.ts'
import { type AgentBatch, batchConditions } from './agent-batch.ts'
import { checkedOf } from './checked-row.ts'
import { aloneAmong, pluralsOf, viewSegment } from './context.ts'
import { holdFrom } from './round-rules.ts'
import { AT_ONCE, showSegment } from './showing.ts'
import { type Openness, opennessOf } from './store.ts'
import { nextRelease, type RoundRequest, takeRound, WORK_FILE_ROUND } from './store-rounds.ts'

/**
 * Which round a caller asks for. `whole`: a large round, for a work file. `anew`: what work files hold is free first. `hand_out`
 * false: no round, only how much is open.
 */
export interface RoundWish {
  readonly language: string
  readonly whole: boolean
  readonly anew?: boolean
  readonly hand_out: boolean
}

/** A round, and how much is open in each language. */
export interface Taken {
  readonly segments: readonly SegmentRow[]
  readonly languages: readonly Openness[]
  /**
   * In milliseconds since 1970: the end of this round's reservation. Without a round: when the next segments become free, or null
   * where no segment is open or no round was asked for.
   */
  readonly leased_until: number | null
}

/** Takes the next round of a language. Call it inside a writing transaction. */
export async function take(tx: Database, { batch, plan }: AgentBatch, wish: RoundWish, deps: Deps): Promise<Taken> {
  const { language, whole, anew = false, hand_out } = wish
  const now = deps.clock()
  const asked: RoundRequest = {
    ...{ batchId: batch.id, language, whole, anew, now },
    limits: roundLimits(language, whole),
    round: deps.newId(whole ? WORK_FILE_ROUND : 'rnd'),
    hold: holdFrom(now, deps.settings.segment_minutes, whole),
  }
  const segments = hand_out ? await takeRound(tx, asked) : []
  const leased_until = segments.length > 0 ? asked.hold.held_until : hand_out ? await nextRelease(tx, asked) : null
  return { segments, languages: await opennessOf(tx, batch.id, plan.target_languages), leased_until }
}

/** The language that is asked for, else the first that has open segments. @throws {ServiceError} invalid_parameter */
export async function languageOf(
  db: Database,
  { batch, plan }: AgentBatch,
  wanted: string | undefined,
): Promise<string> {
  const { target_languages } = plan
  const [first = ''] = target_languages
  if (wanted === undefined) {
    const languages = await opennessOf(db, batch.id, target_languages)
    return languages.find(({ remaining }) => remaining > 0)?.language ?? first
  }
  if (target_languages.includes(wanted)) return wanted
  const message = `target_language: must be one of the plan: ${target_languages.join(', ')}.`
  throw new ServiceError('invalid_parameter', message, { param: 'target_language' })
}

/** What the checks say of the answers that came with the call. */
export interface Said {
  readonly rejected: readonly z.input<typeof RejectedSegment>[]
  readonly doubts: readonly DoubtfulSegment[]
}

export const NOTHING_SAID: Said = { rejected: [], doubts: [] }

/**
 * A round as the API shows it, with those glossary terms that occur in its segments.
 *
 * @throws {ServiceError} as `Jobs.show`; the round stays reserved then
 */
export async function viewRound(
  handed: AgentBatch,
  language: string,
  { segments, languages, leased_until }: Taken,
  { rejected, doubts }: Said,
  deps: Deps,
  signal: AbortSignal,
  found: z.input<typeof SegmentRound>['found'] = null,
): Promise<z.input<typeof SegmentRound>> {
  const { plan } = handed
  const shown = await showAll(handed, language, segments, deps, signal)
  const terms = new Map(shown.flatMap(segment => segment.terms.map(({ source, target }) => [source, target])))
  const alone = aloneAmong(segments)
  const own = languages.find(each => each.language === language)
  return {
    plan_revision: plan.plan_revision,
    target_language: language,
    segments: segments.flatMap((row, at) =>
      shown[at] === undefined ? [] : viewSegment(row, shown[at], alone.has(row.number)),
    ),
    rejected: [...rejected],
    doubts: [...doubts],
    terms: [...terms].map(([source, target]) => ({ source, target })),
    guidance: plan.guidance,
    ...pluralsOf(segments, language),
    total: own?.total ?? 0,
    remaining: own?.remaining ?? 0,
    remaining_words: own?.words ?? 0,
    done: own === undefined || own.remaining === 0,
    open_languages: languages.filter(({ remaining }) => remaining > 0).map(each => each.language),
    leased_until: leased_until === null ? null : timestamp(leased_until),
    found,
  }
}

/** Shows segments, each in its place. Long ones are shown in a thread, where other requests do not wait for them. */
async function showAll(
  handed: AgentBatch,
  language: string,
  rows: readonly SegmentRow[],
  deps: Deps,
  signal: AbortSignal,
): Promise<readonly ShownSegment[]> {
  if (rows.length === 0) return []
  const conditions = await batchConditions(handed, language, deps)
  const segments = rows.map(checkedOf)
  const characters = segments.reduce((sum, { text, note = '' }) => sum + text.length + note.length, 0)
  if (characters > AT_ONCE) return await deps.jobs.show(segments, conditions, signal)
  return segments.map(segment => showSegment(segment, conditions))
}
