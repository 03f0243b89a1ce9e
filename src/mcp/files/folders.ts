import { mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileError } from '../../client/chunks.ts'
import { asCode, HIDDEN, withoutCodes } from '../../contract/hidden.ts'
import {
  chooseFolders,
  type FolderOptions,
  isHiddenFile,
  isInside,
  isSandboxPath,
  passesHiddenFolder,
} from './allowed.ts'

/** Why a file may not be read or written, and what to do. Names only the path that the caller gave and the allowed folders. */
export class FileRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A file that may be sent. Size in bytes. */
export interface ReadableFile {
  readonly path: string
  readonly name: string
  readonly size: number
}

/** Checks every path of a caller before a tool reads or writes there. Links are resolved before the check (MCP-10). */
export interface Folders {
  /** The allowed folders as they are now, for people. */
  allowed(): Promise<string[]>
  /**
   * The file at a path that a caller gave.
   *
   * @throws {FileRefused} file_not_found; file_not_readable; file_empty; not_a_file; or a code that says why the path is not allowed
   */
  forReading(given: string): Promise<ReadableFile>
  /**
   * Where a result may be written: `given`, else beside `source` if that is still allowed, else in the first allowed folder. Makes
   * missing folders below an allowed one. Does not check whether a file is there already.
   *
   * @throws {FileRefused} with a code that says why the path is not allowed; bad_path, when a new name in it has a hidden character
   * @throws {ApiError} file_error, when a folder cannot be made
   */
  forSaving(place: { given: string | undefined; source: string | undefined; fileName: string }): Promise<string>
}

/** Makes the check. Links are resolved at each call and not here, since folders may be made later. */
export function createFolders(surroundings: FolderOptions): Folders {
  const chosen = chooseFolders(surroundings)
  const roots = async () => {
    const real = await Promise.all(chosen.map(folder => resolved(folder)))
    return real.filter(folder => folder !== undefined)
  }
  const gate = async (): Promise<Gate> => {
    const closed = await Promise.all((surroundings.closed ?? []).map(folder => whereItLeads(path.resolve(folder))))
    return { roots: await roots(), closed, surroundings }
  }
  return {
    allowed: roots,
    forReading: async given => readable(given, await gate()),
    forSaving: async place => saving(place, await gate()),
  }
}

/** The allowed and the closed folders at the time of a call, links resolved. */
interface Gate {
  readonly roots: readonly string[]
  readonly closed: readonly string[]
  readonly surroundings: FolderOptions
}

async function readable(given: string, gate: Gate): Promise<ReadableFile> {
  const { roots } = gate
  const file = await absolute(given, gate)
  const real = await resolved(file)
  if (real === undefined) {
    // Outside the allowed folders, refuse for that reason instead: a caller must not learn whether a file exists there.
    refuseShut({ given, file, real: await whereItLeads(file) }, gate)
    throw new FileRefused(
      'file_not_found',
      `There is no file "${given}". Check the name; relative paths start at ${first(roots)}.`,
    )
  }
  refuseShut({ given, file, real }, gate)
  const facts = await stat(real).catch(() => undefined)
  if (!facts) throw new FileRefused('file_not_readable', `The file "${given}" cannot be read. Check its permissions.`)
  if (facts.isDirectory()) throw new FileRefused('not_a_file', `"${given}" is a folder. Give the path of one file.`)
  if (!facts.isFile()) throw new FileRefused('not_a_file', `"${given}" is not a plain file.`)
  if (facts.size === 0)
    throw new FileRefused('file_empty', `The file "${given}" is empty: there is nothing to translate.`)
  return { path: real, name: path.basename(file), size: facts.size }
}

interface SavingPlace {
  readonly given: string | undefined
  readonly source: string | undefined
  readonly fileName: string
}

async function saving({ given, source, fileName }: SavingPlace, gate: Gate): Promise<string> {
  const { roots } = gate
  const name = safeName(fileName)
  if (given === undefined && source !== undefined) {
    const beside = path.join(path.dirname(source), name)
    const real = await whereItLeads(path.dirname(beside))
    if (!shutReason({ given: name, file: beside, real: path.join(real, name) }, gate))
      return openTarget(beside, name, gate)
  }
  const wanted = given === undefined ? path.join(first(roots), name) : await absolute(given, gate)
  const isFolder =
    given !== undefined && (/[\\/]$/.test(given) || (await stat(wanted).catch(() => undefined))?.isDirectory())
  const file = isFolder ? path.join(wanted, name) : wanted
  return openTarget(file, given ?? name, gate)
}

async function openTarget(file: string, given: string, gate: Gate): Promise<string> {
  const { ancestor, missing } = await nearest(path.dirname(file))
  const target = path.join(ancestor, ...missing, path.basename(file))
  refuseShut({ given, file, real: target }, gate)
  refuseHidden([...missing, path.basename(file)])
  if (missing.length > 0) {
    await mkdir(path.dirname(target), { recursive: true }).catch(error => Promise.reject(fileError('written', error)))
  }
  return target
}

/** Two names that look the same to a person must not be two files: no name that this program makes has a hidden character. */
function refuseHidden(names: readonly string[]): void {
  const [hidden] = names.join('').match(HIDDEN) ?? []
  if (hidden === undefined) return
  throw new FileRefused('bad_path', `The path contains the hidden character ${asCode(hidden)}. Give a path without it.`)
}

/** The nearest folder that exists, from `folder` upwards, links resolved; and the names below it that do not exist yet. */
async function nearest(folder: string): Promise<{ ancestor: string; missing: string[] }> {
  const missing: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    const ancestor = await resolved(at)
    if (ancestor !== undefined) return { ancestor, missing }
    missing.unshift(path.basename(at))
    if (path.dirname(at) === at) return { ancestor: at, missing }
  }
}

async function whereItLeads(place: string): Promise<string> {
  const { ancestor, missing } = await nearest(place)
  return path.join(ancestor, ...missing)
}

/** A path as it was given, made absolute, and with links resolved. */
interface Asked {
  readonly given: string
  readonly file: string
  readonly real: string
}

function refuseShut(asked: Asked, gate: Gate): void {
  const reason = shutReason(asked, gate)
  if (reason) throw reason
}

/** Why a place may not be touched; undefined where it may. */
function shutReason({ given, file, real }: Asked, { roots, closed }: Gate): FileRefused | undefined {
  const home = roots.filter(root => isInside(real, root))
  if (home.length === 0) {
    const list = roots.length > 0 ? roots.map(root => `"${root}"`).join(', ') : 'none of the default folders exists'
    const where = roots.some(root => isInside(file, root)) ? 'is behind a link that leads outside' : 'is outside'
    return new FileRefused(
      'outside_allowed_folders',
      `"${given}" ${where} the folders this server may touch (${list}). Use a file in one of them, or ask the person to start the server with --allow DIR.`,
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

/**
 * Makes a path absolute: one that is absolute, relative, or begins with ~/ or file://. A relative path belongs to the first allowed
 * folder that has such a file, else to the first allowed folder.
 *
 * @throws {FileRefused} bad_path; sandbox_path; no_allowed_folder
 */
async function absolute(written: string, gate: Gate): Promise<string> {
  const { roots, surroundings } = gate
  const given = await asMeant(written, gate)
  if (given.includes('\0')) throw new FileRefused('bad_path', 'The path contains a NUL character.')
  if (isSandboxPath(given)) {
    throw new FileRefused(
      'sandbox_path',
      `"${given}" is a path inside an assistant's sandbox, which this server cannot read. Give the path on the person's own machine, or pass small text as content with a filename.`,
    )
  }
  if (given.startsWith('file:')) return fromUrl(given)
  if (given === '~' || given.startsWith('~/') || given.startsWith('~\\'))
    return path.join(surroundings.home, given.slice(1))
  if (path.isAbsolute(given)) return path.resolve(given)
  for (const root of roots) {
    if ((await resolved(path.resolve(root, given))) !== undefined) return path.resolve(root, given)
  }
  return path.resolve(first(roots), given)
}

/** A path as this server shows it, with codes for hidden characters, means the path with these characters, where only that exists. */
async function asMeant(written: string, { roots }: Gate): Promise<string> {
  const meant = withoutCodes(written)
  if (meant === written || meant.includes('\0')) return written
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

function first(roots: readonly string[]): string {
  const [root] = roots
  if (root === undefined) {
    throw new FileRefused('no_allowed_folder', 'No folder is allowed yet. Ask the person to start it with --allow DIR.')
  }
  return root
}

/** A file name without folders and hidden characters: a name from the service must not choose a place on this disk. */
function safeName(fileName: string): string {
  const name = path.basename(fileName.replaceAll('\\', '/')).replaceAll(HIDDEN, '')
  return name === '' || name === '.' || name === '..' ? 'translation' : name
}

async function resolved(file: string): Promise<string | undefined> {
  return realpath(file).catch(() => undefined)
}
