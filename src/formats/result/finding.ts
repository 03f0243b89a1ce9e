/** One way in which a result is not what it should be. */
export type Finding =
  /** A unit reads back as something else than was written: keep its source. */
  | {
      readonly kind: 'text'
      readonly index: number
      readonly path: string
      readonly expected: string
      readonly found: string
    }
  /**
   * Outside every edited range a byte changed; its offset in the result. Comparison of these bytes ends there. Of a package it is
   * the offset in the member, or without a member in what belongs to the package itself.
   */
  | { readonly kind: 'bytes'; readonly offset: number; readonly member?: string | undefined }
  /** From this unit on the result has other units than the original. Comparison of units ends there. */
  | { readonly kind: 'structure'; readonly index: number; readonly path: string }
  /** The result can no longer be read as its format. */
  | { readonly kind: 'unreadable'; readonly message: string }
