import { type Batch, type BatchStatus, isBatchStatus } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'
import { realPause } from './real-pause.ts'
import { stateOf } from './render/batch.ts'
import { awaitsTranslations } from './steps.ts'
import type { Woken } from './woken.ts'

/** How long a tool waits by default, in seconds. The most is `longest_wait` of the context. */
export const DEFAULT_WAIT = 25

/** Milliseconds between looks at a batch: short at first, since small files are done soon, then two seconds. */
const LOOKS = [150, 250, 500, 1000, 2000]
/** The same for the service in this process: it costs little to ask, and small files are done within milliseconds. */
const LOOKS_WITHIN = [10, 20, 40, 80, ...LOOKS]
/** The same where nobody but the person on this machine waits: a share of the time so far, and at least and at most so long. */
const ALONE = { share: 0.1, least: 10, most: 250 } as const
/** A host that waits gets a progress message at least this often, in milliseconds. */
const SIGN_OF_LIFE_MS = 5000

/** The stage of each status. A wait ends when the stage changes: within a stage, nobody has to decide anything. */
const STAGES: Record<BatchStatus, string> = {
  queued: 'preparing',
  analyzing: 'preparing',
  awaiting_review: 'review',
  translating: 'translating',
  completed: 'done',
  failed: 'done',
}

/** The stage of a batch; undefined for a status that only a newer service knows: the batch is then between two known stages. */
function stageOf({ status }: Batch): string | undefined {
  return isBatchStatus(status) ? STAGES[status] : undefined
}

/** True for a batch that may have a file: a completed one, and one in a state that only a newer service knows. */
export function mayHaveResult(batch: Batch): boolean {
  return batch.status === 'completed' || stageOf(batch) === undefined
}

/** True while the service itself works on a batch. False while it waits for translations of the caller's own model. */
export function isMoving(batch: Batch): boolean {
  if (awaitsTranslations(batch)) return false
  const stage = stageOf(batch)
  if (stage === undefined && batch.completed_at !== null) return false
  return stage === undefined || stage === 'preparing' || stage === 'translating'
}

/**
 * Waits while the service works on a batch, and gives its state. A service that knows how to wait answers when the batch has moved; any
 * other is looked at again and again. Ends when the stage changes, when the time is up (MCP-8), or when
 * this process is asked to end. Sends progress meanwhile. `looks`: how often it looked. `seconds` is cut to how long the host waits for a call.
 *
 * @throws {Error} the signal's reason, when the call was cancelled
 * @throws {ApiError} as `call` does
 */
export async function waitFor(
  batchId: string,
  seconds: number,
  context: CallContext,
): Promise<{ batch: Batch; request_id: string; looks: number }> {
  const { client, clock, ending, settings } = context.parts
  const looks = settings.embedded ? LOOKS_WITHIN : LOOKS
  const isAlone = settings.embedded && context.caller === undefined
  const most = Math.min(seconds, context.longest_wait) * 1000
  const until = clock() + most
  /** Sum of the pauses in milliseconds: if the clock is put back, the wait must still not become longer. */
  let waited = 0
  let told = { at: 0, state: '' }
  let first: string | undefined
  const ask = () => client.call(api.batches.get, { params: { batch_id: batchId } }, { signal: context.signal })
  let answer = await ask()
  let woken: Woken | undefined
  for (let look = 0; ; look += 1) {
    const { data: batch, request_id, state: known } = answer
    const stage = stageOf(batch)
    first ??= stage
    const left = Math.min(until - clock(), most - waited)
    const moved = stage !== undefined && stage !== first
    if (!isMoving(batch) || moved || left <= 0 || ending?.aborted) return { batch, request_id, looks: look + 1 }
    const state = stateOf(batch)
    if (state !== told.state || clock() - told.at >= SIGN_OF_LIFE_MS) {
      told = { at: clock(), state }
      await context.progress(batch.progress.percent ?? 0, state)
    }
    const pause = isAlone ? ofTimeSoFar(waited) : (looks[Math.min(look, looks.length - 1)] ?? 0)
    const pace = Math.min(pause, left)
    const sign = () => context.progress(batch.progress.percent ?? 0, state)
    if (known !== undefined)
      woken ??= (await import('./woken.ts')).createWoken(batchId, { isAlone, sign_ms: SIGN_OF_LIFE_MS }, context)
    const next = known === undefined ? undefined : await woken?.next(known, { pace, left, sign })
    waited += next?.ms ?? 0
    context.signal.throwIfAborted()
    if (next?.answer === undefined) {
      const rest = Math.max(0, pace - (next?.ms ?? 0))
      await (context.parts.pause ?? realPause)(rest, context.signal, ending)
      context.signal.throwIfAborted()
      waited += rest
    }
    answer = next?.answer ?? (await ask())
  }
}

function ofTimeSoFar(waited: number): number {
  return Math.min(ALONE.most, Math.max(ALONE.least, waited * ALONE.share))
}
