import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { reaches, resultOf, translate } from '../support/flow.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

const openai = (values: Record<string, string>): Partial<ServiceSettings> => ({
  engine: 'openai',
  lease_seconds: 1,
  engines: { openai: { model: 'tiny', api_key: 'sk-planted-for-fingerprints', ...values } },
})

/** Two processes on one data folder, each with an endpoint of its own, whose translations tell which one made them. */
async function twoProcesses() {
  const dataDir = join(temporaryFolder(), 'data')
  const endpoints = await Promise.all(['one', 'two'].map(name => serveOpenAi(({ text }) => `${name} ${text}`)))
  const worlds: World[] = []
  for (const { origin } of endpoints) {
    worlds.push(await startWorld({ dataDir, thread: true, settings: openai({ base_url: `${origin}/v1` }) }))
  }
  return { dataDir, endpoints, worlds }
}

const create = (world: World, content = 'Open the file.', key = 'the same key') =>
  world.call(api.batches.create, {
    body: { content, filename: 'a.txt', instruction: 'From English into German.', idempotency_key: key },
  })

describe('processes on one data folder whose engines are set otherwise', () => {
  it('make a translation each of the same call, and each asks only its own endpoint', async () => {
    const { dataDir, endpoints, worlds } = await twoProcesses()
    // One after the other: two services in one thread that write at the same moment wait for each other.
    const made: Awaited<ReturnType<typeof create>>[] = []
    for (const world of worlds) made.push(await create(world))
    expect(new Set(made.map(({ batch }) => batch.id)).size).toBe(2)
    for (const [at, { plan }] of made.entries()) {
      expect(plan?.text_goes_to).toContain(new URL(endpoints[at]?.origin ?? '').host)
    }
    const texts: string[] = []
    for (const [at, world] of worlds.entries()) {
      const own = made[at]
      if (own === undefined) throw new Error('made nothing')
      await translate(world, own)
      texts.push((await resultOf(world, own.batch.id)).file.text)
    }
    expect(texts).toEqual(['one Open the file.', 'two Open the file.'])
    for (const world of worlds) await world.close()
    const stored = readFileSync(join(dataDir, 'translation.db'), 'latin1')
    expect(stored).not.toContain('sk-planted-for-fingerprints')
  })

  it('leave approved work to the process that has its settings, and that one does it', async () => {
    const { endpoints, worlds } = await twoProcesses()
    const [one, two] = worlds
    if (one === undefined || two === undefined) throw new Error('no worlds')
    const { batch, plan_revision } = await create(one)
    const approval = { expected_plan_revision: plan_revision ?? '' }
    await two.call(api.batches.approve, { params: { batch_id: batch.id }, body: approval })
    await reaches(one, batch.id, 'completed')
    expect((await resultOf(two, batch.id)).file.text).toBe('one Open the file.')
    expect(endpoints[1]?.calls).toEqual([])
  })
})
