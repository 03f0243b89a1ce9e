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

/** Segments that wait to be written. */
class Waiting {
  #kept: Kept[] = []
  #characters = 0
  /** When the first of them came, in milliseconds. */
  #since = 0

  get isEmpty(): boolean {
    return this.#kept.length === 0
  }

  /** They are enough for one write, or have waited for long enough. */
  get isDue(): boolean {
    if (this.#kept.length > MOST_WAITING || this.#characters > MOST_CHARACTERS) return true
    return !this.isEmpty && performance.now() - this.#since > LONGEST_WAIT_MS
  }

  add(kept: Kept): void {
    if (this.isEmpty) this.#since = performance.now()
    this.#kept.push(kept)
    this.#characters += kept.text.length
  }

  take(): readonly Kept[] {
    const kept = this.#kept
    this.#kept = []
    this.#characters = 0
    return kept
  }
}

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
  const waiting = new Waiting()
  let charge = { used: 0, ended: 0 }
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function writeAll(): Promise<void> {
    // Segments that come in the same turn are written with the first.
    await otherTurns()
    while ((!waiting.isEmpty || charge.used > 0 || charge.ended > 0) && failure === undefined) {
      const rows = waiting.take()
      const costs = charge
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

  return {
    keep(kept) {
      waiting.add(kept)
      if (charged || waiting.isDue) writing ??= writeAll()
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
      return waiting.isDue
    },
    async settled() {
      if (!waiting.isEmpty) writing ??= writeAll()
      await writing
      if (failure !== undefined) throw failure.error
    },
  }
}
