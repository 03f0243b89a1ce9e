/** What an entry of a PO catalogue says: its strings, and what it tells a translator. */
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import type { PlaceholderSyntax, Reason, UnitContext } from '../format.ts'
import type { CataloguePart } from './catalogue.ts'
import { type Entry, malformed, type PoString } from './reader.ts'
import type { CatalogueReading } from './reading.ts'
import { unescaped } from './text.ts'

/** What all units of an entry share. */
export interface Message {
  readonly entry: Entry
  readonly context: string | undefined
  readonly id: string
  readonly plural: string | undefined
  /** The `msgid` of an earlier version, from `#|`. */
  readonly previous: string | undefined
  readonly targets: readonly string[]
  /** The texts that are translated, without the forms of the target: `msgid` and its plural, or the forms of `msgstr`. */
  readonly sources: readonly string[]
  readonly syntax: PlaceholderSyntax | undefined
  readonly part: string
  readonly note: string | undefined
  readonly max_length: number | undefined
  readonly address: string
  readonly left_out: Reason | undefined
}

export function readMessage(catalogue: CataloguePart, entry: Entry): Message {
  const say = (block: PoString): string => sayOf(catalogue, entry, block)
  const id = say(entry.msgid)
  const context = entry.msgctxt && say(entry.msgctxt)
  const targets = entry.msgstr.map(say)
  const plural = entry.msgid_plural && say(entry.msgid_plural)
  const sources = sourcesOf(catalogue, entry, id, plural, targets)
  const syntax = syntaxOf(entry.flags, sources[0] ?? '')
  const [reference] = entry.references
  // What an earlier source was changes nothing for a translation into another language.
  const isDone = catalogue.reading.done && !catalogue.reading.keys
  return {
    entry,
    context,
    id,
    targets,
    sources,
    plural,
    previous: entry.previous.length === 0 || !isDone ? undefined : previousOf(catalogue, entry),
    syntax,
    part: context || (reference ? fileOf(catalogue.text(reference)) : '') || 'messages',
    note: entry.comments.length > 0 ? noteOf(catalogue, entry) : undefined,
    max_length:
      entry.comments.length + entry.flags.size > 0
        ? limitSaid([...entry.flags, ...entry.comments.map(catalogue.text)])
        : undefined,
    address: context === undefined ? `po:${id}` : `po:${context}\u0004${id}`,
    left_out: leftOut(catalogue.reading, entry, targets, sources, syntax),
  }
}

/**
 * Where `msgstr` is the source and has nothing, `msgid` is the text, unless it is a key: then another form is, if there is one. A draft is
 * no source.
 */
function sourcesOf(
  { reading, own }: CataloguePart,
  entry: Entry,
  id: string,
  plural: string | undefined,
  targets: readonly string[],
): readonly string[] {
  if (reading.source === 'msgid') return plural === undefined ? [id] : [id, plural]
  if (reading.written) return targets
  if (reading.keys) return targets.map(said => said || (targets.findLast(other => other !== '') ?? ''))
  const one = own ? own.of(1) : 0
  const isDraft = entry.flags.has('fuzzy')
  return targets.map((said, form) => (isDraft ? '' : said) || (form === one ? id : (plural ?? id)))
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

/** What else the entry says of a message; `target` is the translation that the file has now, empty where it is of no use. */
export function contextOfMessage(
  { text, reading }: CataloguePart,
  { entry, context, id, previous }: Message,
  target: string,
): UnitContext | undefined {
  const [references] = entry.references
  const key = reading.keys ? id : undefined
  if (!context && !references && previous === undefined && target === '' && key === undefined) return undefined
  return {
    key,
    context: context || undefined,
    references: references && (text(references).trim().slice(0, LONGEST_REFERENCES) || undefined),
    previous,
    present: target || undefined,
  }
}

const LONGEST_REFERENCES = 200

const PREVIOUS_LINE = /^\s*#\|\s*(?:(?<keyword>[a-z_]+(?:\[\d+\])?)\s*)?"(?<said>.*)"\s*$/

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

/** All forms of a message are translated together, so a message with a plural is left out only if no form has text. */
function leftOut(
  { done, keys }: CatalogueReading,
  { obsolete, flags }: Entry,
  targets: readonly string[],
  sources: readonly string[],
  syntax: PlaceholderSyntax | undefined,
): Reason | undefined {
  if (obsolete) return 'obsolete'
  let reason: Reason | undefined
  for (const source of sources) {
    reason = leftOutOfText(source.trim(), syntax)
    if (reason === undefined) break
  }
  if (reason !== undefined) return reason
  const translated = done && (keys || (!flags.has('fuzzy') && targets.every(target => target !== '')))
  return translated ? 'already_translated' : undefined
}
