import { once } from 'node:events'
import type { Batch } from '../contract/batch.ts'
import { limited } from '../contract/limited.ts'
import { api } from '../contract/operations.ts'
import type { CallContext, PauseBetweenLooks } from './context.ts'
import { stateOf } from './render/batch.ts'
import { awaitsTranslations } from './steps.ts'

/** How long a tool waits unless told, in seconds; the longest is the context's. */
export const DEFAULT_WAIT = 25

/** Milliseconds between looks: quick at first, since small files are quick, then every two seconds. */
const LOOKS = [150, 250, 500, 1000, 2000]
/** A service in this process is asked at little cost: a small file is done before a hosted one would have answered. */
const LOOKS_WITHIN = [10, 20, 40, 80, ...LOOKS]
/** A host that waits hears something at least this often, in milliseconds. */
const SIGN_OF_LIFE_MS = 5000

/** The stages a person tells apart; within one there is nothing to decide. */
const STAGES: Record<Batch['status'], string> = {
  queued: 'preparing',
  analyzing: 'preparing',
  awaiting_review: 'review',
  translating: 'translating',
  completed: 'done',
  failed: 'done',
}

/** True while the service works on it by itself, not while it waits for the caller's own model. */
export function isMoving(batch: Batch): boolean {
  if (awaitsTranslations(batch)) return false
  const stage = STAGES[batch.status]
  return stage === 'preparing' || stage === 'translating'
}

/**
 * Waits while the service works on a translation: returns at once when its stage changes, and its present state when the time
 * is up (MCP-8) or this process is asked to end. Sends progress, honours cancellation. `seconds` is cut to how long this host
 * waits for a call.
 *
 * @throws {Error} the signal's reason, where the caller gave up
 */
export async function waitFor(
  batchId: string,
  seconds: number,
  context: CallContext,
): Promise<{ batch: Batch; request_id: string }> {
  const { client, clock, ending, settings } = context.parts
  const looks = settings.embedded ? LOOKS_WITHIN : LOOKS
  const most = Math.min(seconds, context.longest_wait) * 1000
  const until = clock() + most
  /** Pauses so far: a clock that is put back must not make the wait longer than a host waits for a call. */
  let waited = 0
  let told = { at: 0, state: '' }
  let first: string | undefined
  for (let look = 0; ; look += 1) {
    const { data: batch, request_id } = await client.call(
      api.batches.get,
      { params: { batch_id: batchId } },
      { signal: context.signal },
    )
    first ??= STAGES[batch.status]
    const left = Math.min(until - clock(), most - waited)
    if (!isMoving(batch) || STAGES[batch.status] !== first || left <= 0 || ending?.aborted) return { batch, request_id }
    const state = stateOf(batch)
    if (state !== told.state || clock() - told.at >= SIGN_OF_LIFE_MS) {
      told = { at: clock(), state }
      await context.progress(batch.progress.percent ?? 0, state)
    }
    const ms = Math.min(looks[Math.min(look, looks.length - 1)] ?? 0, left)
    await (context.parts.pause ?? pause)(ms, context.signal, ending)
    context.signal.throwIfAborted()
    waited += ms
  }
}

/** Waits in real time. */
const pause: PauseBetweenLooks = async (ms, ...stops) => {
  const time = limited(ms, ...stops)
  if (!time.signal.aborted) await once(time.signal, 'abort')
  time.end()
}
