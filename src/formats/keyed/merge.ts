/** What a catalogue of entries gains from its source, and what it loses. */
import { byteCounter, type DecodedText, encode } from '../bytes/charset.ts'
import type { Edit, Merge } from '../format.ts'
import type { KeyedEntry, KeyedFile, KeyedSyntax, WrittenAs } from './entry.ts'
import { entryPaths, lineEndOf, writtenIn } from './units.ts'

interface Side {
  readonly decoded: DecodedText
  readonly file: KeyedFile
  /** Its entries by path, in their order. */
  readonly entries: ReadonlyMap<string, KeyedEntry>
}

interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** As `Format.merge`. @throws {FormatError} as the syntax reads a file */
export function mergeKeyed(
  syntax: KeyedSyntax,
  there: DecodedText,
  given: DecodedText,
  { take, remove }: Pick<Merge, 'take' | 'remove'>,
): readonly Edit[] {
  const [own, from] = [sideOf(syntax, there), sideOf(syntax, given)]
  const as = { charset: writtenIn(syntax, there.text, there.charset), eol: lineEndOf(there.text) }
  const edits: TextEdit[] = []
  edits.push(...removals(own, from, { take, remove }))
  for (const [path, entry] of from.entries) {
    const known = own.entries.get(path)
    if (known === undefined || !take.has(path) || remove.has(path) || known.text === entry.text) continue
    const raw = there.text.slice(known.start, known.end)
    const { manner } = known.unsure ? entry : known
    const written = syntax.write(entry.text, { ...as, raw, manner })
    if (written !== undefined) edits.push({ start: known.start, end: known.end, text: written })
  }
  edits.push(...insertions(syntax, own, from, take, as))
  return inBytes(there, edits)
}

/** Entries, each once where one line has several, and the heads of sections that hold nothing more. */
function removals(own: Side, from: Side, { take, remove }: Pick<Merge, 'take' | 'remove'>): TextEdit[] {
  const gone = new Map<number, TextEdit>()
  const stay = new Set<string>()
  for (const [path, entry] of from.entries) if (take.has(path)) stay.add(sectionOf(entry))
  for (const [path, entry] of own.entries) {
    const { from: start, to: end } = entry
    if (remove.has(path)) gone.set(start, { start, end, text: '' })
    else stay.add(sectionOf(entry))
  }
  const emptied = new Set([...own.entries.values()].map(sectionOf).filter(section => !stay.has(section)))
  for (const section of emptied) {
    const head = own.file.heads?.get(section)
    if (head?.alone) gone.set(head.from, { start: head.from, end: head.to, text: '' })
  }
  return [...gone.values()]
}

function sideOf(syntax: KeyedSyntax, decoded: DecodedText): Side {
  const file = syntax.read(decoded.text)
  const paths = entryPaths(syntax, file.entries)
  return { decoded, file, entries: new Map(file.entries.map((entry, at) => [paths[at] ?? '', entry])) }
}

/** What is new, each behind the nearest entry before it that the file has in the same section. */
function insertions(
  syntax: KeyedSyntax,
  own: Side,
  from: Side,
  take: ReadonlySet<string>,
  as: Omit<WrittenAs, 'raw' | 'manner'>,
): TextEdit[] {
  const places = new Map<number, string[]>()
  const made: string[] = []
  const lines = new Set<number>()
  let after: KeyedEntry | undefined
  let section: string | undefined
  let last: string | undefined
  for (const [path, entry] of from.entries) {
    const its = sectionOf(entry)
    if (its !== section) after = undefined
    section = its
    const known = own.entries.get(path)
    if (known !== undefined) {
      after = known
      last = its
    } else if (take.has(path) && !lines.has(entry.from)) {
      lines.add(entry.from)
      const at = after?.to ?? placeIn(own, entry)
      const text = copied(syntax, from.decoded, entry, as)
      if (at !== undefined) places.set(at, [...(places.get(at) ?? []), text])
      else {
        const begins = made.includes(its) ? [] : [headOf(syntax, from, its, as.eol)]
        if (begins.length > 0) made.push(its)
        const place = behindSection(own, last)
        places.set(place, [...(places.get(place) ?? []), ...begins, text])
      }
    }
  }
  const { text } = own.decoded
  return [...places].map(([at, texts]) => {
    const broken = at > 0 && !/[\r\n]/.test(text.charAt(at - 1)) ? as.eol : ''
    return { start: at, end: at, text: broken + texts.join('') }
  })
}

function sectionOf({ keys, section }: KeyedEntry): string {
  return section ?? keys.slice(0, -1).join('.')
}

/** What begins a section that is new: as its file has it, else a line of its own. */
function headOf(syntax: KeyedSyntax, { file, decoded }: Side, section: string, eol: string): string {
  const head = file.heads?.get(section)
  if (head === undefined) return `${eol}${syntax.section?.(section) ?? ''}${eol}`
  return decoded.text.slice(head.from, head.to).replace(/\r\n|\n|\r/g, eol)
}

/** Where a new section stands: behind the one before it, where those come and go, else at the end. */
function behindSection({ file, decoded, entries }: Side, section: string | undefined): number {
  if (file.heads === undefined) return decoded.text.length
  const before = [...entries.values()].filter(entry => sectionOf(entry) === section)
  if (before.length > 0) return Math.max(...before.map(({ to }) => to))
  return Math.min(decoded.text.length, ...[...file.heads.values()].map(({ from }) => from))
}

/** Where an entry goes that nothing of the file comes before: in front of all in its section. Undefined where there is no such section. */
function placeIn(own: Side, entry: KeyedEntry): number | undefined {
  const section = sectionOf(entry)
  const first = [...own.entries.values()].find(each => sectionOf(each) === section)
  if (first !== undefined) return first.from
  const { sections } = own.file
  return sections === undefined ? own.decoded.text.length : sections.get(section)
}

/** An entry in the manner of the file that it comes to. */
function copied(
  syntax: KeyedSyntax,
  whole: DecodedText,
  { from, to, start, end, text: said, manner }: KeyedEntry,
  as: Omit<WrittenAs, 'raw' | 'manner'>,
): string {
  const { text } = whole
  const raw = text.slice(start, end)
  const isAlike = writtenIn(syntax, whole.text, whole.charset) === as.charset
  const written = (isAlike ? undefined : syntax.write(said, { ...as, raw, manner })) ?? raw
  const lines = (text.slice(from, start) + written + text.slice(end, to)).replace(/\r\n|\n|\r/g, as.eol)
  return /[\r\n]$/.test(lines) ? lines : lines + as.eol
}

function inBytes({ text, charset, bom_bytes }: DecodedText, edits: readonly TextEdit[]): readonly Edit[] {
  const byteAt = byteCounter(text, charset, bom_bytes)
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return sorted.map(({ start, end, text: written }) => {
    const from = byteAt(start)
    return { start: from, end: byteAt(end), bytes: encode(written, charset) }
  })
}
