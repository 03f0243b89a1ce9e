/** The units of the entries of a PO catalogue. */
import { encode } from '../bytes/charset.ts'
import { withBranches } from '../content/icu-branches.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Edit, PlaceholderSyntax } from '../format.ts'
import type { CataloguePart } from './catalogue.ts'
import { marksOf } from './marks.ts'
import { contextOfMessage, type Message, readMessage } from './message.ts'
import { NONE, PLAIN, type PoPlace, type PoUnit, SINGLE } from './place.ts'
import type { Entry, PoString, Span } from './reader.ts'
import { messageBlock } from './text.ts'

/** The unit of the header. It has no text for a translator, but it has edits. */
export function headerUnit({ header, header_edits, charset, wrapping }: CataloguePart, index: number): PoUnit {
  const { entry, at } = header
  const block = entry?.msgstr[0] ?? { start: at, end: at }
  const place: PoPlace = { ...PLAIN, wrapping, unwritten: header_edits }
  const facts = { path: 'po:', part: 'header', text: '', left_out: 'not_text' } as const
  return { index, ...facts, start: block.start, end: block.end, charset, place }
}

/** Calls `add` with the units of an entry that is not the header; `index` gives the index of the next unit. */
export function unitsOfEntry(
  catalogue: CataloguePart,
  entry: Entry,
  index: () => number,
  add: (unit: PoUnit) => void,
): void {
  const message = readMessage(catalogue, entry)
  const count = message.plural === undefined ? 0 : entry.obsolete ? 1 : (catalogue.forms?.count ?? 2)
  if (count === 0) add(withItsBranches(catalogue, singleUnit(catalogue, message, index())))
  for (let form = 0; form < count; form += 1) add(formUnit(catalogue, message, form, index()))
}

/** An ICU message has the branches that the target needs. In a result that is read again it has those that were written. */
function withItsBranches({ reading, target }: CataloguePart, unit: PoUnit): PoUnit {
  if (unit.syntax !== 'icu' || (reading.written && reading.source === 'msgstr')) return unit
  const grown = withBranches(unit, target)
  return unit.unwritten === undefined ? grown : { ...grown, unwritten: unit.unwritten }
}

function singleUnit(catalogue: CataloguePart, message: Message, index: number): PoUnit {
  const { entry, sources, targets, syntax, part, note, context } = message
  const block = entry.msgstr[0] ?? entry.msgid
  const source = sources[0] ?? ''
  const text = source.trim()
  const has = targets[0]?.trim() ?? ''
  const isGone = isEmptied(catalogue, message)
  const kept = isGone ? '' : has
  const isBeside = catalogue.reading.source === 'msgid'
  return {
    index,
    path: message.address,
    part,
    start: block.start,
    end: block.end,
    text,
    charset: catalogue.charset,
    left_out: message.left_out,
    syntax,
    flags: flagsOf(entry),
    note,
    max_length: message.max_length,
    context: contextOfMessage(catalogue, message, isBeside ? kept : ''),
    sense: context,
    target: isBeside ? kept : undefined,
    unwritten: isBeside || (kept === text && !isGone) ? undefined : kept,
    place: entry.obsolete ? undefined : placeOf(catalogue, message, source, SINGLE, block, undefined),
  }
}

/** What the only form of a language is for. */
const ALL_NUMBERS = 'all numbers'

/** The unit of a plural form. */
function formUnit(catalogue: CataloguePart, message: Message, form: number, index: number): PoUnit {
  const { entry, targets, syntax, part, context } = message
  const source = sourceOfForm(catalogue, message, form)
  const block = entry.msgstr[form]
  const last = entry.msgstr.at(-1) ?? entry.msgid
  const text = source.trim()
  const use = catalogue.uses[form]
  const forms = use && (catalogue.forms?.count ?? 0) > 1 ? pluralNote(use.numbers) : undefined
  const numbers = catalogue.forms?.count === 1 ? pluralNote(ALL_NUMBERS) : forms
  const isBeside = catalogue.reading.source === 'msgid'
  const has = (targets[form] ?? (isBeside ? (targets.at(-1) ?? '') : source)).trim()
  const isGone = isEmptied(catalogue, message)
  const kept = isGone ? '' : has
  return {
    index,
    path: `${message.address}[${form}]`,
    part,
    start: block?.start ?? last.end,
    end: block?.end ?? last.end,
    text,
    charset: catalogue.charset,
    left_out: message.left_out,
    syntax,
    flags: flagsOf(entry),
    group: message.address,
    note: [message.note, numbers].filter(said => said !== undefined).join('\n') || undefined,
    max_length: message.max_length,
    context: contextOfMessage(catalogue, message, isBeside ? kept : ''),
    sense: [context, forms].filter(said => said !== undefined).join('\n') || undefined,
    target: isBeside ? kept : undefined,
    unwritten: isBeside || (kept === text && !isGone) ? undefined : kept,
    place: entry.obsolete ? undefined : placeOf(catalogue, message, source, `msgstr[${form}]`, block, form),
  }
}

/**
 * The source of a plural form. It is `msgid_plural`, unless the form is used for 1: then it is `msgid`. But a form that is used for
 * other numbers, too, has `msgid` only if this has the same placeholders (`one file` would be wrong for 21) and it is not the only
 * form. Where `msgstr` is the source, it is the form that its own language uses for such a number.
 */
function sourceOfForm(catalogue: CataloguePart, { sources, syntax }: Message, form: number): string {
  const { reading, own, forms, uses, examples } = catalogue
  if (reading.written && reading.source === 'msgstr') return sources[form] ?? ''
  const use = uses[form]
  const last = sources.length - 1
  const formOf = (n: number): number => (reading.source === 'msgid' || !own ? (n === 1 ? 0 : last) : own.of(n))
  const sourceFor = (n: number): string => sources[Math.min(formOf(n), last)] ?? ''
  const many = sourceFor(examples[form] ?? MANY)
  const isShared = forms?.count !== 1 && sameCodes(sourceFor(1), many, syntax)
  const isOne = use ? use.one && (use.only_one || isShared) : form === 0
  return isOne ? sourceFor(1) : many
}

/** A number that is neither one nor a few in any language. */
const MANY = 5

/** Texts without words are in no language, so they stay where there is only a key besides. */
const IN_NO_LANGUAGE: ReadonlySet<string | undefined> = new Set(['number', 'url', 'placeholder_only', 'not_text'])

/** Whether a message is emptied if it is not translated: it must not stay in another language. Obsolete ones are no part of the result. */
function isEmptied({ reading }: CataloguePart, { entry, left_out }: Message): boolean {
  if (!reading.other || entry.obsolete) return false
  return !reading.keys || !IN_NO_LANGUAGE.has(left_out)
}

/** A draft in another language is no draft of the target, but who says “leave out the fuzzy entries” means these, too. */
function flagsOf({ flags }: Entry): readonly string[] | undefined {
  return flags.size > 0 ? [...flags] : undefined
}

/** The bytes of a string as the file has them, as Latin-1. */
function sliceOf({ part: { view, base } }: CataloguePart, { start, end }: Span): string {
  return view.slice(start - base, end - base)
}

function sameCodes(id: string, plural: string, syntax: PlaceholderSyntax | undefined): boolean {
  const [one, many] = [placeholdersOf(id, syntax), placeholdersOf(plural, syntax)]
  return one.size === many.size && [...one].every(([code, count]) => many.get(code) === count)
}

function placeOf(
  catalogue: CataloguePart,
  message: Message,
  source: string,
  keyword: string,
  block: PoString | undefined,
  form: number | undefined,
): PoPlace {
  const { entry, targets } = message
  const { wrapping, unreviewed } = catalogue
  const text = source.trim()
  const model = block && block.lines.length > 1 ? block : entry.msgid
  const beside = model.lines.length > 1 && model.lines[0]?.start !== model.lines[0]?.end
  const isMarked = unreviewed || entry.previous.length > 0 || entry.flags.has('fuzzy')
  const isEmptying = isEmptied(catalogue, message) && (form !== undefined || targets[0] !== '')
  if (form === undefined && text === source && !isMarked) {
    const layouts = isEmptying ? catalogue.emptied : catalogue.plain
    return beside ? layouts.beside : layouts.below
  }
  const lead = text === '' || text === source ? '' : source.slice(0, source.indexOf(text))
  const isFirst = form === undefined || form === 0
  const isLast = form === undefined || form === (catalogue.forms?.count ?? 0) - 1
  const after = isLast && form !== undefined ? surplusOf(entry, form + 1) : NONE
  const layout = { keyword, wrapping, lead, trail: source.slice(lead.length + text.length), beside }
  return {
    ...layout,
    absent: block === undefined,
    before: isFirst && isMarked ? marksOf(entry, catalogue, unreviewed) : NONE,
    after,
    unwritten: isEmptying
      ? [...emptied(catalogue, message, keyword, block, form), ...after]
      : catalogue.recounted && form !== undefined
        ? [...added(catalogue, entry, keyword, source, block), ...after]
        : NONE,
    empties: false,
  }
}

/** The edit that removes all plural forms after the first `count`. */
function surplusOf(entry: Entry, count: number): readonly Edit[] {
  const kept = entry.msgstr[count - 1]
  const last = entry.msgstr.at(-1)
  return kept && last && kept !== last ? [{ start: kept.end, end: last.end, bytes: new Uint8Array() }] : NONE
}

/** The edits that leave a string empty, with nothing said of what it was. A form that is missing is made. */
function emptied(
  catalogue: CataloguePart,
  { entry, targets }: Message,
  keyword: string,
  block: PoString | undefined,
  form = 0,
): readonly Edit[] {
  const last = entry.msgstr.at(-1) ?? entry.msgid
  const bytes = `${keyword} ""`
  if (!block) return [{ start: last.end, end: last.end, bytes: catalogue.eol + bytes }]
  const marks = form === 0 && targets.some(target => target !== '') ? marksOf(entry, catalogue, false) : NONE
  return targets[form] === '' ? marks : [...marks, { start: block.start, end: block.end, bytes }]
}

/**
 * The edit that makes a missing form of a message that is not translated, because a message needs all its forms: it gets the text of the
 * last one, or its source where `msgstr` is the source.
 */
function added(
  catalogue: CataloguePart,
  entry: Entry,
  keyword: string,
  source: string,
  block: PoString | undefined,
): readonly Edit[] {
  const last = entry.msgstr.at(-1)
  if (block || !last) return NONE
  if (catalogue.reading.source === 'msgstr') {
    const said = catalogue.eol + messageBlock(keyword, source, catalogue.wrapping)
    return [{ start: last.end, end: last.end, bytes: encode(said, catalogue.charset) }]
  }
  const said = sliceOf(catalogue, last).replace(/^msgstr[ \t]*\[[ \t]*\d+[ \t]*\]/, keyword)
  return [{ start: last.end, end: last.end, bytes: Buffer.from(catalogue.eol + said, 'latin1') }]
}
