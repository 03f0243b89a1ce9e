/** What a Fluent file gains from its source, and what it loses. A value or an attribute goes and comes with all its variants. */
import { byteCounter, type DecodedText, encode } from '../bytes/charset.ts'
import type { Edit, Merge } from '../format.ts'
import { type FluentEntry, type FluentFile, type FluentPattern, readFluent } from './reader.ts'
import { fluentEol, fluentPaths, patternPath } from './units.ts'

interface Side {
  readonly file: FluentFile
  readonly paths: ReadonlyMap<FluentPattern, string>
  /** Patterns, and entries, by their paths. */
  readonly patterns: ReadonlyMap<string, FluentPattern>
  readonly entries: ReadonlyMap<string, FluentEntry>
}

interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** As `Format.merge`. @throws {FormatError} as `readFluent` */
export function mergeFluent(
  there: DecodedText,
  given: DecodedText,
  { take, remove }: Pick<Merge, 'take' | 'remove'>,
): readonly Edit[] {
  const [own, from] = [sideOf(there.text), sideOf(given.text)]
  const gone = new Set([...remove].map(patternPath))
  const wanted = new Set([...take].map(patternPath).filter(path => !gone.has(path)))
  const edits = [...removals(own, gone, wanted), ...replacements(own, from, wanted), ...insertions(own, from, wanted)]
  const byteAt = byteCounter(there.text, there.charset, there.bom_bytes)
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end)
  return sorted.map(({ start, end, text }) => {
    const at = byteAt(start)
    return { start: at, end: byteAt(end), bytes: encode(text, there.charset) }
  })
}

function sideOf(text: string): Side {
  const file = readFluent(text)
  const paths = fluentPaths(file)
  return {
    file,
    paths,
    patterns: new Map([...paths].map(([pattern, path]) => [path, pattern])),
    entries: new Map(file.entries.map(entry => [entryPath(paths, entry), entry])),
  }
}

/** The path of an entry: that of its value. */
function entryPath(paths: Side['paths'], { patterns: [first] }: FluentEntry): string {
  return (first === undefined ? '' : (paths.get(first) ?? '')).split('/').slice(0, 2).join('/')
}

/** Whole entries of which nothing stays, and values and attributes of the others. */
function removals({ file, paths }: Side, gone: ReadonlySet<string>, wanted: ReadonlySet<string>): TextEdit[] {
  return file.entries.flatMap(entry => {
    const its = entry.patterns.filter(pattern => gone.has(paths.get(pattern) ?? ''))
    const path = entryPath(paths, entry)
    const stays = its.length < entry.patterns.length || [...wanted].some(each => each.startsWith(`${path}/`))
    if (!stays) return [{ start: entry.from, end: entry.to, text: '' }]
    return its.map(({ from, end }) => ({ start: from, end, text: '' }))
  })
}

function replacements(own: Side, from: Side, wanted: ReadonlySet<string>): TextEdit[] {
  return [...wanted].flatMap(path => {
    const [known, brought] = [own.patterns.get(path), from.patterns.get(path)]
    if (known === undefined || brought === undefined) return []
    const isAlike = leadOf(own, known) === leadOf(from, brought)
    const [start, text] = isAlike ? [known.start, textOf(from, brought)] : [known.from, stretchOf(own, from, brought)]
    const [after, before] = [inManner(own, text), own.file.text.slice(start, known.end)]
    return after === before ? [] : [{ start, end: known.end, text: after }]
  })
}

function textOf({ file }: Side, { start, end }: FluentPattern): string {
  return file.text.slice(start, end)
}

/** The line end and the indent in front of a text that stands below its sign `=`: all its lines are indented by as much. */
function leadOf({ file }: Side, { from, start }: FluentPattern): string | undefined {
  return /\n *$/.exec(file.text.slice(from, start))?.[0]
}

/** What is new: attributes and values of entries that are there, and whole entries, each behind the nearest one before it. */
function insertions(own: Side, from: Side, wanted: ReadonlySet<string>): TextEdit[] {
  const places = new Map<number, string[]>()
  const put = (at: number, text: string) => void places.set(at, [...(places.get(at) ?? []), text])
  const made = new Set<string>()
  let after: FluentEntry | undefined
  let group: string | undefined
  for (const [path, entry] of from.entries) {
    if (entry.group !== group) after = undefined
    group = entry.group
    const known = own.entries.get(path)
    const lacking = entry.patterns.filter(pattern => isLacking(own, from, pattern, wanted))
    if (known !== undefined) {
      after = known
      for (const pattern of lacking) put(placeIn(own, from, entry, pattern, known), stretchOf(own, from, pattern))
    } else if (lacking.length > 0) {
      const at = after?.to ?? own.file.groups.get(group) ?? own.file.text.length
      const eol = fluentEol(own.file.text)
      const isNew = group !== '' && after === undefined && !own.file.groups.has(group) && !made.has(group)
      if (isNew) put(at, eol + commentOf(group, eol) + eol)
      made.add(group)
      put(at, copied(own, from, entry, lacking))
    }
  }
  return [...places].map(([at, texts]) => {
    const broken =
      at > 0 && texts.some(text => !text.startsWith('\n')) && isOpenLine(own, at, texts) ? fluentEol(own.file.text) : ''
    return { start: at, end: at, text: broken + texts.join('') }
  })
}

/** A line that has no end yet, in front of what has to begin one. */
function isOpenLine({ file: { text } }: Side, at: number, texts: readonly string[]): boolean {
  return at === text.length && text.charAt(at - 1) !== '\n' && !/^[\r\n ]/.test(texts[0] ?? '')
}

function isLacking(own: Side, from: Side, pattern: FluentPattern, wanted: ReadonlySet<string>): boolean {
  const path = from.paths.get(pattern) ?? ''
  return wanted.has(path) && !own.patterns.has(path)
}

/** Behind the pattern before it that the entry has, else right behind the sign `=`. */
function placeIn(own: Side, from: Side, entry: FluentEntry, pattern: FluentPattern, known: FluentEntry): number {
  const before = entry.patterns.slice(0, entry.patterns.indexOf(pattern))
  const nearest = before.findLast(each => own.patterns.has(from.paths.get(each) ?? ''))
  return own.patterns.get((nearest && from.paths.get(nearest)) ?? '')?.end ?? known.patterns[0]?.from ?? known.to
}

function stretchOf(own: Side, { file }: Side, { from, end }: FluentPattern): string {
  return inManner(own, file.text.slice(from, end))
}

/** An entry with those of its patterns that come along. */
function copied(
  own: Side,
  { file }: Side,
  { from, to, patterns }: FluentEntry,
  lacking: readonly FluentPattern[],
): string {
  let text = ''
  let at = from
  for (const pattern of patterns) {
    if (lacking.includes(pattern)) continue
    text += file.text.slice(at, pattern.from)
    at = pattern.end
  }
  const whole = inManner(own, text + file.text.slice(at, to))
  return whole.endsWith('\n') ? whole : whole + fluentEol(own.file.text)
}

function inManner(own: Side, text: string): string {
  return text.replace(/\r?\n/g, fluentEol(own.file.text))
}

function commentOf(group: string, eol: string): string {
  return group
    .split('\n')
    .map(line => `## ${line}`.trimEnd() + eol)
    .join('')
}
