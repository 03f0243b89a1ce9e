import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import {
  type Happening,
  type RequestServed,
  SILENT,
  type SpanFacts,
  type Telemetry,
} from '../../../src/contract/telemetry.ts'
import { createMenu, MENU, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`
const PLACE = { trace_id: TRACE, span_id: '1234567890abcdef', traceparent: `00-${TRACE}-1234567890abcdef-01` }

/** Writes down what it is told; every span has the same place. */
function listening() {
  const happened: Happening[] = []
  const spans: (SpanFacts & { renamed?: string; told: object })[] = []
  const telemetry: Telemetry = {
    counts: true,
    traces: true,
    happened: one => void happened.push(one),
    inSpan(facts, work) {
      const span: (typeof spans)[number] = { ...facts, told: {} }
      spans.push(span)
      return work({
        rename: name => void Object.assign(span, { renamed: name }),
        tell: more => void Object.assign(span.told, more),
      })
    },
    place: () => PLACE,
  }
  return { telemetry, happened, spans }
}

const ears = listening()
const world = await startWorld({ telemetry: ears.telemetry })

/** What is told of the requests that `work` makes, once all of them were answered. */
async function requestsOf(count: number, work: () => Promise<unknown>): Promise<readonly RequestServed[]> {
  const requests = () => ears.happened.filter(one => one.what === 'request')
  const before = requests().length
  await work()
  await expect.poll(() => requests().length, { interval: 5 }).toBe(before + count)
  return requests().slice(before)
}

it('tells of a request its operation, status and caller, and no path', async () => {
  const [read] = await requestsOf(1, () => world.call(api.account.get))
  expect(read).toMatchObject({ surface: 'api', method: 'GET', operation: 'account.get', status: 200, aborted: false })
  expect(read?.caller).toMatch(/^key_/)
  expect(read?.request_id).toMatch(/^req_/)
  expect(read?.bytes_out).toBeGreaterThan(100)
  const [lost] = await requestsOf(1, () => world.refuse(api.batches.get, { params: { batch_id: 'bat_secret' } }))
  expect(lost).toMatchObject({ operation: 'batches.get', status: 404, code: 'batch_not_found' })
  expect(JSON.stringify([read, lost])).not.toContain('/v1/')
  expect(JSON.stringify(lost)).not.toContain('bat_secret')
})

it('has one word for whatever is no operation, and one for each page', async () => {
  const paths = [
    '/nothing/here',
    '/v1/made-up',
    '/healthz',
    '/readyz',
    '/errors',
    '/openapi.json',
    '/files/bat_1/a.txt',
  ]
  const told = await requestsOf(paths.length, async () => {
    for (const path of paths) await world.send('GET', path, { key: null })
  })
  const words = ['unknown', 'unknown', 'health', 'readiness', 'errors_page', 'openapi', 'result_file']
  expect(told.map(({ operation }) => operation)).toEqual(words)
})

it('names the code of a refusal, also of a stranger’s', async () => {
  const [stranger] = await requestsOf(1, () => world.send('GET', '/v1/account', { key: 'tsk_live_wrong' }))
  expect(stranger).toMatchObject({ operation: 'account.get', status: 401, code: 'invalid_api_key', caller: undefined })
})

it('makes a span of a request that goes on with the trace of its caller, and none of a probe', async () => {
  const before = ears.spans.length
  await world.send('GET', '/healthz')
  await world.send('GET', '/v1/account', { headers: { traceparent: PARENT } })
  expect(ears.spans.slice(before)).toEqual([
    expect.objectContaining({
      ...{ name: 'api unknown', renamed: 'api account.get', kind: 'server', parent: PARENT },
      told: expect.objectContaining({ 'http.response.status_code': 200 }),
    }),
  ])
})

it('keeps the trace with the batch, for its analysis and then for its translation, and counts the work', async () => {
  const [before, counted] = [ears.spans.length, ears.happened.length]
  const created = await createMenu(world)
  await translate(world, created)
  const row = await world.db
    .selectFrom('batches')
    .select('trace_parent')
    .where('id', '=', created.batch.id)
    .executeTakeFirst()
  expect(row?.trace_parent).toBe(PLACE.traceparent)
  const jobs = () => ears.spans.slice(before).filter(({ kind }) => kind !== 'server')
  await expect.poll(() => ears.happened.slice(counted).filter(({ what }) => what === 'job').length).toBe(2)
  expect(jobs().map(({ name, parent }) => [name, parent])).toEqual([
    ['job analyze', PLACE.traceparent],
    ['job translate', PLACE.traceparent],
    ['engine pseudo', undefined],
  ])
  const happened = ears.happened.slice(counted).filter(({ what }) => what !== 'request')
  expect(happened).toEqual([
    { what: 'file_stored', bytes: Buffer.byteLength(MENU) },
    expect.objectContaining({ what: 'job', kind: 'analyze', outcome: 'done' }),
    expect.objectContaining({ what: 'engine_call', engine: 'pseudo', outcome: 'ok', segments: 3 }),
    expect.objectContaining({ what: 'job', kind: 'translate', outcome: 'done' }),
  ])
})

it('keeps none where there is no trace', async () => {
  const silent = await startWorld()
  const { batch } = await createMenu(silent)
  const row = await silent.db.selectFrom('batches').select('trace_parent').where('id', '=', batch.id).executeTakeFirst()
  expect(row).toEqual({ trace_parent: null })
  expect(SILENT.place()).toBeUndefined()
})
