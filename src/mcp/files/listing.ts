import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { absolute, type Boundary, exchanged, FileRefused, refuseShut, resolved, shutReason } from './boundary.ts'
import { openFolder, placeOfHandle, through } from './handles.ts'

/** What lies in a folder and below it. */
export interface FolderListing {
  /** The folder itself, links resolved. */
  readonly place: string
  /** Plain files, by their paths from the folder with `/` between names, sorted. Nothing behind a link, and no hidden name. */
  readonly files: readonly string[]
  /** Folders that were not looked into: what others wrote lies there, such as packages. */
  readonly passed_by: readonly string[]
  /** Folders that cannot be looked into. */
  readonly unread: readonly string[]
  /** True where the folder holds more than is looked at. */
  readonly more: boolean
}

/** Folders in which nobody's own texts lie, but what was installed or built. */
const NOT_OWN: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'Pods', 'venv', '__pycache__', 'site-packages'],
  ...['dist', 'build', 'target', 'coverage'],
])
const MOST_SEEN = 5000
const DEEPEST = 12

/**
 * Lists the files of a folder that a caller gave; undefined where the path leads to no folder. Each file is judged again when it is opened.
 *
 * @throws {FileRefused} where the folder may not be touched; file_not_readable
 */
export async function listing(given: string, boundary: Boundary): Promise<FolderListing | undefined> {
  const file = await absolute(given, boundary)
  const real = await resolved(file)
  if (real === undefined) return undefined
  refuseShut({ given, file, real }, boundary)
  const facts = await stat(real).catch(() => undefined)
  if (facts?.isDirectory() !== true) return undefined
  const files: string[] = []
  const passed_by: string[] = []
  const unread: string[] = []
  let seen = 0
  const look = async (place: string, below: string, depth: number): Promise<void> => {
    const inner: [Dirent, string][] = []
    const entries = await entriesOf(place, given, boundary)
    if (entries === undefined && below === '') throw closedFolder(given)
    if (entries === undefined) unread.push(below)
    for (const entry of entries ?? []) {
      seen += 1
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (seen > MOST_SEEN || entry.name.startsWith('.')) continue
      if (entry.isFile()) files.push(name)
      else if (entry.isDirectory() && (NOT_OWN.has(entry.name) || depth >= DEEPEST)) passed_by.push(name)
      else if (entry.isDirectory()) inner.push([entry, name])
    }
    for (const [{ name }, from] of inner) {
      const next = path.join(place, name)
      if (shutReason({ given, file: next, real: next }, boundary) === undefined) await look(next, from, depth + 1)
    }
  }
  await look(real, '', 0)
  return { place: real, files: files.sort(), passed_by, unread, more: seen > MOST_SEEN }
}

/** A folder that cannot be looked into. */
export function closedFolder(given: string): FileRefused {
  return new FileRefused('file_not_readable', `The folder "${given}" cannot be read.`)
}

/** The names in a folder, read through what was opened: a link in its place shows nothing of elsewhere. Undefined where it cannot be read. */
async function entriesOf(place: string, given: string, boundary: Boundary): Promise<Dirent[] | undefined> {
  if (boundary.judging === 'name') return await readdir(place, { withFileTypes: true }).catch(() => undefined)
  const folder = await openFolder(place).catch(() => undefined)
  if (folder === undefined) return undefined
  try {
    if ((await placeOfHandle(folder, place, boundary.judging)) !== place) throw exchanged(given, 'read')
    return await readdir(through(folder, '.'), { withFileTypes: true })
  } finally {
    await folder.close()
  }
}
