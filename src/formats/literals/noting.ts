import type { Edit } from '../format.ts'
import type { KeyedUnit } from '../keyed/index.ts'

/** The line of a text up to its first sign: at most its key and its quote. */
const ALONE =
  /^([ \t]*)(?:\$\w+\[[^\]\n]*\][ \t]*=[ \t]*|(?:'[^'\n]*'|"[^"\n]*"|[\w$\\]+(?:::\w+)?)[ \t]*(?:=>|:)[ \t]*)?(?:['"`]|<<<[ \t]*["']?[^\s"']+["']?[ \t]*\r?\n)$/

/** As `Format.noting`: lines of comments above the line of a text, where nothing else is in front of it there. */
export function notingLiterals(
  file: string,
  units: readonly KeyedUnit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  return units.flatMap(unit => {
    const note = notes.get(unit.path)
    if (note === undefined) return []
    // A text of lines begins below the line of its key.
    const isBelow = file[unit.start - 1] === '\n'
    const at = file.lastIndexOf('\n', unit.start - (isBelow ? 2 : 1)) + 1
    const indent = ALONE.exec(file.slice(at, unit.start))?.[1]
    if (indent === undefined) return []
    const lines = note.split('\n').map(line => `${indent}// ${line.replaceAll('?>', '? >')}${unit.eol ?? '\n'}`)
    return [{ start: at, end: at, bytes: lines.join('') }]
  })
}
