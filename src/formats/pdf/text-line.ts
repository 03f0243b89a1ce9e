/** What a line of text on a page is. */
import type { Fragment } from './fragments.ts'

export interface TextLine {
  readonly text: string
  readonly left: number
  readonly right: number
  /** The base line. */
  readonly y: number
  readonly size: number
  /** What it is made of, from the left. */
  readonly pieces: readonly Fragment[]
}
