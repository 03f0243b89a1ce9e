/** What holds for a whole PO catalogue, read off its beginning, and a part of it as it is being read. */
import { decode } from '../bytes/charset.ts'
import type { Charset, Edit } from '../format.ts'
import { charsetOfHeader, formsFor, type Header, headerEdits, headerOf, type Manner } from './header.ts'
import { PLAIN, type PoPlace, SINGLE } from './place.ts'
import { type FormUse, type PluralForms, usesOf } from './plural.ts'
import { type Entry, malformed, type Part, readEntries, type Span } from './reader.ts'
import type { Wrapping } from './text.ts'

/** What holds for a whole catalogue when it is read for a language; without one, a plural message counts twice. */
export interface Catalogue {
  readonly eol: string
  readonly charset: Charset
  readonly header: Header
  readonly wrapping: Wrapping
  /** How most messages are written. Their string begins on the line below its keyword, or beside it. */
  readonly below: PoPlace
  readonly beside: PoPlace
  readonly forms: PluralForms | undefined
  readonly uses: readonly FormUse[]
  /** Edits of the header; none where it is the language's already. */
  readonly header_edits: readonly Edit[]
  /** The number of plural forms changes, so that entries which are not translated change too. */
  readonly recounted: boolean
}

/** A part of it as it is being read. */
export interface CataloguePart extends Catalogue, Manner {
  readonly part: Part
}

const BEYOND_ASCII = /[\x80-\xff]/g

/** The part that bytes are. */
export function partOf(bytes: Buffer, base: number, line: number, last: boolean): Part {
  return { view: bytes.toString('latin1'), base, line, last }
}

/** Gives the text of a span of a part. Spans are mostly asked for in order, so it looks ahead how far the text is plain ASCII. */
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

/** Reads off a file's beginning what holds for all of it. @throws {FormatError} malformed, not_decodable */
export function catalogueOf(head: Buffer, part: Part, language: string | undefined): Catalogue {
  const entries: Entry[] = []
  readEntries(part, entry => entries.push(entry))
  const header = headerOf(entries.find(isHeader), part.base, textOf(head, part, 'us-ascii'))
  const charset = charsetOfHeader(header)
  const eol = part.view.includes('\r\n') ? '\r\n' : '\n'
  const manner: Manner = { eol, charset, text: textOf(head, part, charset) }
  const plurals = entries.some(entry => entry.msgid_plural && !entry.obsolete)
  const forms = language === undefined ? undefined : formsFor(header, language)
  const own = Number(/nplurals\s*=\s*(\d+)/.exec(header.fields.get('plural-forms') ?? '')?.[1] ?? 0)
  const wrapping = { eol, width: widthOf(entries, part) }
  return {
    eol,
    charset,
    header,
    forms,
    wrapping,
    below: { ...PLAIN, keyword: SINGLE, wrapping },
    beside: { ...PLAIN, keyword: SINGLE, wrapping, beside: true },
    uses: forms ? usesOf(forms) : [],
    header_edits: language && forms ? headerEdits(header, language, forms, plurals, manner) : [],
    recounted: forms !== undefined && own !== forms.count,
  }
}

export function cataloguePart(catalogue: Catalogue, bytes: Buffer, part: Part): CataloguePart {
  const { eol, charset, header, wrapping, below, beside, forms, uses, header_edits, recounted } = catalogue
  const text = textOf(bytes, part, charset)
  return { eol, charset, header, wrapping, below, beside, forms, uses, header_edits, recounted, part, text }
}

/** The entry with an empty `msgid` says what holds for the file. */
function isHeader({ obsolete, msgctxt, msgid }: Entry): boolean {
  return !obsolete && !msgctxt && msgid.lines.every(({ start, end }) => start === end)
}

/** Whether an entry is the header. @throws {FormatError} malformed where it is another one */
export function isHeaderOf({ header }: CataloguePart, entry: Entry): boolean {
  if (!isHeader(entry)) return false
  if (entry.start === header.entry?.start) return true
  throw malformed(entry.line, 'a second header, or one that is not at the beginning (an entry whose msgid is empty)')
}

const USUAL_WIDTH = 79
const WIDEST = 200

/** The width a file is folded at: that of its widest folded line, none where long lines are never folded. */
function widthOf(entries: readonly Entry[], { view, base }: Part): number | undefined {
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
  if (folded === 0) return endless > 0 ? undefined : USUAL_WIDTH
  return endless > folded ? Math.min(WIDEST, USUAL_WIDTH) : Math.max(widest, 40)
}
