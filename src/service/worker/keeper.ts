import type { Database } from '../store/database.ts'
import { type Kept, keepTranslations } from '../store/translations.ts'
import { otherTurns } from './pace.ts'

/** Writes finished segments down as they come. */
export interface Keeper {
  /** Takes a finished segment: it is written at once, or with others as soon as the write under way has ended. */
  keep(kept: Kept): void
  /** How many are not written yet. */
  readonly waiting: number
  /** Resolves when all that was taken is written. @throws {Error} what writing threw; what was not written is lost then */
  settled(): Promise<void>
}

/** Keeps segments of one batch and language. Segments that come while one is written go together: each write costs its own time. */
export function createKeeper(db: Database, batchId: string, language: string): Keeper {
  let waiting: Kept[] = []
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function writeAll(): Promise<void> {
    // What else comes in this turn goes with the first.
    await otherTurns()
    while (waiting.length > 0 && failure === undefined) {
      const rows = waiting
      waiting = []
      try {
        await keepTranslations(db, batchId, language, rows)
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
    get waiting() {
      return waiting.length
    },
    async settled() {
      await writing
      if (failure !== undefined) throw failure.error
    },
  }
}
