import { instantOf } from '../../contract/finding.ts'
import { withCodes } from '../../contract/hidden.ts'
import { api } from '../../contract/operations.ts'
import type { DoubtfulSegment, OpenSegment, RejectedSegment, SegmentRound } from '../../contract/segments.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { quoted, visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import { languageLabel } from '../render/plan.ts'
import { step } from '../steps.ts'
import { openAnswers } from './answers.ts'
import { approveOwn } from './approval.ts'
import { showLines } from './found-lines.ts'
import { type HandedRound, handOver, nextRound } from './hand-over.ts'
import { areLabelled, labelledLines } from './labels.ts'
import { fence, notesOn, roundRules, suspicions, suspicious } from './rules.ts'
import { clearWorkFile, givenUp, restInFile, type WorkFile, workFileFor } from './work.ts'

/** What translate_segments is called with. */
export interface TranslatingInput {
  readonly batch_id: string
  readonly plan_revision: string
  readonly target_language?: string | undefined
  readonly translations?: readonly string[] | undefined
  readonly search?: string | undefined
  readonly answers_file?: string | undefined
}

/**
 * Hands lines out, takes answers, or shows finished lines.
 *
 * @throws {ToolRefusal} one_way; as `openAnswers`, `handOver`, `workFileFor` and `showLines` do
 * @throws {ApiError} as the calls do
 */
export async function translating(asked: TranslatingInput, context: CallContext) {
  const { batch_id, plan_revision, target_language, search } = asked
  if (search !== undefined && (asked.translations !== undefined || asked.answers_file !== undefined)) {
    throw new ToolRefusal('one_way', ['Nothing was changed: give search, or the lines that you hand in, not both.'])
  }
  await creatorAccount(context)
  const given = await openAnswers(asked, context)
  const params = { batch_id }
  const { data: batch } = await context.parts.client.call(api.batches.get, { params }, { signal: context.signal })
  const wanted = { batch_id, plan_revision, target_language }
  if (search !== undefined) return await showLines(batch, wanted, search, context)
  const question = await approveOwn(batch, { batch_id, plan_revision }, context)
  if (question !== undefined) return question
  if (asked.translations === undefined && asked.answers_file === undefined) {
    const written = await workFileFor(batch, wanted, context)
    if (written !== undefined) return inFile(written, [], asked)
  }
  const byFile = asked.answers_file
  const instead = asked.translations?.length === 0 ? await givenUp(batch, wanted, context) : undefined
  const { round, request_id } = instead ?? (await handOver(wanted, given.answers, context, byFile === undefined))
  const rejected = round.rejected.map(one => ({ ...one, reason: given.unsendable.get(one.id) ?? one.reason }))
  const warnings = [...notShown(rejected), ...doubtful(round.doubts), ...notRead(given.unread)]
  let handed = { round: { ...round, rejected }, request_id }
  if (round.done) await clearWorkFile(batch, { ...wanted, target_language: round.target_language }, context)
  else if (byFile !== undefined) {
    const purpose = { ...wanted, target_language: round.target_language }
    const rest = await restInFile(batch, purpose, byFile, context)
    if (rest !== undefined) return inFile(rest, rejected, asked, warnings)
    const next = await nextRound(purpose, context)
    handed = { ...next, round: { ...next.round, rejected } }
  }
  const corrects = batch.completed_at === null ? 0 : given.answers.length
  return inRound(handed, warnings, { asked, corrects, now: context.parts.clock() })
}

interface Asked {
  readonly asked: TranslatingInput
  /** How many lines the call had for a file that was finished before. */
  readonly corrects: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

function inRound({ round, request_id }: HandedRound, others: readonly string[], { asked, corrects, now }: Asked) {
  const { segments, remaining, done, target_language, open_languages } = round
  const { begin, end } = fence()
  const again = { batch_id: asked.batch_id, plan_revision: asked.plan_revision, target_language }
  const rest = open_languages.filter(language => language !== target_language)
  const warnings = [...suspicions(suspicious(segments)), ...others]
  const rejected = shownRejections(round.rejected)
  const lines = labelledLines(segments)
  const rules = roundRules(round, areLabelled(lines))
  const notes = notesOn(withoutSaid(segments, rejected))
  const byFile = asked.answers_file
  const handedIn = byFile !== undefined || (asked.translations ?? []).length > 0
  const [other] = rest
  const free = minutesUntil(round.leased_until, now)
  const ahead = { count: lines.length, done, handedIn, byFile, corrects, other, free, again }
  return {
    data: {
      ...(lines.length === 0 ? {} : { rules, begin }),
      segments: lines,
      ...(notes.length === 0 ? {} : { notes }),
      ...(lines.length === 0 ? {} : { end }),
      target_language,
      rejected,
      ...(corrects > 0 ? { corrected: Math.max(0, corrects - rejected.length) } : {}),
      remaining,
      done,
      ...(rest.length === 0 ? {} : { other_languages: rest }),
      ...(warnings.length === 0 ? {} : { warnings }),
      request_id,
      next_step: nextStep(ahead),
    },
    lines: [
      `${sumOf(round, corrects)}${rest.length === 0 ? '' : ` Also open: ${listed(rest.map(languageLabel))}.`}`,
      ...rejected.map(refusedLine),
      ...(lines.length === 0 ? [] : [...rules, begin, ...lines, ...notes.map(note => `about ${note}`), end]),
    ],
  }
}

/** Minutes from `now` to a timestamp, at least 1: a model has no clock, so a time of day does not help it. Undefined without one. */
export function minutesUntil(timestamp: string | null, now: number): number | undefined {
  const minutes = timestamp === null ? Number.NaN : Math.ceil(((instantOf(timestamp) ?? Number.NaN) - now) / 60_000)
  return Number.isNaN(minutes) ? undefined : Math.max(1, minutes)
}

function sumOf({ segments, rejected, remaining, done, target_language }: SegmentRound, corrects: number): string {
  const language = languageLabel(target_language)
  if (corrects > 0 && done) {
    const taken = corrects - rejected.length
    if (taken <= 0) return `No correction into ${language} was accepted; the file is as it was.`
    return `${counted(taken, 'correction')} into ${language} accepted; the file is written anew, at no cost.`
  }
  if (done && rejected.length > 0)
    return `No line is left to translate into ${language}, but not every answer was accepted.`
  if (done) return `All text into ${language} is translated and checked.`
  if (segments.length === 0) return `${counted(remaining, 'line')} into ${language} still open, all handed out already.`
  return `${counted(segments.length, 'line')} to translate into ${language}; ${counted(remaining, 'line')} open.`
}

/** The segments without the reasons that `rejected` says already. */
function withoutSaid(segments: readonly OpenSegment[], rejected: readonly { readonly id: string }[]): OpenSegment[] {
  const said = new Set(rejected.map(({ id }) => id))
  return segments.map(segment => (said.has(segment.id) ? { ...segment, problem: null } : segment))
}

interface Ahead {
  readonly count: number
  readonly done: boolean
  /** The call had lines, accepted or not. */
  readonly handedIn: boolean
  /** The file that it had them in. */
  readonly byFile: string | undefined
  readonly corrects: number
  /** Another language with open lines. */
  readonly other: string | undefined
  /** Minutes until the lines that another worker holds are handed out again. */
  readonly free: number | undefined
  readonly again: Pick<TranslatingInput, 'batch_id' | 'plan_revision'> & { target_language: string }
}

function nextStep({ count, done, handedIn, byFile, corrects, other, free, again }: Ahead): string {
  if (count > 0) return step('translate_segments', { ...again, translations: ['<number> <translation>', '…'] })
  const { batch_id, plan_revision } = again
  if (other !== undefined) return step('translate_segments', { batch_id, plan_revision, target_language: other })
  if (done && corrects > 0)
    return `${step('get_result', { batch_id, overwrite: true })} replaces the file saved before; without overwrite, save_to puts the corrected one elsewhere`
  if (done) return step('get_result', { batch_id })
  const later = `${step('translate_segments', again)} ${free === undefined ? 'a little later' : `in about ${counted(free, 'minute')}`}`
  if (!handedIn) return `${later}: the open lines are with another worker; if you have them, hand them in now`
  const rest = byFile === undefined ? { translations: ['<number> <translation>', '…'] } : { answers_file: byFile }
  return `${step('translate_segments', { ...again, ...rest })} with the rest of the lines you were given; for lines of another worker, ${later}`
}

/** The most refusals that one answer shows: more would not fit into a conversation. */
const SHOWN_REJECTED = 50

/** Refusals as they are shown, and what becomes of each line. */
export function shownRejections(rejected: readonly RejectedSegment[]) {
  return rejected.slice(0, SHOWN_REJECTED).map(({ id, reason, final, stays }) => {
    const shown = visible(id, 40)
    const fate = final
      ? ` ${STAYS[stays ?? 'text']}${stays === null ? '' : ` To correct it, send ${shown} again.`}`
      : ''
    return { id: shown, reason: `${visible(reason, 300)}${fate}` }
  })
}

/** What becomes of a line whose answer is refused for good. */
const STAYS = {
  source: 'The source text stays in the file.',
  translation: 'Its earlier translation stays.',
  text: 'The line keeps the text it has.',
} as const

export function refusedLine({ id, reason }: { id: string; reason: string }): string {
  return `Refused ${id}: ${reason}`
}

/** That there were more refusals than are shown. */
export function notShown(rejected: readonly RejectedSegment[]): string[] {
  const more = rejected.length - SHOWN_REJECTED
  if (more <= 0) return []
  return [`${counted(more, 'more answer')} refused; those that can be corrected come back with the reason.`]
}

const SHOWN_DOUBTS = 20

/** Warnings about lines that were accepted but may be wrong. Only the translator can tell whether they are. */
export function doubtful(doubts: readonly DoubtfulSegment[]): string[] {
  const more = doubts.length - SHOWN_DOUBTS
  const lines = doubts
    .slice(0, SHOWN_DOUBTS)
    .map(
      ({ id, reason }) =>
        `Line ${id} was accepted, with a doubt: ${visible(reason, 160)} If it is wrong, send it again.`,
    )
  return more > 0 ? [...lines, `${counted(more, 'more line')} accepted with a doubt; get_result lists them.`] : lines
}

const SHOWN_UNREAD = 3

/** Lines that were no answers, as a warning. */
export function notRead(unread: readonly string[]): string[] {
  if (unread.length === 0) return []
  const some = unread.slice(0, SHOWN_UNREAD).map(line => quoted(line, 40))
  return [
    `${counted(unread.length, 'item')} not read, for example ${some.join(', ')}. Each item must be one answer that begins with its number, with ⏎ for a line break.`,
  ]
}

function inFile(
  { path: place, answers, target_language, remaining, suspicious: ids, request_id }: WorkFile,
  refused: readonly RejectedSegment[],
  { batch_id, plan_revision }: TranslatingInput,
  others: readonly string[] = [],
) {
  const [path, answers_file] = [withCodes(place), withCodes(answers)]
  const again = step('translate_segments', { batch_id, plan_revision, target_language, answers_file })
  const rounds = step('translate_segments', { batch_id, plan_revision, target_language, translations: [] })
  const warnings = [...suspicions(ids), ...others]
  const rejected = shownRejections(refused)
  return {
    data: {
      segments: [],
      rejected,
      remaining,
      done: false,
      work_file: path,
      target_language,
      ...(warnings.length === 0 ? {} : { warnings }),
      request_id,
      next_step: `read ${path} and write its translations to ${answers_file} (have a sub-agent do it, part by part), then ${again}. Without file tools: ${rounds} gives rounds instead`,
    },
    lines: [
      `${counted(remaining, 'line')} to translate into ${languageLabel(target_language)}: in ${path}, because the text is too long for this conversation.`,
      ...rejected.map(refusedLine),
    ],
  }
}
