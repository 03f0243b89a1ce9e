import type { Settings } from '../settings.ts'

/** Lets the thread of the service inside this program load beside all else, for a command that has work for it at once. */
export async function startThreadEarly({ api_url }: Pick<Settings, 'api_url'>): Promise<void> {
  if (api_url !== undefined) return
  const { startReadyThread } = await import('../../service/worker/ready-thread.ts')
  startReadyThread()
}
