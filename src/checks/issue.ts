/** The types of this room: what is checked, under which conditions, and what a check finds. */

import type { PlaceholderSyntax } from '../formats/index.ts'
import type { FixedWords } from './glossary-terms.ts'

export type IssueKind =
  | 'empty'
  | 'untranslated'
  | 'placeholders'
  | 'codes'
  | 'numbers'
  | 'edges'
  | 'line_breaks'
  | 'length'
  | 'glossary'
  | 'script'
  | 'plural_categories'
  | 'formula'
  | 'doubt'

/**
 * What follows from an issue. `refuse`: the translation must not be written; it is asked for once more, and if that fails the source
 * stays. `repair`: the translation is asked for once more, but it is written in any case. `note`: the issue is only reported.
 */
export type Severity = 'refuse' | 'repair' | 'note'

/** What is wrong with a translation. `message` is for a model and for a person, and names exactly what is wrong. */
export interface Issue {
  readonly kind: IssueKind
  readonly severity: Severity
  readonly message: string
}

/** What a translation is checked against. Pass the same arrays of terms for all segments of a batch: see `termSearchFor`. */
export interface Conditions extends FixedWords {
  readonly source: string
  readonly target: string
  /** True if spreadsheets open the file: they run a cell that begins like a formula. */
  readonly spreadsheet?: boolean
}

/** The fields of a segment that checks read; a unit of a file has them all. */
export interface Checked {
  readonly text: string
  readonly syntax?: PlaceholderSyntax | undefined
  readonly note?: string | undefined
  readonly max_length?: number | undefined
}

/** One check: the issues of a translation, none if all is well. */
export type Check = (segment: Checked, translation: string, conditions: Conditions) => readonly Issue[]

const HEAVIEST_FIRST: readonly Severity[] = ['refuse', 'repair', 'note']

/** The heaviest severity among issues; undefined where there are none. */
export function worstOf(issues: readonly Issue[]): Severity | undefined {
  return HEAVIEST_FIRST.find(severity => issues.some(issue => issue.severity === severity))
}
