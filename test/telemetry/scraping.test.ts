import { expect, it, onTestFinished } from 'vitest'
import type { Happening, RequestServed, SharedState } from '../../src/contract/telemetry.ts'
import { type ScrapingOptions, serveMetrics } from '../../src/telemetry/scraping.ts'
import { labelValues, samplesIn, valueIn } from '../support/exposition.ts'
import { ask } from '../support/http.ts'

const TOKEN = 'mt_0123456789abcdef0123456789abcdef'

async function serve(options: Partial<ScrapingOptions> = {}) {
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', token: undefined, ...options }, '1.2.3')
  onTestFinished(() => server.close())
  const scrape = async (headers: Record<string, string> = {}) => await ask(server.url, { headers })
  return { ...server, scrape, samples: async () => samplesIn((await scrape()).text) }
}

const REQUEST: RequestServed = {
  ...{ what: 'request', surface: 'api', method: 'GET', operation: 'batches.get', status: 200, seconds: 0.02 },
  ...{ code: undefined, aborted: false, request_id: 'req_1', caller: 'key_1', bytes_in: 0, bytes_out: 900 },
  place: undefined,
}

const STATE: SharedState = {
  jobs: [
    { kind: 'translate', state: 'waiting', count: 7, oldest_seconds: 61.5 },
    { kind: 'analyze', state: 'running', count: 1, oldest_seconds: 2 },
  ],
  credits: { settled: 1200, reserved: 34 },
}

it('tells in the format of Prometheus what happened, and what every process of Node tells', async () => {
  const { happened, samples } = await serve()
  const all: Happening[] = [
    REQUEST,
    { ...REQUEST, seconds: 0.3 },
    { ...REQUEST, operation: 'batches.approve', status: 409, code: 'plan_changed' },
    { what: 'tool_call', tool: 'approve_batch', outcome: 'asked', seconds: 0.1 },
    { what: 'job', kind: 'translate', outcome: 'done', seconds: 12 },
    { what: 'engine_call', engine: 'pseudo', outcome: 'ok', segments: 40, seconds: 1.5 },
    { what: 'engine_call', engine: 'pseudo', outcome: 'passing', segments: 2, seconds: 0.5 },
    { what: 'engine_charge', engine: 'pseudo', unit: 'tokens', amount: 900 },
    { what: 'engine_charge', engine: 'pseudo', unit: 'characters', amount: 5000 },
    { what: 'file_stored', bytes: 4096 },
  ]
  for (const one of all) happened(one)
  const found = await samples()
  const requests = 'translation_http_request_duration_seconds'
  expect(valueIn(found, `${requests}_count`, { surface: 'api', operation: 'batches.get', status: '200' })).toBe(2)
  expect(valueIn(found, `${requests}_sum`, { operation: 'batches.get' })).toBeCloseTo(0.32)
  expect(valueIn(found, `${requests}_bucket`, { operation: 'batches.get', le: '0.025' })).toBe(1)
  expect(valueIn(found, 'translation_http_refusals_total', { code: 'plan_changed' })).toBe(1)
  expect(valueIn(found, 'translation_mcp_tool_call_duration_seconds_count', { outcome: 'asked' })).toBe(1)
  expect(valueIn(found, 'translation_job_duration_seconds_count', { kind: 'translate', outcome: 'done' })).toBe(1)
  expect(valueIn(found, 'translation_engine_call_duration_seconds_count', { outcome: 'passing' })).toBe(1)
  expect(valueIn(found, 'translation_engine_segments_total', { engine: 'pseudo' })).toBe(42)
  expect(valueIn(found, 'translation_engine_tokens_total')).toBe(900)
  expect(valueIn(found, 'translation_engine_characters_total')).toBe(5000)
  expect(valueIn(found, 'translation_files_stored_bytes_total')).toBe(4096)
  expect(valueIn(found, 'translation_build_info', { version: '1.2.3' })).toBe(1)
  expect(valueIn(found, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  const labels = [...labelValues(found)]
  expect(labels.filter(value => /req_|key_/.test(value))).toEqual([])
})

it('keeps at most 200 values of a label apart, whatever goes wrong', async () => {
  const { happened, samples } = await serve()
  for (let index = 0; index < 500; index++) happened({ ...REQUEST, code: `made_up_${index}` })
  const found = await samples()
  const name = 'translation_http_refusals_total'
  expect(found.filter(sample => sample.name === name)).toHaveLength(201)
  expect(valueIn(found, name, { code: 'other' })).toBe(300)
})

it('tells what the database says, reads it once for scrapes that come close, and does without it while it is away', async () => {
  let reads = 0
  const { scrape, samples } = await serve({
    shared: async () => {
      reads += 1
      return STATE
    },
  })
  await Promise.all([scrape(), scrape(), scrape()])
  const found = await samples()
  expect(reads).toBe(1)
  expect(valueIn(found, 'translation_database_up')).toBe(1)
  expect(valueIn(found, 'translation_jobs', { kind: 'translate', state: 'waiting' })).toBe(7)
  expect(valueIn(found, 'translation_jobs_oldest_seconds', { kind: 'translate', state: 'waiting' })).toBe(61.5)
  expect(found.filter(({ name }) => name === 'translation_jobs')).toHaveLength(8)
  expect(valueIn(found, 'translation_credits_settled_total')).toBe(1200)
  expect(valueIn(found, 'translation_credits_reserved')).toBe(34)
  const away = await serve({ shared: () => Promise.reject(new Error('away')) })
  const left = await away.samples()
  expect(valueIn(left, 'translation_database_up')).toBe(0)
  expect(left.filter(({ name }) => /^translation_(?:jobs|credits)/.test(name))).toEqual([])
  expect(valueIn(left, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

it('without a token is for this machine alone, under its own names', async () => {
  const { url, scrape } = await serve({ host: '0.0.0.0' })
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect((await scrape()).status).toBe(200)
  expect((await scrape({ host: 'localhost:9464' })).status).toBe(200)
  for (const host of ['evil.example', '10.0.0.1:9464', '127.0.0.1.evil.example']) {
    const refused = await scrape({ host })
    expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('process_')])
  }
})

it('with a token tells who sends it, under any name, and nobody else', async () => {
  const { scrape, url } = await serve({ token: TOKEN })
  const right = await scrape({ authorization: `Bearer ${TOKEN}`, host: 'metrics.example' })
  expect([right.status, right.headers['content-type']]).toEqual([200, expect.stringContaining('version=0.0.4')])
  expect(right.text).not.toContain(TOKEN)
  const wrong = [
    {},
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: `Bearer ${TOKEN.slice(1)}` },
    { authorization: TOKEN },
  ]
  for (const headers of wrong) {
    const refused = await scrape({ ...headers })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(refused.text).not.toContain('process_')
  }
  expect((await ask(`${url}?token=${TOKEN}`)).status).toBe(401)
})

it('serves nothing but GET /metrics', async () => {
  const { url } = await serve()
  expect((await ask(url.replace('/metrics', '/'))).status).toBe(404)
  expect((await ask(url, { method: 'POST', body: '{}' })).status).toBe(405)
  expect((await ask(`${url}?x=1`)).status).toBe(200)
})
