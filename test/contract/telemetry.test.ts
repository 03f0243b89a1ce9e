import { expect, it } from 'vitest'
import { idsOf, parsedTraceparent, SILENT } from '../../src/contract/telemetry.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

it('reads a traceparent of W3C Trace Context, and takes nothing else for one', () => {
  expect(parsedTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ trace_id: TRACE, span_id: SPAN, flags: 1 })
  expect(parsedTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ trace_id: TRACE, span_id: SPAN, flags: 0 })
  const others = [
    ...['', 'x', `00-${TRACE}-${SPAN}`, `ff-${TRACE}-${SPAN}-01`, `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ...[`00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, `00-${TRACE}-${SPAN}-01\n`],
    ...[`00-${TRACE}-${SPAN}-01-more`, undefined, null, 7, {}],
  ]
  for (const other of others) expect(parsedTraceparent(other), String(other)).toBeUndefined()
})

it('does the work and tells nobody where nothing is set up', async () => {
  const work = SILENT.inSpan({ name: 'x', kind: 'server' }, async span => {
    span.rename('y')
    span.tell({ 'error.type': 'z' })
    return SILENT.place() ?? 'no place'
  })
  expect(await work).toBe('no place')
  await expect(
    SILENT.inSpan({ name: 'x', kind: 'client' }, () => Promise.reject(new Error('as it is'))),
  ).rejects.toThrow('as it is')
  expect([SILENT.counts, SILENT.traces, idsOf(SILENT)]).toEqual([false, false, {}])
})

it('names the span under way for a line of a log', () => {
  const place = { trace_id: TRACE, span_id: SPAN, traceparent: `00-${TRACE}-${SPAN}-01` }
  expect(idsOf({ place: () => place })).toEqual({ trace_id: TRACE, span_id: SPAN })
})
