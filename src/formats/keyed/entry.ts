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
  /** How the text is written beyond its quotes and escapes, as the syntax calls it. */
  readonly manner?: string | undefined
}

/** A unit that knows how it is written. */
export interface KeyedUnit extends Unit {
  readonly manner?: string | undefined
}

/** What is read of a file. */
export interface KeyedFile {
  readonly entries: readonly KeyedEntry[]
  /** Where the entries of each section end, by its name, in characters. Absent where the file has no sections. */
  readonly sections?: ReadonlyMap<string, number> | undefined
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
  /** @throws {FormatError} malformed, with its line */
  read(text: string): KeyedFile
  /** A text as it is written, with escapes where its charset lacks a character. Undefined where it cannot be. */
  write(text: string, as: WrittenAs): string | undefined
  /** Whether a file escapes all characters beyond ASCII, or has to since it has none. */
  isAscii(text: string): boolean
  /** A line of a comment, without its end. */
  comment(said: string): string
  /** The line that begins a section, without its end. Absent where there are none. */
  section?(name: string): string
}
