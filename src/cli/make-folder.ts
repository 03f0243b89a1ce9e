import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those above it that are missing, one at a time: Node's own recursive way never returns where the system
 * refuses a new entry as "not found" (below /proc, for one). Gives back those it made, the outermost first.
 *
 * @throws {Error} the system's; ENOTDIR where a file is in the way
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
