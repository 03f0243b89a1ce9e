import { expect, it } from 'vitest'
import type { RequestServed } from '../../src/contract/telemetry.ts'
import { createRequestLog } from '../../src/telemetry/request-log.ts'

const SERVED: RequestServed = {
  ...{ what: 'request', surface: 'mcp', method: 'POST', operation: 'tools/call', status: 200, seconds: 0.0126 },
  ...{ code: undefined, aborted: false, request_id: undefined, caller: 'con_1', bytes_in: 120, bytes_out: 900 },
  place: undefined,
}

function lines(...all: RequestServed[]): unknown[] {
  const written: string[] = []
  const log = createRequestLog(
    line => void written.push(line),
    () => 1_770_000_000_000,
  )
  for (const one of all) log(one)
  return written.map(line => {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    return JSON.parse(line)
  })
}

it('writes one line of JSON for a request, without what is not known of it', () => {
  const [line] = lines(SERVED)
  expect(line).toEqual({
    ...{ time: 1_770_000_000_000, name: 'request', surface: 'mcp', method: 'POST', operation: 'tools/call' },
    ...{ status: 200, ms: 13, caller: 'con_1', bytes_in: 120, bytes_out: 900 },
  })
})

it('names the trace, the refusal, and an answer that broke off', () => {
  const place = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), traceparent: 'c' }
  const [line] = lines({ ...SERVED, place, aborted: true, status: 409, code: 'plan_changed', request_id: 'req_1' })
  expect(line).toMatchObject({ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), aborted: true, code: 'plan_changed' })
  expect(line).not.toHaveProperty('traceparent')
})

it('the log of requests writes what is listed and nothing else, whatever else came with a request [SCL-3]', () => {
  const SECRET = 'hidden0123456789'
  const more = Object.fromEntries(
    ['path', 'url', 'query', 'headers', 'authorization', 'cookie', 'body', 'user_agent', 'ip', 'error'].map(name => [
      name,
      { [name]: SECRET },
    ]),
  )
  const written: string[] = []
  const log = createRequestLog(line => void written.push(line))
  const place = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), traceparent: SECRET }
  log({ ...more, ...SERVED, place, aborted: true, code: 'plan_changed', request_id: 'req_1' })
  expect(written.join('')).not.toContain(SECRET)
  expect(Object.keys(JSON.parse(written[0] ?? '')).sort()).toEqual([
    ...['aborted', 'bytes_in', 'bytes_out', 'caller', 'code', 'method', 'ms', 'name', 'operation', 'request_id'],
    ...['span_id', 'status', 'surface', 'time', 'trace_id'],
  ])
  // A word with the end of a line in it makes no second line.
  log({ ...SERVED, operation: 'a\n{"name":"request"}\r\u2028' })
  expect(written[1]?.trimEnd()).not.toMatch(/[\n\r]/)
})
