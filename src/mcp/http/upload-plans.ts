import type { Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { ServerParts } from '../context.ts'
import type { Recent } from '../recent.ts'
import type { ArrivedFile } from '../upload-held.ts'
import type { UploadHandle } from '../uploads.ts'

/** A plan that was read so short a time ago is not read again, in milliseconds: whoever has the address may load its page again and again. */
const FRESH_MS = 3000

/**
 * Reads the plans of an upload's files as they are now, for its page. Where they cannot be read, what was known last stays: the caller's
 * permission has ended, or the service does not offer reading plans.
 */
export async function readPlans(
  handle: UploadHandle,
  client: Client | undefined,
  { clock, report }: Pick<ServerParts, 'clock' | 'report'>,
  read: Recent<ArrivedFile>,
): Promise<void> {
  if (client === undefined) return
  const now = clock()
  for (const file of handle.arrived) {
    const before = read.get(file.created.batch.id)
    if (before !== undefined && before.read_at > file.read_at) {
      Object.assign(file, { created: before.created, read_at: before.read_at })
    }
  }
  const stale = handle.arrived.filter(({ read_at }) => now - read_at >= FRESH_MS)
  await Promise.all(
    stale.map(async file => {
      file.read_at = now
      read.set(file.created.batch.id, file)
      try {
        const { data } = await client.call(api.batches.getPlan, { params: { batch_id: file.created.batch.id } })
        file.created = { ...file.created, batch: data.batch, plan: data.plan ?? file.created.plan }
      } catch (error) {
        if (!(error instanceof ApiError)) report('the plan of an upload could not be read', error)
      }
    }),
  )
}
