import { expect, it } from 'vitest'
import { type Happening, SILENT, type SpanFacts } from '../../src/contract/telemetry.ts'
import { watchingTools } from '../../src/telemetry/tool.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

function watching() {
  const happened: Happening[] = []
  const spans: SpanFacts[] = []
  const told: object[] = []
  const watch = watchingTools({
    ...SILENT,
    happened: one => void happened.push(one),
    inSpan(facts, work) {
      spans.push(facts)
      return work({ rename: () => undefined, tell: more => void told.push(more) })
    },
  })
  return { watch, happened, spans, told }
}

it.each([
  ['ok', { content: [] }],
  ['refused', { content: [], isError: true }],
  ['asked', { resultType: 'input_required', inputRequests: {} }],
] as const)('counts a call that ended %s, and gives its result as it is', async (outcome, result) => {
  const { watch, happened, told } = watching()
  expect(await watch('get_batch', undefined, async () => result)).toBe(result)
  expect(happened).toEqual([{ what: 'tool_call', tool: 'get_batch', outcome, seconds: expect.any(Number) }])
  expect(told).toEqual([outcome === 'refused' ? { outcome, 'error.type': outcome } : { outcome }])
})

it('counts a call that threw, and throws the same', async () => {
  const { watch, happened } = watching()
  const thrown = new Error('as it is')
  await expect(watch('get_batch', {}, () => Promise.reject(thrown))).rejects.toBe(thrown)
  expect(happened).toMatchObject([{ outcome: 'failed' }])
})

it('goes on with the trace of a host, and with nothing else that a host may send', async () => {
  const { watch, spans } = watching()
  for (const meta of [{ traceparent: TRACEPARENT }, { traceparent: 'mine' }, { traceparent: 7 }, {}, undefined]) {
    await watch('get_batch', meta, async () => ({}))
  }
  expect(spans.map(({ parent }) => parent)).toEqual([TRACEPARENT, undefined, undefined, undefined, undefined])
})
