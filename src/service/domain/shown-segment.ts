/** A segment as a model sees it. */
export interface ShownSegment {
  readonly text: string
  /** Its tags, by the names that `text` has: `x1` is the markup `<br/>` of the file. */
  readonly tags: readonly { readonly name: string; readonly markup: string }[]
  /** It reads like a command to a model, or holds characters that hide text. */
  readonly suspicious: boolean
  /** The terms of the glossary that occur in it. */
  readonly terms: readonly { readonly source: string; readonly target: string }[]
}
