import type { Edit } from '../format.ts'
import type { YamlUnit } from './place.ts'

/** As `Format.noting`: comment lines above the line of the text. Of several texts in one line the first gets them. */
export function notingYaml(
  file: string,
  units: readonly YamlUnit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { path, start } of units) {
    const note = notes.get(path)
    const at = file.lastIndexOf('\n', start - 1) + 1
    if (note === undefined || edits.has(at)) continue
    const indent = /^ */.exec(file.slice(at, start))?.[0] ?? ''
    const bytes = note
      .split('\n')
      .map(line => `${indent}# ${line}\n`)
      .join('')
    edits.set(at, { start: at, end: at, bytes })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}
