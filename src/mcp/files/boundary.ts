import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withCodes, withoutCodes } from '../../contract/hidden.ts'
import {
  type FolderOptions,
  isDevice,
  isFarPath,
  isHiddenFile,
  isInside,
  isSandboxPath,
  isStream,
  passesHiddenFolder,
} from './allowed.ts'
import type { Judging } from './handles.ts'

/** Why a file may not be read or written, and what to do. Names only the path that the caller gave and the allowed folders. */
export class FileRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The allowed and the closed folders at the time of a call, links resolved. */
export interface Boundary {
  readonly roots: readonly string[]
  readonly closed: readonly string[]
  readonly surroundings: FolderOptions
  readonly judging: Judging
}

/** A path as it was given, made absolute, and with links resolved. */
export interface Asked {
  readonly given: string
  readonly file: string
  readonly real: string
}

/** @throws {FileRefused} outside_allowed_folders; closed_folder; hidden_folder; hidden_file */
export function refuseShut(asked: Asked, boundary: Boundary): void {
  const reason = shutReason(asked, boundary)
  if (reason) throw reason
}

/** Why a place may not be touched; undefined where it may. */
export function shutReason({ given, file, real }: Asked, { roots, closed }: Boundary): FileRefused | undefined {
  const home = roots.filter(root => isInside(real, root))
  if (home.length === 0) {
    return outside(
      given,
      roots.some(root => isInside(file, root)) ? 'is behind a link that leads outside' : 'is outside',
      roots,
    )
  }
  if (closed.some(folder => isInside(real, folder))) {
    return new FileRefused(
      'closed_folder',
      `"${given}" lies in the folder where this server keeps its keys and translations. That folder is never opened; use a file elsewhere.`,
    )
  }
  if (home.every(root => passesHiddenFolder(real, root))) {
    return new FileRefused(
      'hidden_folder',
      `"${given}" lies in a folder whose name begins with a dot. Such folders are closed unless named with --allow DIR.`,
    )
  }
  if (isHiddenFile(real, roots)) {
    return new FileRefused(
      'hidden_file',
      `The name of "${given}" begins with a dot. Such files hold settings and secrets and are closed; if it is meant to be translated, the person can copy it under another name.`,
    )
  }
  return undefined
}

function outside(given: string, where: string, roots: readonly string[]): FileRefused {
  const list = roots.length > 0 ? roots.map(root => `"${root}"`).join(', ') : 'none of the default folders exists'
  return new FileRefused(
    'outside_allowed_folders',
    `"${given}" ${where} the folders this server may touch (${list}). Use a file in one of them, or ask the person to start the server with --allow DIR.`,
  )
}

/** The most characters of a path. The systems take about as many, and to look for each folder of a longer one would take minutes. */
const LONGEST_PATH = 4096

/**
 * Makes a path absolute: one that is absolute, relative, or begins with ~/ or file://. A relative path belongs to the first allowed
 * folder that has such a file, else to the first allowed folder.
 *
 * @throws {FileRefused} bad_path; sandbox_path; no_allowed_folder; outside_allowed_folders, before a share of another machine is touched
 */
export async function absolute(written: string, boundary: Boundary): Promise<string> {
  const { roots, surroundings } = boundary
  if (written.length > LONGEST_PATH) {
    throw new FileRefused('bad_path', `The path has ${written.length} characters; the most are ${LONGEST_PATH}.`)
  }
  refuseUnlooked(written, boundary)
  const given = await asMeant(written, boundary)
  if (given.includes('\0')) throw new FileRefused('bad_path', 'The path contains a NUL character.')
  if (isSandboxPath(given)) {
    throw new FileRefused(
      'sandbox_path',
      `"${given}" is a path inside an assistant's sandbox, which this server cannot read. Give the path on the person's own machine, or pass small text as content with a filename.`,
    )
  }
  if (given.startsWith('file:')) {
    const file = fromUrl(given)
    refuseUnlooked(file, boundary)
    return file
  }
  if (given === '~' || given.startsWith('~/') || given.startsWith('~\\'))
    return path.join(surroundings.home, given.slice(1))
  if (path.isAbsolute(given)) return path.resolve(given)
  for (const root of roots) {
    if ((await resolved(path.resolve(root, given))) !== undefined) return path.resolve(root, given)
  }
  return path.resolve(first(roots), given)
}

function refuseUnlooked(given: string, { roots }: Boundary): void {
  if (isFarPath(given, roots)) throw outside(given, 'is outside', roots)
  if (!given.startsWith('file:') && isStream(given)) {
    throw new FileRefused(
      'bad_path',
      `"${given}" has a colon, which means a hidden stream on Windows. Give the path of a file.`,
    )
  }
  if (isDevice(given)) {
    throw new FileRefused('bad_path', `"${given}" has the name of a device of Windows in it. Give the path of a file.`)
  }
}

/** A path as this server shows it, with codes for hidden characters, means the path with these characters, where only that exists. */
async function asMeant(written: string, { roots }: Boundary): Promise<string> {
  const meant = withoutCodes(written)
  // Only the codes of this server. A code for another character, such as a separator, would get round the checks made so far.
  if (meant === written || withCodes(meant) !== written || meant.includes('\0')) return written
  const exists = async (file: string) => {
    const found = await Promise.all(['.', ...roots].map(root => resolved(path.resolve(root, file))))
    return found.some(real => real !== undefined)
  }
  if (await exists(written)) return written
  if (await exists(meant)) return meant
  return !(await exists(path.dirname(written))) && (await exists(path.dirname(meant))) ? meant : written
}

function fromUrl(given: string): string {
  try {
    return fileURLToPath(given)
  } catch {
    throw new FileRefused('bad_path', `"${given}" is not a file URL of this machine.`)
  }
}

/** The first allowed folder. @throws {FileRefused} no_allowed_folder */
export function first(roots: readonly string[]): string {
  const [root] = roots
  if (root === undefined) {
    throw new FileRefused('no_allowed_folder', 'No folder is allowed yet. Ask the person to start it with --allow DIR.')
  }
  return root
}

/** A path with its links resolved; undefined where nothing is. */
export function resolved(file: string): Promise<string | undefined> {
  return realpath(file).catch(() => undefined)
}

/** The nearest folder that exists, from `folder` upwards, links resolved; and the names below it that do not exist yet. */
export async function nearestFolder(folder: string): Promise<{ ancestor: string; missing: string[] }> {
  const missing: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    const ancestor = await resolved(at)
    if (ancestor !== undefined) return { ancestor, missing }
    missing.unshift(path.basename(at))
    if (path.dirname(at) === at) return { ancestor: at, missing }
  }
}

/** Where a path leads, although its last names may not exist yet. */
export async function whereItLeads(place: string): Promise<string> {
  const { ancestor, missing } = await nearestFolder(place)
  return path.join(ancestor, ...missing)
}

/** The refusal of what was exchanged between the look at it and the opening. */
export function exchanged(given: string, what: 'read' | 'written'): FileRefused {
  return new FileRefused(
    'file_exchanged',
    `"${given}" was exchanged for something else while it was opened. Nothing was ${what}. Call again once nobody changes it.`,
  )
}
