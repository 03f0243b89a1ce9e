import type { Edit } from '../format.ts'
import type { QtUnit } from './place.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** As `Format.noting`: an `extracomment` of the message, or a line more in the one that it has. */
export function notingQt(_: string, units: readonly QtUnit[], notes: ReadonlyMap<string, string>): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { path, remark } of units) {
    const said = notes.get(path)?.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)
    if (said === undefined || remark === undefined || edits.has(remark.at)) continue
    const { at, inside, indent } = remark
    edits.set(at, { start: at, end: at, bytes: inside ? `\n${said}` : `<extracomment>${said}</extracomment>${indent}` })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}
