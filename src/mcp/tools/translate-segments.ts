import * as z from 'zod'
import { api } from '../../contract/operations.ts'
import type { RejectedSegment } from '../../contract/segments.ts'
import { creatorAccount } from '../account.ts'
import { visible } from '../render/data.ts'
import { counted, moment } from '../render/numbers.ts'
import { languageName } from '../render/plan.ts'
import { openAnswers } from '../segments/answers.ts'
import { approveFree } from '../segments/approval.ts'
import { type Handed, handOver } from '../segments/hand-over.ts'
import { fence, rulesFor, segmentLines, segmentNotes, suspicions } from '../segments/rules.ts'
import { type WorkFile, workFileFor } from '../segments/work.ts'
import { batchIdInput, common } from '../shapes.ts'
import { step } from '../steps.ts'
import { tool } from '../tool.ts'

const input = z.strictObject({
  batch_id: batchIdInput,
  plan_revision: z.string().min(1).describe('plan.plan_revision; the first call approves it (free)'),
  target_language: z.string().optional().describe('one of the plan; the first open one unless said'),
  translations: z
    .array(z.string())
    .optional()
    .describe('answers, e.g. "12 Datei speichern": number, space, translation'),
  answers_file: z.string().optional().describe('file of such lines instead, for a work_file'),
})
type Input = z.output<typeof input>

export const translateSegments = tool({
  name: 'translate_segments',
  title: 'Translate the text yourself',
  description:
    'Hands you the text of a file as numbered lines to translate, checks the lines you hand in, and gives back those refused with the reason and the next ones, until done. ' +
    'For plans whose engine is agent; others take approve_batch. Costs no credits. Afterwards get_result saves the file; changed lines sent later correct it.',
  effect: 'change',
  input,
  output: z.looseObject({
    segments: z.array(z.string()),
    rejected: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
    remaining: z.number(),
    done: z.boolean(),
    work_file: z.string().nullable().optional(),
    ...common,
  }),
  run: async (asked, context) => {
    await creatorAccount(context)
    const { answers, unread } = await openAnswers(asked, context)
    const params = { batch_id: asked.batch_id }
    const { data: batch } = await context.parts.client.call(api.batches.get, { params }, { signal: context.signal })
    await approveFree(batch, asked.plan_revision, context)
    const { batch_id, plan_revision, target_language } = asked
    const wanted = { batch_id, plan_revision, target_language }
    const written = await workFileFor(batch, wanted, asked, context)
    if (written !== undefined) return inFile(written, asked)
    return handed(await handOver(wanted, answers, context), unread, asked)
  },
})

function handed({ round, request_id }: Handed, unread: readonly string[], { batch_id, plan_revision }: Input) {
  const { segments, rejected, remaining, done, target_language, open_languages } = round
  const { begin, end } = fence()
  const again = { batch_id, plan_revision, target_language }
  const [other] = open_languages.filter(language => language !== target_language)
  const warnings = [...suspicions(segments), ...notRead(unread)]
  const lines = segmentLines(segments)
  const notes = segmentNotes(segments)
  return {
    data: {
      ...(lines.length === 0 ? {} : { rules: rulesFor(round), begin }),
      segments: lines,
      ...(notes.length === 0 ? {} : { notes }),
      ...(lines.length === 0 ? {} : { end }),
      target_language,
      rejected: rejected.map(shownRejection),
      remaining,
      done,
      ...(warnings.length === 0 ? {} : { warnings }),
      request_id,
      next_step: nextStep({ count: lines.length, done, other, free: round.leased_until, again }),
    },
    lines: [
      done
        ? `All text into ${languageName(target_language)} is translated and checked.`
        : `${counted(lines.length, 'line')} to translate into ${languageName(target_language)}; ${counted(remaining, 'line')} open.`,
      ...rejected.map(({ id, reason }) => `Refused ${id}: ${visible(reason, 300)}`),
      ...(lines.length === 0 ? [] : [...rulesFor(round), begin, ...lines, ...notes.map(aboutLine), end]),
    ],
  }
}

function nextStep({ count, done, other, free, again }: Ahead): string {
  if (count > 0) return step('translate_segments', { ...again, translations: ['<number> <translation>', '…'] })
  const { batch_id, plan_revision } = again
  if (other !== undefined) return step('translate_segments', { batch_id, plan_revision, target_language: other })
  if (done) return step('get_result', { batch_id })
  return `${step('translate_segments', again)} ${free === null ? 'a little later' : `after ${moment(free)}`}: the open lines are with another worker`
}

interface Ahead {
  readonly count: number
  readonly done: boolean
  /** Another language with open lines. */
  readonly other: string | undefined
  /** When lines that another worker holds may be asked for. */
  readonly free: string | null
  readonly again: Again
}

type Again = Pick<Input, 'batch_id' | 'plan_revision'> & { target_language: string }

function shownRejection({ id, reason, final }: RejectedSegment) {
  const words = final ? `${reason}; what stands there stays` : reason
  return { id: visible(id, 40), reason: visible(words, 300) }
}

const aboutLine = (note: string): string => `about ${note}`

const SHOWN_UNREAD = 3

function notRead(unread: readonly string[]): string[] {
  if (unread.length === 0) return []
  const some = unread.slice(0, SHOWN_UNREAD).map(line => `"${visible(line, 40)}"`)
  return [`${counted(unread.length, 'line')} began with no number and counted for nothing, e.g. ${some.join(', ')}.`]
}

function inFile({ path, answers, round, request_id, lines }: WorkFile, { batch_id, plan_revision }: Input) {
  const { target_language, remaining } = round
  const again = step('translate_segments', { batch_id, plan_revision, target_language, answers_file: answers })
  const rounds = step('translate_segments', { batch_id, plan_revision, target_language, translations: [] })
  return {
    data: {
      segments: [],
      rejected: [],
      remaining,
      done: false,
      work_file: path,
      target_language,
      request_id,
      next_step: `have a sub-agent read ${path} and write its translations to ${answers}, then ${again}. Without file tools: ${rounds} gives rounds instead`,
    },
    lines: [
      `${counted(lines, 'line')} to translate into ${languageName(target_language)} are in ${path}: the text is long, so it does not travel through this conversation.`,
    ],
  }
}
