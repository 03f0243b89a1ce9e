/** The units of a PO reading. */
import { decode } from '../bytes/charset.ts'
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Charset, Edit, PlaceholderSyntax, Reason } from '../format.ts'
import { charsetOfHeader, formsFor, type Header, headerEdits, headerOf, type Manner, withoutFuzzy } from './header.ts'
import type { PoPlace, PoUnit } from './place.ts'
import { type FormUse, type PluralForms, usesOf } from './plural.ts'
import { type Block, type Entry, malformed, type Part, readEntries, type Span } from './reader.ts'
import { type Layout, unescaped } from './text.ts'

/** What holds for a whole catalogue when it is read for a language; without one, a plural message counts twice. */
interface Catalogue {
  readonly eol: string
  readonly charset: Charset
  readonly header: Header
  readonly layout: Layout
  /** How most messages are written: nothing about them is special. The string begins below its keyword, or beside it. */
  readonly below: PoPlace
  readonly beside: PoPlace
  readonly forms: PluralForms | undefined
  readonly uses: readonly FormUse[]
  /** Edits of the header; none where it is the language's already. */
  readonly header_edits: readonly Edit[]
  /** The number of plural forms changes: entries that are not written follow. */
  readonly recounted: boolean
}

/** A part of it as it is being read. */
export interface Reading extends Catalogue, Manner {
  readonly part: Part
}

const BEYOND_ASCII = /[\x80-\xff]/g

/** The part that bytes are. */
export function partOf(bytes: Buffer, base: number, line: number, last: boolean): Part {
  return { view: bytes.toString('latin1'), base, line, last }
}

/** What a span of a part says. Spans are mostly asked for in their order, so that what is plain ASCII is known ahead. */
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

/** Reads off a file's beginning what holds for all of it. @throws FormatError malformed, not_decodable */
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
  const layout = { eol, width: widthOf(entries, part) }
  return {
    eol,
    charset,
    header,
    forms,
    layout,
    below: { ...PLAIN, keyword: SINGLE, layout },
    beside: { ...PLAIN, keyword: SINGLE, layout, beside: true },
    uses: forms ? usesOf(forms) : [],
    header_edits: language && forms ? headerEdits(header, language, forms, plurals, manner) : [],
    recounted: forms !== undefined && own !== forms.count,
  }
}

export function readingOf(catalogue: Catalogue, bytes: Buffer, part: Part): Reading {
  const { eol, charset, header, layout, below, beside, forms, uses, header_edits, recounted } = catalogue
  const text = textOf(bytes, part, charset)
  return { eol, charset, header, layout, below, beside, forms, uses, header_edits, recounted, part, text }
}

/** The entry with an empty `msgid` says what holds for the file. */
function isHeader({ obsolete, msgctxt, msgid }: Entry): boolean {
  return !obsolete && !msgctxt && msgid.lines.every(({ start, end }) => start === end)
}

/** Whether an entry is the header. @throws FormatError malformed where it is another one */
export function isHeaderOf({ header }: Reading, entry: Entry): boolean {
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

/** The header: no text for a translator, but edited with the rest. */
export function headerUnit({ header, header_edits, charset, layout }: Reading, index: number): PoUnit {
  const { entry, at } = header
  const block = entry?.msgstr[0] ?? { start: at, end: at }
  const place: PoPlace = { ...PLAIN, layout, unwritten: header_edits }
  const facts = { path: 'po:', part: 'header', text: '', left_out: 'not_text' } as const
  return { index, ...facts, start: block.start, end: block.end, charset, place }
}

const NONE: readonly Edit[] = []
const SINGLE = 'msgstr'
const PLAIN = {
  lead: '',
  trail: '',
  beside: false,
  absent: false,
  before: NONE,
  after: NONE,
  unwritten: NONE,
} as const

/** A message of an entry, before its forms are told apart. */
interface Message {
  readonly entry: Entry
  readonly context: string | undefined
  readonly id: string
  readonly plural: string | undefined
  readonly targets: readonly string[]
  readonly syntax: PlaceholderSyntax | undefined
  readonly part: string
  readonly note: string | undefined
  readonly max_length: number | undefined
  readonly address: string
  readonly left_out: Reason | undefined
}

/** Hands on the units of an entry that is not the header; `index` gives the number of the next. */
export function unitsOfEntry(reading: Reading, entry: Entry, index: () => number, add: (unit: PoUnit) => void): void {
  const message = messageOf(reading, entry)
  const count = message.plural === undefined ? 0 : entry.obsolete ? 1 : (reading.forms?.count ?? 2)
  if (count === 0) add(singleUnit(reading, message, index()))
  for (let form = 0; form < count; form += 1) add(formUnit(reading, message, form, index()))
}

function messageOf(reading: Reading, entry: Entry): Message {
  const say = (block: Block): string => sayOf(reading, entry, block)
  const id = say(entry.msgid)
  const context = entry.msgctxt && say(entry.msgctxt)
  const targets = entry.msgstr.map(say)
  const plural = entry.msgid_plural && say(entry.msgid_plural)
  const syntax = syntaxOf(entry.flags, id)
  const [reference] = entry.references
  return {
    entry,
    context,
    id,
    targets,
    plural,
    syntax,
    part: context || (reference ? fileOf(reading.text(reference)) : '') || 'messages',
    note: context || entry.comments.length > 0 ? noteOf(reading, entry, context) : undefined,
    max_length:
      entry.comments.length + entry.flags.size > 0
        ? limitSaid([...entry.flags, ...entry.comments.map(reading.text)])
        : undefined,
    address: context === undefined ? `po:${id}` : `po:${context}\u0004${id}`,
    left_out: leftOut(entry, targets, id, plural, syntax),
  }
}

const LONGEST_NOTE = 1000

function noteOf({ text }: Reading, { comments }: Entry, context: string | undefined): string | undefined {
  const notes = [...(context ? [`Context: ${context}`] : []), ...comments.map(span => text(span).trim())]
  return notes.join('\n').slice(0, LONGEST_NOTE) || undefined
}

function sayOf({ text, part: { view, base } }: Reading, entry: Entry, { start, lines }: Block): string {
  const raw = lines.length === 1 && lines[0] ? text(lines[0]) : lines.map(text).join('')
  const said = unescaped(raw)
  if (said !== undefined) return said
  let line = entry.line
  const from = entry.msgctxt?.start ?? entry.msgid.start
  for (let at = view.indexOf('\n', from - base); at >= 0 && at < start - base; at = view.indexOf('\n', at + 1))
    line += 1
  throw malformed(line, 'a quote inside a string is not escaped')
}

/** The first file that a reference names: `src/dialog.c:12` → `src/dialog.c`. */
function fileOf(references: string): string {
  const first = references.trimStart()
  let end = first.search(BLANK)
  if (end < 0) end = first.length
  for (;;) {
    let colon = end - 1
    while (isDigit(first.charCodeAt(colon))) colon -= 1
    // A line number, behind a name.
    if (colon < 1 || colon === end - 1 || first[colon] !== ':') return first.slice(0, end)
    end = colon
  }
}

const BLANK = /\s/

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

const SYNTAXES: ReadonlyMap<string, PlaceholderSyntax> = new Map([
  ...`awk c elisp gcc-internal gfc-internal java-printf javascript librep lua objc object-pascal perl php python ruby tcl`
    .split(' ')
    .map(name => [`${name}-format`, 'printf'] as const),
  ['sh-format', 'shell'],
  ['scheme-format', 'tilde'],
  ['lisp-format', 'tilde'],
  ['boost-format', 'boost'],
  ['smalltalk-format', 'boost'],
])

function syntaxOf(flags: ReadonlySet<string>, id: string): PlaceholderSyntax | undefined {
  for (const flag of flags) {
    const syntax = SYNTAXES.get(flag)
    if (syntax) return syntax
  }
  return id.includes('{') && isIcuMessage(id) ? 'icu' : undefined
}

/** The forms of a message are translated together, so that one of them without text is no reason. */
function leftOut(
  { obsolete, flags }: Entry,
  targets: readonly string[],
  id: string,
  plural: string | undefined,
  syntax: PlaceholderSyntax | undefined,
): Reason | undefined {
  if (obsolete) return 'obsolete'
  const reason = leftOutOfText(id.trim(), syntax)
  const both = plural === undefined ? reason : reason && leftOutOfText(plural.trim(), syntax)
  if (both) return both
  const translated = !flags.has('fuzzy') && targets.every(target => target !== '')
  return translated ? 'already_translated' : undefined
}

function singleUnit(reading: Reading, message: Message, index: number): PoUnit {
  const { entry, id, targets, syntax, part, note, context } = message
  const block = entry.msgstr[0] ?? entry.msgid
  const text = id.trim()
  return {
    index,
    path: message.address,
    part,
    start: block.start,
    end: block.end,
    text,
    charset: reading.charset,
    left_out: message.left_out,
    syntax,
    flags: flagsOf(entry),
    note,
    max_length: message.max_length,
    sense: context,
    target: targets[0]?.trim() ?? '',
    place: entry.obsolete ? undefined : placeOf(reading, message, id, SINGLE, block, undefined),
  }
}

/**
 * One plural form. Its source is `msgid` where it speaks of one, else `msgid_plural`; and that too where the form is for other
 * numbers as well and `msgid` does not say the number.
 */
function formUnit(reading: Reading, message: Message, form: number, index: number): PoUnit {
  const { entry, id, plural = '', targets, syntax, part, context } = message
  const use = reading.uses[form]
  const one = use ? use.one && (use.only_one || sameCodes(id, plural, syntax)) : form === 0
  const source = one ? id : plural
  const block = entry.msgstr[form]
  const last = entry.msgstr.at(-1) ?? entry.msgid
  const text = source.trim()
  const forms = use && (reading.forms?.count ?? 0) > 1 ? pluralNote(use.numbers) : undefined
  return {
    index,
    path: `${message.address}[${form}]`,
    part,
    start: block?.start ?? last.end,
    end: block?.end ?? last.end,
    text,
    charset: reading.charset,
    left_out: message.left_out,
    syntax,
    flags: flagsOf(entry),
    group: message.address,
    note: [message.note, forms].filter(said => said !== undefined).join('\n') || undefined,
    max_length: message.max_length,
    sense: [context, forms].filter(said => said !== undefined).join('\n') || undefined,
    target: (targets[form] ?? targets.at(-1) ?? '').trim(),
    place: entry.obsolete ? undefined : placeOf(reading, message, source, `msgstr[${form}]`, block, form),
  }
}

function flagsOf({ flags }: Entry): readonly string[] | undefined {
  return flags.size > 0 ? [...flags] : undefined
}

/** The bytes of a block as they stand there. */
function sliceOf({ part: { view, base } }: Reading, { start, end }: Span): string {
  return view.slice(start - base, end - base)
}

function sameCodes(id: string, plural: string, syntax: PlaceholderSyntax | undefined): boolean {
  const [one, many] = [placeholdersOf(id, syntax), placeholdersOf(plural, syntax)]
  return one.size === many.size && [...one].every(([code, count]) => many.get(code) === count)
}

function placeOf(
  reading: Reading,
  message: Message,
  source: string,
  keyword: string,
  block: Block | undefined,
  form: number | undefined,
): PoPlace {
  const { entry } = message
  const text = source.trim()
  const model = block && block.lines.length > 1 ? block : entry.msgid
  const beside = model.lines.length > 1 && model.lines[0]?.start !== model.lines[0]?.end
  if (form === undefined && text === source && !entry.flags.has('fuzzy')) return beside ? reading.beside : reading.below
  const lead = text === '' || text === source ? '' : source.slice(0, source.indexOf(text))
  const last = form === undefined || form === (reading.forms?.count ?? 0) - 1
  const surplus = last && form !== undefined ? surplusOf(entry, form + 1) : NONE
  return {
    keyword,
    layout: reading.layout,
    lead,
    trail: source.slice(lead.length + text.length),
    beside,
    absent: block === undefined,
    before: form === undefined || form === 0 ? withoutFuzzy(entry, reading) : NONE,
    after: surplus,
    unwritten: reading.recounted && form !== undefined ? [...copyOf(reading, entry, keyword, block), ...surplus] : NONE,
  }
}

/** Takes away the forms from `count` on. */
function surplusOf(entry: Entry, count: number): readonly Edit[] {
  const kept = entry.msgstr[count - 1]
  const last = entry.msgstr.at(-1)
  return kept && last && kept !== last ? [{ start: kept.end, end: last.end, bytes: new Uint8Array() }] : NONE
}

/** A form that is missing beside others says what the last of them says: a message needs them all. */
function copyOf(reading: Reading, entry: Entry, keyword: string, block: Block | undefined): readonly Edit[] {
  const last = entry.msgstr.at(-1)
  if (block || !last) return NONE
  const said = sliceOf(reading, last).replace(/^msgstr[ \t]*\[[ \t]*\d+[ \t]*\]/, keyword)
  return [{ start: last.end, end: last.end, bytes: Buffer.from(reading.eol + said, 'latin1') }]
}
