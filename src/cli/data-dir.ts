import path from 'node:path'
import envPaths from 'env-paths'
import { makeFolder, systemCodeOf } from './make-folder.ts'
import type { Settings } from './settings.ts'

/** The path of the data folder: as set, else the platform's folder for program data. The folder is not made here. */
export function dataDirOf({ data_dir }: Pick<Settings, 'data_dir'>): string {
  return data_dir === undefined ? envPaths('translation-mcp', { suffix: '' }).data : path.resolve(data_dir)
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
 * The path of the data folder. If the folder is missing, it is made for its owner only (0700).
 *
 * @throws {DataDirRefused} the folder cannot be made
 */
export async function madeDataDir(settings: Pick<Settings, 'data_dir'>): Promise<string> {
  const folder = dataDirOf(settings)
  try {
    await makeFolder(folder, 0o700)
  } catch (error) {
    throw new DataDirRefused(folder, systemCodeOf(error) ?? 'unknown')
  }
  return folder
}
