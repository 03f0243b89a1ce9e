/** The words of this room: what is checked, under which conditions, and what a check finds. */

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
 * `refuse`: it must not be written; after one repair the source stays. `repair`: worth asking for once more, but better written
 * than left out. `note`: reported, nothing else.
 */
export type Severity = 'refuse' | 'repair' | 'note'

/** What is wrong with a translation. `message` is for a model and for a person, and names the exact thing. */
export interface Issue {
  readonly kind: IssueKind
  readonly severity: Severity
  readonly message: string
}

/** What a translation is checked against. Pass the same glossary array for all segments of a job: its terms are read once. */
export interface Conditions extends FixedWords {
  readonly source: string
  readonly target: string
  /** True where spreadsheets open the file: they run a cell that begins like a formula. */
  readonly spreadsheet?: boolean
}

/** The fields of a segment that checks read; a unit of a file has them all. */
export interface Checked {
  readonly text: string
  readonly syntax?: PlaceholderSyntax | undefined
  readonly note?: string | undefined
  readonly max_length?: number | undefined
}

/** One rule: the issues of a translation, none where the rule is kept. */
export type Check = (segment: Checked, translation: string, conditions: Conditions) => readonly Issue[]

const HEAVIEST_FIRST: readonly Severity[] = ['refuse', 'repair', 'note']

/** The heaviest severity among issues; undefined where there are none. */
export function worstOf(issues: readonly Issue[]): Severity | undefined {
  return HEAVIEST_FIRST.find(severity => issues.some(issue => issue.severity === severity))
}
