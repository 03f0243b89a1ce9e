import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf, systemReason } from '../../contract/system-errors.ts'
import { writeWhole } from '../../sync/disk/work-folder.ts'
import { ATTRIBUTES_FILE } from './git-attributes.ts'
import type { InitPlan } from './init-words.ts'

interface InitWritten {
  /** Paths from the working folder. */
  readonly files: readonly string[]
  /** What could not be written, and why: a sentence each. */
  readonly failures: readonly string[]
}

/** Writes the project files that can be, and then the line for git. A project file that has come to be there since stays as it is. */
export async function writeInit({ drafts, attributes }: InitPlan, working: string): Promise<InitWritten> {
  const files: string[] = []
  const failures: string[] = []
  const attempt = async (file: string, write: (full: string) => Promise<void>) => {
    try {
      await write(path.join(working, file))
      files.push(file)
    } catch (error) {
      const reason = systemReason(error)
      if (reason === undefined) throw error
      failures.push(
        reason === 'EEXIST' ? `${file} is there now, and stays as it is.` : `${file} was not written: ${reason}.`,
      )
    }
  }
  for (const { path: file, text, flaw } of drafts)
    if (flaw === undefined) await attempt(file, full => writeNew(full, text))
  if (attributes.kind === 'write' && files.length > 0)
    await attempt(ATTRIBUTES_FILE, full => writeWhole(full, attributes.bytes))
  return { files, failures }
}

/** Writes a file that is not there. What a full disk cut is removed, since it would be taken for a file that somebody wrote. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', flush: true })
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') await rm(file, { force: true })
    throw error
  }
}
