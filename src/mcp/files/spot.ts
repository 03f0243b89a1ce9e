import { type FileHandle, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileError } from '../../client/chunks.ts'
import { putInPlace, temporaryBeside } from '../../client/place.ts'
import { exchanged, resolved } from './boundary.ts'
import { identity, through } from './handles.ts'

/** A place for one file, in a folder that was judged. Whoever opened it closes it. */
export interface Spot {
  /** The path, links resolved. For words and records, and never for opening. */
  readonly path: string
  /** The path for every operation on the file. On Linux it goes through the open folder, so that no link leads it elsewhere. */
  readonly at: string
  /**
   * Gives a finished temporary file beside it the name. With `replace` what is there is replaced. Where the folder could not be held
   * open, it is judged again afterwards, and everything is undone if it was exchanged.
   *
   * @throws {FileRefused} file_exchanged, when the folder was exchanged
   * @throws {ApiError} file_exists, without `replace`; file_error
   */
  put(temporary: string, replace: boolean): Promise<void>
  close(): Promise<void>
}

/** Makes the place of a file in a folder that was judged; `folder` is undefined where the system cannot work through an open one. */
export async function openSpot(file: string, folder: FileHandle | undefined): Promise<Spot> {
  if (folder !== undefined) {
    const at = through(folder, path.basename(file))
    return { path: file, at, put: (part, replace) => putInPlace(part, at, replace), close: () => folder.close() }
  }
  const judged = await standing(file)
  const put = async (temporary: string, replace: boolean): Promise<void> => {
    const aside = temporaryBeside(file)
    const ours = await identity(temporary)
    const isAside = replace && (await identity(file)) !== undefined
    if (isAside) await rename(file, aside).catch(error => Promise.reject(fileError('written', error)))
    try {
      await putInPlace(temporary, file, false)
      if ((await standing(file)) !== judged) throw exchanged(path.basename(file), 'written')
    } catch (error) {
      if (ours !== undefined && (await identity(file)) === ours) await rm(file, { force: true })
      if (isAside) await rename(aside, file)
      throw error
    }
    if (isAside) await rm(aside, { force: true })
  }
  return { path: file, at: file, put, close: async () => undefined }
}

/** Which folder the path of a file leads to now. */
async function standing(file: string): Promise<string> {
  const real = await resolved(path.dirname(file))
  return `${real} ${real === undefined ? '' : await identity(real)}`
}
