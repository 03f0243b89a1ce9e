import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectListing } from './file-pair.ts'
import { mayMatchBelow, type PathPattern } from './pattern.ts'
import { ProjectError } from './project-error.ts'
import { PROJECT_FILE } from './project-file.ts'
import type { ProjectRules } from './rule.ts'

/** What a walk found. */
export interface WalkedFolder extends ProjectListing {
  /** Folders that could not be read. */
  readonly unreadable: readonly string[]
  /** All folders in which a file of the project may lie: a new one appears in one of them. */
  readonly folders: readonly string[]
}

const MOST_FILES = 200_000

/**
 * Lists the files of a project that its globs may mean, sorted. Only folders are read in which such a file may lie, so `.git`,
 * `node_modules` and hidden folders are not, unless a glob names them. Links to folders are not followed, nor links to files that lie
 * outside of the folder.
 *
 * @param folder of the project, in the way of this system
 * @throws {ProjectError} too_many_files where there are more than 200,000
 */
export async function walkProject(folder: string, { include }: ProjectRules): Promise<WalkedFolder> {
  const patterns = include.flatMap(({ source, target }) => (source === undefined ? [target] : [source, target]))
  const root = await realpath(folder)
  const walk: Walk = { root, files: [], nested: [], links: [], unreadable: [], folders: [] }
  await walkInto('', walk, patterns)
  return {
    files: walk.files.sort(),
    nested: walk.nested.sort(),
    links: walk.links.sort(),
    unreadable: walk.unreadable.sort(),
    folders: walk.folders.sort(),
  }
}

interface Walk {
  readonly root: string
  readonly files: string[]
  readonly nested: string[]
  readonly links: string[]
  readonly unreadable: string[]
  readonly folders: string[]
}

async function walkInto(folder: string, walk: Walk, patterns: readonly PathPattern[]): Promise<void> {
  const below = patterns.filter(pattern => mayMatchBelow(pattern, folder))
  if (below.length === 0) return
  const entries = await entriesOf(path.join(walk.root, folder))
  if (entries === undefined) {
    walk.unreadable.push(folder)
    return
  }
  if (folder !== '' && entries.some(({ name }) => name === PROJECT_FILE)) {
    walk.nested.push(folder)
    return
  }
  walk.folders.push(folder)
  const folders: string[] = []
  for (const entry of entries) {
    const place = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) folders.push(place)
    else if (entry.isFile()) walk.files.push(place)
    else if (entry.isSymbolicLink()) await addLink(place, walk)
  }
  if (walk.files.length > MOST_FILES) {
    const words = `There are more than ${MOST_FILES.toLocaleString('en')} files below its globs. Begin them with the folders that are meant.`
    throw new ProjectError('too_many_files', words, { file: PROJECT_FILE })
  }
  await Promise.all(folders.map(place => walkInto(place, walk, below)))
}

async function entriesOf(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** A link to a file of the same folder is read like that file, but never written through. */
async function addLink(place: string, walk: Walk): Promise<void> {
  walk.links.push(place)
  if (await isFileWithin(path.join(walk.root, place), walk.root)) walk.files.push(place)
}

async function isFileWithin(file: string, root: string): Promise<boolean> {
  try {
    const real = await realpath(file)
    return isWithin(real, root) && (await stat(real)).isFile()
  } catch {
    return false
  }
}

/** Whether a path is this folder or lies in it, by their names alone. */
function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/**
 * The folders with a project file, from the one that is nearest above a path to the outermost. Nothing is looked for above `root`, and a
 * project file that is a link out of it is none.
 *
 * @param from a file or a folder, there or not
 * @param root the folder that may be read
 */
export async function projectFoldersAbove(from: string, root: string): Promise<readonly string[]> {
  const [top, start] = [path.resolve(root), path.resolve(from)]
  if (!isWithin(start, top)) return []
  const real = await realpath(top)
  const way = path.relative(top, start)
  const names = way === '' ? [] : way.split(path.sep)
  const folders = names.map((_, at) => path.join(top, ...names.slice(0, at + 1)))
  const nearestFirst = [top, ...folders].reverse()
  const has = await Promise.all(nearestFirst.map(folder => isFileWithin(path.join(folder, PROJECT_FILE), real)))
  return nearestFirst.filter((_, at) => has[at])
}

/** The folders with a project file that lie below a folder, or are it, sorted. Hidden folders and `node_modules` are not looked into. */
export async function projectFoldersBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (place: string): Promise<void> => {
    const entries = (await entriesOf(place)) ?? []
    if (entries.some(entry => entry.name === PROJECT_FILE && entry.isFile())) found.push(place)
    const folders = entries.filter(entry => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    await Promise.all(folders.map(({ name }) => look(path.join(place, name))))
  }
  await look(path.resolve(folder))
  return found.sort()
}
