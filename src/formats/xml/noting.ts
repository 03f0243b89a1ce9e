import type { Edit } from '../format.ts'
import type { XmlUnit } from './place.ts'

/** As `Format.noting`, for the resources of Android: a comment in front of the element. Other files have no place for one. */
export function notingResources(
  file: string,
  units: readonly XmlUnit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  if (!/<resources[\s>]/.test(file)) return []
  const edits = new Map<number, Edit>()
  for (const { path, start, note: own } of units) {
    const note = notes.get(path)
    const at = Math.max(file.lastIndexOf('<string', start - 1), file.lastIndexOf('<item', start - 1))
    if (note === undefined || at < 0 || edits.has(at)) continue
    // A comment of its own takes the place of that of all forms.
    const isForm = file.startsWith('<item', at) && own !== undefined
    const said = (isForm ? `${own}; ${note}` : note).replaceAll('--', '- -').replace(/-$/, '- ')
    edits.set(at, { start: at, end: at, bytes: `<!-- ${said} -->` })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}
