import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sameTag } from '../../contract/language-tags.ts'
import { systemReason } from '../../contract/system-errors.ts'
import { LOCK_FILE, type Lock, LockError, readLock } from '../lock/index.ts'
import { FileUnreadable } from '../plan.ts'
import { type FilePair, isBelow } from '../project/file-pair.ts'
import type { Project } from '../project/inherit.ts'
import { openProject } from '../project/open-project.ts'
import { type Pairing, pairsIn } from '../project/pairs.ts'
import { ProjectError } from '../project/project-error.ts'
import { PROJECT_FILE } from '../project/project-file.ts'
import { rulesOf } from '../project/rule.ts'
import { type WalkedFolder, walkProject } from '../project/walk.ts'
import { SyncRefused } from './refused.ts'
import { repositoryOf } from './work-folder.ts'

/** A project with its files, as they lie on the disk. */
export interface OpenedProject extends Pick<WalkedFolder, 'unreadable' | 'folders'> {
  /** Its folder, absolute. All paths of its files begin there. */
  readonly folder: string
  readonly project: Project
  readonly pairing: Pairing
  /** The pairs that the paths of the command line mean; all where it has none. */
  readonly pairs: readonly FilePair[]
  readonly lock: Lock
  /** The text of the lock as it is; undefined where there is none. */
  readonly lock_text: string | undefined
}

/** How a project is asked for, where not from a command line. */
interface Asking {
  /** The folder above which nothing is read; else that of the repository. */
  readonly root?: string
  /** What the caller names languages by. */
  readonly languages_by?: string
}

/**
 * Opens the project of a folder: its file, the one above it in the same repository, its lock, and the listing of its files.
 *
 * @param working the folder, absolute: relative places begin there
 * @param places files and folders to keep to, as written on the command line
 * @throws {SyncRefused} there is no project, or its file or lock cannot be worked with
 */
export async function openSyncProject(
  working: string,
  places: readonly string[],
  targets: readonly string[],
  { root: given, languages_by = '--to' }: Asking = {},
): Promise<OpenedProject> {
  const root = given ?? (await repositoryOf(working))
  const from = path.resolve(working, places[0] ?? '.')
  const project = await openProject(from, root).catch(refused)
  if (project === undefined) throw new SyncRefused(NO_PROJECT)
  const wanted = targets.map(given =>
    project.targets.includes(given) ? given : (project.targets.find(tag => sameTag(tag, given)) ?? given),
  )
  const unknown = wanted.find(tag => !project.targets.includes(tag))
  if (unknown !== undefined)
    throw new SyncRefused(
      `${languages_by} ${unknown}: ${PROJECT_FILE} has the targets ${project.targets.join(', ')}. Add it there.`,
    )
  const listed = await openListed(project, root)
  const { folder, pairing } = listed
  const chosen = chosenPairs(pairing.pairs, placesIn(folder, working, places))
  const pairs =
    wanted.length === 0
      ? chosen
      : chosen.map(pair => ({ ...pair, targets: pair.targets.filter(({ tag }) => wanted.includes(tag)) }))
  return { ...listed, pairs }
}

/**
 * Opens what a project says: its lock, and the listing of its files.
 *
 * @param root the folder that project files are named from, absolute
 * @throws {SyncRefused} its lock or its files cannot be worked with
 */
export async function openListed(project: Project, root: string): Promise<OpenedProject> {
  const folder = path.join(root, project.folder)
  const rules = rulesOf(project)
  const listing = await walkProject(folder, rules).catch(refused)
  const pairing = pairsIn(project, listing, rules)
  const lock_text = await lockText(folder)
  const { unreadable, folders } = listing
  return { folder, project, pairing, pairs: pairing.pairs, lock: lockOf(lock_text), lock_text, unreadable, folders }
}

const NO_PROJECT =
  `There is no ${PROJECT_FILE} here or above. It names the languages and the files of a project: ` +
  '`translation-mcp init` looks at the files that are here and proposes one. An example:\n' +
  '  {"source": "en", "targets": ["de"], "files": {"include": ["locales/[locale].json"]}}'

/** @throws {SyncRefused} in place of what makes a project unusable */
export function refused(error: unknown): never {
  if (error instanceof LockError) throw new SyncRefused(error.message)
  if (!(error instanceof ProjectError)) throw error
  const place = [error.file, error.line, error.column].filter(part => part !== undefined).join(':')
  throw new SyncRefused(`${place}: ${error.message}`)
}

function lockOf(text: string | undefined): Lock {
  try {
    return readLock(text ?? '')
  } catch (error) {
    return refused(error)
  }
}

/** @throws {SyncRefused} for a place outside of the project */
function placesIn(folder: string, working: string, places: readonly string[]): readonly string[] {
  return places.map(given => {
    const place = path.relative(folder, path.resolve(working, given)).split(path.sep).join('/')
    if (place === '..' || place.startsWith('../') || path.isAbsolute(place))
      throw new SyncRefused(`"${given}" lies outside of the project in ${folder}.`)
    return place
  })
}

/** The pairs of which a source is meant, and of the others the translations that are. @throws {SyncRefused} for a place that means none */
function chosenPairs(pairs: readonly FilePair[], places: readonly string[]): readonly FilePair[] {
  if (places.length === 0 || places.includes('')) return pairs
  const meant = new Set(places)
  const used = new Set<string>()
  const isMeant = (file: string) => {
    if (!isBelow(file, meant)) return false
    for (const place of places) if (file === place || file.startsWith(`${place}/`)) used.add(place)
    return true
  }
  const chosen = pairs.flatMap(pair => {
    if (isMeant(pair.source)) return [pair]
    const targets = pair.targets.filter(({ path: file }) => isMeant(file))
    return targets.length === 0 ? [] : [{ ...pair, targets }]
  })
  const idle = places.find(place => !used.has(place))
  if (idle !== undefined) throw new SyncRefused(`"${idle}" is no file of the project: its globs do not find it.`)
  return chosen
}

/** The text of the lock of a project; undefined where there is none. */
export async function lockText(folder: string): Promise<string | undefined> {
  return (await bytesOrNone(path.join(folder, LOCK_FILE)))?.toString('utf8')
}

/** Reads the files of a project, by their paths from its folder. */
export function readerIn(folder: string): (file: string) => Promise<Uint8Array | undefined> {
  return async file => {
    try {
      return await bytesOrNone(path.join(folder, file))
    } catch (error) {
      const why = systemReason(error)
      throw why === undefined ? error : new FileUnreadable(`it cannot be read: ${why}`)
    }
  }
}

/** The bytes of a file; undefined where there is none. */
export async function bytesOrNone(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
}
