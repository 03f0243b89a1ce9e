import type { Database } from '../store/database.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { type Kept, keepTranslations } from '../store/translations.ts'
import { Stopped } from '../translation/stopped.ts'
import { otherTurns } from './pace.ts'

/** Writes finished segments into the database as they come. */
export interface Keeper {
  /**
   * Takes a finished segment: it is written at once, or with others as soon as the write under way has ended. Where nobody is charged for
   * it, it waits for others.
   */
  keep(kept: Kept): void
  /** Takes what the engine charged; it is written with the segments that come next, or alone. */
  used(amount: number): void
  /**
   * Takes what was booked for a request that has ended. It is taken back with the next write, so never before what was charged is
   * booked.
   */
  ended(booked: number): void
  /** True where enough wait to be written, or wait for long enough: then call `settled`. */
  readonly isDue: boolean
  /** Resolves when all that was taken is written. Rejects with what writing threw, or Stopped when the claim was lost; the rest is lost. */
  settled(): Promise<void>
}

/** With more segments than this waiting to be written, no new ones are collected until they are: the memory gives many at once. */
const MOST_WAITING = 2000
/** The same for their characters: a write is to take some milliseconds. */
const MOST_CHARACTERS = 200_000
/** What nobody was charged for is lost for so long at most when a process dies. In milliseconds. */
const LONGEST_WAIT_MS = 500

/**
 * Keeps segments of one batch and language. Segments that come during a write go together into the next one: fewer writes cost less.
 * `charged`: somebody pays for each answer, so none waits for others before it is written. `written` is told of what was written.
 */
export function createKeeper(
  db: Database,
  held: HeldLease,
  language: string,
  { charged, written }: { readonly charged: boolean; readonly written: (kept: readonly Kept[]) => void },
): Keeper {
  let waiting: Kept[] = []
  let since = 0
  let characters = 0
  let charge = { used: 0, ended: 0 }
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function writeAll(): Promise<void> {
    // Segments that come in the same turn are written with the first.
    await otherTurns()
    while ((waiting.length > 0 || charge.used > 0 || charge.ended > 0) && failure === undefined) {
      const rows = waiting
      const costs = charge
      waiting = []
      characters = 0
      charge = { used: 0, ended: 0 }
      try {
        if (!(await keepTranslations(db, held, language, rows, costs))) throw new Stopped()
        written(rows)
      } catch (error) {
        failure = { error }
      }
    }
    writing = undefined
  }

  const keeper: Keeper = {
    keep(kept) {
      if (waiting.length === 0) {
        since = performance.now()
        characters = 0
      }
      waiting.push(kept)
      characters += kept.text.length
      if (charged || keeper.isDue) writing ??= writeAll()
    },
    used(amount) {
      charge.used += amount
      writing ??= writeAll()
    },
    ended(booked) {
      charge.ended += booked
      writing ??= writeAll()
    },
    get isDue() {
      if (waiting.length > MOST_WAITING || characters > MOST_CHARACTERS) return true
      return waiting.length > 0 && performance.now() - since > LONGEST_WAIT_MS
    },
    async settled() {
      if (waiting.length > 0) writing ??= writeAll()
      await writing
      if (failure !== undefined) throw failure.error
    },
  }
  return keeper
}
