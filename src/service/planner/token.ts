import type { WordRole } from './lexicon.ts'
import type { Range } from './row-ranges.ts'

export type TokenKind = 'word' | 'quote' | 'language' | 'comma' | 'stop' | 'open' | 'close'

export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** As written; for a quote, the text inside it. */
  readonly text: string
  /** What the word may do; its place decides which. */
  readonly roles: ReadonlySet<WordRole>
  /** The tag of a language, or of a word that may be one. */
  readonly tag?: string
  /** A language only where one is expected: `de`, `it`, `polish`. */
  readonly doubtful?: boolean
  /** Acts on what stands before it: Japanese. */
  readonly postfix?: boolean
  /** The name of a part, or rows: nothing is joined to it. */
  readonly whole?: boolean
  /** Rows that are spoken of: `rows 2-50`. */
  readonly ranges?: readonly Range[]
}
