import type { Edit, Unit } from '../format.ts'

/** As `Format.noting`: comment lines right above the message or the term, which a comment of its own goes on from. */
export function notingFluent(
  file: string,
  units: readonly Unit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  return units.flatMap(({ path, start, eol = '\n' }) => {
    const note = notes.get(path)
    if (note === undefined) return []
    const at = entryBefore(file, start)
    const lines = note.split('\n').map(line => `# ${line}`.trimEnd() + eol)
    return [{ start: at, end: at, bytes: lines.join('') }]
  })
}

/** The beginning of the line that a message or a term begins in: the last one that is not indented. */
function entryBefore(file: string, from: number): number {
  let at = file.lastIndexOf('\n', from - 1) + 1
  while (at > 0 && !/[A-Za-z-]/.test(file.charAt(at))) at = file.lastIndexOf('\n', at - 2) + 1
  return at
}
