import type { Edit, Unit } from '../../format.ts'
import { readCatalog, stringIn } from './catalog.ts'
import { insertionOf } from './making.ts'

/** As `Format.noting`: in the comment of the key, behind what it says already. */
export function notingCatalog(
  file: string,
  units: readonly Unit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  const catalog = readCatalog(file)
  const entries = catalog.strings.holders
  const edits = new Map<number, Edit>()
  let at = 0
  for (const { path, start } of units) {
    // Units and entries are in one order.
    while (at < entries.length && (entries[at]?.end ?? 0) <= start) at += 1
    const said = notes.get(path)
    const entry = entries[at]
    if (said === undefined || entry === undefined || edits.has(entry.start)) continue
    const comment = stringIn(entry, 'comment')
    const written = JSON.stringify(said)
    if (comment !== undefined) {
      const bytes = comment.value === '' ? written.slice(1, -1) : `\\n${written.slice(1, -1)}`
      edits.set(entry.start, { start: comment.end, end: comment.end, bytes })
      continue
    }
    const { lead, tail, ...range } = insertionOf(catalog, entry, 'comment')
    edits.set(entry.start, { ...range, bytes: lead + written + tail })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}
