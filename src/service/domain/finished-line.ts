import type { PlaceholderSyntax } from '../../formats/index.ts'

/** Which lines of a finished translation are asked for: those of these numbers, or those that a text is found in. */
export interface LinesAsked {
  readonly batch_id: string
  readonly language: string
  readonly wanted:
    | { readonly numbers: readonly number[] }
    /** An empty `search` is found everywhere. Of those found from the number `from` on, the first `limit` are given. */
    | { readonly search: string; readonly from: number; readonly limit: number }
}

/** A line of a finished translation: a text of the file, which equal texts share. */
export interface FinishedLine {
  readonly number: number
  readonly source_hash: string
  readonly text: string
  readonly syntax?: PlaceholderSyntax
  readonly sense?: string
  readonly slot?: string
  readonly note?: string
  readonly max_length?: number
  readonly part: string
  /** Where its first place is: its key, its context, or its row and column; null where the file does not say. */
  readonly key: string | null
  /** Text and translation as a model sees them. The translation is null where the source was kept without one. */
  readonly shown: { readonly text: string; readonly translation: string | null; readonly suspicious: boolean }
  readonly finding: string | null
  /** How many places of the file have it. */
  readonly places: number
}

export interface LinesFound {
  /** By number. */
  readonly lines: readonly FinishedLine[]
  /** How many there are in all, from `from` on. */
  readonly count: number
}
