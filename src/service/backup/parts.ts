import { flawOf } from '../../contract/file-names.ts'

/** What lies in a data folder and goes into a backup. */
export interface FolderPart {
  readonly name: string
  /** `contents`: those that the database names; `folder`: every file in it. */
  readonly kind: 'database' | 'contents' | 'folder' | 'file'
  /** True for what lets its holder act as the service or its members: taken only where it is asked for. */
  readonly secret: boolean
}

/**
 * Every part, the database first: the rest is read after it, so that nothing it names is missed. What is no part is left out: sign-ins
 * at hosted services and the marks of keys in the keyring belong to one machine.
 */
export const PARTS: readonly FolderPart[] = [
  { name: 'translation.db', kind: 'database', secret: false },
  { name: 'files', kind: 'contents', secret: false },
  { name: 'sources.json', kind: 'file', secret: false },
  { name: 'runs.json', kind: 'file', secret: false },
  { name: 'written.json', kind: 'file', secret: false },
  { name: 'replaced', kind: 'folder', secret: false },
  { name: 'superseded', kind: 'folder', secret: false },
  { name: 'key', kind: 'file', secret: true },
  { name: 'oauth-keys', kind: 'file', secret: true },
  { name: 'state-secret', kind: 'file', secret: true },
]

/** The first entry of a backup, which says what it is, and the last one, with the SHA-256 of all others. */
export const ABOUT = 'about.json'
export const SUMS = 'SHA256SUMS'
/** The folder that all entries are in, so that unpacking one by hand fills no other. */
export const TOP = 'translation-mcp-backup/'

/**
 * The path in a data folder that an entry of a backup is for: its name without `TOP`. Undefined for a name that no backup has, such
 * as one that leads out of the folder.
 */
export function pathIn(entry: string): string | undefined {
  if (!entry.startsWith(TOP)) return undefined
  const path = entry.slice(TOP.length)
  const [name = '', inside, ...deeper] = path.split('/')
  const part = PARTS.find(each => each.name === name)
  if (part === undefined || deeper.length > 0) return path === ABOUT || path === SUMS ? path : undefined
  const isFolder = part.kind === 'contents' || part.kind === 'folder'
  if (!isFolder) return inside === undefined ? path : undefined
  return inside !== undefined && flawOf(inside) === undefined ? path : undefined
}
