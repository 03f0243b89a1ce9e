import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Writes a value as JSON into a file for its owner alone (0600), in one step: a reader finds the old file or the new one.
 *
 * @throws {Error} the system's own; the file is then as it was, and nothing lies beside it
 */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`
  try {
    // `wx` fails where the name exists, so a link that somebody placed there is not followed.
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
