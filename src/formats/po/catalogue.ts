/** What is true of a whole PO catalogue, as its first part shows it, and a part of the catalogue that is being read. */
import { decode } from '../bytes/charset.ts'
import { exampleNumbers, type FormUse, type PluralForms, usesOf } from '../content/gettext-plurals.ts'
import type { Charset, Edit, Target } from '../format.ts'
import { charsetOfHeader, formsFor, type Header, headerOf, type Manner, ownForms } from './header.ts'
import { headerEdits } from './header-edits.ts'
import { areVarieties, languageSaid, saysKeys } from './language.ts'
import { PLAIN, type PoPlace, SINGLE } from './place.ts'
import { type Entry, malformed, type Part, type PoString, readEntries, type Span } from './reader.ts'
import { asWritten, type CatalogueReading, catalogueReading } from './reading.ts'
import { unescaped, type Wrapping } from './text.ts'

/** What is true of a whole catalogue that is read for a target language. Without a target, a plural message has two units. */
export interface Catalogue {
  readonly eol: string
  readonly charset: Charset
  readonly header: Header
  readonly wrapping: Wrapping
  /** How messages that need nothing special are written, and those that are emptied if they are not. */
  readonly plain: Layouts
  readonly emptied: Layouts
  /** Which strings are its source, and of which language the others are. */
  readonly reading: CatalogueReading
  /** The language that its header names. */
  readonly said: string | undefined
  /** The language that is translated into, as a BCP 47 tag. */
  readonly target: string | undefined
  /** The plural forms of the target. */
  readonly forms: PluralForms | undefined
  readonly uses: readonly FormUse[]
  /** For each of these forms, a number that takes it: not 1 where there is another. */
  readonly examples: readonly number[]
  /** The plural forms that its header names. */
  readonly own: PluralForms | undefined
  /** Every message that is written gets the flag `fuzzy`. */
  readonly unreviewed: boolean
  /** Edits of the header; none where it is already right for the language. */
  readonly header_edits: readonly Edit[]
  /** The header gets another number of plural forms, so entries that are not translated must change, too. */
  readonly recounted: boolean
}

/** A string of several lines begins below its keyword, or beside it. */
interface Layouts {
  readonly below: PoPlace
  readonly beside: PoPlace
}

function layoutsFor(wrapping: Wrapping, empties: boolean): Layouts {
  const below = { ...PLAIN, keyword: SINGLE, wrapping, empties }
  return { below, beside: { ...below, beside: true } }
}

/** A catalogue, and the part of it that is being read. */
export interface CataloguePart extends Catalogue, Manner {
  readonly part: Part
}

const BEYOND_ASCII = /[\x80-\xff]/g

/** Makes a part from its bytes. `base` is their byte offset in the file, `line` the number of their first line. */
export function partOf(bytes: Buffer, base: number, line: number, last: boolean): Part {
  return { view: bytes.toString('latin1'), base, line, last }
}

/**
 * Returns a function that gives the text of a span of a part. Spans are mostly asked for in order, so the function remembers how far the
 * text ahead is plain ASCII, which needs no decoding.
 */
function textOf(bytes: Buffer, { view, base }: Part, charset: Charset): (span: Span) => string {
  let from = 0
  let beyond = 0
  const isPlain = (start: number, end: number): boolean => {
    if (start < from || start > beyond) {
      from = start
      BEYOND_ASCII.lastIndex = start
      beyond = BEYOND_ASCII.test(view) ? BEYOND_ASCII.lastIndex - 1 : view.length
    }
    return end <= beyond
  }
  return ({ start, end }) => {
    if (isPlain(start - base, end - base)) return view.slice(start - base, end - base)
    if (charset === 'utf-8') return bytes.toString('utf8', start - base, end - base)
    return decode(bytes.subarray(start - base, end - base), charset)
  }
}

/** For whom a catalogue is read. */
export interface WantedCatalogue {
  readonly target?: Target | undefined
  /** The language of the texts, where it is known. */
  readonly source?: string | undefined
  /** The language of its translations by its name, where its header says none. */
  readonly held?: string | undefined
  /** How its original was read, where it is a result. */
  readonly original?: CatalogueReading | undefined
}

/** Reads from the first part of a file what is true of all of it. @throws {FormatError} malformed, not_decodable */
export function catalogueOf(head: Buffer, part: Part, { target, source, held, original }: WantedCatalogue): Catalogue {
  const entries: Entry[] = []
  readEntries(part, entry => entries.push(entry))
  const written = entries.find(isHeader)
  // The name of the charset is ASCII, in whatever charset the rest of the header is: it may name the language in its own letters.
  const charset = charsetOfHeader(headerOf(written, part.base, textOf(head, part, 'us-ascii')))
  const header = headerOf(written, part.base, textOf(head, part, charset))
  const eol = part.view.includes('\r\n') ? '\r\n' : '\n'
  const manner: Manner = { eol, charset, text: textOf(head, part, charset) }
  const plurals = entries.some(entry => entry.msgid_plural && !entry.obsolete)
  const own = ownForms(header)
  const said = languageOf(languageSaid(header.fields), held, source)
  const known = { keyed: saysKeys(header.fields), said, own, source, target: target?.language }
  const reading = original ? asWritten(original) : catalogueReading(samplesOf(entries, manner), known)
  const forms = target && formsFor(own, reading.other, target.language)
  const wrapping = { eol, width: widthOf(foldingOf(entries, part)) }
  const { other } = reading
  return {
    eol,
    charset,
    header,
    reading,
    said,
    target: target?.language,
    forms,
    wrapping,
    plain: layoutsFor(wrapping, false),
    emptied: layoutsFor(wrapping, true),
    uses: forms ? usesOf(forms) : [],
    examples: forms && reading.source === 'msgstr' ? exampleNumbers(forms) : [],
    own,
    unreviewed: target?.unreviewed === true,
    header_edits: target && forms ? headerEdits(header, { target, forms, other, plurals }, manner) : [],
    recounted: forms !== undefined && own?.count !== forms.count,
  }
}

/**
 * The language of the translations: what the header says, else the name of the file. A header that says the language of the source, which
 * many programs write by themselves, counts less than a name of another one.
 */
function languageOf(said: string | undefined, held: string | undefined, source: string | undefined) {
  const isSource = (tag: string): boolean => source !== undefined && areVarieties(tag, source)
  return said === undefined || (held !== undefined && isSource(said) && !isSource(held)) ? held : said
}

/** The messages by which a reading is decided. A draft is no translation. */
function samplesOf(entries: readonly Entry[], { text }: Manner) {
  const say = (string: PoString | undefined): string => unescaped(string?.lines.map(text).join('') ?? '') ?? ''
  return entries
    .filter(entry => !entry.obsolete && !isHeader(entry))
    .map(({ msgid, msgstr, flags }) => ({ id: say(msgid), target: flags.has('fuzzy') ? '' : say(msgstr[0]) }))
}

/** The fields are named one by one: what a spread makes is slower to read, and they are read for every message. */
export function cataloguePart(catalogue: Catalogue, bytes: Buffer, part: Part): CataloguePart {
  const { eol, charset, header, reading, said, target, wrapping, plain, emptied } = catalogue
  const { own, forms, uses, examples, unreviewed, header_edits, recounted } = catalogue
  const text = textOf(bytes, part, charset)
  return {
    eol,
    charset,
    header,
    reading,
    said,
    target,
    wrapping,
    plain,
    emptied,
    own,
    forms,
    uses,
    examples,
    unreviewed,
    header_edits,
    recounted,
    part,
    text,
  }
}

/** The header is the entry with an empty `msgid`. */
function isHeader({ obsolete, msgctxt, msgid }: Entry): boolean {
  return !obsolete && !msgctxt && msgid.lines.every(({ start, end }) => start === end)
}

/** Whether an entry is the header. @throws {FormatError} malformed: it looks like a header, but is not the first one */
export function isHeaderOf({ header }: CataloguePart, entry: Entry): boolean {
  if (!isHeader(entry)) return false
  if (entry.start === header.entry?.start) return true
  throw malformed(entry.line, 'a second header, or one that is not at the beginning (an entry whose msgid is empty)')
}

const USUAL_WIDTH = 79
const WIDEST = 200

/** How often a file folds strings. */
export interface Folding {
  /** The lines that are folded at a blank, and the widest of them, with its quotes. */
  readonly folded: number
  readonly widest: number
  /** The lines that could have been folded, and are not. */
  readonly endless: number
}

export function foldingOf(entries: Iterable<Entry>, { view, base }: Part): Folding {
  let folded = 0
  let widest = 0
  let endless = 0
  for (const { msgid, msgid_plural, msgstr } of entries) {
    for (const { lines } of [msgid, ...(msgid_plural ? [msgid_plural] : []), ...msgstr]) {
      for (const [at, { start, end }] of lines.entries()) {
        const width = end - start + 2
        if (width > USUAL_WIDTH + 2 && view.slice(start - base, end - base).includes(' ')) endless += 1
        if (at === lines.length - 1 || width === 2 || view.slice(end - base - 2, end - base) === '\\n') continue
        folded += 1
        if (width > widest && width <= USUAL_WIDTH + 2) widest = width
      }
    }
  }
  return { folded, widest, endless }
}

/** The width at which a file folds strings: that of its widest folded line, else 79. Undefined where it has long lines and folds none. */
function widthOf({ folded, widest, endless }: Folding): number | undefined {
  if (folded === 0) return endless > 0 ? undefined : USUAL_WIDTH
  return endless > folded ? Math.min(WIDEST, USUAL_WIDTH) : Math.max(widest, 40)
}
