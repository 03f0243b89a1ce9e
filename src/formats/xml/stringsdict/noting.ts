import type { Edit, Unit } from '../../format.ts'

/** As `Format.noting`: a comment in front of the key of a text. Of several forms each has its own. */
export function notingStringsDict(
  file: string,
  units: readonly Unit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { path, start, end } of units) {
    const note = notes.get(path)
    const at = file.lastIndexOf('<key', start - 1)
    if (note === undefined || start === end || at < 0 || edits.has(at)) continue
    const said = note.replaceAll('--', '- -').replace(/-$/, '- ')
    edits.set(at, { start: at, end: at, bytes: `<!-- ${said} -->` })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}
