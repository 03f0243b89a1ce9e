import { limited } from '../../contract/limited.ts'
import type { Watch } from '../ports.ts'
import { findBatches } from '../store/batches.ts'
import type { Database } from '../store/database.ts'
import type { BatchRow } from '../store/schema.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Those who wait for batches to move. */
export interface Watches {
  open(batchId: string, caller: { readonly id: string; readonly most: number }): Watch | undefined
  /** This batch was told of; without one, any may have been. */
  told(batchId?: string): void
  /** Ends all, and lets none begin. */
  close(): void
}

/** How many may wait in one process. */
const MOST = 1000

/**
 * How often the batches that are watched are looked at, all in one query: where others may change them unheard, and where all that is told
 * is heard, since something may be lost all the same and nobody tells of progress. In milliseconds.
 */
const LOOK_MS = 200
const HEARING_MS = 2000

interface Watcher {
  offer(batch: BatchRow): void
  close(): void
}

/** Makes an empty list. However many wait for a batch, it is looked at once. */
export function createWatches(db: Database, isHearing: () => boolean): Watches {
  const watched = new Map<string, Set<Watcher>>()
  const places = createPlaces()
  let closed = false
  const looking = createLooking(
    () => (isHearing() ? HEARING_MS : LOOK_MS),
    async ids => {
      for (const batch of await findBatches(db, ids)) for (const each of watched.get(batch.id) ?? []) each.offer(batch)
    },
  )

  function end(batchId: string, callerId: string, watcher: Watcher): void {
    const beside = watched.get(batchId)
    if (beside?.delete(watcher) !== true) return
    if (beside.size === 0) watched.delete(batchId)
    places.leave(callerId)
    if (watched.size === 0) looking.rest()
  }

  return {
    open(batchId, { id, most }) {
      if (closed || !places.take(id, most)) return undefined
      const { watcher, until } = createWatcher()
      watched.set(batchId, (watched.get(batchId) ?? new Set()).add(watcher))
      looking.go(() => watched.keys())
      return { until, end: () => end(batchId, id, watcher) }
    },
    told(batchId) {
      if (batchId === undefined) looking.at(watched.keys())
      else if (watched.has(batchId)) looking.at([batchId])
    },
    close() {
      closed = true
      for (const beside of watched.values()) for (const each of beside) each.close()
    },
  }
}

/** Counts who waits, in all and by callers. */
function createPlaces() {
  const callers = new Map<string, number>()
  let all = 0
  return {
    /** False where there is none left. */
    take(id: string, most: number): boolean {
      const own = callers.get(id) ?? 0
      if (all >= MOST || own >= most) return false
      callers.set(id, own + 1)
      all += 1
      return true
    },
    leave(id: string): void {
      const left = (callers.get(id) ?? 1) - 1
      if (left === 0) callers.delete(id)
      else callers.set(id, left)
      all -= 1
    },
  }
}

/** Looks at batches, never twice at the same time: what was seen later is later. One timer for all looks anew, from `go` on to `rest`. */
function createLooking(every: () => number, lookAt: (ids: readonly string[]) => Promise<void>) {
  const due = new Set<string>()
  let failed = false
  let timer: NodeJS.Timeout | undefined
  const look = oneAtATime(async () => {
    const ids = [...due]
    due.clear()
    // Whoever waits is answered at the end of its time, and the next look may find the database again.
    failed = await lookAt(ids).then(
      () => false,
      () => true,
    )
  })
  const at = (ids: Iterable<string>): void => {
    for (const id of ids) due.add(id)
    if (due.size > 0) look()
  }
  const go = (all: () => Iterable<string>): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        go(all)
        at(all())
      },
      failed ? HEARING_MS : every(),
    ).unref()
  }
  return {
    at,
    go,
    rest(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** One who waits. What is seen before it begins to wait counts. */
function createWatcher(): { readonly watcher: Watcher; readonly until: Watch['until'] } {
  let seen: BatchRow | undefined
  let wake: () => void = () => undefined
  const closing = new AbortController()
  return {
    watcher: {
      offer(batch) {
        seen = batch
        wake()
      },
      close: () => closing.abort(),
    },
    async until(isIt, ms, signal) {
      const time = limited(ms, signal, closing.signal)
      time.signal.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!time.signal.aborted && (seen === undefined || !isIt(seen))) {
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
        return seen
      } finally {
        time.end()
      }
    },
  }
}
