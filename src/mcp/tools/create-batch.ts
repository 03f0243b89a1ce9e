import * as z from 'zod'
import { api } from '../../contract/operations.ts'
import { accountOf, creatorAccount } from '../account.ts'
import { shortOf } from '../affordable.ts'
import type { CallContext } from '../context.ts'
import { readyToSend } from '../creation.ts'
import { compileWishes, firstWishes } from '../instruction.ts'
import { type MadeTranslation, makeFrom } from '../making.ts'
import { unreadPlan } from '../offered.ts'
import { rememberPlan } from '../plans.ts'
import { besidePlan, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE, visible } from '../render/data.ts'
import { moment } from '../render/numbers.ts'
import { planLines, planNotes, planWarnings, shownPlan } from '../render/plan.ts'
import { failedLines } from '../several/failed.ts'
import { MOST_FILES } from '../several/most-files.ts'
import { BatchBrief, common, PlanShape } from '../shapes.ts'
import { nextAfterPlan, step } from '../steps.ts'
import { tool } from '../tool.ts'
import type { UploadedFiles } from '../uploaded.ts'
import { isHandleId, MOST_UPLOADED, permissionIn, type UploadHandles, type UploadWishes } from '../uploads.ts'

const names = z.array(z.string()).max(500)

export const wishes = {
  target_languages: z.array(z.string()).max(50).optional().describe('BCP 47 tags, e.g. ["de","pt-BR"]'),
  source_language: z.string().optional().describe('BCP 47 tag; default: detected from the file'),
  quality_tier: z.enum(['standard', 'lite']).optional(),
  only: names.optional().describe('Parts as the plan lists them; "menu.*" takes all below'),
  leave_out: names.optional(),
  keep_untranslated: names.optional(),
  tone: z.string().max(300).optional(),
  skip_checks: names.optional().describe('e.g. ["quotes"]'),
}

const input = z.strictObject({
  file_path: z.string().min(1).optional().describe('Local file, in an allowed folder'),
  file_paths: z
    .array(z.string().min(1))
    .min(1)
    .max(MOST_FILES)
    .optional()
    .describe('Several: files, folders, globs; one plan for all'),
  content: z.string().optional().describe('Small text; give filename too'),
  file_url: z.string().optional().describe('Public HTTPS address of the file'),
  upload_id: z.string().optional().describe('Finished upload; over HTTP, a call without a file opens one'),
  filename: z.string().min(1).max(255).optional().describe('Name with extension, which selects the format'),
  sync_revision: z.string().optional().describe('Instead of a file: from plan_sync'),
  ...wishes,
  instruction: z
    .string()
    .min(1)
    .max(3500)
    .optional()
    .describe('In plain words: what to translate, leave out, keep untranslated; tone'),
  make_new: z.boolean().optional().describe('Make another translation although this file already has one'),
})
type Input = z.output<typeof input>

export const createBatch = tool({
  name: 'create_batch',
  title: 'Translate a file: create the translation',
  description:
    'Starts translating or localising a file (JSON, text and more) and gives back its plan with cost and what it leaves out; the file keeps its format. ' +
    'Costs nothing: approve_batch spends, plan_batch refines. Name the target languages, else it suggests instructions. Repeating a call finds the same translation.',
  effect: 'create',
  calls: [api.account.get, api.batches.create, api.batches.get, api.batches.getPlan, api.batches.plan],
  input,
  output: z.looseObject({
    batch: BatchBrief.optional(),
    batches: z.array(BatchBrief).optional(),
    total: z.looseObject({ credit_cost: z.number().nullable() }).optional(),
    plan: PlanShape.nullable().optional(),
    suggested_instructions: z.array(z.string()).nullable().optional(),
    reused: z.boolean().optional(),
    upload: z.looseObject({ upload_id: z.string(), url: z.string() }).optional(),
    ...common,
  }),
  run: async (asked, context) => {
    if (asked.sync_revision !== undefined) return await deltasOfSync(asked, asked.sync_revision, context)
    const wished = compileWishes(firstWishes(asked))
    if (asked.file_paths !== undefined) {
      const { makeAll } = await import('../several/making-all.ts')
      return await makeAll(asked.file_paths, asked, wished, context)
    }
    const { uploads } = context.parts
    if (uploads && isWithoutFile(asked)) {
      const { entitlements, capabilities } = await creatorAccount(context)
      const terms = {
        asker: context.caller?.name,
        formats: capabilities.supported_formats,
        most_bytes: entitlements.max_upload_bytes,
      }
      return await invite(uploads, { filename: asked.filename, instruction: wished.instruction, terms }, context)
    }
    if (uploads && asked.upload_id !== undefined && isHandleId(asked.upload_id)) {
      await creatorAccount(context)
      const { takeUploaded } = await import('../uploaded.ts')
      return await tellUploaded(await takeUploaded(uploads, asked.upload_id, asked, context), context)
    }
    // Refuse here what can be refused here, before the service is started or called.
    const source = await readyToSend(asked, context)
    try {
      return await tell(await makeFrom(source, { make_new: asked.make_new, wished }, context), context)
    } finally {
      await source.file?.handle.close()
    }
  },
})

async function deltasOfSync(asked: Input, sync_revision: string, context: CallContext) {
  const { refuseBeside } = await import('../sync/beside.ts')
  refuseBeside(asked, 'Nothing was done', ['make_new'])
  const { createFromSync } = await import('../sync/creating.ts')
  return await createFromSync({ sync_revision, make_new: asked.make_new }, context)
}

function isWithoutFile({ file_path, content, file_url, upload_id }: Input): boolean {
  return [file_path, content, file_url, upload_id].every(source => source === undefined)
}

async function tell({ created, reused, request_id, unread = false, unmet }: MadeTranslation, context: CallContext) {
  const { batch, plan, suggested_instructions } = created
  rememberPlan(batch.id, plan, context)
  // What was made is told in any case.
  const account = batch.status === 'awaiting_review' ? await accountOf(context).catch(() => undefined) : undefined
  const short = account === undefined ? [] : shortOf(plan, account.credit_balance)
  const warnings = [
    ...(reused ? [REUSED] : []),
    ...(unread ? [unreadPlan(false)] : []),
    ...unmet,
    ...short,
    ...planWarnings(plan),
  ]
  return {
    data: {
      batch: besidePlan(batch, plan),
      plan: plan === null ? null : shownPlan(plan),
      suggested_instructions,
      reused,
      ...(warnings.length > 0 ? { warnings } : {}),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: nextAfterPlan(batch, plan, suggested_instructions, short.length > 0),
    },
    lines: [
      `${reused ? 'Found' : 'Created'} ${batch.id} from ${titleOf(batch)}: ${stateOf(batch)}.`,
      ...(plan === null ? suggestionLines(suggested_instructions) : planLines(plan)),
    ],
    notes: planNotes(plan),
  }
}

const REUSED =
  'This file was sent before with the same instruction, so this is the translation made then (make_new: true makes another).'

/** Several files are told as those of a folder are; one that came alone, like every single file. */
async function tellUploaded(come: UploadedFiles, context: CallContext) {
  const [only, ...others] = come.files
  if (only !== undefined && others.length === 0) {
    const { made } = only
    const not_taken = failedLines(come.failed)
    return await tell({ ...made, unmet: [...made.unmet, ...not_taken] }, context)
  }
  const { tellSeveral } = await import('../several/made.ts')
  return await tellSeveral({ ...come, twins: [], unsent: [] }, [], context)
}

/** Opens an upload and gives its address. The caller sends the file there, because files never travel inside a message. */
async function invite(uploads: UploadHandles, wishes: UploadWishes, context: CallContext) {
  const upload = await uploads.open(context.principal, wishes, permissionIn(context))
  return {
    data: {
      upload: { ...upload },
      next_step: `send the file's bytes by ${upload.method} to upload.url (the person may open it in a browser instead, and choose up to ${MOST_UPLOADED} files there), then ${step('create_batch', { upload_id: upload.upload_id })}`,
    },
    lines: [
      `Send the file to ${upload.url} until ${moment(upload.expires_at)}, by PUT or in a browser, where it takes several. The address works once; nothing is spent.`,
    ],
  }
}

function suggestionLines(suggestions: readonly string[] | null): string[] {
  if (suggestions === null || suggestions.length === 0) return []
  return ['No instruction was given. These would fit the file:', ...suggestions.map(text => `- ${visible(text, 200)}`)]
}
