import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { labelValues, samplesIn, valueIn } from '../support/exposition.ts'
import { ask } from '../support/http.ts'
import { madeIn, toldOf } from '../support/mcp.ts'
import { type Collector, startCollector } from '../support/otlp.ts'
import { dataDirIn, makePlace, type Place, type Running, startProgram } from '../support/program.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`
const KEY = 'sk-hidden0123456789'
const Facts = z.looseObject({
  mcp_url: z.string().default(''),
  base_url: z.string().default(''),
  metrics_url: z.string(),
})

type Served = Running & z.output<typeof Facts> & { readonly place: Place }

async function serve(args: readonly string[], env: Record<string, string>): Promise<Served> {
  const place = makePlace()
  const running = startProgram([...args, '--port', '0', '--json', '--metrics-port', '0', '--request-log', 'on'], {
    place,
    env,
  })
  await running.heard('\n', 'stdout')
  return { ...running, place, ...Facts.parse(JSON.parse(running.said('stdout'))) }
}

/** A host that traces: it sends the place of its own span with each call, and accepts every question. */
async function connect(url: string) {
  const client = new Client({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }))
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => client.close())
  return async (name: string, input: Record<string, unknown>) =>
    toldOf(await client.callTool({ name, arguments: input, _meta: { traceparent: TRACEPARENT } }))
}

const Line = z.looseObject({ name: z.string(), operation: z.string().optional() })

function requestLines(text: string) {
  return text
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => Line.parse(JSON.parse(line)))
    .filter(({ name }) => name === 'request')
}

describe('the program over HTTP, watched', () => {
  it('is one trace from the call of a tool through API and job to the engine, counted as the ledger has it [SCL-3]', async () => {
    const collector: Collector = await startCollector()
    const engine = await serveOpenAi(({ text }) => `Deutsch: ${text}`)
    const server = await serve(['http', '--auth', 'none'], {
      ...{
        TRANSLATION_ENGINE: 'openai',
        TRANSLATION_OPENAI_BASE_URL: `${engine.origin}/v1`,
        TRANSLATION_OPENAI_MODEL: 'tiny',
        TRANSLATION_OPENAI_API_KEY: KEY,
      },
      ...{
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
      ...{ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test' },
    })
    const call = await connect(server.mcp_url)
    const content = 'Good evening, everybody.\n\nUnsaid secret of the file.\n'
    const { id, approval } = madeIn(
      await call('create_batch', { content, filename: 'private-name.txt', target_languages: ['de'] }),
    )
    expect((await call('approve_batch', approval)).failed).toBe(false)
    const result = await call('get_result', { batch_id: id, wait_seconds: 20 })
    expect(result.failed, result.text).toBe(false)
    expect((await call('get_batch', { batch_id: 'bat_none' })).failed).toBe(true)
    const db = openDatabase(databaseOf(dataDirIn(server.place)))
    const spent = await db.selectFrom('spendings').selectAll().executeTakeFirst()
    await db.destroy()
    const counted = samplesIn((await ask(server.metrics_url)).text)
    const tool = 'translation_mcp_tool_call_duration_seconds_count'
    expect(valueIn(counted, tool, { tool: 'create_batch', outcome: 'ok' })).toBe(1)
    expect(valueIn(counted, tool, { tool: 'get_batch', outcome: 'refused' })).toBe(1)
    expect(
      valueIn(counted, 'translation_engine_call_duration_seconds_count', { engine: 'openai', outcome: 'ok' }),
    ).toBeGreaterThan(0)
    expect(valueIn(counted, 'translation_engine_tokens_total', { engine: 'openai' })).toBe(spent?.used)
    expect(valueIn(counted, 'translation_job_duration_seconds_count', { outcome: 'done' })).toBe(2)
    expect(
      valueIn(counted, 'translation_http_request_duration_seconds_count', { surface: 'mcp', operation: 'tools/call' }),
    ).toBeGreaterThan(3)
    expect(
      valueIn(counted, 'translation_http_refusals_total', { surface: 'api', code: 'batch_not_found' }),
    ).toBeGreaterThan(0)
    expect(valueIn(counted, 'translation_database_up')).toBe(1)
    expect([...labelValues(counted)].filter(value => /bat_|key_|req_|\/v1|private/.test(value))).toEqual([])

    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    const ofTrace = collector.spans.filter(({ traceId }) => traceId === TRACE)
    const named = (name: string) => ofTrace.filter(span => span.name === name)
    const parents = (name: string) =>
      named(name).map(({ parentSpanId }) => ofTrace.find(({ spanId }) => spanId === parentSpanId)?.name)
    expect(named('tools/call create_batch')).toEqual([
      expect.objectContaining({ parentSpanId: '00f067aa0ba902b7', kind: 2 }),
    ])
    expect(parents('api batches.create')).toEqual(['tools/call create_batch'])
    expect(parents('job analyze')).toEqual(['api batches.create'])
    expect(parents('api batches.approve')).toEqual(['tools/call approve_batch'])
    expect(parents('job translate')).toEqual(['api batches.approve'])
    expect(new Set(parents('engine openai'))).toEqual(new Set(['job translate']))
    expect(named('tools/call get_batch').at(-1)).toMatchObject({ status: { code: 2 } })
    const resource = { 'service.name': 'translation-mcp', 'deployment.environment': 'test' }
    expect(collector.resources).toEqual(collector.resources.map(() => expect.objectContaining(resource)))
    expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'mine' })

    const logged = (await server.ended).stderr
    const lines = requestLines(logged)
    expect(lines.filter(({ operation }) => operation === 'batches.approve')).toEqual([
      expect.objectContaining({ surface: 'api', status: 200, trace_id: TRACE, caller: expect.stringMatching(/^key_/) }),
    ])
    for (const text of [logged, ...collector.bodies]) {
      for (const secret of ['Unsaid secret', 'private-name', 'Good evening', '/v1/', 'tsk_', KEY])
        expect(text).not.toContain(secret)
    }
  })
})

describe('the service alone, watched', () => {
  const SECRET = 'tsk_live_hidden0123456789hidden0123456789hid'
  let server: Served
  const token = 'mt_0123456789abcdef0123456789abcdef'
  beforeAll(async () => {
    server = await serve(['service', '--auth', 'none'], {
      TRANSLATION_ENGINE: 'pseudo',
      TRANSLATION_METRICS_TOKEN: token,
    })
  })

  it('logs each request with no secret, wherever one was sent [SCL-3]', async () => {
    const places = [
      ['/v1/account', { authorization: `Bearer ${SECRET}` }],
      [`/v1/account?key=${SECRET}`, {}],
      [`/v1/batches/${SECRET}`, {}],
      [`/files/bat_1/${SECRET}.txt?signature=${SECRET}`, {}],
      ['/v1/account', { cookie: `session=${SECRET}`, 'x-api-key': SECRET, traceparent: SECRET, 'user-agent': SECRET }],
      [`/${SECRET}`, { 'x-forwarded-for': SECRET, referer: `http://x/${SECRET}` }],
    ] as const
    for (const [path, headers] of places) await ask(`${server.base_url}${path}`, { headers: { ...headers } })
    const json = { 'content-type': 'application/json' }
    await ask(`${server.base_url}/v1/batches`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ content: SECRET }),
    })
    await ask(`${server.base_url}/upload/${SECRET}`, { method: 'PUT', body: SECRET })
    await expect.poll(() => requestLines(server.said('stderr')).length).toBe(places.length + 2)
    const lines = requestLines(server.said('stderr'))
    expect(lines[0]).toMatchObject({
      surface: 'api',
      method: 'GET',
      operation: 'account.get',
      status: 401,
      code: 'invalid_api_key',
    })
    expect(lines.map(({ operation }) => operation)).toContain('unknown')
    expect(server.said('stderr')).not.toContain('hidden0123456789')
    const { text } = await ask(server.metrics_url, { headers: { authorization: `Bearer ${token}` } })
    expect(text).not.toContain('hidden0123456789')
    expect(valueIn(samplesIn(text), 'translation_http_refusals_total', { code: 'invalid_api_key' })).toBe(1)
  })

  it('refuses metrics to whoever has no token, and serves none on its own port [SCL-3]', async () => {
    expect((await ask(server.metrics_url)).status).toBe(401)
    expect((await ask(`${server.base_url}/metrics`)).status).toBe(404)
  })
})

describe('a program that nobody watches', () => {
  it('says what it cannot do of what the variables ask for, and serves all the same [SCL-3]', async () => {
    const place = makePlace()
    const env = { OTEL_TRACES_EXPORTER: 'zipkin', TRANSLATION_ENGINE: 'pseudo' }
    const running = startProgram(['service', '--auth', 'none', '--port', '0', '--json'], { place, env })
    await running.heard('\n', 'stdout')
    expect(running.said('stderr')).toContain('OTEL_TRACES_EXPORTER asks for what this program does not do')
    expect(JSON.parse(running.said('stdout'))).not.toHaveProperty('metrics_url')
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })
})
