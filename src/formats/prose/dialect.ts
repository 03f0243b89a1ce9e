/** What a language of prose tells of its files. All offsets are characters of the whole text. */
import type { Reason } from '../format.ts'

/** The kinds of blocks, as their addresses name them. `h` is a heading; `title` the title or caption of a block; `meta` says something of the document. */
export type ProseKind = 'h' | 'p' | 'li' | 'quote' | 'note' | 'cell' | 'title' | 'alt' | 'meta' | 'code' | 'comment'

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A text on lines that others lie beside: what they are drawn in is written as a whole, with the last of them. */
export interface TextBeside {
  /** What is drawn, with all its texts. */
  readonly whole: TextRange
  /** The text as it stands there, on its own lines. */
  readonly raw: string
  /** The last of the texts. */
  readonly isLast: boolean
  /** A text on lines as wide as there is room; undefined where a word is too wide to be drawn. `begins`: whether a word may begin a line. */
  onLines(line: string, begins: (word: string) => boolean): string | undefined
  /** Takes what stands in place of the text when it is drawn. */
  put(written: string): void
  /** What is drawn; undefined where nothing was put. */
  draw(eol: string): string | undefined
}

/** How the text of a cell stands in its table. */
export interface CellNotation {
  /** Cells behind bars, values with commas between them, or values with colons. */
  readonly format: 'psv' | 'csv' | 'dsv'
  readonly separator: string
  /** Of a cell that holds blocks. */
  readonly isDocument: boolean
  /** Quotation marks: the text is in them, may be put in them, or neither. */
  readonly quotes: 'around' | 'possible' | 'none'
}

/** A stretch of text, or of what is left as it is. */
export interface ProseBlock extends TextRange {
  readonly kind: ProseKind
  /** Of a heading: from 1. Of other blocks: 0. */
  readonly level: number
  /** How it may be broken into lines: only where it has several already, or not at all. `kept`: it has several, and has to have them. */
  readonly lines: 'several' | 'one' | 'kept'
  readonly left_out?: Reason | undefined
  /** Why, in words that end a sentence, where the reason alone says too little. */
  readonly because?: string | undefined
  /** The lines around a title that are as wide as it is. */
  readonly adornments?: readonly TextRange[] | undefined
  /** Where others lie beside it. Its range is that of its first line then, or only its place behind the text before it. */
  readonly drawn?: TextBeside | undefined
  /** Of a text in tables of values: how it stands in each of them, the outermost first. */
  readonly cells?: readonly CellNotation[] | undefined
  /** What the language itself needs to know to write the text. */
  readonly place?: string | undefined
}

/** The inside of a text. `open`, `close` and a code are as the file writes them, on one line. */
export type ProseNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'group'; readonly open: string; readonly close: string; readonly children: readonly ProseNode[] }

/** What is written, in order. */
export interface ProsePiece {
  readonly kind: 'text' | 'code' | 'open' | 'close'
  readonly text: string
}

/** A file that is being read. */
export interface ProseDocument {
  readonly blocks: readonly ProseBlock[]
  /** The inside of a text, whose lines are joined: `\n` stands only where the language breaks a line on purpose. */
  inline(line: string, block: ProseBlock): readonly ProseNode[]
  /** The ways to write a text, the plainest first. That which reads back is taken. */
  writings(pieces: readonly ProsePiece[], block: ProseBlock): readonly string[]
  /** Whether what is written, broken into lines, still is the block that `raw` is. */
  isSame(written: string, raw: string, block: ProseBlock): boolean
}

export interface ProseDialect {
  /** What the addresses of its units begin with. */
  readonly scheme: string
  /** @throws {FormatError} too_deep, malformed */
  open(text: string): ProseDocument
  /** Whether a line of a text is broken on purpose, so that the break belongs to the text. */
  isBreak(line: string): boolean
  /** How long the line under a title is that is as wide as it. */
  width(title: string): number
  /** What may begin a line of a paragraph without beginning anything else. */
  readonly begins_line: RegExp
}
