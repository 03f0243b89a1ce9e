import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { Seen } from '../support/faults.ts'
import { batch, failure, LANGUAGES, object, SECRET, start } from './start.ts'

function page(seen: Seen) {
  const cursor = new URL(seen.path, 'http://x').searchParams.get('cursor')
  const next: Record<string, string | null> = { first: 'b=&%', 'b=&%': null }
  const next_cursor = next[cursor ?? 'first'] ?? null
  const data = [batch({ id: cursor === null ? 'bat_1' : 'bat_2' })]
  return { status: 200, body: { data, has_more: next_cursor !== null, next_cursor, limit: 1, request_id: 'req_1' } }
}

describe('a request', () => {
  it('carries the credential in its header, and nowhere else [KEY-3]', async () => {
    const { faults, client } = await start(() => object({ batch: batch() }))
    await client.call(api.batches.create, { body: { content: 'x', filename: 'a.txt' } })
    const seen = faults.seen[0]
    expect(seen?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(seen?.headers['user-agent']).toBe('translation-mcp/test')
    const { authorization: _, ...others } = seen?.headers ?? {}
    expect(JSON.stringify([seen?.path, others, seen?.body.toString()])).not.toContain(SECRET)
  })

  it('writes query values as the contract does and leaves out what is not given', async () => {
    const { faults, client } = await start(() => LANGUAGES)
    const query = { limit: 5, archived: true, status: 'completed', search: 'a&b ü', created_after: undefined } as const
    faults.script({ kind: 'answer', status: 200, body: { ...LANGUAGES.body, data: [] } })
    await client.call(api.batches.list, { query })
    expect(faults.seen[0]?.path).toBe('/v1/batches?limit=5&status=completed&archived=true&search=a%26b+%C3%BC')
    expect(faults.seen[0]?.body).toHaveLength(0)
  })

  it('goes below a base address with a path', async () => {
    const { faults, client } = await start(() => object(batch()), {
      connect: async () => ({ baseUrl: `${faults.url}/team/api/`, credential: SECRET }),
    })
    await client.call(api.batches.get, { params: { batch_id: 'a/b?c' } })
    expect(faults.seen[0]?.path).toBe('/team/api/v1/batches/a%2Fb%3Fc')
  })

  it.each(['', '.', '..'])('never reaches another operation through an id like %j', async batch_id => {
    const { faults, client } = await start(() => LANGUAGES)
    const error = await failure(client.call(api.batches.get, { params: { batch_id } }))
    expect(error).toMatchObject({ code: 'invalid_parameter', param: 'batch_id', status: null })
    expect(faults.seen).toHaveLength(0)
  })

  it.each([
    ['limit', { limit: 101 }],
    ['limit', { limit: 1.5 }],
    ['search', { search: '' }],
    ['created_after', { created_after: 'yesterday' }],
  ])('with a bad %s is not sent, and the parameter is named', async (param, query) => {
    const { faults, client } = await start(() => LANGUAGES)
    expect(await failure(client.call(api.batches.list, { query }))).toMatchObject({ code: 'invalid_parameter', param })
    expect(faults.seen).toHaveLength(0)
  })

  it('sends a JSON body, an empty one where the operation takes any, none where it reads or deletes', async () => {
    const { faults, client } = await start(() => object({ batch: batch() }))
    await client.call(api.batches.approve, { params: { batch_id: 'b' }, body: { expected_plan_revision: 'r1' } })
    await client.call(api.batches.approve, { params: { batch_id: 'b' } })
    await client.call(api.glossaries.remove, { params: { language_pair: 'en-de' } })
    expect(faults.seen.map(one => one.body.toString())).toEqual(['{"expected_plan_revision":"r1"}', '{}', ''])
    expect(faults.seen.map(one => one.headers['content-type'])).toEqual([
      'application/json',
      'application/json',
      undefined,
    ])
  })

  it('asks where to go once a call, however often it is repeated', async () => {
    let asked = 0
    const { faults, client } = await start(() => object(batch()), {
      connect: async () => {
        asked++
        return { baseUrl: faults.url, credential: SECRET }
      },
    })
    faults.script({ kind: 'reset' }, { kind: 'reset' })
    await client.call(api.batches.get, { params: { batch_id: 'b' } })
    expect([asked, faults.seen.length]).toEqual([1, 3])
  })

  it('passes on why there is no connection', async () => {
    const why = new Error('log in first')
    const { client } = await start(() => LANGUAGES, { connect: () => Promise.reject(why) })
    expect(await failure(client.call(api.languages.list, {}))).toBe(why)
  })
})

describe('pages', () => {
  it('follow the cursor exactly as it was given, to the end [BAT-1]', async () => {
    const { faults, client } = await start(page)
    const ids: string[] = []
    for await (const { data } of client.pages(api.batches.list, { query: { limit: 1 } }))
      ids.push(...data.map(b => b.id))
    expect(ids).toEqual(['bat_1', 'bat_2'])
    expect(faults.seen[1]?.path).toBe('/v1/batches?limit=1&cursor=b%3D%26%25')
  })

  it('are asked for only when they are wanted', async () => {
    const { faults, client } = await start(page)
    for await (const { data } of client.pages(api.batches.list, {})) if (data.length > 0) break
    expect(faults.seen).toHaveLength(1)
  })

  it.each([null, 'same'])('that never end are a broken contract (next_cursor %j) [ENV-4]', async next_cursor => {
    const { client } = await start(() => ({ status: 200, body: { ...LANGUAGES.body, has_more: true, next_cursor } }))
    const read = async () => {
      for await (const each of client.pages(api.languages.list, {})) expect(each.data).toHaveLength(1)
    }
    expect(await failure(read())).toMatchObject({
      code: 'contract_violation',
      param: 'next_cursor',
      request_id: 'req_1',
    })
  })
})
