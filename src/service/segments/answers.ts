import type * as z from 'zod'
import {
  type AnswerToJudge,
  type Conditions,
  type Judged,
  judge,
  messageOf,
  SWAPPED,
  swapIssue,
  swappedNeighbours,
  worstOf,
} from '../../checks/index.ts'
import type { DoubtfulSegment, RejectedSegment } from '../../contract/segments.ts'
import type { Deps } from '../http/route.ts'
import { type Database, write } from '../store/database.ts'
import type { SegmentRow, TranslationRow } from '../store/schema.ts'
import { type AgentBatch, batchConditions, requireAgentBatch } from './agent-batch.ts'
import { checkedOf } from './checked-row.ts'
import { type Said, type Taken, take } from './hand-out.ts'
import { rulingOn, type SegmentTranslation, sortAnswers, UNKNOWN } from './rulings.ts'
import { AT_ONCE } from './showing.ts'
import { findSegments, opennessOf } from './store.ts'
import { type KeptAnswer, keepAnswers, keptAnswers, moveOn, type Settled, settleSegments } from './store-answers.ts'
import { releaseRounds } from './store-rounds.ts'

interface Given {
  readonly language: string
  readonly translations: readonly SegmentTranslation[]
  readonly hand_out: boolean
}

export type Rejected = z.input<typeof RejectedSegment>

/**
 * Checks answers, then in one transaction: keeps the good ones, reopens the others, moves the batch on and takes the next round. The
 * state of each segment is read again inside the transaction, since it may have changed during the checks.
 *
 * @throws {ServiceError} as `requireAgentBatch`, when the batch has changed meanwhile, or as `Jobs.judge`; nothing is kept then
 */
export async function takeAnswers(
  handed: AgentBatch,
  given: Given,
  deps: Deps,
  signal: AbortSignal,
): Promise<{ taken: Taken } & Said> {
  const { batch, plan } = handed
  const { language, hand_out } = given
  const { answers, refused } = sortAnswers(given.translations)
  const numbers = [...answers.keys()]
  const rejected: Rejected[] = [...refused].map(([id, reason]) => ({ id, reason, final: reason === UNKNOWN }))
  const rows = await findSegments(deps.db, batch.id, language, numbers)
  const conditions = await batchConditions(handed, language, deps)
  const known: { readonly number: number; readonly answer: AnswerToJudge }[] = []
  for (const [number, { id, text }] of answers) {
    const row = rows.get(number)
    if (row === undefined) rejected.push({ id, reason: UNKNOWN, final: true })
    else known.push({ number, answer: { segment: checkedOf(row), text } })
  }
  const all = await judgeAll(
    known.map(({ answer }) => answer),
    conditions,
    deps.jobs,
    signal,
  )
  const judged = withSwaps(
    new Map(known.flatMap((each, at) => (all[at] === undefined ? [] : [[each.number, { ...each, judged: all[at] }]]))),
    conditions,
  )
  const { taken, doubts, written, refused_now } = await write(deps.db, async tx => {
    await requireAgentBatch(tx, batch.workspace_id, batch.id, plan.plan_revision, deps.clock())
    const now = await findSegments(tx, batch.id, language, numbers)
    const outcome = await outcomeOf(tx, batch.id, language, judged, now)
    await keepAnswers(tx, batch.id, language, outcome.kept)
    await settleSegments(tx, batch.id, language, outcome.settled)
    const rounds = new Set([...now.values()].flatMap(({ round }) => round ?? []))
    if (hand_out) await releaseRounds(tx, batch.id, language, [...rounds])
    const written =
      outcome.settled.some(({ state }) => state !== 'open') &&
      (await moveOn(tx, batch.id, await opennessOf(tx, batch.id, plan.target_languages), deps.clock()))
    const { doubts, rejected: refused_now } = outcome
    return { taken: await take(tx, handed, { language, whole: false, hand_out }, deps), doubts, written, refused_now }
  })
  if (written) deps.jobs.translate(batch.id)
  return { taken, rejected: [...rejected, ...refused_now], doubts }
}

interface JudgedAnswer {
  readonly answer: AnswerToJudge
  readonly judged: Judged
}

/** The judged answers by the number of their segment, with a doubt about those that seem to have changed places. */
function withSwaps(answers: ReadonlyMap<number, JudgedAnswer>, { unchecked = [] }: Conditions): Map<number, Judged> {
  const numbered = [...answers].map(([number, { answer, judged }]) => ({
    ...{ number, text: answer.segment.text, translation: judged.text },
  }))
  const swapped = unchecked.includes(SWAPPED.name) ? new Map<number, number>() : swappedNeighbours(numbered)
  return new Map(
    [...answers].map(([number, { judged }]) => {
      const other = swapped.get(number)
      return [number, other === undefined ? judged : { ...judged, issues: [...judged.issues, swapIssue(other)] }]
    }),
  )
}

/** Checks answers, each in its place. Long ones are checked in a thread, where other requests do not wait for them. */
export async function judgeAll(
  answers: readonly AnswerToJudge[],
  conditions: Conditions,
  jobs: Deps['jobs'],
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const characters = answers.reduce((sum, { segment, text }) => sum + segment.text.length + text.length, 0)
  if (characters > AT_ONCE) return await jobs.judge(answers, conditions, signal)
  return answers.map(({ segment, text }) => judge(segment, text, conditions, { shown: true }))
}

interface Outcome {
  readonly kept: readonly KeptAnswer[]
  readonly settled: readonly Settled[]
  readonly rejected: readonly Rejected[]
  readonly doubts: readonly DoubtfulSegment[]
}

/** Decides what happens to judged answers, by the state of their segments. An answer equal to the kept translation changes nothing. */
async function outcomeOf(
  tx: Database,
  batchId: string,
  language: string,
  judged: ReadonlyMap<number, Judged>,
  rows: ReadonlyMap<number, SegmentRow>,
): Promise<Outcome> {
  const hashes = [...rows.values()].filter(({ state }) => state !== 'open').map(row => row.source_hash)
  const standing = await keptAnswers(tx, batchId, language, hashes)
  const kept: KeptAnswer[] = []
  const settled: Settled[] = []
  const rejected: Rejected[] = []
  const doubts: DoubtfulSegment[] = []
  for (const [number, row] of rows) {
    const answer = judged.get(number)
    if (answer === undefined || saysTheSame(answer, standing.get(row.source_hash))) continue
    const { source_hash, refusals } = row
    const problem = messageOf(answer.issues) ?? null
    const refusal = { id: String(number), reason: problem ?? '' }
    const worst = worstOf(answer.issues)
    const repaired = refusals > 0 && worst !== 'doubt' ? 1 : 0
    switch (rulingOn(row.state, refusals, worst)) {
      case 'take':
        kept.push({ source_hash, text: answer.text, finding: null, repaired, note: problem })
        settled.push({ number, state: 'answered', refusals, problem: null })
        if (problem !== null) doubts.push(refusal)
        break
      case 'again':
        settled.push({ number, state: 'open', refusals: refusals + 1, problem })
        rejected.push({ ...refusal, final: false })
        break
      case 'keep':
        kept.push({ source_hash, text: row.text, finding: findingOf(refusal.reason), repaired: 0, note: null })
        settled.push({ number, state: 'kept', refusals: refusals + 1, problem })
        rejected.push({ ...refusal, final: true, stays: 'source' })
        break
      case 'leave':
        rejected.push({ ...refusal, final: true, stays: row.state === 'kept' ? 'source' : 'translation' })
    }
  }
  return { kept, settled, rejected, doubts }
}

function saysTheSame({ text }: Judged, standing: TranslationRow | undefined): boolean {
  return standing !== undefined && standing.finding === null && standing.text === text
}

/** What the result's quality says of a segment whose source is kept. */
function findingOf(problem: string): string {
  return `${problem} The source was kept.`
}
