import path from 'node:path'
import * as z from 'zod'
import { Batch, isBatchStatus, Quality } from '../../contract/batch.ts'
import { Plan } from '../../contract/plan.ts'
import { compileWishes, firstWishes, type Wishes } from '../../mcp/instruction.ts'
import { quoted, visible } from '../../mcp/render/data.ts'
import { unmetWishes } from '../../mcp/unmet.ts'
import { aboutEngine } from '../../service/engine/configured.ts'
import { type ToolCallOptions, ToolFailed, type ToolSession } from './session.ts'

/** The translation of one file, with its plan. */
export interface PlannedFile {
  /** The file as people know it, as it was written on the command line, and as an absolute path. */
  readonly given: string
  readonly source: string
  readonly batch: Batch
  readonly plan: Plan
  /** Warnings that name what the plan does not show of what was asked. */
  readonly unmet?: readonly string[]
}

/** The batch as tools show it: what its plan says as well stands there alone. */
const ToldBatch = Batch.extend({
  word_count: Batch.shape.word_count.default(null),
  credit_cost: Batch.shape.credit_cost.default(null),
  quality_tier: Batch.shape.quality_tier.default(null),
})
const Planned = z.looseObject({
  batch: ToldBatch,
  plan: Plan.nullable().default(null),
  suggested_instructions: z.array(z.string()).nullable().default(null),
})
const Fetched = z.object({
  saved_to: z.string(),
  saved: z.array(z.object({ language: z.string(), saved_to: z.string() })).optional(),
  warnings: z.array(z.string()).default([]),
  engine: z.string().nullable().default(null),
  quality: Quality.nullable().default(null),
})

/** What get_result gives for a translation that has no file yet. */
const Unfinished = z.looseObject({ saved_to: z.undefined().optional(), batch: Batch })

/** A fetched result: its path on this machine, and what the service says about it. */
export interface FetchedFile extends Omit<z.output<typeof Fetched>, 'saved_to' | 'saved'> {
  readonly file: string
  /** The file of each language, where each has its own; `file` is the first then. */
  readonly apart?: ReadonlyMap<string, string> | undefined
}

/** The service gave up a translation: what was reserved for it is free again. The message is for a person. */
export class TranslationFailed extends Error {
  override readonly name = 'TranslationFailed'
}

/** The longest wait inside one call, in seconds. */
const WAIT_SECONDS = 45

/**
 * Creates the translation of a file, or finds the one that was made before, and waits for its plan.
 *
 * @throws {ToolFailed} when a tool refuses
 * @throws {TranslationFailed} when the file cannot be planned
 * @throws {Error} when there is no plan, or an assistant has to translate
 */
export async function planTranslation(
  session: ToolSession,
  { given, source }: Pick<PlannedFile, 'given' | 'source'>,
  wishes: Wishes,
  options: ToolCallOptions,
): Promise<PlannedFile> {
  const created = Planned.parse(await session.call('create_batch', { file_path: source, ...wishes }, options))
  const isAnalysed = ({ batch: { status }, plan }: State) =>
    plan !== null || (isBatchStatus(status) && status !== 'queued' && status !== 'analyzing')
  const { batch, plan, still } = await lookUntil(session, created, isAnalysed, options)
  if (still) throw new Error(openWords(batch, 'plan'))
  if (batch.status === 'failed') throw new TranslationFailed(failureOf(batch))
  if (plan === null) throw new Error(noPlan(created.suggested_instructions ?? []))
  if (aboutEngine(plan.engine)?.by_caller === true) throw new Error(FOR_ASSISTANT)
  const { exact, words } = compileWishes(firstWishes(wishes))
  return { given, source, batch, plan, unmet: unmetWishes(exact, plan, words) }
}

type State = Pick<z.output<typeof Planned>, 'batch' | 'plan'>

/** So many calls of `get_batch` in a row show the same, ten minutes in all, before a state that nobody knows counts as the end. */
const STILL_CALLS = 14

/**
 * Looks at a translation until it is as wanted. `still`: it is not, but nothing has changed for long in a state that only a newer service
 * knows, or that says that all is done.
 */
async function lookUntil(
  session: ToolSession,
  first: State,
  wanted: (state: State) => boolean,
  options: ToolCallOptions,
): Promise<State & { readonly still: boolean }> {
  let state = first
  for (let calls = 0; !wanted(state); calls += 1) {
    if (calls >= STILL_CALLS) return { ...state, still: true }
    const call = { batch_id: state.batch.id, wait_seconds: WAIT_SECONDS }
    const now = Planned.parse(await session.call('get_batch', call, options))
    if (!mayHaveEnded(now.batch) || signOf(now.batch) !== signOf(state.batch)) calls = 0
    state = now
  }
  return { ...state, still: false }
}

/** True for a status that is not declared or waits for somebody, and for work of which the service says that all is done. */
function mayHaveEnded({ status, progress, completed_at }: Batch): boolean {
  return (
    !isBatchStatus(status) || status === 'awaiting_review' || completed_at !== null || (progress.percent ?? 0) >= 100
  )
}

function signOf({ status, progress: { phase, percent } }: Batch): string {
  return JSON.stringify([status, phase, percent])
}

function openWords({ status }: Batch, what: 'plan' | 'file'): string {
  return `The service shows the state ${quoted(status, 60)}, in which nothing changes, and gives no ${what}. The same command looks again, and spends nothing twice; the web app of the service says what the state means.`
}

/** The translation and its plan as they are now. @throws {ToolFailed} when a tool refuses */
export async function planNow(
  session: ToolSession,
  planned: PlannedFile,
  options: ToolCallOptions,
): Promise<PlannedFile> {
  const call = { batch_id: planned.batch.id, wait_seconds: 0 }
  const { batch, plan } = Planned.parse(await session.call('get_batch', call, options))
  return { ...planned, batch, plan: plan ?? planned.plan }
}

/** Approves a plan that the person has read. @throws {ToolFailed} when a tool refuses */
export async function approvePlan(
  session: ToolSession,
  { batch, plan }: PlannedFile,
  options: ToolCallOptions,
): Promise<void> {
  await session.call('approve_batch', { batch_id: batch.id, plan_revision: plan.plan_revision }, options)
}

/**
 * Waits until the work has ended. Undefined where it is done; the translation with its new plan where more than was approved is needed.
 *
 * @throws {ToolFailed} when a tool refuses
 * @throws {TranslationFailed} when the service gave it up
 */
export async function workEnded(
  session: ToolSession,
  planned: PlannedFile,
  options: ToolCallOptions,
): Promise<PlannedFile | undefined> {
  const hasEnded = ({ batch, plan }: State) =>
    batch.status === 'completed' ||
    batch.status === 'failed' ||
    (batch.status === 'awaiting_review' && plan !== null) ||
    (!isBatchStatus(batch.status) && batch.completed_at !== null)
  const call = { batch_id: planned.batch.id, wait_seconds: WAIT_SECONDS }
  const first = Planned.parse(await session.call('get_batch', call, options))
  const { batch, plan } = await lookUntil(session, first, hasEnded, options)
  if (batch.status === 'failed') throw new TranslationFailed(failureOf(batch))
  // In a state that nobody knows, the file itself says whether it is done.
  return batch.status === 'awaiting_review' && plan !== null ? { ...planned, batch, plan } : undefined
}

/**
 * Fetches a finished file into a folder; `zip`: all languages in one zip.
 *
 * @throws {ToolFailed} when a tool refuses
 */
export async function fetchResult(
  session: ToolSession,
  { batch }: PlannedFile,
  { folder, zip }: { readonly folder: string; readonly zip: boolean },
  options: ToolCallOptions,
): Promise<FetchedFile> {
  // Each result gets a separate folder, so that it keeps the file name that the service gives it.
  const own = path.join(folder, encodeURIComponent(batch.id))
  const save_to = zip ? path.join(own, 'result.zip') : own + path.sep
  const result = await session
    .call('get_result', { batch_id: batch.id, save_to }, options)
    .catch(error => Promise.reject(ofFolder(error, folder)))
  const open = Unfinished.safeParse(result)
  if (open.success) throw new Error(openWords(open.data.batch, 'file'))
  const { saved_to, saved, ...facts } = Fetched.parse(result)
  // What get_result says shows hidden characters of the folder as codes; the name of the file has none.
  const fileOf = (place: string) => path.join(own, path.basename(place))
  const apart = saved && new Map(saved.map(one => [one.language, fileOf(one.saved_to)]))
  return { file: fileOf(saved_to), apart, ...facts }
}

/** The error of a fetch that failed at the folder for temporary files, which the person did not name. */
function ofFolder(error: unknown, folder: string): unknown {
  if (error instanceof ToolFailed && error.code === 'other_extension') return new Error(NO_ZIP_CAME)
  if (!(error instanceof ToolFailed) || error.code !== 'file_error') return error
  const place = `Results go through the temporary folder ${path.dirname(folder)} first; TMPDIR sets another.`
  return new Error(`${error.message} ${place} The same command finds the translation again and spends nothing twice.`)
}

const NO_ZIP_CAME =
  'The result is one file and no zip, so nothing was saved. The same command with another --out finds the translation again and spends nothing twice.'

/** The credits that an approval reserves: the cost in the plan, else in the batch (where 0 is none); null where the service states neither. */
export function costOf({ batch, plan }: PlannedFile): number | null {
  return plan.credit_cost ?? (batch.credit_cost || null)
}

/** True for a plan that nobody has approved yet. */
export function isOpen({ batch }: PlannedFile): boolean {
  return batch.status === 'awaiting_review'
}

function failureOf({ error }: Batch): string {
  return error === null
    ? 'The translation failed.'
    : `The translation failed (${error.code}): ${visible(error.message, 300)}${ADVICE[error.code] ?? ''}`
}

/** What a person can check before running the command again, by error code. */
const ADVICE: Readonly<Record<string, string>> = {
  service_unavailable:
    ' If the service inside this program translates, check that its engine runs and is configured correctly (translation-mcp translate --help lists the settings), then run the same command again.',
}

/** No assistant takes part in this command: the wait for its translations would never end. */
const FOR_ASSISTANT =
  'This is planned for an assistant, which has to translate it itself (engine agent): finish it there. For another engine here, word the instruction differently and name the engine with --engine. Nothing was approved or spent.'

function noPlan(suggestions: readonly string[]): string {
  const ideas = suggestions.map(text => `  ${visible(text, 200)}`)
  return [
    'There is no plan: name the target languages.',
    ...(ideas.length > 0 ? ['For instance:', ...ideas] : []),
  ].join('\n')
}
