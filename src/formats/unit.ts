/** What a format finds in a file: units of text, with their places. Offsets are always bytes of the original file, or of a member of a package. */

/** How text is written as bytes. `legacy:` is followed by the name that a file declares. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'us-ascii' | `legacy:${string}`

/** Why a unit is found but not translated by default. */
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
  'other_language',
  'comment',
  'settings',
  'beside',
  'on_request',
  'deleted',
  'computed',
  'referred_to',
  'person',
  'no_text_layer',
  'form_field',
  'repeated',
  'unreadable',
  'not_taken',
  'reading',
] as const
export type Reason = (typeof REASONS)[number]

/**
 * How placeholders are written in a text. `general`: only codes that are clear without help from the file; `printf`: the file says
 * that the text is a printf format, so doubtful codes such as `% d` count too; `icu`: a message of ICU MessageFormat; `shell`:
 * `$name` counts too; `tilde`: the directives of Scheme and Lisp, `~a`, count too; `boost`: `%1%` counts too; `laravel`: `:name` counts too; `dollar`:
 * `$1` counts alone, too. Absent: `general`.
 */
export const PLACEHOLDER_SYNTAXES = [
  'general',
  'printf',
  'icu',
  'shell',
  'tilde',
  'boost',
  'laravel',
  'dollar',
] as const
export type PlaceholderSyntax = (typeof PLACEHOLDER_SYNTAXES)[number]

/** The kinds of pieces in a document that hold text for its readers. An instruction can choose among them. */
export const TEXT_KINDS = [
  'heading',
  'paragraph',
  'list',
  'quote',
  'footnote',
  'table',
  'link title',
  'alt text',
  'header',
  'comment',
  'speaker note',
  'chart',
  'text box',
] as const

/** What a piece of a document is. `metadata` is a value of the front matter; `code` and `html` are whole blocks. */
export type UnitKind = (typeof TEXT_KINDS)[number] | 'code' | 'html' | 'metadata'

/**
 * What a file says of a unit besides its comment, for whoever translates it. All of it is text of the file, but `kind`. Translations
 * never depend on it being there.
 */
export interface UnitContext {
  /** In files of keys: its whole key, `menu.file.open`. */
  readonly key?: string | undefined
  /** In a document: what it is, as people say it: `heading 2`, `list item`, `cell`, `alt text`. */
  readonly kind?: string | undefined
  /** In a table: what its row and its column are called, or their numbers from 1. */
  readonly row?: string | undefined
  readonly column?: string | undefined
  /** The context that tells equal messages apart (`msgctxt`). */
  readonly context?: string | undefined
  /** Where programs use it: `src/dialog.c:12 src/menu.c:7`. */
  readonly references?: string | undefined
  /** The source text of an earlier version, from which `present` was translated. */
  readonly previous?: string | undefined
  /** The translation that the file has now, which is not taken over: it is marked as fuzzy, or was asked for again. */
  readonly present?: string | undefined
  /** What placeholders and opaque tags stand for, by how they are written in `Unit.text`: `{count}`, `x1`. */
  readonly stands_for?: Readonly<Record<string, string>> | undefined
}

/** What the units of a file can be numbered by. */
export const ORDINALS = ['row', 'paragraph', 'cue', 'slide', 'page'] as const

/** One piece of text with its place in the file. */
export interface Unit {
  /** Running number in the file, from 0; left-out units count too. */
  readonly index: number
  /** Its address: `json:/a/b/0` (RFC 6901), `text:p12`. */
  readonly path: string
  /** The part it belongs to, as people name it: `menu.file.open` for JSON, `paragraph` for text. */
  readonly part: string
  /** In a document: what kind of piece the unit is. Absent in all other formats. */
  readonly kind?: UnitKind | undefined
  /** Its number, from 1, in what `Traits.ordinals` counts. In a table: the number of its row as spreadsheets show it. */
  readonly ordinal?: number | undefined
  /** The name of the package member that the range is in. Absent: the range is in the file itself. */
  readonly member?: string | undefined
  /** In a parcel: the name of the file that the unit is of, which is written or left as it is by itself. Units of one file follow each other. */
  readonly file?: string | undefined
  /** Byte range of the original file, or of its member, that a translation replaces; quotes, indents and markers stay outside. */
  readonly start: number
  readonly end: number
  /** What a translator sees, decoded. Line breaks are always `\n`. */
  readonly text: string
  /**
   * The text as the file has it, still escaped: the translation is written in the same style. Absent where the format does not
   * need it for writing.
   */
  readonly raw?: string | undefined
  /** The charset that the translation is encoded in; `us-ascii` where the format escapes all other characters. */
  readonly charset: Charset
  /** The line end to write, where the translation may have several lines. */
  readonly eol?: string | undefined
  /** Present: the unit is found but not translated by default, for this reason. */
  readonly left_out?: Reason | undefined
  /** Why it is left out, in words that end a sentence, where the reason alone says too little. */
  readonly because?: string | undefined
  readonly syntax?: PlaceholderSyntax | undefined
  /** Units with the same group belong together: plural forms of one message. With a `target` they are written all or not at all. */
  readonly group?: string | undefined
  /** What the file itself marks the entry with: `fuzzy`, `c-format`. */
  readonly flags?: readonly string[] | undefined
  /** The comment for the translator that the file has. */
  readonly note?: string | undefined
  /** The most characters its translation may have, where the file says so. */
  readonly max_length?: number | undefined
  /** About how many characters the place of the text shows, where it is measured. A longer translation is written, and said to be so. */
  readonly room?: number | undefined
  readonly context?: UnitContext | undefined
  /** The context of a message, or the numbers of a plural form. Equal texts with a different sense are translated separately. */
  readonly sense?: string | undefined
  /**
   * The kind of place that the text has in its file, the same for all items of a list: `menu.*.title` in JSON, the name of the column in
   * a table. Equal short texts in different slots may mean different things. Absent where texts have no names.
   */
  readonly slot?: string | undefined
  /**
   * Present in files that hold the translation beside the source: the translation that the file has now, which may be empty.
   * The byte range is then that of the translation. `text` is the source, which is never changed.
   */
  readonly target?: string | undefined
  /** True where `target` is of another shape than the source: its forms and parts are its own, and their codes need not be those of the text. */
  readonly other_shape?: true | undefined
  /**
   * In a file that holds one language: what the range reads back as in a result of another one if nothing is translated, where that is
   * not `text`. No text of the old language stays in the catalogue of a new one: it is empty there.
   */
  readonly unwritten?: string | undefined
}
