import { type AnswerToJudge, type Conditions, messageOf, worstOf } from '../../checks/index.ts'
import type { FinishedLine } from '../domain/finished-line.ts'
import type { Call, Deps } from '../http/route.ts'
import { type Database, write } from '../store/database.ts'
import { sampledBatch } from '../store/samples.ts'
import { rememberCorrection } from '../translation/corrected.ts'
import { type AgentBatch, batchConditions, requireFinished } from './agent-batch.ts'
import { judgeAll, type Rejected } from './answers.ts'
import type { Said } from './hand-out.ts'
import { rulingOn, type SegmentTranslation, sortAnswers, TWICE, UNKNOWN } from './rulings.ts'
import { type KeptAnswer, keepAnswers, keptAnswers, rewriteFinished, settleCorrected } from './store-answers.ts'

interface Given {
  readonly language: string
  readonly translations: readonly SegmentTranslation[]
}

/** A correction that was judged. */
interface Judgement {
  readonly id: string
  readonly line: FinishedLine
  readonly text: string
  readonly problem: string | null
  /** It must not be written: what stands stays. */
  readonly refused: boolean
}

/**
 * Takes corrections of a completed batch, of any engine: checks them, then in one transaction keeps the good ones, remembers them, and
 * has the result written anew. The earlier result stands until the new one does. An answer equal to what stands changes nothing.
 *
 * @throws {ServiceError} as `requireFinished`, `Jobs.lines` or `Jobs.judge`, or when the batch has changed meanwhile; nothing is kept then
 */
export async function takeCorrections(
  finished: AgentBatch,
  given: Given,
  { caller, signal }: Pick<Call<never>, 'caller' | 'signal'>,
  deps: Deps,
): Promise<Said> {
  const { batch, plan } = finished
  const { language } = given
  const { answers, refused } = sortAnswers(given.translations)
  const rejected: Rejected[] = [...refused].map(([id, reason]) => ({ id, reason, final: reason === UNKNOWN }))
  const asked = { batch_id: batch.id, language, wanted: { numbers: [...answers.keys()] } }
  const { lines } = answers.size === 0 ? { lines: [] } : await deps.jobs.lines(asked, signal)
  const known = new Set(lines.map(({ number }) => number))
  for (const [number, { id }] of answers) if (!known.has(number)) rejected.push({ id, reason: UNKNOWN, final: true })
  const conditions = await batchConditions(finished, language, deps)
  const { judged, unclear } = await judgeLines(lines, answers, conditions, deps, signal)
  rejected.push(...unclear)
  const { doubts, refused_now, written } = await write(deps.db, async tx => {
    const now = deps.clock()
    const current = await requireFinished(tx, batch.workspace_id, batch.id, plan.plan_revision, now)
    const changed = await changedBy(tx, batch.id, language, judged)
    const taken = changed.filter(({ refused }) => !refused)
    for (const id of await translatedWith(tx, batch)) await keepAnswers(tx, id, language, taken.map(keptOf))
    await settleCorrected(
      tx,
      batch.id,
      language,
      taken.map(({ line }) => line.source_hash),
    )
    if (deps.settings.memory) {
      const { source } = conditions
      const by = caller.actor.member_id ?? caller.caller_id
      for (const { line, text } of taken) {
        await rememberCorrection(tx, { batch, source, target: language, line, text, by, at: now })
      }
    }
    const written = taken.length > 0 || current.batch.error_code !== null
    if (written) await rewriteFinished(tx, batch.id, now)
    const told = ({ id, problem }: Judgement) => ({ id, reason: problem ?? '' })
    const notTaken = changed.filter(({ refused }) => refused)
    return {
      doubts: taken.filter(({ problem }) => problem !== null).map(told),
      refused_now: notTaken.map(each => ({ ...told(each), final: true, stays: each.stays })),
      written,
    }
  })
  if (written) deps.jobs.translate(batch.id)
  return { rejected: [...rejected, ...refused_now], doubts }
}

/** The batch itself, and the one that it is a sample of while that waits for approval: what was translated for it is kept there too. */
async function translatedWith(tx: Database, batch: AgentBatch['batch']): Promise<readonly string[]> {
  const whole = await sampledBatch(tx, batch)
  return whole?.status === 'awaiting_review' ? [batch.id, whole.id] : [batch.id]
}

/** Judges an answer to each line. Of two different answers to one line, by the numbers of two of its places, neither is taken. */
async function judgeLines(
  lines: readonly FinishedLine[],
  answers: ReadonlyMap<number, SegmentTranslation>,
  conditions: Conditions,
  deps: Deps,
  signal: AbortSignal,
): Promise<{ judged: readonly Judgement[]; unclear: readonly Rejected[] }> {
  const given = lines.flatMap(line => {
    const answer = answers.get(line.number)
    return answer === undefined ? [] : [{ line, ...answer }]
  })
  const texts = new Map<string, Set<string>>()
  for (const { line, text } of given) {
    texts.set(line.source_hash, (texts.get(line.source_hash) ?? new Set()).add(text))
  }
  const isClear = ({ line }: { line: FinishedLine }) => texts.get(line.source_hash)?.size === 1
  const clear = given.filter(isClear)
  const all = await judgeAll(
    clear.map(({ line, text }): AnswerToJudge => ({ segment: line, text })),
    conditions,
    deps.jobs,
    signal,
  )
  const judged = clear.flatMap(({ line, id }, at) => {
    const one = all[at]
    if (one === undefined) return []
    const refused = rulingOn('answered', 0, worstOf(one.issues)) === 'leave'
    return [{ id, line, text: one.text, problem: messageOf(one.issues) ?? null, refused }]
  })
  const unclear = given.filter(each => !isClear(each)).map(({ id }) => ({ id, reason: TWICE, final: false }))
  return { judged, unclear }
}

/** Those that say something else than what stands. */
async function changedBy(tx: Database, batchId: string, language: string, judged: readonly Judgement[]) {
  const hashes = judged.map(({ line }) => line.source_hash)
  const standing = await keptAnswers(tx, batchId, language, hashes)
  return judged.flatMap(each => {
    const row = standing.get(each.line.source_hash)
    const isTranslated = row !== undefined && row.finding === null
    if (isTranslated && row.text === each.text) return []
    const stays: Rejected['stays'] = isTranslated ? 'translation' : 'source'
    return [{ ...each, stays, repaired: isTranslated ? row.repaired : 1 }]
  })
}

function keptOf({ line, text, problem, repaired }: Judgement & { readonly repaired: number }): KeptAnswer {
  return { source_hash: line.source_hash, text, finding: null, repaired, note: problem }
}
