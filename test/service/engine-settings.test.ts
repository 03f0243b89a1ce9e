import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createIds } from '../../src/service/data-folder.ts'
import { askedByAssistants } from '../../src/service/domain/means.ts'
import { fingerprintsOf } from '../../src/service/engine/fingerprint.ts'
import { DEFAULT_SETTINGS, type ServiceSettings } from '../../src/service/settings.ts'
import { startApy } from '../support/apy.ts'
import { reaches } from '../support/flow.ts'
import { manualClock, startWorld, temporaryFolder, type World } from '../support/world.ts'

const openai = (values: Record<string, string>): Partial<ServiceSettings> => ({
  engine: 'openai',
  lease_seconds: 1,
  engines: { openai: { model: 'tiny', api_key: 'sk-planted-for-fingerprints', ...values } },
})

const create = (world: World, content = 'Open the file.', key = 'the same key') =>
  world.call(api.batches.create, {
    body: { content, filename: 'a.txt', instruction: 'From English into German.', idempotency_key: key },
  })

describe('processes on one data folder whose engines are set otherwise', () => {
  it('find the same translation again where the settings are equal [CRE-6]', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const first = await startWorld({ dataDir })
    const { batch } = await create(first)
    await first.close()
    const again = await startWorld({ dataDir })
    expect((await create(again)).batch.id).toBe(batch.id)
  })

  it('say of work that no process can do why it waits, and what would do it', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const clock = manualClock('2026-03-10T12:00:00Z')
    const first = await startWorld({ dataDir, clock, settings: { creation_wait_seconds: 0 } })
    const { batch } = await create(first)
    await reaches(first, batch.id, 'awaiting_review')
    await first.close()
    const world = await startWorld({ dataDir, clock, settings: { engines: { openai: { api_key: 'other' } } } })
    await world.db
      .updateTable('batches')
      .set({ status: 'queued', phase: 'queued', progress_at: clock() })
      .where('id', '=', batch.id)
      .execute()
    const error = async () => (await world.call(api.batches.get, { params: { batch_id: batch.id } })).error
    expect(await error()).toBeNull()
    clock.advance(31_000)
    expect(await error()).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(
        /^Nobody works on it now: the engines are set otherwise .* create the translation again\./,
      ),
    })
    const [listed] = (await world.list(api.batches.list)).data
    expect(listed?.error?.code).toBe('service_unavailable')
  })
})

describe('a process that works for others', () => {
  /** Serves assistants, or programs, and leaves the work to whoever works on the folder. */
  const serving = (dataDir: string, agent: boolean, settings: Partial<ServiceSettings>) =>
    startWorld({ dataDir, settings: { ...settings, agent, workers: 0, creation_wait_seconds: 0 } })
  const spanish = (world: World) =>
    world.call(api.batches.create, {
      body: { content: 'Open the file.', filename: 'a.txt', instruction: 'From English into Spanish.' },
    })

  it('plans with the engine that the one who was asked would take: an assistant for assistants, none for programs [ENG-1, SCL-1]', async () => {
    const apy = await startApy()
    const settings = { engine: undefined, lease_seconds: 1, engines: { apertium: { url: apy.url } } }
    const dataDir = join(temporaryFolder(), 'data')
    const assistants = await serving(dataDir, true, settings)
    const programs = await serving(dataDir, false, settings)
    const made = [await spanish(assistants), await spanish(programs)]
    for (const agent of [true, false]) {
      const worker = await startWorld({ dataDir, settings: { ...settings, agent } })
      for (const { batch } of made) await reaches(worker, batch.id, 'awaiting_review')
      const planned = worker.db.selectFrom('batches').select('engine').orderBy('id')
      expect(await planned.execute()).toEqual([{ engine: 'agent' }, { engine: 'apertium' }])
      await worker.close()
      // The other worker has all of it to do once more.
      await assistants.db.updateTable('batches').set({ status: 'queued', phase: 'queued', engine: null }).execute()
    }
  })

  it('leaves alone what was asked under another key, whoever asked [CRD-2]', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const settings = openai({ base_url: 'http://127.0.0.1:1/v1' })
    const made: string[] = []
    for (const agent of [true, false]) {
      const world = await serving(dataDir, agent, settings)
      made.push((await create(world, 'Open the file.', `${agent}`)).batch.id)
    }
    const other = openai({ base_url: 'http://127.0.0.1:1/v1', api_key: 'sk-of-somebody-else-for-fingerprints' })
    const worker = await startWorld({ dataDir, settings: other })
    const own = await create(worker, 'Close the file.', 'own')
    await reaches(worker, own.batch.id, 'awaiting_review')
    const rows = worker.db.selectFrom('batches').select(['status', 'attempts']).where('id', 'in', made)
    expect(await rows.execute()).toEqual(made.map(() => ({ status: 'queued', attempts: 0 })))
  })
})

describe('the fingerprint of settings', () => {
  const settings = (change: Partial<ServiceSettings>) => ({ ...DEFAULT_SETTINGS, ...change })
  const secret = createIds(() => 0)('one')

  it('changes with endpoint, model, key and engine, and with nothing else', () => {
    const base = fingerprintsOf(settings(openai({ base_url: 'http://127.0.0.1:1/v1' })), secret)
    const same = fingerprintsOf(settings({ ...openai({ base_url: 'http://127.0.0.1:1/v1' }), file_days: 3 }), secret)
    expect(same).toEqual(base)
    for (const change of [{ base_url: 'http://127.0.0.1:2/v1' }, { model: 'big' }, { api_key: 'another' }]) {
      const other = fingerprintsOf(settings(openai({ base_url: 'http://127.0.0.1:1/v1', ...change })), secret)
      expect(other.engines.openai).not.toBe(base.engines.openai)
      expect(other.engines.deepl).toBe(base.engines.deepl)
      expect(Object.values(base.choices)).not.toContain(other.choices.assistants)
      expect(Object.values(base.choices)).not.toContain(other.choices.programs)
    }
    const named = fingerprintsOf(
      settings({ ...openai({ base_url: 'http://127.0.0.1:1/v1' }), engine: 'deepl' }),
      secret,
    )
    expect(named.engines).toEqual(base.engines)
    expect(named.all).not.toBe(base.all)
  })

  it('knows who asked by it, of the two kinds, and no other', () => {
    const base = fingerprintsOf(settings(openai({})), secret)
    const others = fingerprintsOf(settings({ ...openai({}), agent: true }), secret)
    expect([base.all, others.all]).toEqual([base.choices.programs, base.choices.assistants])
    expect(others.choices).toEqual(base.choices)
    expect(askedByAssistants(others.all, base)).toBe(true)
    expect(askedByAssistants(base.all, others)).toBe(false)
    for (const print of [null, 'another']) expect(askedByAssistants(print, base)).toBeUndefined()
    expect(askedByAssistants(base.all, undefined)).toBeUndefined()
  })

  it('is another one in every data folder, so that none can be looked up elsewhere', () => {
    const base = fingerprintsOf(DEFAULT_SETTINGS, 'one')
    expect(Object.values(fingerprintsOf(DEFAULT_SETTINGS, 'two').engines)).not.toContain(base.engines.openai)
  })
})
