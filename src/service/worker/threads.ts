import { availableParallelism } from 'node:os'
import type { WorkerEars, WorkerLink } from './link.ts'
import type { ToThread } from './messages.ts'
import { stopped } from './own-worker.ts'
import { pause } from './pause.ts'
import { WatchedThread, type WatchingParts } from './watched-thread.ts'

/** How many threads work at the same time: one processor is left to the requests. */
export const THREADS = Math.max(2, availableParallelism() - 1)

/** How often threads at work are looked at, in milliseconds. */
const WATCH_MS = 500

export interface ThreadsParts extends Omit<WatchingParts, 'began' | 'start'> {
  readonly size: number
  /** Starts a thread; one for `suspects` does only what went over its budget before. */
  readonly start: (ears: WorkerEars, suspects: boolean) => WorkerLink
  /** Called when all threads that run have work, and another could be started for what waits. */
  readonly crowded: () => void
}

/**
 * The threads of this process. The first starts with the first message; another when all that run have work. What went over its
 * budget before has a thread of its own, beside the others: it holds up nobody's work, and is done without any of it.
 */
export interface Threads {
  readonly isClosed: boolean
  /** Tells all threads that there is work. @throws {ServiceError} service_unavailable once they are closed */
  wake(): void
  /** Tells the thread of its own that there is such work. @throws {ServiceError} service_unavailable once they are closed */
  wakeForSuspects(): void
  /** Gives a request to the thread with the least to do. @throws {ServiceError} service_unavailable once they are closed */
  ask(message: Extract<ToThread, { request: number }>): void
  /** Nobody waits for a request any more: the work on it stops. */
  cancel(request: number): void
  /** Begins no more work, and waits until what is under way has ended, for `ms` milliseconds at most. Requests are still answered. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

export function createThreads({ size, crowded, start, ...parts }: ThreadsParts): Threads {
  const threads: WatchedThread[] = []
  const apart = new WatchedThread({ ...parts, start: ears => start(ears, true), began: () => undefined })
  const all = () => [apart, ...threads]
  let isClosed = false
  let isDraining = false
  const isFull = (): boolean => threads.length >= size || threads.some(({ load }) => load === 0)

  function grow(): WatchedThread {
    const began = (): void => void (isFull() || crowded())
    const thread = new WatchedThread({ ...parts, start: ears => start(ears, false), began })
    threads.push(thread)
    return thread
  }

  function requireOpen(): void {
    if (isClosed) throw stopped()
  }

  /** The thread with the least to do, if possible one that hears; a new one where all have work. */
  function freest(): WatchedThread {
    const [least] = [...threads].sort((a, b) => Number(a.isStuck) - Number(b.isStuck) || a.load - b.load)
    return least === undefined || !isFull() ? grow() : least
  }

  const check = (): void => all().forEach(thread => void thread.check())
  const timer = setInterval(check, WATCH_MS).unref()
  return {
    get isClosed() {
      return isClosed
    },
    wake() {
      requireOpen()
      if (isDraining) return
      if (!isFull()) grow()
      for (const thread of threads) thread.wake()
    },
    wakeForSuspects: () => void (isDraining || apart.wake()),
    ask(message) {
      requireOpen()
      freest().ask(message)
    },
    cancel(request) {
      for (const thread of threads) thread.cancel(request)
    },
    async drain(ms) {
      isDraining ||= ms > 0
      if (isDraining)
        await within(
          ms,
          all().map(each => each.drain()),
        )
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(all().map(thread => thread.close()))
    },
  }
}

/** Waits until all of it has ended, for `ms` milliseconds at most. */
async function within(ms: number, ending: readonly Promise<void>[]): Promise<void> {
  const patience = new AbortController()
  await Promise.race([Promise.all(ending), pause(ms, patience.signal)])
  patience.abort()
}
