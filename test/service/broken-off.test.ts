import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { setLimits, showLimits } from '../../src/service/admin/limits.ts'
import { serveMetering } from '../support/engines/metering.ts'
import { createMenu, reaches } from '../support/flow.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

/** An endpoint that takes requests and never answers. */
async function silent() {
  const waiting = createServer()
  let requests = 0
  const asked = once(waiting, 'request')
  waiting.on('request', () => {
    requests += 1
  })
  await new Promise<void>(done => waiting.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    waiting.closeAllConnections()
    waiting.close()
  })
  const { port = 0 }: Partial<AddressInfo> = Object(waiting.address())
  return { base_url: `http://127.0.0.1:${port}/v1`, asked, requests: () => requests }
}

const settingsFor = (base_url: string) =>
  ({ engine: 'openai', engines: { openai: { base_url, api_key: 'k', model: 'tiny' } } }) as const

describe('a request that a process had sent when it ended', () => {
  it('counts as charged: for the limits, and for how much more the work may take before it asks again [MCP-20]', async () => {
    const { base_url, asked, requests } = await silent()
    const dataDir = join(temporaryFolder(), 'data')
    const settings = settingsFor(base_url)
    const first = await startWorld({ dataDir, settings })
    const made = await createMenu(first, 'Translate from English into German.')
    const estimate = made.plan?.billing?.estimate ?? 0
    await setLimits({ dataDir }, 'local', [{ unit: 'tokens', period: 'day', amount: 10_000, currency: null }])
    const params = { batch_id: made.batch.id }
    await first.call(api.batches.approve, { params, body: {} })
    await asked
    await first.close()
    const second = await startWorld({ dataDir, settings })
    await reaches(second, made.batch.id, 'awaiting_review')
    expect(requests()).toBe(1)
    const { plan } = await second.call(api.batches.getPlan, { params })
    expect(plan?.advice[0]).toMatch(
      /^This was approved for about [\d,]+ tokens\. 0 are used, about [\d,]+ more by requests that were broken off, and the work is not done\./,
    )
    const [limit] = await showLimits({ dataDir }, 'local')
    const taken = 10_000 - (limit?.left ?? 0)
    expect(Math.abs(taken / estimate - 1)).toBeLessThan(0.05)
  })

  it('is not counted once it is answered, or refused without an answer', async () => {
    const endpoint = await serveMetering('de')
    const world = await startWorld({ settings: settingsFor(`${endpoint.origin}/v1`) })
    const made = await createMenu(world, 'Translate from English into German.')
    await world.call(api.batches.approve, { params: { batch_id: made.batch.id }, body: {} })
    await reaches(world, made.batch.id, 'completed')
    const rows = await world.db.selectFrom('spendings').select(['used', 'under_way']).execute()
    expect(rows).toEqual([{ used: endpoint.charged(), under_way: 0 }])
  })
})
