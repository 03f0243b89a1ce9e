import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { batch, failure, LANGUAGES, object, start } from './start.ts'

const one = { params: { batch_id: 'bat_1' } }

it('gives the object, its request_id and status [ENV-1]', async () => {
  const { client } = await start(() => object(batch({ name: 'Report' }), 200))
  const answer = await client.call(api.batches.get, one)
  expect(answer).toEqual({ data: batch({ name: 'Report' }), request_id: 'req_1', status: 200 })
})

it('gives a list with where it goes on [ENV-1]', async () => {
  const { client } = await start(() => LANGUAGES)
  const answer = await client.call(api.languages.list, {})
  expect(answer).toEqual({ ...LANGUAGES.body, status: 200 })
})

it('passes unknown fields by, at every depth [ENV-4]', async () => {
  const progress = { phase: null, percent: 5.5, updated_at: null, eta: 3 }
  const { client } = await start(() => ({
    status: 200,
    body: { data: batch({ color: 'red', progress }), request_id: 'req_1', took: 4 },
  }))
  const { data } = await client.call(api.batches.get, one)
  expect(data.progress.percent).toBe(5.5)
})

it('fills what the contract leaves open and a hosted service leaves out', async () => {
  const plan = { plan_revision: 'r1', not_included: [{ part: 'images' }] }
  const { client } = await start(() => object({ batch: batch(), plan }))
  const { data } = await client.call(api.batches.getPlan, one)
  expect(data.plan?.not_included).toEqual([{ part: 'images', reason: 'not stated', words: null }])
  expect(data.credit_cost).toBeNull()
})

it.each([
  ['a missing field', batch({ archived: undefined }), 'data.archived', 'is missing'],
  ['a null-able field left out', batch({ name: undefined }), 'data.name', 'is missing'],
  ['a missing inner field', batch({ progress: { phase: null, percent: 1 } }), 'data.progress.updated_at', 'is missing'],
  ['a text for a number', batch({ word_count: '3' }), 'data.word_count', 'is not as declared (expected number)'],
  ['a fraction for a whole number', batch({ word_count: 1.5 }), 'data.word_count', 'is not as declared'],
  ['a whole number beyond 2^53', batch({ word_count: 2 ** 53 }), 'data.word_count', 'is not as declared'],
  ['a status that is no text', batch({ status: 7 }), 'data.status', 'is not as declared'],
])('names %s and the request [ENV-2, ENV-4]', async (_, data, field, what) => {
  const { client, faults } = await start(() => object(data))
  const error = await failure(client.call(api.batches.get, one))
  expect(error).toMatchObject({ code: 'contract_violation', param: field, request_id: 'req_1', status: 200 })
  expect(String(error)).toContain(`batches.get breaks the contract: ${field} ${what}`)
  expect(String(error)).toContain('req_1')
  expect(faults.seen).toHaveLength(1)
})

it('takes a status that it does not know as it is', async () => {
  const { client } = await start(() => object(batch({ status: 'paused' })))
  expect((await client.call(api.batches.get, one)).data.status).toBe('paused')
})

it('names a field of the envelope and of a list entry [ENV-4]', async () => {
  const { faults, client } = await start(() => LANGUAGES)
  const { limit: _, ...noLimit } = LANGUAGES.body
  faults.script({ kind: 'answer', status: 200, body: noLimit })
  expect(await failure(client.call(api.languages.list, {}))).toMatchObject({ param: 'limit', request_id: 'req_1' })
  faults.script({
    kind: 'answer',
    status: 200,
    body: { ...LANGUAGES.body, data: [{ tag: 'de', name: 'G' }, { tag: 'fr' }] },
  })
  expect(await failure(client.call(api.languages.list, {}))).toMatchObject({ param: 'data.1.name' })
  faults.script({ kind: 'answer', status: 200, body: { data: {} } })
  expect(await failure(client.call(api.account.get, {}))).toMatchObject({
    code: 'contract_violation',
    request_id: null,
  })
})

it('says of a changing call with a broken answer that it took effect [ENV-4]', async () => {
  const { client } = await start(() => object({ batch: {} }))
  const error = await failure(client.call(api.batches.approve, one))
  expect(error).toMatchObject({ code: 'contract_violation', may_have_applied: true })
})

it('takes 200 for a creation that was made before [CRE-6]', async () => {
  const { client } = await start(() => object({ batch: batch() }, 200))
  expect((await client.call(api.batches.create, { body: { content: 'x' } })).status).toBe(200)
})

describe('a redirect in place of the link of a result', () => {
  const to = async (location: string) => {
    const { client } = await start(() => ({ status: 302, headers: { location } }))
    return client.call(api.batches.result, one).then(
      ({ data }) => data.url,
      error => error.code,
    )
  }

  it.each([
    '/v1/batches/login-texts/file',
    '/files/authors.csv?sig=1',
    '/sso-guide.de.docx',
    'https://authors.files.test/consent-form.de.docx',
    'https://files.test/catalogin/single-signon/a.txt',
  ])('to %s leads to its file [RES-1]', async location => {
    expect(await to(location)).toMatch(location.replace(/^https.*test/, ''))
  })

  it.each([
    '/login',
    '/LOGIN/?next=%2F',
    '/users/sign_in',
    '/sign-in?x=1',
    '/wp-login.php',
    '/login.html',
    '/oauth2/authorize?client_id=1',
    '/realms/a/protocol/openid-connect/auth',
    'https://login.test/',
    'https://sso.firm.test/start',
    'ftp://files.test/a.txt',
  ])('to %s does not [RES-1]', async location => {
    expect(await to(location)).toBe('not_an_api')
  })
})

describe('a list in an envelope of its own, where the contract shows none', () => {
  const tags = (from: number) =>
    Array.from({ length: 2 }, (_, at) => ({ tag: ['de', 'fr', 'it', 'es'][from + at], name: 'x' }))
  /** All languages of a service that gives them in two pages. */
  const all = async (page: (items: object[], next: string | null) => object) => {
    const { client } = await start(({ path }) => ({
      status: 200,
      body: { request_id: 'req_1', ...(path.includes('cursor=c2') ? page(tags(2), null) : page(tags(0), 'c2')) },
    }))
    const found: string[] = []
    for await (const { data } of client.pages(api.languages.list, {})) found.push(...data.map(({ tag }) => tag))
    return found
  }

  it.each<[string, (items: object[], next: string | null) => object]>([
    ['beside it', (data, next) => ({ data, has_more: next !== null, next_cursor: next, limit: 2 })],
    ['in the data', (items, next) => ({ data: { items, has_more: next !== null, next_cursor: next, limit: 2 } })],
    ['in the data, the cursor alone', (items, next) => ({ data: { items, next_cursor: next } })],
    [
      'in the data, in a part of its own',
      (items, next) => ({ data: { items, page: { has_more: next !== null, next_cursor: next } } }),
    ],
    ['beside the data, in a part of its own', (data, next) => ({ data, pagination: { next_cursor: next } })],
  ])('goes on where the next page stands %s [BAT-1, ENV-4]', async (_, page) => {
    expect(await all(page)).toEqual(['de', 'fr', 'it', 'es'])
  })

  it.each<[string, (items: object[], next: string | null) => object]>([
    ['more without a cursor', (items, next) => ({ data: { items, has_more: next !== null } })],
    [
      'a next page of another form',
      (items, next) => ({ data: { items }, links: { next: next && '/v1/languages?page=2' } }),
    ],
    ['another name for more', (items, next) => ({ data: { items, more: next !== null } })],
    ['a total beyond it', items => ({ data: { items, limit: 2, total: 4 } })],
    ['a page of the declared envelope that lacks its cursor', data => ({ data, has_more: true, limit: 2 })],
  ])('is never told as whole after its first page: %s [BAT-1, ENV-4]', async (_, page) => {
    expect(await failure(all(page))).toMatchObject({ code: 'contract_violation', request_id: 'req_1' })
  })

  it('is whole where nothing says otherwise', async () => {
    expect(await all(items => ({ data: { items, total: 2, next: null, has_next: false, total_terms: 9 } }))).toEqual([
      'de',
      'fr',
    ])
  })
})

it('batches have the declared envelope or none: a page inside the data is no list of them [ENV-1, ENV-4]', async () => {
  const { client } = await start(() => object({ items: [batch()], has_more: false, next_cursor: null, limit: 20 }))
  expect(await failure(client.call(api.batches.list, {}))).toMatchObject({ code: 'contract_violation', param: 'data' })
})
