import type { AttemptWindowRow } from './count-rows.ts'
import type { Database } from './database.ts'

/** Whom it counts, and how long a window lasts that begins with the first attempt, in milliseconds. */
export interface CountedAttempt {
  readonly who: string
  readonly window_ms: number
  readonly now: number
}

/**
 * Counts an attempt in the window of whoever makes it, in one statement: however many processes on the database count at once, none is lost.
 *
 * @returns the window with this attempt; it ends at `ends_at` (ms)
 */
export function countAttempt(db: Database, { who, window_ms, now }: CountedAttempt): Promise<AttemptWindowRow> {
  return db
    .insertInto('attempt_windows')
    .values({ who, ends_at: now + window_ms, attempts: 1 })
    .onConflict(on =>
      on.column('who').doUpdateSet(is => {
        const isOver = is('attempt_windows.ends_at', '<=', now)
        return {
          attempts: is
            .case()
            .when(isOver)
            .then(1)
            .else(is('attempt_windows.attempts', '+', 1))
            .end(),
          ends_at: is
            .case()
            .when(isOver)
            .then(now + window_ms)
            .else(is.ref('attempt_windows.ends_at'))
            .end(),
        }
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Forgets windows that are over, at most `most`. @returns how many there were: fewer than `most` when none is left */
export async function sweepAttempts(db: Database, now: number, most: number): Promise<number> {
  const over = db.selectFrom('attempt_windows').select('who').where('ends_at', '<=', now).limit(most)
  return (await db.deleteFrom('attempt_windows').where('who', 'in', over).returning('who').execute()).length
}
