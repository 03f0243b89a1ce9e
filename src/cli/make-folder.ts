import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf } from '../contract/system-errors.ts'

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

/** True for an error that says that another program held the database for longer than a write waits. */
export function databaseIsHeld(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(systemCodeOf(error) ?? '')
}

/** What a person reads of that. A write waits five seconds (`openDatabase`). */
export const HELD =
  'Another program has held the database of the data folder for five seconds and more, as an editor of databases or a copy by hand does: ' +
  'end it or let it end, and do this again. `lsof` or `fuser` on translation.db names it.'
