import type { Edit } from '../format.ts'
import type { JsonUnit } from './unit.ts'

/**
 * As `Format.noting`. Beside a text goes what ARB says of one, `"@name": {"description": …}`, or into what it says already; a catalogue of
 * a browser extension gets a `description` beside each `message`. An item of a list has no place for any.
 */
export function notingJson(
  file: string,
  units: readonly JsonUnit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  const ofMessages = units.every(({ path, left_out }) => left_out !== undefined || path.endsWith('/message'))
  return units
    .flatMap(unit => {
      const said = notes.get(unit.path)
      if (said === undefined || !isMember(file, unit)) return []
      if (ofMessages && unit.note !== undefined) return []
      const name = nameOf(unit.path)
      const description = JSON.stringify(unit.note === undefined ? said : `${unit.note}\n${said}`)
      if (ofMessages) return [insertion(unit.end + 1, `, "description": ${description}`)]
      const there = metadataOf(file, name)
      if (there !== undefined) return [insertion(there, ` "description": ${description},`)]
      return [insertion(unit.end + 1, `, ${JSON.stringify(`@${name}`)}: {"description": ${description}}`)]
    })
    .sort((one, other) => one.start - other.start)
}

function insertion(at: number, bytes: string): Edit {
  return { start: at, end: at, bytes }
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}

/** Whether a text in quotes is the value of a key. */
function isMember(file: string, { start, end }: JsonUnit): boolean {
  if (file[start - 1] !== '"' || file[end] !== '"') return false
  let before = start - 2
  while (' \t\r\n'.includes(file[before] ?? 'x')) before -= 1
  return file[before] === ':'
}

/** Where the metadata of a message begin that an ARB file has at its root. */
function metadataOf(file: string, name: string): number | undefined {
  if (!file.includes(`"@${name}"`)) return undefined
  const found = new RegExp(`"@${name.replace(/[^\w]/g, '\\$&')}"\\s*:\\s*\\{`).exec(file)
  return found === null ? undefined : found.index + found[0].length
}
