/** The units of the entries of a PO catalogue. */
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Edit, PlaceholderSyntax, Reason, UnitContext } from '../format.ts'
import type { CataloguePart } from './catalogue.ts'
import { withoutFuzzy } from './header.ts'
import { NONE, PLAIN, type PoPlace, type PoUnit, SINGLE } from './place.ts'
import { type Entry, malformed, type PoString, type Span } from './reader.ts'
import { unescaped } from './text.ts'

/** The unit of the header. It has no text for a translator, but it has edits. */
export function headerUnit({ header, header_edits, charset, wrapping }: CataloguePart, index: number): PoUnit {
  const { entry, at } = header
  const block = entry?.msgstr[0] ?? { start: at, end: at }
  const place: PoPlace = { ...PLAIN, wrapping, unwritten: header_edits }
  const facts = { path: 'po:', part: 'header', text: '', left_out: 'not_text' } as const
  return { index, ...facts, start: block.start, end: block.end, charset, place }
}

/** What all units of an entry share. */
interface Message {
  readonly entry: Entry
  readonly context: string | undefined
  readonly id: string
  readonly plural: string | undefined
  /** The `msgid` of an earlier version, from `#|`. */
  readonly previous: string | undefined
  readonly targets: readonly string[]
  readonly syntax: PlaceholderSyntax | undefined
  readonly part: string
  readonly note: string | undefined
  readonly max_length: number | undefined
  readonly address: string
  readonly left_out: Reason | undefined
}

/** Calls `add` with the units of an entry that is not the header; `index` gives the index of the next unit. */
export function unitsOfEntry(
  catalogue: CataloguePart,
  entry: Entry,
  index: () => number,
  add: (unit: PoUnit) => void,
): void {
  const message = messageOf(catalogue, entry)
  const count = message.plural === undefined ? 0 : entry.obsolete ? 1 : (catalogue.forms?.count ?? 2)
  if (count === 0) add(singleUnit(catalogue, message, index()))
  for (let form = 0; form < count; form += 1) add(formUnit(catalogue, message, form, index()))
}

function messageOf(catalogue: CataloguePart, entry: Entry): Message {
  const say = (block: PoString): string => sayOf(catalogue, entry, block)
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
    previous: entry.previous.length === 0 ? undefined : previousOf(catalogue, entry),
    syntax,
    part: context || (reference ? fileOf(catalogue.text(reference)) : '') || 'messages',
    note: entry.comments.length > 0 ? noteOf(catalogue, entry) : undefined,
    max_length:
      entry.comments.length + entry.flags.size > 0
        ? limitSaid([...entry.flags, ...entry.comments.map(catalogue.text)])
        : undefined,
    address: context === undefined ? `po:${id}` : `po:${context}\u0004${id}`,
    left_out: leftOut(entry, targets, id, plural, syntax),
  }
}

const LONGEST_NOTE = 1000

function noteOf({ text }: CataloguePart, { comments }: Entry): string | undefined {
  return (
    comments
      .map(span => text(span).trim())
      .join('\n')
      .slice(0, LONGEST_NOTE) || undefined
  )
}

/** What else the entry says of a message; `target` is the translation that the file has now. */
function contextOf(
  { text }: CataloguePart,
  { entry, context, previous }: Message,
  target: string,
): UnitContext | undefined {
  const [references] = entry.references
  if (!context && !references && previous === undefined && target === '') return undefined
  return {
    context: context || undefined,
    references: references && (text(references).trim().slice(0, LONGEST_REFERENCES) || undefined),
    previous,
    present: target || undefined,
  }
}

const LONGEST_REFERENCES = 200

const PREVIOUS_LINE = /^\s*(?:(?<keyword>[a-z_]+(?:\[\d+\])?)\s*)?"(?<said>.*)"\s*$/

/** The earlier `msgid`: the lines from `#| msgid` on, up to another keyword. A line that cannot be read is passed by. */
function previousOf({ text }: CataloguePart, { previous }: Entry): string | undefined {
  let said = ''
  let isId = false
  for (const line of previous) {
    const found = PREVIOUS_LINE.exec(text(line))?.groups
    if (found?.keyword !== undefined) isId = found.keyword === 'msgid'
    if (isId) said += unescaped(found?.said ?? '') ?? ''
  }
  return said.trim() || undefined
}

function sayOf({ text, part: { view, base } }: CataloguePart, entry: Entry, { start, lines }: PoString): string {
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
    // Only digits after a name and a colon are a line number.
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

/** All forms of a message are translated together, so a message with a plural is left out only if neither form has text. */
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

function singleUnit(catalogue: CataloguePart, message: Message, index: number): PoUnit {
  const { entry, id, targets, syntax, part, note, context } = message
  const block = entry.msgstr[0] ?? entry.msgid
  const text = id.trim()
  const target = targets[0]?.trim() ?? ''
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
    context: contextOf(catalogue, message, target),
    sense: context,
    target,
    place: entry.obsolete ? undefined : placeOf(catalogue, message, id, SINGLE, block, undefined),
  }
}

/**
 * The unit of a plural form. Its source is `msgid_plural`, unless the form is used for 1: then it is `msgid`. But a form that is used
 * for other numbers, too, has `msgid` only if this has the same placeholders: `one file` would be wrong for 21.
 */
function formUnit(catalogue: CataloguePart, message: Message, form: number, index: number): PoUnit {
  const { entry, id, plural = '', targets, syntax, part, context } = message
  const use = catalogue.uses[form]
  const one = use ? use.one && (use.only_one || sameCodes(id, plural, syntax)) : form === 0
  const source = one ? id : plural
  const block = entry.msgstr[form]
  const last = entry.msgstr.at(-1) ?? entry.msgid
  const text = source.trim()
  const forms = use && (catalogue.forms?.count ?? 0) > 1 ? pluralNote(use.numbers) : undefined
  const target = (targets[form] ?? targets.at(-1) ?? '').trim()
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
    note: [message.note, forms].filter(said => said !== undefined).join('\n') || undefined,
    max_length: message.max_length,
    context: contextOf(catalogue, message, target),
    sense: [context, forms].filter(said => said !== undefined).join('\n') || undefined,
    target,
    place: entry.obsolete ? undefined : placeOf(catalogue, message, source, `msgstr[${form}]`, block, form),
  }
}

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
  const { entry } = message
  const text = source.trim()
  const model = block && block.lines.length > 1 ? block : entry.msgid
  const beside = model.lines.length > 1 && model.lines[0]?.start !== model.lines[0]?.end
  if (form === undefined && text === source && !entry.flags.has('fuzzy'))
    return beside ? catalogue.beside : catalogue.below
  const lead = text === '' || text === source ? '' : source.slice(0, source.indexOf(text))
  const last = form === undefined || form === (catalogue.forms?.count ?? 0) - 1
  const surplus = last && form !== undefined ? surplusOf(entry, form + 1) : NONE
  return {
    keyword,
    wrapping: catalogue.wrapping,
    lead,
    trail: source.slice(lead.length + text.length),
    beside,
    absent: block === undefined,
    before: form === undefined || form === 0 ? withoutFuzzy(entry, catalogue) : NONE,
    after: surplus,
    unwritten:
      catalogue.recounted && form !== undefined ? [...copyOf(catalogue, entry, keyword, block), ...surplus] : NONE,
  }
}

/** The edit that removes all plural forms after the first `count`. */
function surplusOf(entry: Entry, count: number): readonly Edit[] {
  const kept = entry.msgstr[count - 1]
  const last = entry.msgstr.at(-1)
  return kept && last && kept !== last ? [{ start: kept.end, end: last.end, bytes: new Uint8Array() }] : NONE
}

/** In a message that is not translated, a missing form gets the text of the last one, because a message needs all its forms. */
function copyOf(catalogue: CataloguePart, entry: Entry, keyword: string, block: PoString | undefined): readonly Edit[] {
  const last = entry.msgstr.at(-1)
  if (block || !last) return NONE
  const said = sliceOf(catalogue, last).replace(/^msgstr[ \t]*\[[ \t]*\d+[ \t]*\]/, keyword)
  return [{ start: last.end, end: last.end, bytes: Buffer.from(catalogue.eol + said, 'latin1') }]
}
