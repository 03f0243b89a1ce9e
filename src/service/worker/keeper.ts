import type { Database } from '../store/database.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { type Kept, keepTranslations } from '../store/translations.ts'
import { Stopped } from '../translation/stopped.ts'
import { otherTurns } from './pace.ts'

/** Writes finished segments into the database as they come. */
export interface Keeper {
  /** Takes a finished segment: it is written at once, or with others as soon as the write under way has ended. */
  keep(kept: Kept): void
  /** Takes what the engine charged; it is written with the segments that come next, or alone. */
  used(amount: number): void
  /**
   * Takes what was booked for a request that has ended. It is taken back with the next write, so never before what was charged is
   * booked.
   */
  ended(booked: number): void
  /** How many are not written yet. */
  readonly waiting: number
  /** Resolves when all that was taken is written. Rejects with what writing threw, or Stopped when the claim was lost; the rest is lost. */
  settled(): Promise<void>
}

/** Keeps segments of one batch and language. Segments that come during a write go together into the next one: fewer writes cost less. */
export function createKeeper(db: Database, held: HeldLease, language: string): Keeper {
  let waiting: Kept[] = []
  let charge = { used: 0, ended: 0 }
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function writeAll(): Promise<void> {
    // Segments that come in the same turn are written with the first.
    await otherTurns()
    while ((waiting.length > 0 || charge.used > 0 || charge.ended > 0) && failure === undefined) {
      const rows = waiting
      const charged = charge
      waiting = []
      charge = { used: 0, ended: 0 }
      try {
        if (!(await keepTranslations(db, held, language, rows, charged))) throw new Stopped()
      } catch (error) {
        failure = { error }
      }
    }
    writing = undefined
  }

  return {
    keep(kept) {
      waiting.push(kept)
      writing ??= writeAll()
    },
    used(amount) {
      charge.used += amount
      writing ??= writeAll()
    },
    ended(booked) {
      charge.ended += booked
      writing ??= writeAll()
    },
    get waiting() {
      return waiting.length
    },
    async settled() {
      await writing
      if (failure !== undefined) throw failure.error
    },
  }
}
