import type { ApiResponse } from '../client/response.ts'
import { limited } from '../contract/limited.ts'
import { LIMITS } from '../contract/limits.ts'
import { api } from '../contract/operations.ts'
import type { CallerState, SharedWait } from './caller-state.ts'
import type { CallContext } from './context.ts'
import { realPause } from './real-pause.ts'

type Answer = ApiResponse<typeof api.batches.get>

interface Next {
  /** The least time between two requests at this point, and how long the call may still wait. In milliseconds. */
  readonly pace: number
  readonly left: number
  /** Tells the host that the call still waits, every `sign_ms` milliseconds. */
  readonly sign: () => Promise<void>
}

/** The waits of one call for one translation, one after another. */
export interface Woken {
  /**
   * Asks for the translation once it is in another state than the one known. `ms` is how long that took. Without an answer the wait was cut
   * off: by the end of its time, of the call or of this process, or on the way to the service, which is then asked without waiting.
   */
  next(known: string, next: Next): Promise<{ readonly answer: Answer | undefined; readonly ms: number }>
}

/** A wait is answered when its time is over. How much later an answer may still come, and the failure of one that does not, in milliseconds. */
const GRACE_MS = 1000
const SILENT_MS = 5000

/** A host that shows progress hears of it this often: where a person on this machine waits alone, and else. In milliseconds. */
const PROGRESS_MS = { alone: 250, else: 2000 } as const

/**
 * Makes the waits of one call. They ask no more often than looks would: the first begins at once, ahead of its turn, and where it is
 * answered at once the next begins that much later.
 */
export function createWoken(
  batchId: string,
  { isAlone, sign_ms }: { readonly isAlone: boolean; readonly sign_ms: number },
  context: CallContext,
): Woken {
  const { client, callerState, clock, ending, pause = realPause } = context.parts
  const progress_ms = context.shows_progress ? PROGRESS_MS[isAlone ? 'alone' : 'else'] : undefined
  let isCutOff = false
  let ahead: number | undefined
  /** How long the last request took to be answered; if the clock was put back, no time. In milliseconds. */
  let held = 0

  async function wait(known: string, left: number): Promise<Answer | undefined> {
    const query = { unlike: known, wait_ms: Math.min(LIMITS.batch_wait_ms, Math.ceil(left)), progress_ms }
    const key = [context.principal, batchId, known, progress_ms].join('\n')
    const input = { params: { batch_id: batchId }, query }
    const options = { once: true, deadlineMs: query.wait_ms + SILENT_MS }
    const ask = (signal: AbortSignal) => client.call(api.batches.get, input, { signal, ...options })
    const one = callerState.waits.get(key) ?? send(callerState.waits, key, ask, clock())
    one.waiting += 1
    const time = limited(left + GRACE_MS, context.signal, ending)
    try {
      return await Promise.race([one.answer, aborted(time.signal)])
    } catch {
      // Whatever is the matter, the next look says it.
      isCutOff = true
      return undefined
    } finally {
      time.end()
      held = Math.max(0, clock() - one.began)
      one.waiting -= 1
      if (one.waiting === 0) one.stop.abort()
    }
  }

  return {
    async next(known, { pace, left, sign }) {
      if (isCutOff) return { answer: undefined, ms: 0 }
      const began = performance.now()
      const early = Math.min(left, Math.max(0, ahead === undefined ? 0 : pace + ahead - held))
      ahead = ahead === undefined ? pace : 0
      if (early > 0) await pause(early, context.signal, ending)
      const stops = context.signal.aborted || ending?.aborted === true || early >= left
      const signs = setInterval(() => void sign().catch(() => undefined), sign_ms)
      const answer = stops ? undefined : await wait(known, left - early)
      clearInterval(signs)
      return { answer, ms: Math.max(early, performance.now() - began) }
    },
  }
}

/** Sends the one request of all who wait for the same. It is forgotten when it has been answered, or nobody waits for it any more. */
function send(
  waits: CallerState['waits'],
  key: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  began: number,
): SharedWait {
  const stop = new AbortController()
  const forget = () => {
    if (waits.get(key) === one) waits.delete(key)
  }
  const answer = ask(stop.signal).finally(forget)
  // Nobody may be there any more to hear that it failed.
  answer.catch(() => undefined)
  stop.signal.addEventListener('abort', forget, { once: true })
  const one: SharedWait = { answer, stop, began, waiting: 0 }
  waits.set(key, one)
  return one
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
