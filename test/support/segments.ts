import type * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import type { OpenSegment, SegmentRound } from '../../src/contract/segments.ts'
import { reaches } from './flow.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

/** An approved batch whose segments the caller translates. */
export interface Handed {
  readonly batch_id: string
  readonly plan_revision: string
  readonly languages: readonly string[]
}

interface Given {
  readonly content: string
  readonly filename: string
  readonly instruction?: string
}

/** A world whose batches the caller's own model translates. */
export function agentWorld({ settings = {}, ...options }: WorldOptions = {}): Promise<World> {
  return startWorld({ ...options, settings: { engine: 'agent', requests_per_minute: 1_000_000, ...settings } })
}

/** Creates a batch from text and approves its plan. */
export async function handedOver(
  world: World,
  { content, filename, instruction = 'Translate everything into German.' }: Given,
): Promise<Handed> {
  const created = await world.call(api.batches.create, { body: { content, filename, instruction } })
  return approved(world, created.batch.id, created.plan_revision ?? '', created.plan?.target_languages ?? [])
}

export async function approved(
  world: World,
  batch_id: string,
  plan_revision: string,
  languages: readonly string[],
): Promise<Handed> {
  const body = { expected_plan_revision: plan_revision }
  await world.call(api.batches.approve, { params: { batch_id }, body })
  return { batch_id, plan_revision, languages }
}

/** Asks for the next round. */
export function next(world: World, { batch_id }: Handed, query: Record<string, string> = {}): Promise<SegmentRound> {
  return world.call(api.batches.segments, { params: { batch_id }, query })
}

type Answers = z.input<(typeof api.batches.answerSegments)['body']>

/** Hands answers in, by default into the first language. */
export function answer(
  world: World,
  { batch_id, plan_revision, languages: [target_language = ''] }: Handed,
  translations: Answers['translations'],
  more: Partial<Answers> = {},
): Promise<SegmentRound> {
  const body = { plan_revision, target_language, translations, ...more }
  return world.call(api.batches.answerSegments, { params: { batch_id }, body })
}

/** As a scripted model answers: each word begins with a letter that any charset has, codes and placeholders stay as they are. */
export function translated(text: string): string {
  return text.replace(
    /(<[^<>]*>|\[\/?\w+[^[\]]*\]|\{[^{}]*\}|%\S*|&\w+;|https?:\S*|\$\w+|[\w.]+@[\w.]+)|\p{L}[\p{L}\p{M}]*/gu,
    (word, code?: string) => (code === undefined ? `Z${word.toLowerCase()}` : word),
  )
}

/** The answers of that model to a round. */
export function answersTo(segments: readonly OpenSegment[], translate = translated) {
  return segments.map(({ id, text }) => ({ id, text: translate(text) }))
}

/** Translates what is open in all languages, round by round; answers with the segments in the order they came. */
export async function translateAll(world: World, handed: Handed, translate = translated): Promise<OpenSegment[]> {
  const seen: OpenSegment[] = []
  for (const target_language of handed.languages) {
    let round = await next(world, handed, { target_language })
    while (!round.done) {
      if (round.segments.length === 0) throw new Error('nothing was handed out though something is open')
      seen.push(...round.segments)
      round = await answer(world, handed, answersTo(round.segments, translate), { target_language })
    }
  }
  return seen
}

/** Translates everything and waits for the file. */
export async function completed(world: World, handed: Handed, translate = translated): Promise<OpenSegment[]> {
  const seen = await translateAll(world, handed, translate)
  await reaches(world, handed.batch_id, 'completed')
  return seen
}

let texts = 0

/** A text of so many paragraphs of seven words, no two alike, nor like those of an earlier text, which may be remembered. */
export function paragraphs(count: number): string {
  texts += 1
  return Array.from({ length: count }, (_, at) => `The lamp number ${at} of ${texts} shines.\n`).join('\n')
}
