/** One difference between a result and what it should be. */
export type Finding =
  /** A unit reads back as another text than was written. The source of the unit must be kept instead. */
  | {
      readonly kind: 'text'
      readonly index: number
      readonly path: string
      readonly expected: string
      readonly found: string
    }
  /**
   * A byte outside all edited ranges changed. `offset` is its place in the result; in a package, its place in the member, or, without
   * a member, in the data of the package itself. Bytes after it are not compared.
   */
  | { readonly kind: 'bytes'; readonly offset: number; readonly member?: string | undefined }
  /** From this unit on, the result has other units than the original. Later units are not compared. */
  | { readonly kind: 'structure'; readonly index: number; readonly path: string }
  /** The result can no longer be read as its format. */
  | { readonly kind: 'unreadable'; readonly message: string }
