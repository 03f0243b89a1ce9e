import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '../domain/errors.ts'
import type { Database } from '../store/database.ts'
import { WORK } from '../store/leases.ts'
import { openWakes } from '../store/wakes.ts'
import type { FromThread } from './messages.ts'
import { createMoves } from './moves.ts'
import { STOPPED } from './own-worker.ts'
import type { Replies } from './replies.ts'
import type { Threads } from './threads.ts'
import { createWatches, type Watches } from './watches.ts'

interface HearingParts {
  readonly db: Database
  /** Of the database: a path or an address. */
  readonly place: string
  readonly replies: Replies
  readonly threads: Pick<Threads, 'isClosed'>
  /** Looks for work. */
  readonly look: () => void
}

/** What this process hears of work, from its own threads and from other processes. */
interface JobsHearing {
  /** Resolves when a batch has left its analysis, when `signal` aborts, or when the threads end. A refusal says why it failed, where that is known here. */
  analyzed(batchId: string, signal: AbortSignal): Promise<Refusal | undefined>
  /** Takes a message of a thread of this process. */
  heard(message: FromThread): void
  /** Those who wait until a batch moves. */
  readonly watches: Watches
  close(): Promise<void> | undefined
}

/**
 * How often a waiting creation looks into the database, since another process may be doing its analysis; and how often where other
 * processes are heard, so that nothing is waited for in vain whatever was not heard. In milliseconds.
 */
const POLL_MS = 200
const HEARING_MS = 2000

/** Hears of work and its end. Where the database is a server, what other processes tell is heard at once. */
export function createHearing({ db, place, replies, threads, look }: HearingParts): JobsHearing {
  const moves = createMoves()
  const watches = createWatches(db, () => wakes?.isHearing === true)
  const wakes = openWakes(place, told => {
    if (told?.kind !== 'moved') look()
    if (told?.kind !== 'work') moves.tell(told?.batchId)
    watches.told(told?.batchId)
  })
  return {
    watches,
    heard(message) {
      replies.receive(message)
      // It comes once the batch has been changed, also where the database tells nobody.
      if (message.type === 'ended' || message.type === 'analyzed') watches.told(message.batchId)
    },
    async analyzed(batchId, signal) {
      const waiter = replies.awaitAnalysis(batchId)
      const listening = moves.listen(batchId)
      try {
        while (!threads.isClosed && !signal.aborted) {
          const moved = listening.next()
          if (!(await inAnalysis(db, batchId))) break
          const poll_ms = wakes?.isHearing === true ? HEARING_MS : POLL_MS
          const patience = sleep(poll_ms, undefined, { ref: false, signal }).catch(() => undefined)
          const said = await Promise.race([waiter.said, moved, patience])
          if (said !== undefined) return said.refusal
        }
        return threads.isClosed ? STOPPED : undefined
      } finally {
        waiter.end()
        listening.end()
      }
    },
    close: () => wakes?.close(),
  }
}

async function inAnalysis(db: Database, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('status')
    .where('id', '=', batchId)
    .where('status', 'in', WORK.analyze)
    .executeTakeFirst()
  return row !== undefined
}
