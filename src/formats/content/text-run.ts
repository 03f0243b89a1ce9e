/**
 * A stretch of a text: `text` is for the translator, `code` is kept as it is. The runs of a text, joined in their order, are
 * that text.
 */
export interface TextRun {
  readonly kind: 'text' | 'code'
  readonly text: string
}
