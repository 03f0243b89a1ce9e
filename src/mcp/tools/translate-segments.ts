import * as z from 'zod'
import { api } from '../../contract/operations.ts'
import { batchIdInput, common } from '../shapes.ts'
import { tool } from '../tool.ts'

const input = z.strictObject({
  batch_id: batchIdInput.optional(),
  plan_revision: z.string().min(1).optional().describe('plan.plan_revision; the first call approves it (free)'),
  sync_revision: z.string().optional().describe('instead of the two: all files of a plan_sync'),
  target_language: z.string().optional().describe('a language of the plan; default: the first with open lines'),
  translations: z
    .array(z.string())
    .optional()
    .describe('answers, e.g. "12 Datei speichern": number, space, translation'),
  search: z
    .string()
    .optional()
    .describe('in a completed one: text, translation or key; "" all lines, "#51" from line 51 on'),
  answers_file: z.string().optional().describe('instead of translations: a file of such lines, for a work_file'),
})

export const translateSegments = tool({
  name: 'translate_segments',
  title: 'Translate or correct text yourself',
  description:
    'Hands you the text of a file as numbered lines to translate, checks the lines you hand in, and gives back those refused with the reason and the next ones, until done. ' +
    'First call: batch_id and plan_revision alone. For plans whose engine is agent; others take approve_batch. Costs no credits. Afterwards get_result saves the file. A completed translation of any engine is corrected here too: search shows its lines; hand in the changed ones.',
  effect: 'change',
  calls: [
    api.account.get,
    api.batches.get,
    api.batches.getPlan,
    api.batches.approve,
    api.batches.segments,
    api.batches.answerSegments,
  ],
  input,
  output: z.looseObject({
    segments: z.array(z.string()),
    rejected: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
    remaining: z.number(),
    done: z.boolean(),
    work_file: z.string().nullable().optional(),
    ...common,
  }),
  // Only a call for lines needs what follows: none before the first answer of the program.
  run: async (asked, context) => (await import('../segments/either.ts')).translateEither(asked, context),
})
