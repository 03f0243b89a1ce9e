/**
 * The words of this room: what a format finds in a file and how it says that something is wrong.
 * Offsets are always bytes of the original file; text is always decoded.
 */
import type { Family } from '../contract/formats.ts'

/** How text is written as bytes. `legacy:` is followed by the name that a file declares. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'us-ascii' | `legacy:${string}`

/** Why a unit is seen but not translated by default. */
export const REASONS = [
  'not_text',
  'number',
  'code',
  'url',
  'identifier',
  'empty',
  'already_translated',
  'do_not_translate',
  'formula',
  'hidden',
  'key',
  'obsolete',
  'metadata',
  'placeholder_only',
] as const
export type Reason = (typeof REASONS)[number]

/**
 * How placeholders are written in a text. `general`: every pattern that is plain in any text; `printf`: the file itself says
 * so, and doubtful codes such as `% d` count too; `icu`: a message of ICU MessageFormat; `shell`: `$name` counts too; `tilde`:
 * the directives of Scheme and Lisp, `~a`; `boost`: `%1%`. Absent means `general`.
 */
export const PLACEHOLDER_SYNTAXES = ['general', 'printf', 'icu', 'shell', 'tilde', 'boost'] as const
export type PlaceholderSyntax = (typeof PLACEHOLDER_SYNTAXES)[number]

/** The kinds of pieces in a document that hold text for its readers. An instruction can choose among them. */
export const TEXT_KINDS = ['heading', 'paragraph', 'list', 'quote', 'footnote', 'table', 'link title'] as const

/** What a piece of a document is. `metadata` is a value of the front matter; `code` and `html` are whole blocks. */
export type UnitKind = (typeof TEXT_KINDS)[number] | 'code' | 'html' | 'metadata'

/** What the units of a file can be numbered by. */
export const ORDINALS = ['row', 'paragraph'] as const

/** One piece of text with its place in the file. */
export interface Unit {
  /** Running number in the file, from 0; left-out units count too. */
  readonly index: number
  /** Its address: `json:/a/b/0` (RFC 6901), `text:p12`. */
  readonly path: string
  /** The part it belongs to, as people name it: `menu.file.open` for JSON, `paragraph` for text. */
  readonly part: string
  /** Of a document: what it is there. Absent in every other format. */
  readonly kind?: UnitKind | undefined
  /** Its number among what `Traits.ordinals` counts, from 1: the row of a table as spreadsheets count. */
  readonly ordinal?: number | undefined
  /** The member of a package that the range lies in, by its name. Absent: the file itself. */
  readonly member?: string | undefined
  /** Byte range of the original file, or of its member, that a translation replaces; quotes, indents and markers stay outside. */
  readonly start: number
  readonly end: number
  /** What a translator sees, decoded; line breaks are `\n` whatever the file uses. */
  readonly text: string
  /**
   * The same as it stands in the file, still escaped: the model for writing the translation in the file's own manner. Absent
   * where writing does not ask for it.
   */
  readonly raw?: string | undefined
  /** What the translation is encoded in; `us-ascii` where the format escapes everything else. */
  readonly charset: Charset
  /** The line end to use here, where the place may hold several lines. */
  readonly eol?: string | undefined
  /** Present: seen, but not translated by default. */
  readonly left_out?: Reason | undefined
  readonly syntax?: PlaceholderSyntax | undefined
  /** Units with the same group stay together: plural siblings. With a `target` they are written together or not at all. */
  readonly group?: string | undefined
  /** What the file itself marks the entry with: `fuzzy`, `c-format`. */
  readonly flags?: readonly string[] | undefined
  /** The file's own comment for the translator. */
  readonly note?: string | undefined
  /** The most characters its translation may have, where the file says so. */
  readonly max_length?: number | undefined
  /** What tells equal texts apart, which are then translated apart: the context of a message, the numbers of a plural form. */
  readonly sense?: string | undefined
  /**
   * Present in files that hold the translation beside the source: the translation that the file has now, perhaps an empty
   * one. The range is then the translation's, and `text` the source's, which is never touched.
   */
  readonly target?: string | undefined
}

/** What the result is written for; `language` is a BCP 47 tag. */
export interface Target {
  readonly language: string
}

export interface ScanOptions {
  /** For formats whose number of units depends on the language written (plural forms); absent while counting. */
  readonly target?: Target
  /**
   * Set when a result is read again: the file it was made from. What a format guesses (delimiters, headings), it guesses from
   * the original once, so that no translation can change how the result is read.
   */
  readonly original?: Open
  /** Whether what is left out of a part for a reason is asked for all the same: it is then no longer put together with others. */
  readonly asked?: (part: string, reason: Reason) => boolean
}

/** `bytes` take the place of the original's bytes from `start` up to, not including, `end`; a string stands for its UTF-8. */
export interface Edit {
  /** The member of a package whose content is changed, by its name; its bytes are then meant. Absent: the file itself. */
  readonly member?: string | undefined
  readonly start: number
  readonly end: number
  readonly bytes: Uint8Array | string
}

/** The bytes of a file from its beginning on, in chunks of any size. */
export type ByteStream = AsyncIterable<Uint8Array>

/** A file that can be read from its beginning more than once. */
export type Open = () => ByteStream

/** One entry of a package: a member, or without a name what belongs to the package itself. */
export interface PackageEntry {
  readonly member?: string | undefined
  /** Read once at most, perhaps in part, and before the next entry is asked for. Of a member: its content, unpacked. */
  readonly content: ByteStream
}

/**
 * How a file that is a package of members, such as a zip, is taken apart and put together again. All edits of such a format name a
 * member.
 */
export interface Packaging {
  /**
   * Everything a package holds, in its order: its members, each name once, and what belongs to the package itself. Of the latter
   * nothing that follows from the contents: no lengths, checksums, offsets. A result is compared with its original by this.
   * @throws {FormatError} while iterating
   */
  entries(open: Open): AsyncIterable<PackageEntry>
  /**
   * The package where each member in `changes` has the content that its function makes of the present one. All other members
   * are passed on as they stand, still packed. @throws {FormatError} while iterating
   */
  repack(open: Open, changes: ReadonlyMap<string, (content: ByteStream) => ByteStream>): ByteStream
}

/**
 * What is true of all files of a format. Others ask for these and never for the name of a format, so that a new one needs no
 * change outside its folder. What is not said is not so.
 */
export interface Traits {
  /** The file holds the translation beside its source. A language in the file's name is the one it is translated into. */
  readonly bilingual?: true
  /** Spreadsheets open the file, and run a cell that begins like a formula. */
  readonly spreadsheet?: true
  /** What is left out is a guess, and somebody who names the part may know better. Where it is not, code is plainly code. */
  readonly guesses?: true
  /**
   * Units are cut by how the text is worded, so that a translated file may be cut elsewhere. Verification then reads each
   * written range back instead of comparing the two lists of units.
   */
  readonly cut_by_wording?: true
  /** A message has a unit for each plural form of the language written. Without a target it has those of its source. */
  readonly forms_by_target?: true
  /** What people call its parts: “the column notes”. Absent where a part's name is said alone: keys, contexts. */
  readonly part_noun?: 'column' | 'section'
  /** The separator of the names in a part's name, from the outside in: `.` in `menu.file`. Absent: a part has one name. */
  readonly part_separator?: string
  /** What `Unit.ordinal` counts. */
  readonly ordinals?: (typeof ORDINALS)[number]
  /** What such files hold and is never translated, in the words that people may use for it in an instruction. */
  readonly never?: readonly string[]
}

/**
 * What a format is: how its text is found, and how a translation is written at that place. A family's own `U` holds what writing
 * takes beyond that; `edits` is only given back units that its own `scan` made.
 */
export interface Format<U extends Unit = Unit> {
  readonly family: Family
  readonly extensions: readonly string[]
  readonly traits: Traits
  /** Present where a file is a package of members. */
  readonly packaging?: Packaging
  /** Units in file order, ranges never overlapping. @throws {FormatError} while iterating */
  scan(source: ByteStream, options?: ScanOptions): AsyncIterable<U>
  /**
   * The edits that write a translation, sorted, none before the unit before; in a package this holds within each member.
   * Called for every unit in file order, with undefined where nothing was translated: a header that names the language is such a unit. Edits without a
   * translation are made only where the file has one elsewhere. None where the translation must not stand: it then
   * reads back as something else, and the source is kept.
   */
  edits(unit: U, translation: string | undefined, target: Target): readonly Edit[]
}

export type FormatErrorCode = 'not_decodable' | 'malformed' | 'too_deep' | 'too_long_record' | 'overlapping_edits'

/**
 * A file that cannot be read as what its name says. `message` is written for people, says what to do and names no path;
 * `line` and `column` count from 1, columns in characters.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError'
  readonly code: FormatErrorCode
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: FormatErrorCode, message: string, place?: { line: number; column: number }) {
    super(message)
    this.code = code
    this.line = place?.line
    this.column = place?.column
  }
}
