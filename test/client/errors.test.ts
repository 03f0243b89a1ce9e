import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ApiError, FAULTS } from '../../src/client/errors.ts'
import { redactor } from '../../src/client/redact.ts'
import { ERRORS } from '../../src/contract/errors.ts'
import { api } from '../../src/contract/operations.ts'
import type { Fault } from '../support/faults.ts'
import { batch, failure, object, refusal, SECRET, start } from './start.ts'

const one = { params: { batch_id: 'bat_1' } }
const HTML = '<html><body>secret of the house</body></html>'

describe('a refusal', () => {
  it('keeps everything the envelope says [ENV-1, ENV-6]', async () => {
    const error = { type: 'invalid_request_error', code: 'invalid_parameter', message: 'No.', param: 'limit' }
    const docs_url = 'https://docs.test/errors#invalid_parameter'
    const { client } = await start(() => ({
      status: 400,
      body: { error: { ...error, docs_url }, request_id: 'req_7' },
    }))
    expect({ ...(await caught(client.call(api.batches.get, one))) }).toEqual({
      ...{
        name: 'ApiError',
        operation: 'batches.get',
        code: 'invalid_parameter',
        status: 400,
        type: 'invalid_request_error',
        param: 'limit',
      },
      ...{ request_id: 'req_7', retry_after_seconds: null, docs_url, may_have_applied: false },
    })
  })

  it('is told apart by its code, whatever status and message it has [ENV-6]', async () => {
    for (const status of [402, 409, 418]) {
      const { client } = await start(() => refusal(status, 'insufficient_credits'))
      expect(await caught(client.call(api.batches.approve, one))).toMatchObject({
        code: 'insufficient_credits',
        status,
      })
    }
  })

  it('with a code nobody knows yet is still that code [ENV-6]', async () => {
    const { client } = await start(() => refusal(451, 'unavailable_for_legal_reasons'))
    expect(await caught(client.call(api.batches.get, one))).toMatchObject({ code: 'unavailable_for_legal_reasons' })
  })

  it('with half an envelope still gives its code', async () => {
    const { client } = await start(() => ({ status: 404, body: { error: { code: 'batch_not_found' } } }))
    const error = await caught(client.call(api.batches.get, one))
    expect(error).toMatchObject({ code: 'batch_not_found', request_id: null, type: null })
    expect(error.message).toBe('The service refused the request with status 404.')
  })

  it.each([
    [400, 'not_an_api'],
    [401, 'not_an_api'],
    [404, 'not_an_api'],
    [429, 'rate_limited'],
    [500, 'internal_error'],
    [502, 'service_unavailable'],
    [503, 'service_unavailable'],
    [504, 'service_unavailable'],
  ])('without an envelope and with status %i is %s, and repeats nothing of the body', async (status, code) => {
    const behind = () => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: HTML })
    const { client } = await start(behind, { maxAttempts: 1 })
    const error = await caught(client.call(api.batches.get, one))
    expect(error).toMatchObject({ code, status })
    expect(error.message).toBe(`The service answered ${status} (text/html) without the API's envelope.`)
  })
})

describe('an address that is not the API', () => {
  it.each<[string, Fault]>([
    ['a page', { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: HTML }],
    ['a JSON text', { kind: 'answer', status: 200, body: '"hello"' }],
    ['a JSON list', { kind: 'answer', status: 200, body: [1] }],
    ['nothing', { kind: 'answer', status: 204 }],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: 'https://elsewhere.test/?token=1' } }],
    ['no HTTP', { kind: 'rubbish', bytes: 'SSH-2.0-OpenSSH_9.6\r\n\r\n' }],
  ])('that answers %s is told as such, once', async (_, fault) => {
    const { faults, client } = await start(() => object(batch()))
    faults.script(fault)
    const error = await caught(client.call(api.batches.get, one))
    expect(error.code).toBe('not_an_api')
    expect(error.message).not.toMatch(/house|elsewhere|hello/)
    expect(faults.seen).toHaveLength(1)
  })

  it.each(['ftp://api.test', 'nonsense', ''])(
    'that is no web address (%j) is told without calling anybody',
    async baseUrl => {
      const connect = async () => ({ baseUrl, credential: SECRET })
      const { client } = await start(() => object({}), { connect })
      expect(await caught(client.call(api.account.get, {}))).toMatchObject({ code: 'not_an_api', status: null })
    },
  )

  it('that nobody listens at is a network error: nothing was sent, nothing can have changed [ERR-3]', async () => {
    const { faults, client } = await start(() => object({}))
    await faults.close()
    const error = await caught(client.call(api.batches.approve, one))
    expect(error).toMatchObject({ code: 'network_error', may_have_applied: false })
    expect(error.message).toBe(`${faults.url} cannot be reached (ECONNREFUSED).`)
  })
})

describe('no error shows a secret [KEY-3]', () => {
  const LINK = 'https://files.test/signed/abc?signature=s1gnature'
  const chatty = `bad ${SECRET} and Bearer other.token.here and other_live_Key1 at ${LINK}`
  const echo = {
    type: chatty,
    code: SECRET,
    message: chatty,
    param: chatty,
    docs_url: `https://docs.test/e?k=${SECRET}#${SECRET}`,
  }
  const cases: Record<string, Fault> = {
    'an envelope that echoes it': { kind: 'answer', status: 400, body: { error: echo, request_id: SECRET } },
    'a page that echoes it': { kind: 'answer', status: 404, body: `<p>${chatty}</p>` },
    'an answer that breaks the contract': {
      kind: 'answer',
      status: 200,
      body: { data: { id: SECRET }, request_id: SECRET },
    },
    'a value of the wrong kind': { kind: 'answer', status: 200, body: { data: chatty, request_id: 'req_1' } },
    'a broken connection': { kind: 'reset' },
    'bytes that are no HTTP': { kind: 'rubbish', bytes: `${chatty}\r\n\r\n` },
  }
  it.each(Object.entries(cases))('in %s', async (_, fault) => {
    const { faults, client } = await start(() => object({}), { maxAttempts: 1 })
    faults.script(fault)
    const error = await caught(client.call(api.batches.get, one))
    expect(faults.seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    for (const text of textsOf(error)) {
      expect(text).not.toContain(SECRET)
      expect(text).not.toMatch(/s1gnature|other\.token|other_live|\/signed\//)
    }
  })

  it.each(['line\nbreak', '', 'Ключ'])('in a credential that cannot be sent (%j)', async credential => {
    const { faults, client } = await start(() => object({}), {
      connect: async () => ({ baseUrl: faults.url, credential }),
    })
    const error = await caught(client.call(api.account.get, {}))
    expect(error.code).toBe('invalid_api_key')
    if (credential !== '') for (const text of textsOf(error)) expect(text).not.toContain(credential)
    expect(faults.seen).toHaveLength(0)
  })

  it('in an address that carries a user or a query', async () => {
    const connect = async () => ({ baseUrl: `http://u:${SECRET}@127.0.0.1:1/?k=${SECRET}`, credential: SECRET })
    const { client } = await start(() => object({}), { connect, maxAttempts: 1 })
    const error = await caught(client.call(api.account.get, {}))
    expect(error.code).toBe('network_error')
    for (const text of textsOf(error)) expect(text).not.toContain(SECRET)
  })

  it('but leaves the rest of the words alone', () => {
    const redact = redactor(SECRET)
    expect(redact(`key ${SECRET}, see https://a.test:8443/x/y?z=1 (now).`)).toBe(
      'key [redacted], see https://a.test:8443 (now).',
    )
    expect(redact('plan_changed: rev 3 is now 4')).toBe('plan_changed: rev 3 is now 4')
  })
})

it('our own codes never clash with those of the API', () => {
  expect(Object.keys(FAULTS).filter(code => Object.hasOwn(ERRORS, code))).toEqual([])
})

/** Every way in which an error is written down. */
function textsOf(error: ApiError): string[] {
  return [
    error.message,
    String(error),
    error.stack ?? '',
    JSON.stringify(error),
    inspect(error, { depth: 9, showHidden: true }),
  ]
}

async function caught(work: Promise<unknown>): Promise<ApiError> {
  const error = await failure(work)
  if (error instanceof ApiError) return error
  throw error
}
