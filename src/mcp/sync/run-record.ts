import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { plannedIn } from '../../sync/disk/delta-place.ts'
import { placeOfWork, writeWhole } from '../../sync/disk/work-folder.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { step } from '../steps.ts'
import { type RootedProject, requestFor, type SyncNow, type SyncRequest } from './request.ts'

/** What was sent of one source file: a translation of the service. */
const SentDelta = z.object({
  /** The file that was sent, absolute. */
  file: z.string(),
  /** The path of its source, from the folder of the project. */
  source_path: z.string(),
  target_languages: z.array(z.string()),
  /** The same as the service writes them. */
  service_languages: z.array(z.string()),
  batch_id: z.string(),
  /** Of the plan that the caller was shown. */
  plan_revision: z.string().nullable(),
  engine: z.string().nullable(),
})
export type SentDelta = z.output<typeof SentDelta>

const Run = z.object({ sync_revision: z.string(), deltas: z.array(SentDelta) })
/** What create_batch made of a plan of sync. */
export type SyncRun = z.output<typeof Run>

const Request = z.object({ path: z.string(), target_languages: z.array(z.string()) })

/**
 * The name of a plan: of all that it follows from. The same files give the same one.
 *
 * @param request its languages are part of it
 */
export function syncRevisionOf({ target_languages }: SyncRequest, { opened, plan }: SyncNow): string {
  const { folder, project, lock_text } = opened
  const hash = createHash('sha256')
  hash.update(JSON.stringify([folder, project, target_languages, lock_text ?? null]))
  for (const { path: file, source_path, source, there } of plan.pairs) {
    hash
      .update(`\n${source_path}\n${file}\n`)
      .update(source)
      .update('\n')
      .update(there ?? '')
  }
  return `syn_${hash.digest('hex').slice(0, 20)}`
}

/** Remembers what a plan is about, for the calls that name its revision, in this process or a later one. */
export async function rememberPlanned(revision: string, request: SyncRequest, { parts }: CallContext): Promise<void> {
  await parts.sources.remember(revision, JSON.stringify(request))
}

/**
 * What a revision is about.
 *
 * @throws {ToolRefusal} sync_unknown; no_local_files
 * @throws {FileRefused} its files are not in an allowed folder any more
 */
export async function plannedAs(revision: string, context: CallContext): Promise<SyncRequest> {
  const text = await context.parts.sources.recall(revision)
  const read = Request.safeParse(text === undefined ? undefined : JSON.parse(text))
  if (!read.success) {
    throw new ToolRefusal('sync_unknown', [
      'Nothing was done: this sync_revision is not known here, or too old.',
      `Next: ${step('plan_sync', { path: '…' })} reads the files and gives the present one.`,
    ])
  }
  return await requestFor(read.data.path, read.data.target_languages, context)
}

function placeOf(work: string, revision: string): string {
  return path.join(plannedIn(work), `${revision.replaceAll(/[^\w]/g, '')}.json`)
}

/** Writes down what was sent. */
export async function keepRun(run: SyncRun, work: string): Promise<void> {
  await writeWhole(placeOf(work, run.sync_revision), JSON.stringify(run))
}

/**
 * What was sent of a plan.
 *
 * @throws {ToolRefusal} sync_not_created, where nothing was sent
 */
export async function sentOf(revision: string, { folder, root }: RootedProject): Promise<SyncRun> {
  const { place } = await placeOfWork(folder, root)
  const text = await readFile(placeOf(place, revision), 'utf8').catch(() => 'null')
  const read = Run.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new ToolRefusal('sync_not_created', [
    'Nothing was done: no translation was made of this plan yet.',
    `Next: ${step('create_batch', { sync_revision: revision })}`,
  ])
}
