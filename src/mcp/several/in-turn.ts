import { ApiError } from '../../client/errors.ts'
import type { CallContext, ServerParts } from '../context.ts'
import { realPause } from '../real-pause.ts'

/** How many things one call does, and how long. */
interface Pace {
  readonly at_once: number
  /** No further one is begun after this moment, in milliseconds since 1970. */
  readonly until: number
  /** True once no further one is to be begun for another reason. */
  readonly stopped?: () => boolean
}

/** What a call tells and is told meanwhile. */
interface CallOfTurns extends Pick<CallContext, 'signal' | 'progress'> {
  readonly parts: Pick<ServerParts, 'clock' | 'ending' | 'pause'>
}

/** What was done, in the order of the items; undefined for what was not begun. */
export interface Turns<End> {
  readonly ends: readonly (End | undefined)[]
  /** What the service refused for a while, where the time of the call was too short to wait for it. */
  readonly throttled: ApiError | undefined
}

/** A pause in milliseconds where a service that takes no more requests names none. */
const UNSTATED_PAUSE = 2000

/** True for the answer that the service takes no more requests for a while. */
export function isThrottled(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429
}

/**
 * Does one thing for each of many items, a few at a time, until the time of the call is over or it is cancelled. Where `work` throws that
 * the service takes no more requests, all wait as long as it asks for, and the item has its turn again. Whatever else can fail, `work` is
 * to catch.
 *
 * @throws {Error} what `work` throws besides
 */
export async function inTurn<Item, End>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<End>,
  { at_once, until, stopped = () => false }: Pace,
  { parts, signal, progress }: CallOfTurns,
): Promise<Turns<End>> {
  const { clock, ending, pause = realPause } = parts
  const ends: (End | undefined)[] = items.map(() => undefined)
  let free_at = 0
  let throttled: ApiError | undefined
  const isOver = () => stopped() || signal.aborted || ending?.aborted === true || clock() >= until
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) {
      for (let turns = 0; ends[at] === undefined; turns += 1) {
        // Each call does at least the first, so that repeated calls come to an end.
        const isFirst = at === 0 && turns === 0
        if (!isFirst && isOver()) return
        const ms = free_at - clock()
        if (ms > 0 && free_at >= until) return
        if (ms > 0) {
          const done = ends.filter(end => end !== undefined).length
          await progress(
            (100 * done) / items.length,
            `waiting ${Math.ceil(ms / 1000)} s: the service takes no more requests`,
            'often',
          )
          await pause(ms, signal, ending)
        }
        try {
          if (isFirst || !isOver()) ends[at] = await work(item, at)
        } catch (error) {
          if (!isThrottled(error)) throw error
          throttled = error
          free_at = Math.max(free_at, clock() + (error.retry_after_seconds ?? UNSTATED_PAUSE / 1000) * 1000)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, lane))
  return { ends, throttled: ends.every(end => end !== undefined) ? undefined : throttled }
}
