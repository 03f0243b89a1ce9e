/** A segment as a model sees it. */
export interface ShownSegment {
  readonly text: string
  /** It reads like a command to a model, or holds characters that hide text. */
  readonly suspicious: boolean
  /** The terms of the glossary that occur in it. */
  readonly terms: readonly { readonly source: string; readonly target: string }[]
}
