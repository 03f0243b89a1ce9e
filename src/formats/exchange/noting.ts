import type { Edit } from '../format.ts'
import type { EntryUnit } from './place.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** As `Format.noting`: a note of the unit, behind those that it has. */
export function notingTmx(_: string, units: readonly EntryUnit[], notes: ReadonlyMap<string, string>): readonly Edit[] {
  return units.flatMap(({ path, remark }) => {
    const said = notes.get(path)?.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)
    if (said === undefined || remark === undefined) return []
    return [{ start: remark.at, end: remark.at, bytes: `<note>${said}</note>${remark.indent}` }]
  })
}
