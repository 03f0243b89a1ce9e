/** A stretch of a page, in characters. */
export interface Stretch {
  readonly start: number
  readonly end: number
}
