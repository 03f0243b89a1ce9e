import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startService } from '../../src/service/service.ts'
import { giveDatabase } from '../support/databases.ts'
import { freePort } from '../support/proxies.ts'
import { temporaryFolder } from '../support/world.ts'

const SILENT = { warn: () => undefined, error: () => undefined }

it('a request that comes as the service begins to listen is answered once it serves, with its body [MCP-12]', async () => {
  const port = await freePort()
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  const body = JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' })
  const headers = { 'content-type': 'application/json' }
  /** Asks until somebody listens. */
  const early = async (path: string, init: RequestInit = {}): Promise<number> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await setTimeout(1)
      return await early(path, init)
    }
  }
  const asked = Promise.all([
    early('/readyz'),
    early('/oauth/jwks'),
    early('/oauth/register', { method: 'POST', headers, body }),
  ])
  const service = await startService({
    ...{ dataDir, log: SILENT, port, oauth: {} },
    settings: { engine: 'pseudo' },
  })
  try {
    expect(await asked).toEqual([200, 200, 201])
  } finally {
    await service.close()
  }
})
