import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { DoubtfulSegment, RejectedSegment, SegmentRound } from '../../contract/segments.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { currentPlan } from '../plans.ts'
import { listed } from '../render/list.ts'
import { sizeOf } from './answers.ts'
import type { SegmentAnswer } from './lines.ts'

/** Which segments are wanted: of one batch, by one plan, into one language. Without a language, the service chooses one. */
export interface Wanted {
  readonly batch_id: string
  readonly plan_revision: string
  readonly target_language: string | undefined
}

/** A round as the service gave it. */
export interface HandedRound {
  readonly round: SegmentRound
  readonly request_id: string
}

/** The most answers of one request, and the most bytes of these answers. */
const AT_ONCE = { answers: 1000, bytes: 2 * 1024 * 1024 }

/**
 * Hands in answers and takes the next round; none where `hand_out` is false. Without answers, only takes a round. Many answers go in several requests; `rejected` and
 * `doubts` of the round are then those of all requests.
 *
 * @throws {ToolRefusal} translates_itself; which_language, when the plan has several languages and the caller named none
 * @throws {ApiError} plan_changed, for answers to an older plan; or as the calls do
 */
export async function handOver(
  wanted: Wanted,
  answers: readonly SegmentAnswer[],
  context: CallContext,
  hand_out = true,
): Promise<HandedRound> {
  const chunks = cut(answers)
  const last = chunks.pop()
  if (last === undefined) return hand_out ? nextRound(wanted, context) : whatIsOpen(wanted, context)
  const target_language = wanted.target_language ?? (await onlyLanguage(wanted, context))
  const rejected: RejectedSegment[] = []
  const doubts: DoubtfulSegment[] = []
  let taken = 0
  for (const chunk of chunks) {
    const { round } = await answer({ ...wanted, target_language }, chunk, false, context)
    rejected.push(...round.rejected)
    doubts.push(...round.doubts)
    taken += chunk.length
    await context.progress((100 * taken) / answers.length, 'checking the translations', 'often')
  }
  const handed = await answer({ ...wanted, target_language }, last, hand_out, context)
  const { round } = handed
  const said = { rejected: [...rejected, ...round.rejected], doubts: [...doubts, ...round.doubts] }
  return { ...handed, round: { ...round, ...said } }
}

/** The next round. `anew`: work files are given up, and rounds begin with the first open line. */
export function nextRound(wanted: Wanted, context: CallContext, anew = false): Promise<HandedRound> {
  return ask(wanted, anew ? { anew } : {}, context)
}

/** The next large round, for a work file. `anew`: the first of a new one, which also gets what earlier ones held. */
export function wholeRound(wanted: Wanted, context: CallContext, anew: boolean): Promise<HandedRound> {
  return ask(wanted, anew ? { whole: true, anew } : { whole: true }, context)
}

/** How much is still open. Hands no segments out. */
export function whatIsOpen(wanted: Wanted, context: CallContext): Promise<HandedRound> {
  return ask(wanted, { hand_out: false }, context)
}

async function ask(
  wanted: Wanted,
  how: { whole?: boolean; anew?: boolean; hand_out?: boolean },
  context: CallContext,
): Promise<HandedRound> {
  const { batch_id, plan_revision, target_language } = wanted
  const query = { ...how, plan_revision, ...(target_language === undefined ? {} : { target_language }) }
  const { data, request_id } = await context.parts.client
    .call(api.batches.segments, { params: { batch_id }, query }, { signal: context.signal })
    .catch(hasNoSegments(context))
  return { round: data, request_id }
}

async function answer(
  { batch_id, plan_revision, target_language }: Wanted & { readonly target_language: string },
  translations: readonly SegmentAnswer[],
  hand_out: boolean,
  context: CallContext,
): Promise<HandedRound> {
  const body = { plan_revision, target_language, translations: [...translations], hand_out }
  const { data, request_id } = await context.parts.client
    .call(api.batches.answerSegments, { params: { batch_id }, body }, { signal: context.signal })
    .catch(hasNoSegments(context))
  return { round: data, request_id }
}

function cut(answers: readonly SegmentAnswer[]): (readonly SegmentAnswer[])[] {
  const chunks: SegmentAnswer[][] = []
  let bytes = 0
  for (const answer of answers) {
    const size = sizeOf(answer.text)
    const chunk = chunks.at(-1)
    if (chunk === undefined || chunk.length >= AT_ONCE.answers || bytes + size > AT_ONCE.bytes) {
      chunks.push([answer])
      bytes = size
    } else {
      chunk.push(answer)
      bytes += size
    }
  }
  return chunks
}

/**
 * The only target language of the plan. The same number names a segment in each language, so the language of answers is never
 * guessed.
 *
 * @throws {ToolRefusal} which_language, when the plan has several languages or is not known
 */
async function onlyLanguage({ batch_id }: Wanted, context: CallContext): Promise<string> {
  const languages = (await currentPlan(batch_id, context))?.plan.target_languages ?? []
  const [only, ...others] = languages
  if (only !== undefined && others.length === 0) return only
  throw new ToolRefusal('which_language', [
    'Nothing was changed: the answers do not say which language they are in.',
    `Hand them in again with target_language${languages.length === 0 ? '' : `, one of ${listed(languages)}`}.`,
  ])
}

/**
 * What becomes of a call for segments that failed. A service that has no such thing is remembered: translate_segments is then not listed.
 *
 * @throws {ToolRefusal} translates_itself; any other error as it is
 */
export function hasNoSegments({ parts }: CallContext): (error: unknown) => never {
  return error => {
    if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
    parts.callerState.hands_out = false
    throw new ToolRefusal('translates_itself', [
      'Nothing was changed: this service shows no lines, neither to translate nor to correct; it translates by itself.',
      'get_batch waits for it; get_result fetches the file.',
    ])
  }
}
