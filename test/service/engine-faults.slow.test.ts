import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { Pause } from '../../src/service/worker/pause.ts'
import { askedIn, dataIn } from '../support/engines/given.ts'
import { completion, failure, serveOpenAi } from '../support/engines/openai.ts'
import type { Reply, Server } from '../support/engines/server.ts'
import { reaches, resultOf, translate } from '../support/flow.ts'
import { startWorld } from '../support/world.ts'

/** Of one segment. */
const WORDS = 6
const PAGES = Array.from({ length: 100 }, (_, at) => at + 1)
const SOURCE = PAGES.map(page => `Read page ${page} of the manual.`)
const spanish = (text: string): string =>
  text.replace(/^Read page (\d+) of the manual\.$/, 'Lea la página $1 del manual.')

async function started(faults: readonly Reply[], pause?: Pause) {
  const server = await serveOpenAi(({ text }) => spanish(text))
  server.faults.push(...faults)
  const world = await startWorld({
    settings: {
      engine: 'openai',
      engines: { openai: { base_url: `${server.origin}/v1`, api_key: 'sk-1', model: 'tiny' } },
      lease_seconds: 1,
    },
    ...(pause && { pause }),
  })
  const body = { content: SOURCE.join('\n\n'), filename: 'a.txt', instruction: 'From English into Spanish.' }
  return { server, world, created: await world.call(api.batches.create, { body }) }
}

/** How often each segment was answered. */
function answers(server: Server, faults: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { body } of server.calls.slice(faults)) {
    for (const { text } of dataIn(askedIn(body)).segments) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

const half = (): Reply => completion('{"1":"Lea la página 1 del manual.","2":"Lea la pág')
const FAULTS: readonly Reply[] = [
  failure(429, 'rate_limit_exceeded', 'slow down', { 'retry-after-ms': '300' }),
  failure(500, null, 'oops'),
  'cut',
  half(),
  { status: 200, text: '<html>' },
  completion('{"77":"?"}'),
]

it('a file comes out whole whatever the endpoint does on the way, and nothing that was kept is asked for again [ENG-2]', async () => {
  const waits: number[] = []
  const { server, world, created } = await started(FAULTS, async ms => void waits.push(ms))
  expect(created.plan).toMatchObject({ engine: 'openai', credit_cost: 0, billing: { who: 'you', unit: 'tokens' } })
  await translate(world, created)
  // As long as the endpoint asked for.
  expect(waits).toContain(300)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(file.text).toBe(SOURCE.map(spanish).join('\n\n'))
  expect(result.quality).toEqual({ segments: 100, repaired: 0, kept_source: 0, findings: [] })
  const counts = answers(server, FAULTS.length)
  expect([...counts.keys()].sort()).toEqual([...SOURCE].sort())
  expect(Math.max(...counts.values())).toBe(1)
})

it('a model that loses, swaps and spoils is asked once more for just that, and what stays wrong keeps its source [ENG-2]', async () => {
  const server = await serveOpenAi(({ text, refused }) => {
    if (text.includes('page 3 ')) return refused === undefined ? 'Lea el manual entero.' : spanish(text)
    if (text.includes('page 50 ')) return 'Lea la página 51 del manual y nada más.'
    return spanish(text)
  })
  const world = await startWorld({
    settings: {
      engine: 'openai',
      engines: { openai: { base_url: `${server.origin}/v1` } },
    },
  })
  const content = [3, 50, 70].map(page => `Read page ${page} of the manual.`).join('\n\n')
  const body = { content, filename: 'a.txt', instruction: 'From English into Spanish.' }
  const created = await world.call(api.batches.create, { body })
  await translate(world, created)
  const { result, file } = await resultOf(world, created.batch.id)
  expect(file.text.split('\n\n')).toEqual([
    expect.stringMatching(/^Lea /),
    'Read page 50 of the manual.',
    'Lea la página 70 del manual.',
  ])
  expect(result.quality).toMatchObject({ segments: 3, kept_source: 1 })
  expect(result.quality?.findings[0]?.reason).toMatch(/50.*The source was kept\./)
  const rounds = server.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => dataIn(askedIn(body)).segments)
  expect(rounds.map(({ length }) => length)).toEqual([3, 1])
})

it('a used-up allowance fails the batch at once and charges nothing; the next try asks for what is not known alone [CRD-2]', async () => {
  const { server, world, created } = await started([failure(429, 'insufficient_quota', 'Quota.')])
  const before = await world.call(api.credits.get, {})
  await world.call(api.batches.approve, {
    params: { batch_id: created.batch.id },
    body: { expected_plan_revision: created.plan_revision ?? '' },
  })
  const failed = await reaches(world, created.batch.id, 'failed')
  expect(failed.error).toMatchObject({ code: 'service_unavailable' })
  expect(failed.error?.message).toMatch(/no credit left.*No credits were charged/)
  expect((await world.call(api.credits.get, {})).balance).toBe(before.balance)
  const calls = server.calls.length
  const body = { content: SOURCE.join('\n\n'), filename: 'b.txt', instruction: 'From English into Spanish.' }
  const again = await world.call(api.batches.create, { body })
  await translate(world, again)
  expect((await resultOf(world, again.batch.id)).file.text).toBe(SOURCE.map(spanish).join('\n\n'))
  const counts = answers(server, calls)
  expect(counts.size * WORDS).toBe(again.plan?.new_words)
  expect(Math.max(...counts.values())).toBe(1)
})

it('an approved text waits for its own settings, and is sent to no other address after a restart with others [ENG-1]', async () => {
  const { server, world, created } = await started(Array.from({ length: 9 }, () => failure(500, null, 'oops')))
  const approval = { expected_plan_revision: created.plan_revision ?? '' }
  await world.call(api.batches.approve, { params: { batch_id: created.batch.id }, body: approval })
  await expect.poll(() => server.calls.length).toBeGreaterThan(0)
  await world.close()
  const other = await serveOpenAi(({ text }) => spanish(text))
  const engines = { openai: { base_url: `${other.origin}/v1`, api_key: 'sk-1', model: 'tiny' } }
  const later = await startWorld({ dataDir: world.dataDir, settings: { engine: 'openai', engines, lease_seconds: 1 } })
  const read = () => later.call(api.batches.get, { params: { batch_id: created.batch.id } })
  const waits = 'its engine (openai) is set otherwise in this program'
  await expect.poll(async () => (await read()).error?.message, { interval: 50, timeout: 10_000 }).toContain(waits)
  expect((await read()).status).toBe('translating')
  expect(other.calls.filter(({ method }) => method === 'POST')).toEqual([])
  const body = { content: SOURCE.join('\n\n'), filename: 'a.txt', instruction: 'From English into Spanish.' }
  const again = await later.call(api.batches.create, { body })
  expect(again.plan?.text_goes_to).toContain(new URL(other.origin).host)
  await translate(later, again)
})
