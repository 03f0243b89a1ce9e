/** What the inside of a paragraph, heading or cell is made of. */

/** The kinds of nodes that are copied unchanged. `lone`: tags alone on a line of a paragraph, with the line ends beside them. */
export type WholeKind = 'code' | 'break' | 'html' | 'lead' | 'lone'

/** A text, or markup with its place; offsets count in the slice's text. */
export type Node =
  /** `written`: as the file has it; `decoded`: from an escape or a reference; `line_end`: a blank for a line end. */
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
  /** `attribute`: a tag, with the value of one of its attributes inside. */
  readonly what: 'mark' | 'link' | 'title' | 'html' | 'attribute'
  readonly start: number
  readonly end: number
  readonly inner_start: number
  readonly inner_end: number
  readonly children: readonly Node[]
  /** Replaces the source between `inner_end` and `end`: for a reference whose translated text no longer names its target. */
  readonly close?: string | undefined
}

/** The markup that a tag stands for, as written in the file. `close` is set only for markup around text. */
export interface Code {
  readonly tag: string
  readonly open: string
  readonly close?: string
  /** Of a reference without a label of its own (`[text]`): its text, and how it ends as long as that is its text. */
  readonly named?: { readonly inside: string; readonly close: string }
}
