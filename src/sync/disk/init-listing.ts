import type { Dirent } from 'node:fs'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT_FILE } from '../project/project-file.ts'

/** What lies in a folder that a project file is wanted for. Paths begin there, with `/` between names. */
export interface InitListing {
  readonly files: readonly string[]
  /** Files and folders that are links: none is followed. */
  readonly links: readonly string[]
  /** Folders that have a project file. They, and what lies below, are not listed. */
  readonly projects: readonly string[]
  /** Folders that are repositories of their own, such as submodules. They are not listed either. */
  readonly repositories: readonly string[]
  readonly unreadable: readonly string[]
  /** True where there are more files than are looked at. */
  readonly is_cut: boolean
}

const MOST_FILES = 200_000
/** A configuration has some thousand bytes. Of larger files nothing is known but their paths. */
const MOST_BYTES = 1_000_000
/** The languages of a string catalog stand in it alone, beside all its texts. */
const MOST_OF_CATALOG = 8 * 1024 * 1024

type Found = { -readonly [name in keyof Omit<InitListing, 'is_cut'>]: string[] }

/** Lists the files of a folder, those at its top first. Hidden folders and `node_modules` are not looked into, and no link is followed. */
export async function listForInit(folder: string): Promise<InitListing> {
  const found: Found = { files: [], links: [], projects: [], repositories: [], unreadable: [] }
  let level: readonly string[] = ['']
  while (level.length > 0 && found.files.length <= MOST_FILES) {
    const below = await Promise.all(level.map(async place => look(place, await entriesOf(folder, place), found)))
    level = below.flat().sort()
  }
  const is_cut = found.files.length > MOST_FILES
  return { ...found, files: found.files.slice(0, MOST_FILES), is_cut }
}

async function entriesOf(folder: string, place: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(path.join(folder, place), { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** Notes what a folder has, and gives the folders in it that are to be looked into. */
function look(place: string, entries: readonly Dirent[] | undefined, found: Found): readonly string[] {
  if (entries === undefined) {
    found.unreadable.push(place)
    return []
  }
  const has = (wanted: string) => entries.some(({ name }) => name === wanted)
  if (place !== '' && (has(PROJECT_FILE) || has('.git'))) {
    found[has(PROJECT_FILE) ? 'projects' : 'repositories'].push(place)
    return []
  }
  const folders: string[] = []
  for (const entry of entries) {
    const own = place === '' ? entry.name : `${place}/${entry.name}`
    if (entry.isSymbolicLink()) found.links.push(own)
    else if (entry.isFile()) found.files.push(own)
    else if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) folders.push(own)
  }
  return folders
}

/** Reads small texts below a folder; undefined for what is larger, no text, or not to be read. */
export function smallTexts(folder: string): (file: string) => string | undefined {
  return file => {
    try {
      return textOfSmall(path.join(folder, file), file.endsWith('.xcstrings') ? MOST_OF_CATALOG : MOST_BYTES)
    } catch {
      return undefined
    }
  }
}

function textOfSmall(file: string, most: number): string | undefined {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    if (size > most) return undefined
    const bytes = Buffer.alloc(size)
    const text = bytes.subarray(0, readSync(handle, bytes, 0, size, 0)).toString('utf8')
    return text.includes('\0') ? undefined : text
  } finally {
    closeSync(handle)
  }
}
