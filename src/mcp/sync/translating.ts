import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { sameTag } from '../../contract/language-tags.ts'
import { api } from '../../contract/operations.ts'
import type { DoubtfulSegment, OpenSegment, RejectedSegment, SegmentRound } from '../../contract/segments.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { quoted, visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import { languageLabel } from '../render/plan.ts'
import { approveOwn } from '../segments/approval.ts'
import { handOver, nextRound, whatIsOpen } from '../segments/hand-over.ts'
import { areLabelled, labelledLines } from '../segments/labels.ts'
import { fence, notesOn, roundRules, suspicions, suspicious } from '../segments/rules.ts'
import { doubtful, minutesUntil, notRead, notShown, refusedLine, shownRejections } from '../segments/translating.ts'
import { endsTurns, type Failed, failureLine } from '../several/failures.ts'
import { firstOf } from '../several/rows.ts'
import { AGENT, step } from '../steps.ts'
import { numbered, numberedId, readNumbered } from './numbered.ts'
import type { SentDelta } from './run-record.ts'
import { sentDeltas } from './sent-plans.ts'

interface TranslateStreamInput {
  readonly target_language?: string | undefined
  readonly translations?: readonly string[] | undefined
}

export interface TranslateSyncInput extends TranslateStreamInput {
  readonly sync_revision: string
}

/** A file that was sent, as its lines need it. */
export type SentFile = Pick<
  SentDelta,
  'source_path' | 'target_languages' | 'service_languages' | 'batch_id' | 'plan_revision' | 'engine'
>

/** What names all files of a stream in the calls for it. */
export interface StreamHandle {
  readonly lines: Readonly<Record<string, string>>
  readonly approve: Readonly<Record<string, string>>
  readonly result: Readonly<Record<string, string>>
}

/** A file whose lines the caller’s own model translates, with its number in the stream. */
interface Stream extends SentFile {
  readonly number: number
  readonly plan_revision: string
}

/** So many lines are enough for an answer: no further file is asked for more. */
const ENOUGH = 50

/**
 * Hands out the lines of all files of a plan of sync (see `translateStream`). Each is approved before, where nothing is charged for it.
 *
 * @throws {ToolRefusal} as `translateStream` and `sentDeltas` do
 * @throws {ApiError} as the calls do
 */
export async function translateSynced({ sync_revision, ...asked }: TranslateSyncInput, context: CallContext) {
  await creatorAccount(context)
  const all = { sync_revision }
  const handle = { lines: all, approve: all, result: all }
  const approve = async (streams: readonly Stream[]) => {
    for (const { batch_id, plan_revision } of streams) {
      const { data: batch } = await context.parts.client.call(
        api.batches.get,
        { params: { batch_id } },
        { signal: context.signal },
      )
      const question = await approveOwn(batch, { batch_id, plan_revision }, context)
      if (question !== undefined) return question
    }
    return undefined
  }
  return await translateStream(await sentDeltas(sync_revision, context), { ...asked, handle, approve }, context)
}

interface StreamInput extends TranslateStreamInput {
  readonly handle: StreamHandle
  /** Approves what is not approved yet, in calls without answers. Gives the question where the host has to be asked. */
  readonly approve: (streams: readonly Stream[]) => Promise<InputRequiredResult | undefined>
}

/**
 * Hands out the lines of several files, language by language, as one stream, and takes answers to them.
 *
 * @throws {ToolRefusal} other_engine, where another engine translates them; which_language; as `approve` does
 * @throws {ApiError} as the calls do
 */
export async function translateStream(sent: readonly SentFile[], asked: StreamInput, context: CallContext) {
  const { handle, approve } = asked
  const streams = streamsIn(sent, handle)
  const { answers, unread } = readNumbered(asked.translations ?? [])
  const question = answers.size === 0 ? await approve(streams) : undefined
  if (question !== undefined) return question
  const languages = [...new Set(streams.flatMap(({ target_languages }) => target_languages))]
  const [only, ...others] = languages
  const language = asked.target_language ?? (others.length === 0 ? only : undefined)
  if (answers.size > 0 && language === undefined) throw whichLanguage(languages)
  const taken = await takeAll(streams, answers, language, context)
  const first = language === undefined ? languages : [language, ...languages.filter(tag => !sameTag(tag, language))]
  const handed = await handOut(streams, first, context)
  return told(handle, handed, { ...taken, unread, now: context.parts.clock() })
}

function streamsIn(sent: readonly SentFile[], { approve }: StreamHandle): readonly Stream[] {
  const streams = sent.flatMap((delta, at) => {
    const { plan_revision, engine } = delta
    return engine === AGENT && plan_revision !== null ? [{ ...delta, plan_revision, number: at + 1 }] : []
  })
  if (streams.length > 0) return streams
  throw new ToolRefusal('other_engine', [
    'Nothing was changed or spent: another engine translates this plan, not you.',
    `Next: ${step('approve_batch', approve)} once the cost and what is left out are fine.`,
  ])
}

function whichLanguage(languages: readonly string[]): ToolRefusal {
  return new ToolRefusal('which_language', [
    'Nothing was changed: the answers do not say which language they are in.',
    `Hand them in again with target_language, one of ${listed(languages)}.`,
  ])
}

/** The tag by which the service knows a language of a file; undefined where the file is not for it. */
function tagFor({ service_languages, target_languages }: Stream, language: string): string | undefined {
  if (!target_languages.some(tag => sameTag(tag, language))) return undefined
  return service_languages.find(tag => sameTag(tag, language))
}

interface Taken {
  readonly rejected: readonly RejectedSegment[]
  readonly doubts: readonly DoubtfulSegment[]
  readonly astray: readonly number[]
}

/** Hands answers in, each to its file. `astray`: numbers that no file of this language has. */
async function takeAll(
  streams: readonly Stream[],
  answers: ReturnType<typeof readNumbered>['answers'],
  language: string | undefined,
  context: CallContext,
): Promise<Taken> {
  const rejected: RejectedSegment[] = []
  const doubts: DoubtfulSegment[] = []
  const astray: number[] = []
  for (const [number, own] of answers) {
    const stream = streams.find(one => one.number === number)
    const target_language = stream && tagFor(stream, language ?? '')
    if (stream === undefined || target_language === undefined) {
      astray.push(number)
      continue
    }
    const { batch_id, plan_revision } = stream
    const { round } = await handOver({ batch_id, plan_revision, target_language }, own, context, false)
    const ofFile = <One extends { readonly id: string }>(one: One) => ({ ...one, id: numberedId(number, one.id) })
    rejected.push(...round.rejected.map(ofFile))
    doubts.push(...round.doubts.map(ofFile))
  }
  return { rejected, doubts, astray }
}

interface Handed {
  /** Of the files that have lines here. */
  readonly files: readonly Stream[]
  readonly rounds: readonly SegmentRound[]
  readonly segments: readonly OpenSegment[]
  readonly lines: readonly string[]
  readonly target_language: string
  readonly remaining: number
  /** When lines that another worker has are handed out again: the first of them. A timestamp. */
  readonly leased_until: string | undefined
  /** Languages that may have open lines besides. */
  readonly others: readonly string[]
  /** Files of which no line could be handed out. */
  readonly failed: readonly Failed[]
  readonly request_id: string
}

/** The next lines: those of the first language that has lines. */
async function handOut(
  streams: readonly Stream[],
  languages: readonly string[],
  context: CallContext,
): Promise<Handed> {
  let idle: Handed | undefined
  for (const [at, language] of languages.entries()) {
    const handed = await handOutIn(streams, language, context)
    if (handed.segments.length > 0) return { ...handed, others: languages.slice(at + 1) }
    // Lines that another worker has count as open: they may come back.
    if (idle === undefined || idle.remaining === 0) idle = handed
  }
  if (idle === undefined) throw new Error('a plan has no language')
  return idle
}

async function handOutIn(streams: readonly Stream[], language: string, context: CallContext): Promise<Handed> {
  const files: Stream[] = []
  const rounds: SegmentRound[] = []
  const segments: OpenSegment[] = []
  const lines: string[] = []
  let remaining = 0
  let request_id = ''
  const leases: string[] = []
  const failed: Failed[] = []
  for (const stream of streams) {
    const target_language = tagFor(stream, language)
    if (target_language === undefined) continue
    const { batch_id, plan_revision, number } = stream
    const wanted = { batch_id, plan_revision, target_language }
    const ask = segments.length >= ENOUGH ? whatIsOpen : nextRound
    const handed = await ask(wanted, context).catch(error => {
      if (endsTurns(error, context) || streams.length === 1) throw error
      failed.push({ name: stream.source_path, error })
      return undefined
    })
    if (handed === undefined) continue
    const { round, request_id: id } = handed
    remaining += round.remaining
    request_id = id
    if (round.leased_until !== null) leases.push(round.leased_until)
    if (round.segments.length === 0) continue
    const own = numbered(number, round.segments)
    files.push(stream)
    rounds.push(round)
    segments.push(...own)
    lines.push(...labelledLines(own))
  }
  return {
    files,
    rounds,
    segments,
    lines,
    target_language: language,
    remaining,
    leased_until: leases.sort()[0],
    others: [],
    failed,
    request_id,
  }
}

/** What the rules of several rounds say together. */
function together(rounds: readonly SegmentRound[]): SegmentRound | undefined {
  const [first] = rounds
  if (first === undefined) return undefined
  const terms = new Map(rounds.flatMap(round => round.terms).map(term => [JSON.stringify(term), term]))
  const all = (list: (round: SegmentRound) => readonly string[]) => [...new Set(rounds.flatMap(list))]
  return {
    ...first,
    terms: [...terms.values()],
    guidance: all(round => round.guidance),
    plural_categories: all(round => round.plural_categories),
    ordinal_categories: all(round => round.ordinal_categories),
  }
}

interface TakenHere extends Taken {
  readonly unread: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

function told(handle: StreamHandle, handed: Handed, taken: TakenHere) {
  const { files, segments, lines, target_language, remaining, others, request_id, leased_until = null } = handed
  const { begin, end } = fence()
  const round = together(handed.rounds)
  const rules = round === undefined ? [] : [...roundRules(round, areLabelled(lines)), FILES]
  const names = files.map(({ number, source_path }) => `${number}. is ${quoted(source_path, 200)}`)
  const said = new Set(taken.rejected.map(({ id }) => id))
  const notes = notesOn(segments.map(segment => (said.has(segment.id) ? { ...segment, problem: null } : segment)))
  const rejected = shownRejections(taken.rejected)
  const warnings = [
    ...suspicions(suspicious(segments)),
    ...notShown(taken.rejected),
    ...doubtful(taken.doubts),
    ...notRead(taken.unread),
    ...astrayLines(taken.astray),
    ...firstOf(handed.failed.map(one => `No lines of ${failureLine({ ...one, name: quoted(one.name, 200) })}`)),
  ]
  const done = remaining === 0
  return {
    data: {
      ...(lines.length > 0 && { rules, begin, files: names }),
      segments: [...lines],
      ...(notes.length > 0 && { notes }),
      ...(lines.length > 0 && { end }),
      target_language,
      rejected,
      remaining,
      done,
      ...(others.length > 0 && { other_languages: [...others] }),
      ...(warnings.length > 0 && { warnings }),
      ...handle.lines,
      request_id,
      next_step: nextStep({
        ...{ handle, target_language, count: lines.length, done },
        free: minutesUntil(leased_until, taken.now),
      }),
    },
    lines: [
      done
        ? 'All text is translated and checked.'
        : lines.length === 0
          ? `${counted(remaining, 'line')} into ${languageLabel(target_language)} still open, all handed out already.`
          : `${counted(lines.length, 'line')} to translate into ${languageLabel(target_language)}; ${counted(remaining, 'line')} of it open.`,
      ...rejected.map(refusedLine),
      ...(lines.length === 0 ? [] : [...rules, begin, ...names, ...lines, ...notes.map(note => `about ${note}`), end]),
    ],
  }
}

const FILES = 'The number before the dot is that of a file, named below. Answer with both: 1.12 …'

function astrayLines(numbers: readonly number[]): string[] {
  if (numbers.length === 0) return []
  return [
    `No file has the number ${listed(numbers.map(number => visible(String(number), 10)))} here: these answers were not taken.`,
  ]
}

interface Ahead {
  readonly handle: StreamHandle
  readonly target_language: string
  readonly count: number
  readonly done: boolean
  /** Minutes until the lines that another worker holds are handed out again. */
  readonly free: number | undefined
}

function nextStep({ handle, target_language, count, done, free }: Ahead): string {
  if (done) return step('get_result', handle.result)
  const again = { ...handle.lines, target_language }
  if (count > 0) return step('translate_segments', { ...again, translations: ['<file>.<number> <translation>', '…'] })
  const later = free === undefined ? 'a little later' : `in about ${counted(free, 'minute')}`
  return `${step('translate_segments', again)} ${later}: the open lines are with another worker; if you have them, hand them in now`
}
