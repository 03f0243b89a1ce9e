import type { Settings } from './settings.ts'

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
