import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf } from '../../contract/system-errors.ts'
import { PROJECTS, WORK_FOLDER } from './delta-place.ts'

/** The folder of the repository that a folder lies in; itself where it lies in none. */
export async function repositoryOf(folder: string): Promise<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((await stat(path.join(at, '.git')).catch(() => undefined)) !== undefined) return at
    if (path.dirname(at) === at) return folder
  }
}

/**
 * The folder in which a project’s runs keep what they need again: what was sent, and the files as they were before. It lies in the repository’s
 * own folder, which git never looks at, else beside the project file, where it hides itself from git.
 *
 * @param folder of the project
 * @param root the folder above which nothing is written; else that of the repository
 */
export async function workFolder(folder: string, root?: string): Promise<string> {
  const { place, hidden } = await placeOfWork(folder, root)
  await mkdir(place, { recursive: true })
  if (!hidden) await writeFile(path.join(place, '.gitignore'), '*\n')
  return place
}

/** Each project of a repository has its own: what one run wrote is taken back in its own project alone. */
function projectPlace(repository: string, folder: string): readonly string[] {
  const inside = path.relative(repository, folder).split(path.sep).join('/')
  if (inside === '') return []
  const name = inside.replaceAll(/[^\w.-]+/g, '-').slice(-40)
  return [PROJECTS, `${name}-${createHash('sha256').update(inside).digest('hex').slice(0, 8)}`]
}

/** Where the work folder lies, or would lie; and whether git looks there anyway. */
export async function placeOfWork(
  folder: string,
  root?: string,
): Promise<{ readonly place: string; readonly hidden: boolean }> {
  const repository = root ?? (await repositoryOf(folder))
  const git = path.join(repository, '.git')
  const found = await stat(git).catch(() => undefined)
  if (found?.isDirectory())
    return { place: path.join(git, WORK_FOLDER, ...projectPlace(repository, folder)), hidden: true }
  return { place: path.join(folder, `.${WORK_FOLDER}`), hidden: false }
}

/**
 * Writes a file whole or not at all, with the folders that it needs. Nothing half written is ever seen under its name.
 *
 * @param beside where it is written first: a run that is killed leaves it there
 */
export async function writeWhole(file: string, bytes: Uint8Array | string, beside = path.dirname(file)): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await mkdir(beside, { recursive: true })
  const temporary = path.join(beside, `.${path.basename(file)}.${process.pid}.tmp`)
  const mode = (await stat(file).catch(() => undefined))?.mode
  try {
    await writeFile(temporary, bytes, { flush: true, ...(mode !== undefined && { mode }) })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    // The work folder may lie on another disk.
    if (systemCodeOf(error) !== 'EXDEV' || beside === path.dirname(file)) throw error
    await writeWhole(file, bytes)
  }
}

/** Removes a file that may be gone already. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
}
