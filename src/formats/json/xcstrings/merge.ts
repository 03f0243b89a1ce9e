/** What a string catalog gains from another one, and what it loses: entries, each with its texts in all languages. */

import { byteCounter, type DecodedText, decodeWhole, encode } from '../../bytes/charset.ts'
import { oneChunk } from '../../bytes/ranges.ts'
import { memberCount } from '../../content/tree.ts'
import type { Edit, Merge } from '../../format.ts'
import type { Holder } from '../reader.ts'
import { type Catalog, type CatalogManner, holderIn, readCatalog } from './catalog.ts'
import { insertionOf, newLine } from './making.ts'
import { entryPath } from './units.ts'

/** An edit of the text: offsets are UTF-16 code units. */
interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** As `Format.merge`. A text that is taken into an entry that is there comes in the languages that the source has it otherwise in. */
export async function mergeCatalogs(there: Uint8Array, change: Merge): Promise<readonly Edit[]> {
  const decoded = await decodeWhole(oneChunk(there))
  const own = readCatalog(decoded.text)
  const [from, source] = [await catalogOf(change.from), await catalogOf(change.source)]
  const [take, remove] = [keysIn(change.take, from), keysIn(change.remove, own)]
  const kept = own.strings.holders.filter(({ key }) => take.has(key) || !remove.has(key))
  const edits = [...removals(own, kept), ...insertions(own, from, kept, take)]
  const sources = new Map(source.strings.holders.map(entry => [entry.key, entry]))
  const mines = new Map(kept.map(entry => [entry.key, entry]))
  for (const theirs of from.strings.holders) {
    const mine = take.has(theirs.key) ? mines.get(theirs.key) : undefined
    if (mine !== undefined) edits.push(...localized(own, mine, { from, theirs, source, before: sources.get(mine.key) }))
  }
  return inBytes(decoded, edits)
}

async function catalogOf(bytes: Uint8Array): Promise<Catalog> {
  return readCatalog((await decodeWhole(oneChunk(bytes))).text)
}

/** The keys of the entries that paths are of. */
function keysIn(paths: ReadonlySet<string>, { strings }: Catalog): ReadonlySet<string> {
  const entries = new Set([...paths].map(path => path.split('/').slice(0, 2).join('/')))
  return new Set(strings.holders.filter(({ key }) => entries.has(entryPath(key))).map(({ key }) => key))
}

/** Entries go with their commas. */
function removals({ strings }: Catalog, kept: readonly Holder[]): TextEdit[] {
  const stays = new Set(kept)
  const { holders } = strings
  if (kept.length === 0) return []
  const edits: TextEdit[] = []
  let last: Holder | undefined
  let from: number | undefined
  for (const [at, entry] of holders.entries()) {
    if (stays.has(entry)) {
      if (last === undefined && from !== undefined) edits.push({ start: from, end: entry.key_start - 1, text: '' })
      from = undefined
      last = entry
      continue
    }
    from ??= last === undefined ? entry.key_start - 1 : last.end
    const next = holders[at + 1]
    if (last !== undefined && (next === undefined || stays.has(next))) {
      edits.push({ start: from, end: entry.end, text: '' })
    }
  }
  return edits
}

/** What is new, each behind the nearest entry before it that stays. */
function insertions(own: Catalog, from: Catalog, kept: readonly Holder[], take: ReadonlySet<string>): TextEdit[] {
  const known = new Map(kept.map(entry => [entry.key, entry]))
  const places = new Map<Holder | undefined, string[]>()
  let after: Holder | undefined
  for (const entry of from.strings.holders) {
    const mine = known.get(entry.key)
    if (mine !== undefined) after = mine
    else if (take.has(entry.key)) {
      const copy = inMannerOf(from.text.slice(entry.key_start - 1, entry.end), from.manner, own.manner)
      places.set(after, [...(places.get(after) ?? []), copy])
    }
  }
  const { strings, manner } = own
  const line = newLine(manner, strings.depth + 1)
  const [first] = kept
  if (first === undefined) {
    const copies = places.get(undefined) ?? []
    const inside = copies.map(copy => line + copy).join(',')
    return [{ start: strings.start + 1, end: strings.end - 1, text: inside + newLine(manner, strings.depth) }]
  }
  return [...places].map(([place, copies]) => {
    if (place !== undefined) {
      return { start: place.end, end: place.end, text: copies.map(copy => `,${line}${copy}`).join('') }
    }
    const at = first.key_start - 1
    return { start: at, end: at, text: copies.map(copy => `${copy},${line}`).join('') }
  })
}

interface Taken {
  readonly from: Catalog
  readonly theirs: Holder
  readonly source: Catalog
  readonly before: Holder | undefined
}

/** The languages of an entry that is there: those that `from` changed, else all in which it says something else. */
function localized(own: Catalog, mine: Holder, { from, theirs, source, before }: Taken): TextEdit[] {
  const all = holderIn(theirs, 'localizations')?.holders ?? []
  const said = (catalog: Catalog, entry: Holder | undefined, language: string): string | undefined => {
    const found = entry && holderIn(entry, 'localizations')?.holders.find(({ key }) => key === language)
    return found && inMannerOf(catalog.text.slice(found.start, found.end), catalog.manner, own.manner)
  }
  const changed = all.filter(({ key }) => said(from, theirs, key) !== said(source, before, key))
  const taken = changed.length === 0 ? all : all.filter(each => changed.includes(each) || each.key === from.source)
  const edits: TextEdit[] = []
  const added: string[] = []
  const localizations = holderIn(mine, 'localizations')
  for (const { key } of taken) {
    const text = said(from, theirs, key)
    const present = localizations?.holders.find(each => each.key === key)
    if (text === undefined || text === said(own, mine, key)) continue
    if (present !== undefined) edits.push({ start: present.start, end: present.end, text })
    else if (localizations === undefined || memberCount(localizations) === 0)
      added.push(`${JSON.stringify(key)}${own.manner.colon}${text}`)
    else {
      const { lead, tail, ...range } = insertionOf(own, localizations, key)
      edits.push({ ...range, text: lead + text + tail })
    }
  }
  if (added.length === 0) return edits
  const line = newLine(own.manner, mine.depth + 2)
  const whole = `{${added.map(each => line + each).join(',')}${newLine(own.manner, mine.depth + 1)}}`
  if (localizations !== undefined) return [{ start: localizations.start, end: localizations.end, text: whole }]
  const { lead, tail, ...range } = insertionOf(own, mine, 'localizations')
  return [{ ...range, text: lead + whole + tail }]
}

/** A text of one file with the line ends and indents of another. */
function inMannerOf(text: string, from: CatalogManner, to: CatalogManner): string {
  const { indent, eol } = from
  if (indent === undefined || to.indent === undefined || (indent === to.indent && eol === to.eol)) return text
  const [first = '', ...lines] = text.split(/\r\n|\n/)
  const moved = lines.map(line => {
    let depth = 0
    while (indent !== '' && line.startsWith(indent, depth * indent.length)) depth += 1
    return (to.indent ?? '').repeat(depth) + line.slice(depth * indent.length)
  })
  return [first, ...moved].join(to.eol)
}

function inBytes({ text, charset, bom_bytes }: DecodedText, edits: readonly TextEdit[]): readonly Edit[] {
  const byteAt = byteCounter(text, charset, bom_bytes)
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return sorted.map(({ start, end, text: written }) => {
    const from = byteAt(start)
    return { start: from, end: byteAt(end), bytes: encode(written, charset) }
  })
}
