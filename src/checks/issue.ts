/** The types of this room: what is checked, under which conditions, and what a check finds. */

import type { FixedWords } from './glossary-terms.ts'
import type { Pair } from './pair.ts'

/**
 * What follows from an issue. `refuse`: the translation must not be written; it is asked for once more, and if that fails the source
 * stays. `doubt`: the translation is asked for once more, but it is written in any case and flagged. `note`: the issue is only reported.
 */
export type Severity = 'refuse' | 'doubt' | 'note'

/** What is wrong with a translation. `message` is for a model and for a person, and names exactly what is wrong. */
export interface Issue {
  /** The name of the check that found it (registry.ts). */
  readonly kind: string
  readonly severity: Severity
  readonly message: string
}

/** What a translation is checked against. Pass the same arrays of terms for all segments of a batch: see `termSearchFor`. */
export interface Conditions extends FixedWords {
  readonly source: string
  readonly target: string
  /** True if spreadsheets open the file: they run a cell that begins like a formula. */
  readonly spreadsheet?: boolean
  /** Names of checks that are switched off. */
  readonly unchecked?: readonly string[] | undefined
}

/** What a check finds wrong. Its severity is that of the check, unless it is said here. */
export interface Flaw {
  readonly severity?: Severity
  readonly message: string
}

/** Looks at one translation, and gives what is wrong with it; nothing if all is well. */
export type Find = (pair: Pair, conditions: Conditions) => readonly Flaw[]

/** What is told of a check. */
export interface AboutCheck {
  /** Stable: people switch checks off by it. */
  readonly name: string
  /** The heaviest severity that it gives. */
  readonly severity: Severity
  /** What it looks at, in one sentence. */
  readonly about: string
  /** True where it keeps a file whole or its reader safe: nobody switches it off. */
  readonly always?: true
}

/** A check as data. */
export interface Check extends AboutCheck {
  readonly find: Find
}

const HEAVIEST_FIRST: readonly Severity[] = ['refuse', 'doubt', 'note']

/** The heaviest severity among issues; undefined where there are none. */
export function worstOf(issues: readonly Issue[]): Severity | undefined {
  return HEAVIEST_FIRST.find(severity => issues.some(issue => issue.severity === severity))
}
