import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createTracing } from '../../src/telemetry/tracing.ts'
import { type Collector, startCollector } from '../support/otlp.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`

let collector: Collector
let failures: number
beforeEach(() => {
  failures = 0
})
afterEach(() => vi.unstubAllEnvs())

async function tracing(env: Record<string, string> = {}) {
  collector = await startCollector()
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20', ...env }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  const made = createTracing({
    version: '1.2.3',
    failed: () => {
      failures += 1
    },
  })
  onTestFinished(() => made.close())
  return made
}

const server = { kind: 'server' } as const

it('sends spans as they lie in each other, and what failed with its code and without its message', async () => {
  const { inSpan, place, close } = await tracing()
  expect(place()).toBeUndefined()
  const refused = Object.assign(new Error('a text of a file'), { code: 'plan_changed' })
  const inner = inSpan({ name: 'outer', ...server, parent: PARENT }, async span => {
    span.rename('renamed')
    expect(place()?.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    await inSpan({ name: 'inner', kind: 'client', attributes: { segments: 3 } }, () => Promise.reject(refused))
  })
  await expect(inner).rejects.toBe(refused)
  expect(place()).toBeUndefined()
  await close()
  const [within, around] = collector.spans
  expect(around).toMatchObject({ name: 'renamed', traceId: TRACE, parentSpanId: '00f067aa0ba902b7', kind: 2 })
  expect(within).toMatchObject({
    ...{ name: 'inner', traceId: TRACE, parentSpanId: around?.spanId, kind: 3, status: { code: 2 } },
    attributes: { segments: 3, 'error.type': 'plan_changed' },
  })
  expect(collector.bodies.join()).not.toContain('a text of a file')
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'translation-mcp', 'service.version': '1.2.3' })
})

it('keeps work that goes on at the same time apart', async () => {
  const { inSpan, place, close } = await tracing()
  const seen = await Promise.all(
    ['a', 'b', 'c'].map(name =>
      inSpan({ name, ...server }, async () => {
        await new Promise(setImmediate)
        return place()?.trace_id
      }),
    ),
  )
  expect(new Set(seen).size).toBe(3)
  await close()
  expect(collector.spans.map(({ traceId }) => traceId).sort()).toEqual([...seen].sort())
})

it('begins anew where what was sent is no traceparent, and sends nothing of a trace that is not sampled', async () => {
  const { inSpan, close } = await tracing()
  await inSpan({ name: 'own', ...server, parent: 'what is this' }, async () => undefined)
  await inSpan({ name: 'unsampled', ...server, parent: PARENT.replace(/01$/, '00') }, async () => undefined)
  await close()
  expect(collector.spans).toEqual([expect.objectContaining({ name: 'own', parentSpanId: '' })])
})

it('takes as many as the variables say, under the name that they say', async () => {
  const name = { OTEL_SERVICE_NAME: 'translations', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hidden' }
  const { inSpan, close } = await tracing(name)
  await inSpan({ name: 'one', ...server }, async () => undefined)
  await close()
  expect(collector.resources).toEqual([expect.objectContaining({ 'service.name': 'translations' })])
  expect(collector.headers).toEqual([expect.objectContaining({ 'x-key': 'hidden' })])
  const none = await tracing({ OTEL_TRACES_SAMPLER: 'always_off' })
  await none.inSpan({ name: 'two', ...server }, async () => undefined)
  await none.close()
  expect(collector.spans).toEqual([])
})

it('tells that spans cannot be sent, and the work goes on', async () => {
  const { inSpan } = await tracing()
  collector.status = 400
  expect(await inSpan({ name: 'one', ...server }, async () => 7)).toBe(7)
  await expect.poll(() => failures, { interval: 10 }).toBe(1)
})
