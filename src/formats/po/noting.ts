import type { Edit } from '../format.ts'
import type { PoUnit } from './place.ts'

/** As `Format.noting`: comments of a program (`#.`) above the message. */
export function notingPo(file: string, units: readonly PoUnit[], notes: ReadonlyMap<string, string>): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { path, start } of units) {
    const note = notes.get(path)
    const at = beginOfMessage(file, start)
    if (note === undefined || edits.has(at)) continue
    const bytes = note
      .split('\n')
      .map(line => `#. ${line}\n`)
      .join('')
    edits.set(at, { start: at, end: at, bytes })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}

/** Where the first of the lines of a message begins, without its comments: those that begin with a keyword or a quote. */
function beginOfMessage(file: string, within: number): number {
  let at = file.lastIndexOf('\n', within - 1) + 1
  while (at > 0) {
    const above = file.lastIndexOf('\n', at - 2) + 1
    if (!/^[ \t]*(?:msg|")/.test(file.slice(above, at))) break
    at = above
  }
  return at
}
