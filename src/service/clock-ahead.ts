import { DAY, HOUR } from './domain/time.ts'
import type { Log } from './ports.ts'
import { newestCreation } from './store/batches.ts'
import type { Database } from './store/database.ts'
import { forgetFact, notedAt, noteFact } from './store/facts.ts'

/** A clock that is so much later than what the data folder last saw may be wrong; or nobody used the folder meanwhile. */
const FAR_MS = 14 * DAY
/** It counts as right when it is seen so much later, by any process on the folder, and did not go back meanwhile. */
const STEADY_MS = 6 * HOUR

/** What a data folder knows of the time, in milliseconds since 1970. */
export interface SeenTimes {
  /** When a clock that counted as right was last looked at; undefined in a folder that nobody has used yet. */
  readonly right: number | undefined
  /** When one was first seen far ahead of that, and not back since. */
  readonly ahead: number | undefined
}

/** What to hold of a clock: `ahead` from now on, or since the earlier moment `still ahead`. All in milliseconds since 1970. */
export function judgeClock(now: number, { right, ahead }: SeenTimes): 'right' | 'ahead' | 'still ahead' {
  if (right === undefined || now - right <= FAR_MS) return 'right'
  if (ahead === undefined || now < ahead) return 'ahead'
  return now - ahead >= STEADY_MS ? 'right' : 'still ahead'
}

/** Keeps a process whose clock is wrong from clearing away what is not over. */
export interface ClockWatch {
  /** False while the clock is far ahead of what the data folder last saw. The log is told once. */
  isRight(): Promise<boolean>
  /** Notes that this clock counts as right now. */
  note(): Promise<void>
}

export interface ClockWatchParts {
  readonly db: Database
  readonly clock: () => number
  readonly log: Log
}

export function watchClock({ db, clock, log }: ClockWatchParts): ClockWatch {
  let told = false
  return {
    async isRight() {
      const now = clock()
      const right = (await notedAt(db, 'clock')) ?? (await newestCreation(db))
      const seen = judgeClock(now, { right, ahead: await notedAt(db, 'clock_ahead') })
      if (seen === 'right') {
        told = false
        return true
      }
      if (seen === 'ahead') await noteFact(db, 'clock_ahead', 'yes', now)
      if (!told) log.warn(AHEAD, { now: atOf(now), last_seen: atOf(right), hours: STEADY_MS / HOUR })
      told = true
      return false
    },
    async note() {
      await noteFact(db, 'clock', 'yes', clock())
      await forgetFact(db, 'clock_ahead')
    },
  }
}

const AHEAD =
  'The clock is far ahead of what this data folder last saw: it is wrong, or the folder was not used. Nothing is cleared away before it has gone on steadily for some hours.'

function atOf(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}
