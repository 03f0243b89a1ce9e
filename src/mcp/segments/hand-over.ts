import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { RejectedSegment, SegmentRound } from '../../contract/segments.ts'
import type { CallContext } from '../context.ts'
import { Refusal } from '../failure.ts'
import type { Answer } from './lines.ts'

/** Which segments: of one batch, by one plan, into one language; the service chooses the language where none is said. */
export interface Wanted {
  readonly batch_id: string
  readonly plan_revision: string
  readonly target_language: string | undefined
}

/** A round as the service gave it. */
export interface Handed {
  readonly round: SegmentRound
  readonly request_id: string
}

/** So many answers travel in one request. */
const AT_ONCE = 1000

/**
 * Hands in answers and takes the next round; without answers only takes one. What was refused is that of all answers.
 *
 * @throws Refusal where the service translates by itself; ApiError `plan_changed` for answers to an older plan
 */
export async function handOver(wanted: Wanted, answers: readonly Answer[], context: CallContext): Promise<Handed> {
  const chunks = cut(answers)
  const last = chunks.pop()
  if (last === undefined) return nextRound(wanted, context)
  const target_language = wanted.target_language ?? (await whatIsOpen(wanted, context)).round.target_language
  const rejected: RejectedSegment[] = []
  let taken = 0
  for (const chunk of chunks) {
    const { round } = await answer({ ...wanted, target_language }, chunk, false, context)
    rejected.push(...round.rejected)
    taken += chunk.length
    await context.progress((100 * taken) / answers.length, 'checking the translations')
  }
  const handed = await answer({ ...wanted, target_language }, last, true, context)
  return { ...handed, round: { ...handed.round, rejected: [...rejected, ...handed.round.rejected] } }
}

/** The next round; `whole` asks for a large one, to be put into a file. */
export function nextRound(wanted: Wanted, context: CallContext, whole = false): Promise<Handed> {
  return ask(wanted, whole ? { whole } : {}, context)
}

/** How much is open, without handing anything out. */
export function whatIsOpen(wanted: Wanted, context: CallContext): Promise<Handed> {
  return ask(wanted, { hand_out: false }, context)
}

async function ask(
  wanted: Wanted,
  how: { whole?: boolean; hand_out?: boolean },
  context: CallContext,
): Promise<Handed> {
  const { batch_id, plan_revision, target_language } = wanted
  const query = { ...how, plan_revision, ...(target_language === undefined ? {} : { target_language }) }
  const { data, request_id } = await context.parts.client
    .call(api.batches.segments, { params: { batch_id }, query }, { signal: context.signal })
    .catch(translatesItself)
  return { round: data, request_id }
}

async function answer(
  { batch_id, plan_revision, target_language }: Wanted & { readonly target_language: string },
  translations: readonly Answer[],
  hand_out: boolean,
  context: CallContext,
): Promise<Handed> {
  const body = { plan_revision, target_language, translations: [...translations], hand_out }
  const { data, request_id } = await context.parts.client
    .call(api.batches.answerSegments, { params: { batch_id }, body }, { signal: context.signal })
    .catch(translatesItself)
  return { round: data, request_id }
}

function cut(answers: readonly Answer[]): (readonly Answer[])[] {
  const chunks: (readonly Answer[])[] = []
  for (let from = 0; from < answers.length; from += AT_ONCE) chunks.push(answers.slice(from, from + AT_ONCE))
  return chunks
}

function translatesItself(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
  throw new Refusal('translates_itself', [
    'Nothing was changed: the service translates this one by itself and hands out no segments.',
    'get_batch waits for it; get_result fetches the file.',
  ])
}
