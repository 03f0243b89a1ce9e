/** What a file of terms holds, whatever it is written in. */

/** How a term stands among those of its concept: whoever keeps the file prefers it, says nothing, allows it, or wants it no more. */
export type TermStanding = 'preferred' | 'unsaid' | 'admitted' | 'deprecated'

export interface ConceptTerm {
  readonly text: string
  readonly standing: TermStanding
  /** What the file says of this term alone. */
  readonly note?: string | undefined
}

/** One thing and what it is called: a concept of TBX, a unit of TMX, a row of a table. */
export interface Concept {
  /** The line of the file that it begins in, from 1. */
  readonly line: number
  /** By language tag, each list in the order of the file. */
  readonly terms: ReadonlyMap<string, readonly ConceptTerm[]>
  readonly note?: string | undefined
  /** Absent where the file does not say it. */
  readonly case_sensitive?: boolean | undefined
}

export interface ConceptFile {
  /** The language that the file says it is written in first; it may have no term in it. */
  readonly source?: string | undefined
  readonly concepts: readonly Concept[]
}
