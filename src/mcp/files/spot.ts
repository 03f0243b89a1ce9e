import { type FileHandle, lstat, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileError } from '../../client/chunks.ts'
import { putInPlace, temporaryBeside } from '../../client/place.ts'
import { exchanged, FileRefused, resolved } from './boundary.ts'
import { identity, JUDGING, openFolder, placeOfHandle, through } from './handles.ts'

/** A place for one file, in a folder that was judged. Whoever opened it closes it. */
export interface Spot {
  /** The path, links resolved. For words and records, and never for opening. */
  readonly path: string
  /** The path for every operation on the file. On Linux it goes through the open folder, so that no link leads it elsewhere. */
  readonly at: string
  /** A new path for the temporary file. Where the folder cannot be held open, it lies as near to the allowed folder as can be. */
  temporary(): string
  /**
   * Gives a finished temporary file the name. With `replace` what is there is replaced. Where the folder could not be held
   * open, it is judged again afterwards, and everything is undone if it was exchanged.
   *
   * @throws {FileRefused} file_exchanged, when the folder was exchanged
   * @throws {ApiError} file_exists, without `replace`; file_error
   */
  put(temporary: string, replace: boolean): Promise<void>
  close(): Promise<void>
}

/** The place of a file that a person named at a terminal, in a folder that exists. Nothing but her own rights limits it. */
export async function spotAt(file: string): Promise<Spot> {
  const folder = await realpath(path.dirname(file))
  const opened = JUDGING === 'name' ? undefined : await openFolder(folder)
  return openSpot(path.join(folder, path.basename(file)), opened, folder)
}

/**
 * Makes the place of a file in a folder that was judged; `folder` is undefined where the system cannot work through an open one. Then
 * the temporary file goes to `root`.
 */
export async function openSpot(file: string, folder: FileHandle | undefined, root: string): Promise<Spot> {
  if (folder !== undefined) {
    const at = through(folder, path.basename(file))
    const put: Spot['put'] = (part, replace) => putInPlace(part, at, replace)
    return { path: file, at, temporary: () => temporaryBeside(at), put, close: () => folder.close() }
  }
  const judged = await standing(file)
  const put = async (temporary: string, replace: boolean): Promise<void> => {
    const written = await open(temporary, 'r+').catch(unwritable)
    try {
      const ours = await identity(temporary)
      const before = replace ? await identity(file) : undefined
      const aside = before === undefined ? undefined : temporaryBeside(file)
      if (aside !== undefined) await rename(file, aside).catch(unwritable)
      try {
        await putInPlace(temporary, file, false)
        const isThere = (await placeOfHandle(written, file, 'name')) === file
        if (!isThere || (await standing(file)) !== judged) throw exchanged(path.basename(file), 'written')
      } catch (error) {
        if (ours !== undefined && isExchanged(error)) await withdraw(written, file, ours)
        if (aside !== undefined) await restore(aside, file)
        throw error
      }
      if (aside !== undefined) await rm(aside, { force: true })
    } finally {
      await written.close()
    }
  }
  const workshop = await writableFrom(root, path.dirname(file))
  const temporary = () => temporaryBeside(path.join(workshop, path.basename(file)))
  return { path: file, at: file, temporary, put, close: async () => undefined }
}

/**
 * The first folder on the way from `root` to `folder` that takes a file, and lies on the same disk as `folder`. The nearer to the root,
 * the fewer of its folders somebody can exchange for a link.
 *
 * @throws {FileRefused} file_exchanged, when `folder` is gone
 */
async function writableFrom(root: string, folder: string): Promise<string> {
  const names = path.relative(root, folder).split(path.sep).filter(Boolean)
  if (names.length === 0) return folder
  const diskOf = async (place: string) => (await lstat(place).catch(() => undefined))?.dev
  const disk = await diskOf(folder)
  // Whoever takes it away may put a link in its place.
  if (disk === undefined) throw exchanged(path.basename(folder), 'written')
  for (const [depth] of names.entries()) {
    const at = path.join(root, ...names.slice(0, depth))
    if ((await diskOf(at)) === disk && (await takesFile(at))) return at
  }
  return folder
}

async function takesFile(folder: string): Promise<boolean> {
  const probe = temporaryBeside(path.join(folder, 'any'))
  try {
    await writeFile(probe, '', { flag: 'wx' })
    return true
  } catch {
    return false
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

function isExchanged(error: unknown): boolean {
  return error instanceof FileRefused && error.code === 'file_exchanged'
}

/** How often a file is looked for that went to another folder. Between two looks lies a millisecond. */
const LOOKS = 50

/** Takes back what went to a folder that was exchanged: the file is emptied, wherever it is, and removed where its name still leads to it. */
async function withdraw(written: FileHandle, file: string, ours: string): Promise<void> {
  await written.truncate(0)
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await identity(file)) === ours) {
      await rm(file, { force: true })
      if ((await written.stat()).nlink <= 1) return
    }
    await setTimeout(1)
  }
}

/** Gives a file its name back, which may be in a folder that comes and goes. */
async function restore(aside: string, file: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (
      await rename(aside, file).then(
        () => true,
        () => false,
      )
    )
      return
    await setTimeout(1)
  }
}

function unwritable(error: unknown): never {
  throw fileError('written', error)
}

/** Which folder the path of a file leads to now. */
async function standing(file: string): Promise<string> {
  const real = await resolved(path.dirname(file))
  return `${real} ${real === undefined ? '' : await identity(real)}`
}
