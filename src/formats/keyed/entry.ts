/** Catalogues that are a list of entries, each a key and a text, perhaps in sections: what their formats have in common. */
import type { Charset, PlaceholderSyntax, Reason, Unit } from '../format.ts'

/** One entry as its file has it. Places count characters of the decoded text. */
export interface KeyedEntry {
  /** Its section, where the file has sections, and its key, decoded. */
  readonly keys: readonly string[]
  /** Where the text is, without its quotes. */
  readonly start: number
  readonly end: number
  /** What the text says, decoded. Line breaks are `\n`. */
  readonly text: string
  /** The whole entry with the comments above it, in whole lines with their line ends. */
  readonly from: number
  readonly to: number
  /** The line of the entry itself, below its comments. */
  readonly line: number
  /** What the comments above it say. */
  readonly note?: string | undefined
  readonly left_out?: Reason | undefined
  readonly syntax?: PlaceholderSyntax | undefined
  readonly max_length?: number | undefined
  /** What it is one of several forms of, as part of its path, and the numbers that it is for. */
  readonly form?: { readonly of: readonly string[]; readonly numbers: string | undefined } | undefined
  /** Present for a form that the file lacks: its text is that of another, and it is written between these, where nothing is (`start` is `end`). */
  readonly made?: MadeForm | undefined
  /** The section that it is in, where its keys do not say that. */
  readonly section?: string | undefined
  /** What the whole file is called, where programs read it. */
  readonly kind?: string | undefined
  /** How the text is written beyond its quotes and escapes, as the syntax calls it. */
  readonly manner?: string | undefined
  /** Nothing in the file shows that manner: a text that comes from another file keeps its own. */
  readonly unsure?: true | undefined
}

export interface MadeForm {
  readonly before: string
  readonly after: string
  /** What it is written like, still escaped. */
  readonly raw: string
}

/** A unit that knows how it is written. */
export interface KeyedUnit extends Unit {
  readonly manner?: string | undefined
  readonly made?: MadeForm | undefined
}

/** Where a section begins: the lines in front of its entries. `alone`: it holds nothing but these. */
export interface SectionHead {
  readonly from: number
  readonly to: number
  readonly alone: boolean
}

/** What is read of a file. */
export interface KeyedFile {
  readonly entries: readonly KeyedEntry[]
  /** Where the entries of each section end, by its name, in characters. Absent where the file has no sections. */
  readonly sections?: ReadonlyMap<string, number> | undefined
  /** The sections that come and go with their entries, by their names. */
  readonly heads?: ReadonlyMap<string, SectionHead> | undefined
}

/** How a text is written. */
export interface WrittenAs {
  /** What stood in its place, still escaped. */
  readonly raw: string
  /** What the file is in; `us-ascii` where all characters beyond ASCII have to be escaped. */
  readonly charset: Charset
  /** The line end of the file. */
  readonly eol: string
  /** As `KeyedEntry.manner`. */
  readonly manner?: string | undefined
}

/** The syntax of a kind of catalogues. */
export interface KeyedSyntax {
  /** What paths begin with: `properties`. */
  readonly scheme: string
  /**
   * The entries of a file, with the plural forms that a language needs besides, as a BCP 47 tag; undefined while none is known.
   * @throws {FormatError} malformed, with its line
   */
  read(text: string, language?: string): KeyedFile
  /** A text as it is written, with escapes where its charset lacks a character. Undefined where it cannot be. */
  write(text: string, as: WrittenAs): string | undefined
  /** Whether a file escapes all characters beyond ASCII, or has to since it has none. */
  isAscii(text: string): boolean
  /** A line of a comment, without its end. */
  comment(said: string): string
  /** The line that begins a section, without its end. Absent where there are none. */
  section?(name: string): string
}
