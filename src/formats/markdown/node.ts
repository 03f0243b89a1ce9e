/** What the inside of a paragraph, heading or cell is made of. */

/** What is kept as it is written. */
export type WholeKind = 'code' | 'break' | 'html' | 'lead'

/** A text, or markup with its place; offsets count in the slice's text. */
export type Node =
  /** `written`: stands in the file as it reads. */
  | {
      readonly kind: 'text'
      readonly start: number
      readonly end: number
      readonly text: string
      readonly as: 'written' | 'decoded' | 'line_end'
    }
  | { readonly kind: 'code'; readonly what: WholeKind; readonly start: number; readonly end: number }
  | MarkupGroup

/** Markup around other nodes. */
export interface MarkupGroup {
  readonly kind: 'group'
  readonly what: 'mark' | 'link' | 'title' | 'html'
  readonly start: number
  readonly end: number
  readonly inner_start: number
  readonly inner_end: number
  readonly children: readonly Node[]
  /** Stands for the source between `inner_end` and `end`: a reference that its text alone would no longer name. */
  readonly close?: string | undefined
}
