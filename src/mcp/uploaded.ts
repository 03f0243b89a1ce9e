import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'
import { namedTwice } from './creation.ts'
import { ToolRefusal } from './failure.ts'
import { compileWishes, firstWishes } from './instruction.ts'
import { type MadeTranslation, withPlan } from './making.ts'
import { currentPlan } from './plans.ts'
import { visible } from './render/data.ts'
import { counted } from './render/numbers.ts'
import { endsTurns, type Failed, reportUnexpected } from './several/failures.ts'
import { unmetWishes } from './unmet.ts'
import type { ArrivedFile } from './upload-held.ts'
import { permissionIn, type UploadHandle, type UploadHandles } from './uploads.ts'

/** What is asked of an upload: which one, and how its files are to be translated. */
type Asked = Parameters<typeof compileWishes>[0] &
  Parameters<typeof firstWishes>[0] & { readonly filename?: string | undefined }

/** What came of the files of an upload, each as a call for it alone would tell it. */
export interface UploadedFiles {
  readonly files: readonly { readonly path: string; readonly made: MadeTranslation; readonly fingerprint: undefined }[]
  readonly failed: readonly Failed[]
}

/**
 * The translations that an upload made. From now on its address takes no further file. Where the instruction of the call is another one than
 * a file was last planned with, it is planned again.
 *
 * @throws {ToolRefusal} filename_with_upload; upload_unknown; upload_waiting, until all bytes have arrived
 * @throws {ApiError} as reading or planning a batch does, where it is the only one, or what all share
 */
export async function takeUploaded(
  uploads: UploadHandles,
  upload_id: string,
  asked: Asked,
  context: CallContext,
): Promise<UploadedFiles> {
  if (asked.filename !== undefined) throw namedTwice()
  const handle = await uploads.find(context.principal, upload_id, permissionIn(context))
  if (!handle) {
    throw new ToolRefusal('upload_unknown', [
      'Nothing was done: this upload is unknown here or has expired.',
      'Call create_batch without a file for a new address.',
    ])
  }
  requireArrived(handle, context.parts.clock())
  if (!(await uploads.close(handle))) throw arriving()
  const files: UploadedFiles['files'][number][] = []
  const failed: Failed[] = [...handle.refused].map(([name, reason]) => ({
    name,
    error: new ToolRefusal('not_taken', [`It was not taken: ${visible(reason, 300)}`]),
  }))
  for (const file of handle.arrived) {
    try {
      files.push({ path: file.name, made: await planned(file, asked, context), fingerprint: undefined })
    } catch (error) {
      if (handle.arrived.length === 1 || endsTurns(error, context)) throw error
      reportUnexpected(error, 'create_batch', context.parts.report)
      failed.push({ name: file.name, error })
    }
  }
  await uploads.keep(handle)
  return { files, failed }
}

async function planned(file: ArrivedFile, asked: Asked, context: CallContext): Promise<MadeTranslation> {
  const { client } = context.parts
  const { signal } = context
  const { created } = file
  const batch_id = created.batch.id
  const first = compileWishes(firstWishes(asked))
  // On a plan that is there, an empty argument clears.
  const { instruction } = file.instruction === undefined ? first : compileWishes(asked)
  if (instruction !== undefined && first.instruction !== file.instruction) {
    const { data, request_id } = await client.call(
      api.batches.plan,
      { params: { batch_id }, body: { instruction } },
      { signal },
    )
    file.instruction = first.instruction
    const whole = { ...created, ...data, suggested_instructions: null }
    const made = await withPlan({ created: whole, reused: false, request_id }, first, context)
    file.created = made.created
    return made
  }
  const { data, request_id } = await client.call(api.batches.get, { params: { batch_id } }, { signal })
  const known = await currentPlan(batch_id, context)
  const plan = known?.plan ?? null
  const unmet = unmetWishes(first.exact, plan, first.words)
  file.created = { ...created, batch: data, plan }
  return { created: file.created, reused: false, request_id, unmet }
}

function arriving(): ToolRefusal {
  return new ToolRefusal('upload_waiting', [
    'The bytes are still arriving. Nothing was done.',
    'Call again in a moment.',
  ])
}

/** @throws {ToolRefusal} upload_waiting */
function requireArrived(handle: UploadHandle, now: number): void {
  if (handle.sending) {
    throw arriving()
  }
  if (handle.arrived.length === 0) {
    throw new ToolRefusal('upload_waiting', [
      handle.last_refusal === undefined
        ? 'No bytes have arrived yet.'
        : `The last attempt was refused: ${handle.last_refusal}`,
      'Nothing was done. Send the file to the address you were given, then call again.',
    ])
  }
  const { coming } = handle
  if (handle.closed || coming === undefined || coming.files === 0 || now >= coming.until) return
  throw new ToolRefusal('upload_waiting', [
    `${counted(handle.arrived.length, 'file')} arrived, and the page is about to send ${counted(coming.files, 'more', 'more')}. Nothing was done.`,
    'Call again in a moment.',
  ])
}
