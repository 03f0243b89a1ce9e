import { existsSync } from 'node:fs'
import path from 'node:path'
import { dataDirOf } from './data-dir.ts'
import type { Settings } from './settings.ts'

/**
 * True where the state is in a database on a server, which other processes may share. It looks at names alone: nothing of the service is
 * loaded for a state in a file.
 */
export function isShared(settings: Settings): boolean {
  return settings.database_url !== undefined || existsSync(path.join(dataDirOf(settings), 'database-url'))
}

/**
 * Checks what is set about the work of the service inside this program.
 *
 * @throws {UsageError} all work is left to others that cannot reach it, as `requireServer`; as `requireBoss`
 */
export async function checkSharing(settings: Settings): Promise<void> {
  if (settings.workers !== 0 && settings.jobs_engine !== 'pg-boss') return
  const { requireBoss, requireServer } = await import('./several-machines.ts')
  if (settings.workers === 0) requireServer(settings, '--workers 0')
  if (settings.jobs_engine === 'pg-boss') requireBoss(settings)
}
