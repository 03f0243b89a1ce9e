import path from 'node:path'
import envPaths from 'env-paths'
import type { Settings } from './settings.ts'

/** The data folder: as set, else the platform's place for the data of a program. Nothing is made here. */
export function dataDirOf({ data_dir }: Settings): string {
  return data_dir === undefined ? envPaths('translation-mcp', { suffix: '' }).data : path.resolve(data_dir)
}
