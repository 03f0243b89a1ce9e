/**
 * The types of this room: what a format finds in a file, and the error it throws. Offsets are always bytes of the original file
 * (or of a member of a package); text is always decoded.
 */
import type { Family } from '../contract/formats.ts'
import type { Charset, ORDINALS, Reason, Unit } from './unit.ts'

export type { Charset, PlaceholderSyntax, Reason, Unit, UnitContext, UnitKind } from './unit.ts'
export { ORDINALS, PLACEHOLDER_SYNTAXES, REASONS, TEXT_KINDS } from './unit.ts'

/** What a result is written in, and what its file may say of it. */
export interface Target {
  /** A BCP 47 tag. */
  readonly language: string
  /** Who translated, and when (milliseconds since 1970), for files that have a place to say it. Absent: such places are kept. */
  readonly made?: { readonly by: string; readonly at: number } | undefined
  /** True where every text that is written gets the file's own mark for what somebody has to look at: `fuzzy`. */
  readonly unreviewed?: boolean | undefined
}

/** What a file itself says of its languages, as BCP 47 tags. What it does not say is absent. */
export interface FileLanguages {
  /** The language that its texts are in: `source-language` of XLIFF, `lang` of HTML, the key that is the root of a Rails file. */
  readonly source?: string | undefined
  /** The language that its translations are in: `Language` of a PO catalogue, `target-language` of XLIFF. */
  readonly target?: string | undefined
  /**
   * The file holds every language beside the others, as a table with a column for each. Translations into several languages are then
   * written into one file, one after the other.
   */
  readonly several?: true | undefined
}

export interface ScanOptions<U extends Unit = Unit> {
  /** For formats whose units depend on the target language (plural forms, columns of languages). Absent while a file is surveyed. */
  readonly target?: Target
  /** The language of the texts, as a BCP 47 tag, where a person said it or the file shows it. Absent while a file is surveyed. */
  readonly source?: string | undefined
  /** The language of the translations that the file has, as a BCP 47 tag, where its name or its folder says it. What the file says counts first. */
  readonly held?: string | undefined
  /**
   * Set when a result is read again: the file that the result was made from. A format guesses delimiters and headings from this
   * original, so that no translation can change how the result is read.
   */
  readonly original?: Open
  /**
   * Set with it where units are compared one by one: a unit of the original by its path. Known is each that comes with the unit that is asked for next, or before it; a format that
   * needs no more need not read the original again.
   */
  readonly beside?: (path: string) => U | undefined
  /** True where a person asks for a part although it is left out for this reason: each of its texts is then looked at by itself. */
  readonly asked?: (part: string, reason: Reason) => boolean
}

/** `bytes` replace the bytes of the original from `start` up to, not including, `end`. A string is written as UTF-8. */
export interface Edit {
  /** The name of the package member to change: offsets then count in its content. Absent: offsets count in the file itself. */
  readonly member?: string | undefined
  /** The name of a member of that member, where it is a package itself: offsets then count in the content of this one. */
  readonly inner?: string | undefined
  readonly start: number
  readonly end: number
  readonly bytes: Uint8Array | string
}

/** Reading a file from any place on, as packages need it, whose directory is at their end. `size` is its length in bytes. */
export interface Ranges {
  size(): Promise<number>
  /** The bytes from `start` up to, not including, `end`, which lie inside the file. Holds nothing open once its stream has ended. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** The bytes of a file from its beginning on, in chunks of any size. Of a stream without `ranges`, which only disks have, a package is held. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  readonly ranges?: Ranges | undefined
}

/** A file that can be read from its beginning more than once. */
export type Open = () => ByteStream

/** One entry of a package: a member, or, without a name, data of the package itself. */
export interface PackageEntry {
  readonly member?: string | undefined
  /** The bytes; those of a member are unpacked. Read at most once, before the next entry is asked for, and perhaps only in part. */
  readonly content: ByteStream
  /** The bytes of a member as they lie in the package, read instead of `content`. */
  readonly packed?: ByteStream | undefined
}

/** How a package of members, such as a zip file, is taken apart and put together again. Every edit of such a format names a member. */
export interface Packaging {
  /**
   * All entries of a package, in its order: its members, each name once, and the data of the package itself. That data leaves out
   * whatever follows from the contents: lengths, checksums, offsets. Verification compares the entries of a result and its original.
   * @throws {FormatError} while iterating
   */
  entries(open: Open): AsyncIterable<PackageEntry>
  /**
   * The package with new contents: `changes` names the members to change, each with a function from its old content to its new
   * one. All other members are copied as they are, still packed.
   * @throws {FormatError} while iterating
   */
  repack(open: Open, changes: ReadonlyMap<string, (content: ByteStream) => ByteStream>): ByteStream
}

/** What a format knows of the charsets of its files, where some are in a legacy charset. */
export interface Encoding {
  /** The charset of a file. It may read no further than it needs. @throws {FormatError} as `scan` */
  of(source: ByteStream): Promise<Charset>
  /**
   * The beginning of a file that is in a legacy charset and becomes UTF-8, changed so that it says so: in its header, or by a byte order
   * mark. `head` is the whole file, or its first 65,536 characters and more. Nothing else is changed.
   */
  saysUtf8(head: string): string
}

/**
 * What is true of all files of a format. Other rooms read these traits and never compare the name of a format, so a new format
 * needs no change outside its folder. An absent trait means no.
 */
export interface Traits {
  /** The file holds the translation beside its source. A language in the name of such a file is the target language. */
  readonly bilingual?: true
  /**
   * Every such file holds all languages beside each other (`FileLanguages.several`), the source among them: what it is translated into
   * is written into itself.
   */
  readonly holds_languages?: true
  /** Spreadsheets open the file, and run a cell that begins like a formula. */
  readonly spreadsheet?: true
  /** The format guesses which texts are not for translation; a person who names the part can overrule the guess. */
  readonly guesses?: true
  /**
   * The wording decides where units begin and end, so a translated file may have other units than its original. Verification then
   * reads back each range that was written, instead of comparing the two lists of units.
   */
  readonly cut_by_wording?: true
  /** Where a line of a text breaks says nothing: a translation is written with other line breaks, and is the same. */
  readonly free_line_breaks?: true
  /**
   * Which units there are, what they say, or which of them are left out depends on the target: a message has a unit for each of its plural
   * forms, a table has the translations of some languages. A plan then counts each language by itself.
   */
  readonly units_by_target?: true
  /** What people call a part: “the column notes”. Absent where they say only its name: keys, contexts. */
  readonly part_noun?: 'column' | 'section'
  /** What separates the levels in the name of a part, outermost first: `.` in `menu.file`. Absent: a part has one level. */
  readonly part_separator?: string
  /** What `Unit.ordinal` counts. */
  readonly ordinals?: (typeof ORDINALS)[number]
  /** What each text gets that is written as not reviewed (`Target.unreviewed`), in words: `the mark “fuzzy”`. Absent where such a file has no mark. */
  readonly review_mark?: string
  /** What is never translated in such files, in the words that people may use for it in an instruction. */
  readonly never?: readonly string[]
  /** What people call such files besides their extensions, as one word in small letters: `markdown`. */
  readonly called?: readonly string[]
  /** Whether results have the pages of their files: always, or where a person asks for that (`Format.same_pages`). Absent where there are none. */
  readonly pages?: 'kept' | 'on_request'
  /** The file holds files of other formats. A part begins with the name of its file, and what separates the levels follows it. */
  readonly holds_files?: true
}

/**
 * What a file in another language gains from its source, and what it loses. All three files are of one format. A text is named by the path
 * that its unit has in the source (`Unit.path`), also where the key that is the root of the file names another language.
 */
export interface Merge {
  /** The file that all texts come from. */
  readonly source: Uint8Array
  /** The source with the texts to take over in their places, as `rewrite` gives it: in the language of the file that changes. */
  readonly from: Uint8Array
  /**
   * What the file gets from `from`. A text that it has is replaced. One that it lacks is inserted with all that belongs to it (comment, note,
   * attributes), after the nearest text before it in `from` that the file has in the same place, else before the nearest after it, else
   * alone: what holds it is made where it is missing.
   */
  readonly take: ReadonlySet<string>
  /** What the file loses, with all that belongs to it; what holds nothing more then goes, too, but not what the file itself is. */
  readonly remove: ReadonlySet<string>
}

/** A unit with its translation; undefined where nothing was translated, or the source is kept. */
export interface Rendered<U extends Unit = Unit> {
  readonly unit: U
  readonly translation: string | undefined
}

/** Takes the index of a unit whose translation is not written, and why, in sentences for people: there is no room for it. */
export type Leave = (index: number, why: string) => void

/** What is true of a format before a file of it is opened: it stands apart, since loading a format itself takes far longer. */
export interface FormatFacts {
  readonly family: Family
  readonly extensions: readonly string[]
  readonly traits: Traits
}

/**
 * A format: how the text of a file is found, and how a translation is written in its place. A family extends `Unit` to `U` with what
 * its writing needs. `edits` is called only with units that `scan` of the same format made.
 */
export interface Format<U extends Unit = Unit> extends FormatFacts {
  /** Present where a file is a package of members. */
  readonly packaging?: Packaging
  /** Present where files may be in a legacy charset. */
  readonly encoding?: Encoding
  /**
   * What a file says of its languages. Absent where no file of the format says any. It may read no further than it needs.
   * @throws {FormatError} as `scan`
   */
  languages?(source: ByteStream): Promise<FileLanguages>
  /**
   * What a plan says of how the file is read and where its translations go, in sentences: what was taken for the headings of a table. Absent
   * or empty where there is nothing that people do not expect. `spoken` is the language of the texts. @throws {FormatError} as `scan`
   */
  remarks?(source: ByteStream, targets: readonly string[], spoken?: string): Promise<readonly string[]>
  /**
   * Whether the units of a file are others for other targets (`units_by_target`). It may say so where they are not, to be quick. Absent where
   * only scanning tells. @throws {FormatError} as `scan`
   */
  variesByTarget?(source: ByteStream): Promise<boolean>
  /** The units in file order; their ranges never overlap. @throws {FormatError} while iterating */
  scan(source: ByteStream, options?: ScanOptions<U>): AsyncIterable<U>
  /**
   * What a translation leaves as it is and by which files are known as translations of each other: keys, the cells of a table that are
   * left out; a few hundred at a time. Absent where paths and headings of the units say it. @throws {FormatError} while iterating
   */
  parts?(source: ByteStream): AsyncIterable<readonly string[]>
  /**
   * The edits that write a translation, sorted by start. Called for every unit in file order, and the edits of one unit begin after
   * those of the unit before. In a package, the edits of a member may come in any order: they are sorted before they are written.
   *
   * `translation` is undefined where nothing was translated. Such a unit may have edits, too: for example, a header gets the name of
   * the language. These edits are written only if another unit of the file is translated.
   *
   * There are no edits where the translation must not be written, for example a formula in a spreadsheet. Verification then finds
   * that the unit reads back as something else, and the source is kept.
   */
  edits(unit: U, translation: string | undefined, target: Target): readonly Edit[]
  /**
   * What a translation reads back as, where writing joins what says the same: two runs beside each other in one formatting are one. Absent
   * where each translation reads back as it is.
   */
  readsAs?(unit: U, translation: string): string
  /**
   * What a unit says and what it looks like, as one string: of the unit as a scan without `beside` gives it, or, with a translation, of what such a
   * scan of the result gives in its place. Equal strings mean that the translation reads back. Undefined where that is not known: the result is
   * then compared unit by unit. Absent where it never is known.
   */
  sign?(unit: U, translation?: string): string | undefined
  /** The traits of the file that a unit is of, where files hold files of other formats. Absent: those of the format. */
  traitsAt?(unit: U): Traits
  /**
   * The bytes of a result that is made anew from the units of its original, all of them in file order, where a file of the format has no places
   * to write into (`resultName` says what it becomes). Such a format gives no edits, and its bytes are not compared; its `scan` reads the result again, given the
   * original, and finds the same units with what the result says of each. Whoever writes says which translations it leaves out. Absent where results are
   * edited copies.
   */
  compose?(
    pieces: AsyncIterable<readonly Rendered<U>[]>,
    target: Target,
    original: Open,
    leave?: Leave,
  ): AsyncIterable<Uint8Array>
  /** The format of the same files for results that have their pages. Present where a person can ask for that (`Traits.pages`). */
  readonly same_pages?: Format<U>
  /**
   * Why no result of a file in these languages can be made, in sentences for people; undefined where there can be all. Absent where there always
   * can. @throws {FormatError} as `scan`
   */
  unfit?(source: ByteStream, targets: readonly string[]): Promise<string | undefined>
  /**
   * The edits of `there` that bring it the changes, sorted by start. What is inserted is written in the manner of `there`: its charset,
   * indents, quotes, escapes and line ends; all other bytes stay. A path that neither file has changes nothing. Absent where texts have no names.
   * @throws {FormatError} for a file that the format cannot read, before anything is changed
   */
  merge?(there: Uint8Array, change: Merge): Promise<readonly Edit[]>
  /**
   * The edits that write a comment for the translator beside units, by their paths, so that it reads back in `Unit.note`, sorted by start; a unit
   * that has no place for one is left out. `file` has a character for each byte. The comments are plain text of few lines.
   */
  noting?(file: string, units: readonly U[], notes: ReadonlyMap<string, string>): readonly Edit[]
  /**
   * Why a file can be neither side of `merge`, in a sentence for people; undefined where it can. Asked before anybody pays for texts, and
   * `merge` refuses such a file as malformed. Absent where every file of the format can be merged. @throws {FormatError} as `scan`
   */
  unmergeable?(source: ByteStream): Promise<string | undefined>
}

export type FormatErrorCode =
  | 'not_decodable'
  | 'malformed'
  | 'too_deep'
  | 'too_long_record'
  | 'overlapping_edits'
  | 'protected'
  | 'too_large'

/**
 * Thrown for a file that cannot be read in the format of its extension: `protected` by a password, `too_large` unpacked. `message` is for people: it says what to do, and names no
 * path. `line` and `column` count from 1; a column is a character.
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
