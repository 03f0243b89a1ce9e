import { request } from 'node:http'
import { expect, it } from 'vitest'
import { api, OPERATIONS } from '../../../src/contract/operations.ts'
import { createMenu } from '../../support/flow.ts'
import { plantBatch, plantWorkspace } from '../../support/plant.ts'
import { refusalIn, startWorld } from '../../support/world.ts'

const world = await startWorld({ settings: { json_body_bytes: 1000, docs_url: 'https://docs.example.org' } })

it('wraps an object, a list and an error each in its envelope, with the request id in a header too [ENV-1]', async () => {
  const object = await world.send('GET', '/v1/account')
  expect(Object.keys(JSON.parse(object.text))).toEqual(['data', 'request_id'])
  expect(JSON.parse(object.text).request_id).toBe(object.headers.get('x-request-id'))
  const list = await world.send('GET', '/v1/batches')
  expect(Object.keys(JSON.parse(list.text))).toEqual(['data', 'has_more', 'next_cursor', 'limit', 'request_id'])
  const error = await world.send('GET', '/v1/batches/bat_0')
  expect(Object.keys(JSON.parse(error.text))).toEqual(['error', 'request_id'])
  expect(error.headers.get('content-type')).toBe('application/json')
  expect(JSON.parse(error.text).request_id).toBe(error.headers.get('x-request-id'))
})

it('writes null for what does not apply, and nothing undeclared [ENV-2]', async () => {
  const { id } = await plantBatch(world, { phase: null, percent: null, progress_at: null })
  const batch = await world.call(api.batches.get, { params: { batch_id: id } })
  expect(batch).toMatchObject({ name: null, quality_tier: null, word_count: null, error: null, completed_at: null })
  expect(batch.progress).toEqual({ phase: null, percent: null, updated_at: null })
})

it('never writes a number beyond the safe integers: it fails instead [ENV-2]', async () => {
  const { id } = await plantBatch(world)
  await world.db
    .updateTable('batches')
    .set({ word_count: 2 ** 53 })
    .where('id', '=', id)
    .execute()
  const refused = await world.refuse(api.batches.get, { params: { batch_id: id } })
  expect(refused).toMatchObject({ status: 500, code: 'internal_error' })
  await world.db.deleteFrom('batches').where('id', '=', id).execute()
})

it('answers an unknown route and a wrong method as a resource that is not there [ENV-3]', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['GET', '/account'],
    ['GET', '/v1/account/'],
    ['POST', '/v1/account'],
    ['OPTIONS', '/v1/account'],
    ['GET', '/v2/account'],
  ] as const) {
    expect(refusalIn(await world.send(method, path))).toMatchObject({ status: 404, code: 'resource_not_found' })
  }
})

it('serves every operation of the contract below /v1 [ENV-3]', async () => {
  for (const operation of OPERATIONS) {
    expect(operation.path).toMatch(/^\/v1\//)
    const answer = await world.send(operation.method, operation.path.replace(/\{\w+\}/g, 'x'), { key: null })
    expect(refusalIn(answer), operation.id).toMatchObject({ status: 401, code: 'authentication_required' })
  }
})

it('answers HEAD like GET without a body', async () => {
  const answer = await world.send('HEAD', '/v1/account')
  expect(answer).toMatchObject({ status: 200, text: '' })
})

it('ignores unknown query parameters, also where there are none [ENV-3]', async () => {
  await world.call(api.account.get, { query: { colour: 'red' } })
  await world.list(api.batches.list, { query: { statuss: 'failed' } })
})

it.each([
  ['{"language_pair":"en-de","colour":1}', 'colour'],
  ['{"language_pair":"en-de","terms":[{"source":"a","target":"b"},{"source":"c","target":"d","x":1}]}', 'terms[1].x'],
  ['{"language_pair":1,"colour":1}', 'colour'],
  ['{"language_pair":"en-de","__proto__":1}', '__proto__'],
])('names an unknown property of the body %s [ENV-3]', async (body, param) => {
  const refused = refusalIn(await world.send('POST', '/v1/glossaries', { body, headers: JSON_TYPE }))
  expect(refused).toMatchObject({ status: 400, code: 'unknown_field', param })
})

const JSON_TYPE = { 'content-type': 'application/json' }

it.each([
  ['{"language_pair":', JSON_TYPE],
  ['[]', JSON_TYPE],
  ['"text"', JSON_TYPE],
  [new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE],
  ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
])('refuses a body that is no JSON object: %s [ERR-2]', async (body, headers) => {
  const refused = refusalIn(await world.send('POST', '/v1/glossaries', { body, headers }))
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
})

it('names a property of the wrong type or one that is missing [ERR-2]', async () => {
  for (const body of ['{"language_pair":1}', '{}', '']) {
    const refused = refusalIn(await world.send('POST', '/v1/glossaries', { body, headers: JSON_TYPE }))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'language_pair' })
  }
})

it('refuses a body over the limit, announced or streamed, before reading on [ERR-2]', async () => {
  const announced = await world.send('POST', '/v1/glossaries', { body: 'x'.repeat(1001), headers: JSON_TYPE })
  expect(refusalIn(announced)).toMatchObject({ status: 413, code: 'request_too_large' })
  const endless = new ReadableStream<Uint8Array>({ pull: stream => stream.enqueue(new Uint8Array(400)) })
  const headers = { ...JSON_TYPE, authorization: `Bearer ${world.key}` }
  const init = { method: 'POST', headers, body: endless, duplex: 'half' } as const
  const streamed = await fetch(`${world.baseUrl}/v1/glossaries`, init)
  expect(refusalIn({ status: streamed.status, text: await streamed.text() })).toMatchObject({
    code: 'request_too_large',
  })
})

it("answers another workspace's resource exactly like one that does not exist [ENV-5]", async () => {
  const other = await plantWorkspace(world)
  const foreign = await plantBatch({ ...world, workspace: other })
  const refusals = []
  for (const id of [foreign.id, 'bat_nothing']) {
    const get = await world.refuse(api.batches.get, { params: { batch_id: id } })
    const update = await world.refuse(api.batches.update, { params: { batch_id: id }, body: { name: 'mine' } })
    refusals.push({ get, update })
  }
  expect(refusals[0]).toEqual(refusals[1])
  expect(refusals[0]?.get).toMatchObject({ status: 404, code: 'batch_not_found' })
})

it('points from each error to its entry in the reference [ERR-2]', async () => {
  const refused = await world.refuse(api.batches.get, { params: { batch_id: 'x' } })
  expect(refused.docs_url).toBe('https://docs.example.org/errors#batch_not_found')
  expect(refused.type).toBe('not_found_error')
})

it('keeps an unexpected failure to itself, and logs it [ERR-2]', async () => {
  const { id } = await plantBatch(world, { percent: Number.POSITIVE_INFINITY })
  const refused = await world.refuse(api.batches.get, { params: { batch_id: id } })
  expect(refused).toMatchObject({ status: 500, code: 'internal_error', type: 'api_error' })
  expect(refused.message).not.toMatch(/percent|zod/i)
  expect(world.logged.at(-1)).toContain('unexpected failure')
  expect(world.logged.join()).not.toContain(world.key)
  await world.db.deleteFrom('batches').where('id', '=', id).execute()
})

it('logs where an unexpected failure arose, never the words of a file it quotes [KEY-3, ERR-2]', async () => {
  const broken = await startWorld()
  const created = await createMenu(broken)
  const plan_json = 'Kündigung von Frau Beispiel, vertraulich'
  await broken.db.updateTable('plans').set({ plan_json }).execute()
  const refused = await broken.refuse(api.batches.getPlan, { params: { batch_id: created.batch.id } })
  expect(refused).toMatchObject({ status: 500, code: 'internal_error' })
  const [logged = '', ...more] = broken.logged
  expect(more).toEqual([])
  expect(logged).toContain('UnreadableColumn')
  expect(logged).toContain('plans.plan_json')
  expect(logged).toMatch(/plans\.[jt]s:\d+/)
  expect(logged).not.toMatch(/Kündigung|Unexpected token/)
})

/** A request with headers that fetch would not let us choose. */
function raw(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${world.baseUrl}/v1/account`, {
      headers: { authorization: `Bearer ${world.key}`, ...headers },
    })
    sent.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

it('answers only under its own names on its own port', async () => {
  const { port } = new URL(world.baseUrl)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
    expect(await raw({ host })).toMatchObject({ status: 200 })
  }
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', '127.0.0.1:1']) {
    expect(refusalIn(await raw({ host })).status).toBe(403)
  }
})

it('answers no page of another origin, and allows none to read', async () => {
  expect(refusalIn(await raw({ origin: 'https://evil.example' })).status).toBe(403)
  expect(refusalIn(await raw({ origin: 'null' })).status).toBe(403)
  expect(await raw({ origin: world.baseUrl })).toMatchObject({ status: 200 })
  const { headers } = await world.send('GET', '/v1/account')
  expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
})
