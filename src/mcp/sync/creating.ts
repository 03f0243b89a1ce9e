import { open } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../../client/hash.ts'
import { type DeltaFile, writeDeltas } from '../../sync/disk/deltas.ts'
import { forgetEnded } from '../../sync/disk/forgetting.ts'
import { asOnlyRun } from '../../sync/disk/one-run.ts'
import { workFolder } from '../../sync/disk/work-folder.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import type { FileToSend } from '../creation.ts'
import { ToolRefusal } from '../failure.ts'
import { projectOfFile } from '../files/project.ts'
import { compileWishes } from '../instruction.ts'
import { type FileInTurn, makeSeveral, type SeveralMade } from '../several/creating.ts'
import { tellSeveral } from '../several/made.ts'
import { AGENT, step } from '../steps.ts'
import { type Learned, learnedLine, NOTHING_LEARNED } from './learned.ts'
import { learnFirst } from './learning.ts'
import { refusing, type SyncNow, type SyncRequest, syncNow } from './request.ts'
import { keepRun, plannedAs, type SentDelta, syncRevisionOf } from './run-record.ts'

export interface CreateSyncInput {
  readonly sync_revision: string
  /** Other translations, although the same texts were translated before. */
  readonly make_new?: boolean | undefined
}

/**
 * Sends what a plan of sync has to be translated: one file for the texts of one source file that languages lack alike. A call that is
 * repeated finds what it made.
 *
 * @throws {ToolRefusal} sync_changed, where a file is another one than it was planned with; sync_in_step; sync_refused; as `plannedAs` does
 * @throws {ApiError} as creating does
 */
export async function createFromSync({ sync_revision, make_new }: CreateSyncInput, context: CallContext) {
  const request = await plannedAs(sync_revision, context)
  await creatorAccount(context)
  const now = await syncNow(request, context)
  if (syncRevisionOf(request, now) !== sync_revision) throw changed(request)
  const { folder, root } = now.opened
  const work = await workFolder(folder, root)
  const { files, learned } = await prepared(now, { sync_revision, request, work }, context)
  if (files.length === 0) throw inStep(sync_revision, now)
  const sendings = files.map(file => sendingOf(file, make_new, context))
  const made = await makeSeveral(sendings, context)
  await keepRun({ sync_revision, deltas: sentIn(files, sendings, made) }, work)
  const { data, lines, ...told } = await tellSeveral(made, [], context)
  const line = learnedLine(learned)
  const warnings = [...learned.missing, ...(data.warnings ?? [])]
  return {
    ...told,
    lines: [...(line === undefined ? [] : [line]), ...lines],
    data: {
      ...(line !== undefined && { learned: line }),
      ...data,
      ...(warnings.length > 0 && { warnings }),
      sync_revision,
      next_step: nextStep(sync_revision, made),
    },
  }
}

interface Prepared {
  readonly files: readonly DeltaFile[]
  readonly learned: Learned
}

interface Asked {
  readonly sync_revision: string
  readonly request: SyncRequest
  readonly work: string
}

/**
 * Writes the deltas, and has the service learn what the project says, while no other run does.
 *
 * @throws {ToolRefusal} sync_refused, where one is at work; as `learnFirst` does
 */
async function prepared({ opened, plan }: SyncNow, asked: Asked, context: CallContext): Promise<Prepared> {
  const { work } = asked
  const { clock, settings } = context.parts
  const prepare = async () => {
    await forgetEnded(work, clock())
    const deltas = await writeDeltas(opened, plan, { work, engine: settings.engine, anew: true })
    const { to_translate: files } = deltas
    if (files.length === 0) return { files, learned: NOTHING_LEARNED }
    return { files, learned: await learnFirst({ opened, plan, deltas, work }, asked, context) }
  }
  return await refusing(() => asOnlyRun(work, prepare))
}

function sendingOf(delta: DeltaFile, make_new: boolean | undefined, context: CallContext): FileInTurn {
  const { file, source_path, source_language, target_languages, instruction } = delta
  const wished = compileWishes({ source_language, target_languages: [...target_languages].sort(), instruction })
  return { path: source_path, order: { wished, make_new }, open: async () => ({ source: await opened(file, context) }) }
}

/** A file of the work folder, which no caller names: it lies where callers may not look. The caller closes it. */
async function opened(file: string, { signal }: CallContext): Promise<FileToSend> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const { sha256 } = await hashFile(handle, signal)
    const name = path.basename(file)
    const project = await projectOfFile(file)
    return { fingerprint: sha256, name, file: { path: file, name, size, handle }, project, body: {} }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function sentIn(
  files: readonly DeltaFile[],
  sendings: readonly FileInTurn[],
  { files: made }: SeveralMade,
): SentDelta[] {
  // Two deltas of one source file have its name; each was made in its turn.
  const left = [...made]
  return files.flatMap((delta, at) => {
    const found = left.findIndex(({ path: name }) => name === sendings[at]?.path)
    const [one] = found < 0 ? [] : left.splice(found, 1)
    if (one === undefined) return []
    const { batch, plan } = one.made.created
    return {
      file: delta.file,
      source_path: delta.source_path,
      target_languages: [...delta.target_languages],
      service_languages: [...(plan?.target_languages ?? delta.target_languages)],
      batch_id: batch.id,
      plan_revision: plan?.plan_revision ?? null,
      engine: plan?.engine ?? null,
    }
  })
}

function nextStep(sync_revision: string, { files, unsent }: SeveralMade): string {
  const again = step('create_batch', { sync_revision })
  if (unsent.length > 0) return `${again} goes on with the other files`
  if (files.every(({ made }) => made.created.batch.status === 'completed')) return step('get_result', { sync_revision })
  const own = files.every(({ made }) => made.created.plan?.engine === AGENT && made.created.plan.credit_cost === 0)
  if (own) return `${step('translate_segments', { sync_revision })} once what is left out is fine`
  return `${step('approve_batch', { sync_revision })} once the cost and what is left out are fine`
}

function changed(request: { readonly path: string }): ToolRefusal {
  return new ToolRefusal('sync_changed', [
    'Nothing was done: a file was changed since that plan, so it is no longer what it says.',
    `Next: ${step('plan_sync', request)}`,
  ])
}

function inStep(sync_revision: string, { plan }: SyncNow): ToolRefusal {
  const moves = plan.pairs.some(({ moved, copy, remove }) => moved.size + copy.size + remove.size > 0)
  return new ToolRefusal('sync_in_step', [
    'Nothing was done: this plan has no text to translate.',
    moves
      ? `Next: ${step('get_result', { sync_revision })} writes what moves or is copied.`
      : 'Tell the person that nothing is to be translated.',
  ])
}
