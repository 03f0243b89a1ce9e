import { chmod, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import envPaths from 'env-paths'
import { withCodes } from '../contract/hidden.ts'
import { systemCodeOf } from '../contract/system-errors.ts'
import { makeFolder } from './make-folder.ts'
import type { Settings } from './settings.ts'

/** The path of the data folder: as set, else the platform's folder for program data. The folder is not made here. */
export function dataDirOf({ data_dir }: Pick<Settings, 'data_dir'>): string {
  return data_dir === undefined ? envPaths('translation-mcp', { suffix: '' }).data : path.resolve(data_dir)
}

type Tell = (line: string) => void
const onStderr: Tell = line => void process.stderr.write(`translation-mcp: ${line}\n`)

/** What lies in a data folder of ours. Any other folder that a person named keeps its permissions. */
const OURS: ReadonlySet<string> = new Set([
  'translation.db',
  'key',
  'sources.json',
  'runs.json',
  'written.json',
  'sign-in',
  'engine-keys',
  'engine.json',
  'assistant.json',
])

/** Windows has no such permissions: there the folder lies in the person's own profile, which is closed to others. */
async function closeToOthers(folder: string, tell: Tell): Promise<void> {
  const facts = await stat(folder)
  if (process.getuid === undefined || facts.uid !== process.getuid() || (facts.mode & 0o077) === 0) return
  const names = await readdir(folder)
  if (names.length > 0 && !names.some(name => OURS.has(name))) return
  await chmod(folder, 0o700)
  tell(
    `The data folder ${withCodes(folder)} was open to other users (${(facts.mode & 0o777).toString(8)}). It is closed to them now (700).`,
  )
}

/** The data folder cannot be made. The message names the folder, for the person who set it; `reason` is the system's code. */
export class DataDirRefused extends Error {
  override readonly name = 'DataDirRefused'
  readonly reason: string

  constructor(folder: string, reason: string) {
    super(
      `The data folder ${folder} cannot be made (${reason}). Set --data-dir or TRANSLATION_DATA_DIR to another folder.`,
    )
    this.reason = reason
  }
}

/**
 * The path of the data folder. If the folder is missing, it is made for its owner only (0700). If it is ours and open to others, it is
 * closed to them, and `tell` is called once.
 *
 * @throws {DataDirRefused} the folder cannot be made
 */
export async function madeDataDir(settings: Pick<Settings, 'data_dir'>, tell: Tell = onStderr): Promise<string> {
  const folder = dataDirOf(settings)
  try {
    const made = await makeFolder(folder, 0o700)
    if (made.length === 0) await closeToOthers(folder, tell)
  } catch (error) {
    throw new DataDirRefused(folder, systemCodeOf(error) ?? 'unknown')
  }
  return folder
}
