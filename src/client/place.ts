import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WITHOUT_LINKS } from '../contract/system-errors.ts'
import { fileError } from './chunks.ts'
import { ApiError } from './errors.ts'
import { systemCode } from './transport.ts'

/** A random name in the folder of the target, so on the same file system. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.translation-${randomBytes(8).toString('hex')}.part`)
}

/** Checks that nothing is at the path. @throws {ApiError} file_exists, also for a broken symlink; file_error */
export async function checkFree(path: string): Promise<void> {
  try {
    await lstat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return
    throw fileError('written', error)
  }
  throw alreadyThere()
}

/**
 * Gives a finished temporary file its name in one step, so that nobody finds half a file under that name. Without `overwrite` an
 * existing file is kept, even if another process made it a moment ago.
 *
 * @throws {ApiError} file_exists, without `overwrite`; file_error
 */
export async function putInPlace(temporary: string, path: string, overwrite: boolean): Promise<void> {
  try {
    if (overwrite) await rename(temporary, path)
    else await link(temporary, path)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST' && !overwrite) throw alreadyThere()
    if (overwrite || !WITHOUT_LINKS.has(code)) throw fileError('written', error)
    await claimAndRename(temporary, path)
  }
}

/** Makes an empty file with the name, which only one process can do, then renames the temporary file over it. */
async function claimAndRename(temporary: string, path: string): Promise<void> {
  try {
    const claim = await open(path, 'wx')
    await claim.close()
  } catch (error) {
    throw systemCode(error) === 'EEXIST' ? alreadyThere() : fileError('written', error)
  }
  try {
    await rename(temporary, path)
  } catch (error) {
    await rm(path, { force: true })
    throw fileError('written', error)
  }
}

function alreadyThere(): ApiError {
  return new ApiError({ code: 'file_exists', message: 'A file is already there and was not overwritten.' })
}
