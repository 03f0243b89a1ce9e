import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and its missing parents, one at a time. Node's `recursive` option never returns where the system answers ENOENT
 * for a new entry, for example below /proc. Gives the folders that were made, the outermost first.
 *
 * @throws {Error} with the system's code; ENOTDIR where a file is in the way
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<readonly string[]> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return []
  const above = path.dirname(folder)
  const made = above === folder ? [] : await makeFolder(above, mode)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another process may have been faster.
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return made
    throw found === undefined ? error : Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
  }
  return [...made, folder]
}

/** The system's code of a failed file operation; undefined for other failures. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Why a file could not be read or written, in words that complete `… was not done:`; undefined where the system is not the cause. */
export function systemReason(error: unknown): string | undefined {
  const code = systemCodeOf(error)
  if (code === undefined || !/^(?:E(?!RR_)[A-Z\d]+|SQLITE_\w+)$/.test(code)) return undefined
  return diskIsFull(error) ? `the disk is full (${code})` : code
}

/** True for an error that says that there is no room left, on the disk or in this user's share of it. */
export function diskIsFull(error: unknown): boolean {
  return /^(?:SQLITE_(?:FULL|IOERR_WRITE)|ENOSPC|EDQUOT)$/.test(systemCodeOf(error) ?? '')
}

/** True for an error that says that another program held the database for longer than a write waits. */
export function databaseIsHeld(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(systemCodeOf(error) ?? '')
}

/** What a person reads of that. A write waits five seconds (`openDatabase`). */
export const HELD =
  'Another program has held the database of the data folder for five seconds and more, as an editor of databases or a copy by hand does: ' +
  'end it or let it end, and do this again. `lsof` or `fuser` on translation.db names it.'
