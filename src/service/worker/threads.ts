import { availableParallelism } from 'node:os'
import type { ToThread } from './messages.ts'
import { WatchedThread, type WatchingParts } from './watched-thread.ts'

/** How many threads work at the same time: one processor is left to the requests. */
export const THREADS = Math.max(2, availableParallelism() - 1)

/** How often threads at work are looked at, in milliseconds. */
const WATCH_MS = 500

export interface ThreadsParts extends Omit<WatchingParts, 'began'> {
  readonly size: number
  /** Called when all threads that run have work, and another could be started for what waits. */
  readonly crowded: () => void
}

/** The threads of this process. The first starts with the first message; another when all that run have work. */
export interface Threads {
  readonly isClosed: boolean
  /** Tells all threads that there is work. @throws {ServiceError} service_unavailable once they are closed */
  wake(): void
  /** Gives a request to the thread with the least to do. @throws {ServiceError} service_unavailable once they are closed */
  ask(message: Extract<ToThread, { request: number }>): void
  /** Nobody waits for a request any more: the work on it stops. */
  cancel(request: number): void
  close(): Promise<void>
}

export function createThreads({ size, crowded, ...parts }: ThreadsParts): Threads {
  const threads: WatchedThread[] = []
  let isClosed = false
  const isFull = (): boolean => threads.length >= size || threads.some(({ load }) => load === 0)

  function grow(): WatchedThread {
    const began = (): void => void (isFull() || crowded())
    const thread = new WatchedThread({ ...parts, began })
    threads.push(thread)
    return thread
  }

  /** The thread with the least to do; a new one where all have work. */
  function freest(): WatchedThread {
    const [least] = [...threads].sort((a, b) => a.load - b.load)
    return least === undefined || !isFull() ? grow() : least
  }

  const timer = setInterval(() => {
    for (const thread of threads) thread.check()
  }, WATCH_MS)
  timer.unref()
  return {
    get isClosed() {
      return isClosed
    },
    wake() {
      if (!isFull()) grow()
      for (const thread of threads) thread.wake()
    },
    ask: message => freest().ask(message),
    cancel(request) {
      for (const thread of threads) thread.cancel(request)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // The one that says that it is closed, where none has been started.
      if (threads.length === 0) grow()
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}
