import type * as z from 'zod'
import { isErrorCode } from '../../contract/errors.ts'
import { writeExactWishes } from '../../contract/exact-wishes.ts'
import { limited } from '../../contract/limited.ts'
import { PROJECT_HEADER } from '../../contract/limits.ts'
import type { Created } from '../../contract/plan.ts'
import { projectOf } from '../domain/creation.ts'
import type { Refusal } from '../domain/errors.ts'
import { errorOf, ServiceError } from '../domain/errors.ts'
import type { NamedFile } from '../domain/file-name.ts'
import { fold } from '../domain/fold.ts'
import { DAY } from '../domain/time.ts'
import type { Keyed } from '../http/idempotency.ts'
import type { Deps, ObjectReply, Principal } from '../http/route.ts'
import type { StoredBlob } from '../ports.ts'
import { findBatch } from '../store/batches.ts'
import { discardCreation, insertBatch } from '../store/creations.ts'
import { mayCount } from '../store/dialects/faults.ts'
import type { BatchRow } from '../store/schema.ts'
import { viewCreated } from '../views/plan.ts'
import { currentPlan } from './current-plan.ts'
import { requireAsNamed } from './storing.ts'

/** A stored file, with the name and instruction it came with. */
export interface Origin {
  readonly file: NamedFile
  /** Belongs to the new batch. If a call with the same key was first, it belongs to no batch and is dropped. */
  readonly stored: StoredBlob
  readonly instruction: string | undefined
  readonly keyed?: Keyed | undefined
  readonly uploadId?: string | undefined
}

interface Asked {
  readonly request: Request
  readonly caller: Principal
  readonly signal: AbortSignal
}

type Answered = Promise<ObjectReply<z.input<typeof Created>>>

/**
 * Makes the batch, or answers with the one that another call with the same key made at the same time.
 *
 * @throws {ServiceError} when the file is not what its name says: then there is no batch; when the analysis finds in time that it cannot
 *   be used: then the batch is removed, and its key is free again
 */
export async function made(origin: Origin, asked: Asked, deps: Deps): Answered {
  const { stored, keyed, uploadId } = origin
  const row = rowOf(origin, asked, deps)
  const drop = () => (uploadId === undefined ? deps.files.remove(stored.blob) : Promise.resolve())
  let id: string
  try {
    await requireAsNamed(stored, origin.file, deps)
  } catch (error) {
    await drop()
    throw error
  }
  try {
    id = await insertBatch(deps.db, { row, keyed, uploadId })
  } catch (error) {
    if (!mayCount(error)) await drop()
    throw error
  }
  if (id !== row.id) {
    await drop()
    return repeated(id, asked, deps)
  }
  const refusal = (await analyzed(id, asked, deps)) ?? (await failureOf(id, asked, deps))
  if (refusal === undefined) return answer(id, 201, asked, deps)
  if (await discardCreation(deps.db, id)) await drop()
  throw errorOf(refusal)
}

/** Answers with the batch of the first attempt and its current plan (CRE-6). */
export async function repeated(id: string, asked: Asked, deps: Deps): Answered {
  const refusal = await analyzed(id, asked, deps)
  if (refusal !== undefined) throw errorOf(refusal)
  return answer(id, 200, asked, deps)
}

function rowOf(
  { file, stored, instruction }: Origin,
  { caller: { workspace, caller_id }, request }: Asked,
  deps: Deps,
) {
  const now = deps.clock()
  const { folder_language } = file
  const folder = folder_language !== undefined && { folder_language }
  return {
    id: deps.newId('bat'),
    workspace_id: workspace.id,
    created_by: caller_id,
    file_name: file.fileName,
    search_key: fold(file.fileName),
    media_type: file.mediaType,
    file_blob: stored.blob,
    file_sha256: stored.sha256,
    file_bytes: stored.size,
    trace_parent: deps.telemetry.place()?.traceparent ?? null,
    file_expires_at: now + deps.settings.file_days * DAY,
    // What its folder says goes before the words, as a caller may write it, too.
    instruction: [writeExactWishes({ ...folder }), instruction ?? ''].filter(Boolean).join(' ') || null,
    project: projectOf(request.headers.get(PROJECT_HEADER)),
    settings_print: deps.settings.prints?.all ?? null,
    created_at: now,
  }
}

/** Waits for the analysis, at most as long as the setting says, and not after the caller has left. */
async function analyzed(id: string, { signal }: Asked, { jobs, settings }: Deps): Promise<Refusal | undefined> {
  const wait = limited(settings.creation_wait_seconds * 1000, signal)
  return await jobs.analyze(id, wait.signal).finally(wait.end)
}

/** Why an analysis failed, if another process did it. */
async function failureOf(id: string, { caller }: Asked, { db }: Deps): Promise<Refusal | undefined> {
  const row = await findBatch(db, caller.workspace.id, id)
  if (row?.status !== 'failed' || row.error_code === null || !isErrorCode(row.error_code)) return undefined
  return { code: row.error_code, message: row.error_message ?? '' }
}

async function answer(id: string, status: 200 | 201, { caller }: Asked, { db }: Deps): Answered {
  const row: BatchRow | undefined = await findBatch(db, caller.workspace.id, id)
  if (row === undefined) {
    const message = 'The first attempt with this key was refused while this one waited. Send it again.'
    throw new ServiceError('service_unavailable', message, { retryAfterSeconds: 1 })
  }
  return { status, data: viewCreated(row, await currentPlan(db, row), status === 200) }
}
