import { mkdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../make-folder.ts'

/**
 * The folder in which a project’s runs keep what they need again: what was sent, and the files as they were before. It lies in the repository’s
 * own folder, which git never looks at, else beside the project file, where it hides itself from git.
 *
 * @param folder of the project
 */
export async function workFolder(folder: string): Promise<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await stat(path.join(at, '.git')).catch(() => undefined)
    if (found?.isDirectory()) return await made(path.join(at, '.git', 'translation-mcp'))
    if (found !== undefined || path.dirname(at) === at) break
  }
  const own = await made(path.join(folder, '.translation-mcp'))
  await writeFile(path.join(own, '.gitignore'), '*\n')
  return own
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return folder
}

/** Writes a file whole or not at all, with the folders that it needs. Nothing half written is ever seen under its name. */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  await makeFolder(path.dirname(file))
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`)
  const mode = (await stat(file).catch(() => undefined))?.mode
  try {
    await writeFile(temporary, bytes, { flush: true, ...(mode !== undefined && { mode }) })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes a file that may be gone already. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
}
