import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import { hashFile } from '../../client/hash.ts'
import { api } from '../../contract/operations.ts'
import type { Created } from '../../contract/plan.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { Refusal } from '../failure.ts'
import type { ReadableFile } from '../files/folders.ts'
import { compileInstruction } from '../instruction.ts'
import { rememberPlan } from '../plans.ts'
import { shownBatch, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE, visible } from '../render/data.ts'
import { notUnderstood, planLines, shownPlan } from '../render/plan.ts'
import { BatchBrief, common, PlanShape } from '../shapes.ts'
import { nextAfterPlan } from '../steps.ts'
import { tool } from '../tool.ts'

export const wishes = {
  target_languages: z.array(z.string()).max(50).optional().describe('BCP 47 tags, e.g. ["de","pt-BR"]'),
  source_language: z.string().optional().describe('BCP 47 tag; left out: found out from the file'),
  quality_tier: z.enum(['standard', 'lite']).optional(),
}

const input = z.strictObject({
  file_path: z.string().min(1).optional().describe('File on this machine, in an allowed folder'),
  content: z.string().optional().describe('Small text instead of a file; give filename too'),
  file_url: z.string().optional().describe('Public HTTPS address of the file'),
  upload_id: z.string().optional().describe('A finished upload'),
  filename: z.string().min(1).max(255).optional().describe('Name with extension, which selects the format'),
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
  input,
  output: z.looseObject({
    batch: BatchBrief,
    plan: PlanShape.nullable(),
    suggested_instructions: z.array(z.string()).nullable(),
    reused: z.boolean(),
    ...common,
  }),
  run: async (asked, context) => {
    const account = await creatorAccount(context)
    const source = await openSource(asked, context)
    const instruction = compileInstruction(asked)
    const key = asked.make_new
      ? randomUUID()
      : repeatKey([account.credential.id, source.fingerprint, source.name, instruction])
    const { created, reused, request_id } = await create(source, instruction, key, context)
    const { batch, plan, suggested_instructions } = created
    if (source.file) await context.parts.sources.remember(batch.id, source.file.path)
    rememberPlan(batch.id, plan, context)
    const warnings = [
      ...(reused
        ? [
            'This file was sent before with the same words: this is that translation, not a second one (make_new: true makes one).',
          ]
        : []),
      ...(plan === null ? [] : notUnderstood(plan)),
    ]
    return {
      data: {
        batch: shownBatch(batch),
        plan: plan === null ? null : shownPlan(plan),
        suggested_instructions,
        reused,
        ...(warnings.length > 0 ? { warnings } : {}),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: nextAfterPlan(batch, plan, suggested_instructions),
      },
      lines: [
        `${reused ? 'Found' : 'Created'} ${batch.id} from ${titleOf(batch)}: ${stateOf(batch)}.`,
        ...(plan === null ? suggestionLines(suggested_instructions) : planLines(plan)),
      ],
    }
  },
})

function suggestionLines(suggestions: readonly string[] | null): string[] {
  if (suggestions === null || suggestions.length === 0) return []
  return ['No instruction was given. These would fit the file:', ...suggestions.map(text => `- ${visible(text, 200)}`)]
}

/** Where the file comes from, ready to send. The fingerprint stands for its content in the idempotency key. */
interface Source {
  readonly fingerprint: string | undefined
  readonly name: string | undefined
  readonly file?: ReadableFile
  readonly body: { content?: string; file_url?: string; upload_id?: string; filename?: string }
}

async function openSource(asked: Input, context: CallContext): Promise<Source> {
  const { file_path, content, file_url, upload_id, filename } = asked
  const given = Object.entries({ file_path, content, file_url, upload_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (given.length !== 1) {
    throw new Refusal('one_file', [
      `Nothing was done: ${given.length === 0 ? 'no file was given' : `${given.join(' and ')} were given together`}.`,
      context.parts.settings.transport === 'stdio'
        ? 'Give exactly one of file_path (a file on this machine), content with filename, file_url or upload_id.'
        : 'Give exactly one of content with filename, file_url or upload_id.',
    ])
  }
  if (file_path !== undefined) return openFile(file_path, filename, context)
  if (upload_id !== undefined) {
    if (filename !== undefined)
      throw new Refusal('filename_with_upload', [
        'Nothing was done: an upload has its name already; leave filename out.',
      ])
    return { fingerprint: undefined, name: undefined, body: { upload_id } }
  }
  const name = filename === undefined ? {} : { filename }
  if (file_url !== undefined) return { fingerprint: `url ${file_url}`, name: filename, body: { file_url, ...name } }
  const text = content ?? ''
  return {
    fingerprint: createHash('sha256').update(text).digest('hex'),
    name: filename,
    body: { content: text, ...name },
  }
}

async function openFile(given: string, filename: string | undefined, context: CallContext): Promise<Source> {
  if (context.parts.settings.transport !== 'stdio') {
    throw new Refusal('no_local_files', [
      'Nothing was done: this server runs elsewhere and cannot read files of your machine.',
      'Pass small text as content with filename, or a public file_url.',
    ])
  }
  const found = await context.parts.folders.forReading(given)
  const file = { ...found, name: filename ?? found.name }
  const { sha256 } = await hashFile(file.path, context.signal)
  return { fingerprint: sha256, name: file.name, file, body: {} }
}

/** The same caller, file, name and words give the same key, so that a call re-issued after a lost answer finds its batch (CRE-10). */
function repeatKey(parts: readonly (string | undefined)[]): string {
  return `mcp-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/** How often a translation that came to nothing is followed by a new one under a key of its own. */
const GENERATIONS = 20

async function create(source: Source, instruction: string | undefined, key: string, context: CallContext) {
  for (let generation = 0; ; generation += 1) {
    const last = generation === GENERATIONS
    const name = generation === 0 ? key : repeatKey([key, String(generation)])
    try {
      const { data, status, request_id } = await send(source, instruction, name, context)
      const reused = status === 200
      if (!reused || isUseful(data) || last) return { created: data, reused, request_id }
    } catch (error) {
      if (last || !(error instanceof ApiError && FILE_GONE.has(error.code))) throw error
    }
  }
}

const FILE_GONE = new Set<string>(['file_expired', 'file_retention_expired'])

/** A repeat that finds a translation which failed, was archived or lost its file makes a new one instead. */
function isUseful({ batch }: Created): boolean {
  return !batch.archived && batch.status !== 'failed'
}

/** Sending a large file over a slow line takes its time. */
const SENDING_MS = 10 * 60_000

function send(source: Source, instruction: string | undefined, idempotencyKey: string, context: CallContext) {
  const words = instruction === undefined ? {} : { instruction }
  const keyed = source.body.upload_id === undefined ? { idempotencyKey } : {}
  return context.parts.client.call(
    api.batches.create,
    { body: { ...source.body, ...words } },
    {
      signal: context.signal,
      deadlineMs: source.file ? SENDING_MS : undefined,
      ...keyed,
      file: source.file,
      onProgress: (sent, total) => {
        if (total) void context.progress((sent / total) * 100, 'sending the file')
      },
    },
  )
}
