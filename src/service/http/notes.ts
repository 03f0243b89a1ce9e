import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../ports.ts'
import { isPassing, traceOf } from '../trace.ts'

/** Takes notes that a read leaves behind, such as when a connection was last used. The read does not wait for them. */
export interface Notes {
  /** Writes a note now, or once the database can be written again. A later note of the same name takes the place of one that waits. */
  note(name: string, write: () => Promise<unknown>): void
  /** Writes what waits, if that can be done within half a second, and takes no more. */
  close(): Promise<void>
}

/** How long after a failure it is tried again, in milliseconds. */
const AGAIN_MS = 1000
/** The most notes that wait; beyond it the oldest is lost. */
const MOST = 1000
/** How long the end waits for the rest, in milliseconds. */
const CLOSE_MS = 500

/** Notes are written one after the other, in the order in which they came. */
export function createNotes(log: Log): Notes {
  const waiting = new Map<string, () => Promise<unknown>>()
  const ending = new AbortController()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [name, write] = next
      try {
        await write()
        if (waiting.get(name) === write) waiting.delete(name)
      } catch (error) {
        if (isPassing(error) && !ending.signal.aborted) {
          await pause(AGAIN_MS, undefined, { ref: false, signal: ending.signal }).catch(() => undefined)
        } else {
          lose(name, error)
        }
      }
    }
    working = undefined
  }

  function lose(name: string, error?: unknown): void {
    waiting.delete(name)
    log.error('A note was lost.', { note: name, ...(error !== undefined && traceOf(error)) })
  }

  return {
    note(name, write) {
      if (ending.signal.aborted) return
      waiting.set(name, write)
      const [oldest] = waiting.keys()
      if (waiting.size > MOST && oldest !== undefined) lose(oldest)
      working ??= work()
    },
    async close() {
      ending.abort()
      await Promise.race([working, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
