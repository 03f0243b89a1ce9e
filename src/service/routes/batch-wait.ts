import { setTimeout as sleep } from 'node:timers/promises'
import type { api } from '../../contract/operations.ts'
import { ServiceError } from '../domain/errors.ts'
import { isUnlike, stateWord } from '../domain/moved.ts'
import type { Call, Deps } from '../http/route.ts'
import { requireBatch } from '../store/batches.ts'
import type { BatchRow } from '../store/schema.ts'

/** How many requests of one caller may wait at the same time. This process itself stands for many callers, and has all places. */
const EACH = 50

/** How long a credential may be looked at again, in milliseconds: the database may have gone meanwhile. */
const ADMIT_MS = 500

/**
 * The batch once it is in another state than `unlike`, or as it is when the time is over or the service stops. Where too many wait, as it
 * is now: whoever asks then looks again after a while, as at a service that knows no waits. What has changed meanwhile is told to nobody
 * whose credential has ended meanwhile.
 *
 * @throws {ServiceError} batch_not_found, or as `admitAgain` does
 */
export async function waitedFor(call: Call<typeof api.batches.get>, { db, jobs }: Deps): Promise<BatchRow> {
  const { params, query, caller, signal } = call
  const { wait_ms = 0, progress_ms } = query
  const most = caller.own_process ? Number.POSITIVE_INFINITY : EACH
  // It begins before the batch is read, so that no change falls between the two.
  const watch = jobs.watch(params.batch_id, { id: caller.caller_id, most })
  try {
    const began = performance.now()
    const batch = await requireBatch(db, caller.workspace.id, params.batch_id)
    const wanted = { unlike: query.unlike ?? stateWord(batch), progress_ms }
    const isIt = (now: BatchRow): boolean => isUnlike(now, wanted, performance.now() - began)
    if (watch === undefined || isUnlike(batch, wanted, 0)) return batch
    const seen = await watch.until(isIt, wait_ms, signal)
    return seen === undefined || signal.aborted ? batch : await admitted(call, seen, batch)
  } finally {
    watch?.end()
  }
}

/** What was seen last; what was read at first, where the database does not say in time whether the caller may still read. */
async function admitted(
  { admitAgain }: Pick<Call<typeof api.batches.get>, 'admitAgain'>,
  seen: BatchRow,
  read: BatchRow,
) {
  const again = admitAgain().then(
    () => seen,
    (error: unknown) => {
      if (error instanceof ServiceError) throw error
      return read
    },
  )
  return await Promise.race([again, sleep(ADMIT_MS, read, { ref: false })])
}
