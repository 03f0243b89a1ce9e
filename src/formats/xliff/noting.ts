import type { Edit, Unit } from '../format.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** As `Format.noting`: a `note` in the unit. Version 2 has them in an element of their own at its beginning. */
export function notingXliff(file: string, units: readonly Unit[], notes: ReadonlyMap<string, string>): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { path, start } of units) {
    const said = notes.get(path)?.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)
    if (said === undefined) continue
    const note = `<note>${said}</note>`
    const end = file.indexOf('</trans-unit>', start)
    const [at, bytes] = file.includes('<trans-unit') ? [end, note] : inUnit(file, start, note)
    if (at >= 0 && !edits.has(at)) edits.set(at, { start: at, end: at, bytes })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}

function inUnit(file: string, within: number, note: string): readonly [number, string] {
  const unit = file.lastIndexOf('<unit', within - 1)
  const notes = file.indexOf('<notes>', unit)
  if (unit >= 0 && notes >= 0 && notes < within) return [notes + '<notes>'.length, note]
  const end = unit < 0 ? null : /^(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(file.slice(unit))
  return end === null ? [-1, ''] : [unit + end[0].length, `<notes>${note}</notes>`]
}
