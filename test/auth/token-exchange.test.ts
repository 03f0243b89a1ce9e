import * as oauth from 'openid-client'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../src/auth/caller.ts'
import { createTokenExchange, RETRY_SECONDS, type TokenExchange } from '../../src/auth/token-exchange.ts'
import { TOKEN_EXCHANGE } from '../../src/contract/grants.ts'
import { afterFile } from '../support/after-file.ts'
import { type Faults, startFaults } from '../support/faults.ts'

const START = Date.parse('2026-03-10T12:00:00Z')
const RESOURCE = 'https://translate.example/v1'
const MOST = 10_000
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

let issuer: Faults
let issued = 0
/** What the next answers say beside their token. */
let says: object = { expires_in: 300 }
let configuration: oauth.Configuration
beforeAll(async () => {
  issuer = await startFaults(() => {
    issued += 1
    return { status: 200, body: { access_token: `api-${issued}`, token_type: 'Bearer', ...says } }
  })
  afterFile(() => issuer.close())
  const server = { issuer: issuer.url, token_endpoint: `${issuer.url}/token` }
  configuration = new oauth.Configuration(server, 'us', undefined, oauth.ClientSecretBasic('s3cret'))
  oauth.allowInsecureRequests(configuration)
})

let now: number
let asked: number
let reported: string[]
let find: () => Promise<oauth.Configuration>
let exchange: TokenExchange
beforeEach(() => {
  // The library counts how long a token lives by the time of this process, which must not pass meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  now = START
  asked = 0
  reported = []
  says = { expires_in: 300 }
  find = async () => configuration
  exchange = createTokenExchange({
    configuration() {
      asked += 1
      return find()
    },
    resource: RESOURCE,
    clock: () => now,
    report: (event, error) => void reported.push(`${event}: ${error}`),
  })
})
afterEach(() => void vi.useRealTimers())

const caller = (token: string, expires_at = START + 3_600_000): Caller => ({
  ...{ token, principal: `con_${token}`, client_id: 'assistant', subject: 'mem_1', name: 'ada', workspace: 'local' },
  ...{ scopes: ['account:read', 'usage:read'], ceiling: ['account:read'], issued_at: START, expires_at },
})

/** How many exchanges a call makes at each of these moments, in milliseconds from the beginning. */
async function exchangesAt(who: Caller, moments: readonly number[]): Promise<number[]> {
  const made: number[] = []
  for (const moment of moments) {
    now = START + moment
    const before = asked
    await exchange.tokenFor(who)
    made.push(asked - before)
  }
  return made
}

describe('the token of the API', () => {
  it('is asked for in the name of the caller, for the API alone [OAU-5]', async () => {
    const before = issuer.seen.length
    expect(await exchange.tokenFor(caller('one'))).toEqual({ token: `api-${issued}`, until: START + 300_000 })
    const [request, ...more] = issuer.seen.slice(before)
    expect(more).toEqual([])
    expect(request?.headers.authorization).toBe(`Basic ${btoa('us:s3cret')}`)
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      ...{ grant_type: TOKEN_EXCHANGE, subject_token: 'one', resource: RESOURCE },
      ...{ subject_token_type: ACCESS_TOKEN, requested_token_type: ACCESS_TOKEN },
    })
  })

  it('serves until five seconds before its end [OAU-5]', async () => {
    expect(await exchangesAt(caller('one'), [0, 294_999, 295_000, 295_001])).toEqual([1, 0, 1, 0])
  })

  it('counts for a minute where its end is not said [OAU-5]', async () => {
    says = {}
    expect((await exchange.tokenFor(caller('one'))).until).toBe(START + 60_000)
  })

  it('serves to its very end where the caller’s own ends within five seconds of it [OAU-5]', async () => {
    const until = 300_000
    expect(await exchangesAt(caller('one', START + until + 4999), [0, until - 1, until])).toEqual([1, 0, 1])
    expect(await exchangesAt(caller('two', START + until + 5000), [0, until - 5001, until - 5000])).toEqual([1, 0, 1])
  })

  it('is not got anew from the moment on when the caller’s own has ended [OAU-5]', async () => {
    const who = caller('one', START + 400_000)
    expect(await exchangesAt(who, [0, 399_999])).toEqual([1, 1])
    now = START + 800_000
    await expect(exchange.tokenFor(who)).rejects.toMatchObject({ code: 'token_ended' })
    now = START + 400_000
    await expect(exchange.tokenFor(caller('two', now))).rejects.toMatchObject({ code: 'token_ended' })
    expect(asked).toBe(2)
  })

  it('is got anew once the API has refused it, by one of those who ask at once [OAU-5]', async () => {
    const who = caller('one')
    const { token } = await exchange.tokenFor(who)
    expect((await exchange.tokenFor(who, 'another')).token).toBe(token)
    const answers = await Promise.all([1, 2, 3].map(() => exchange.tokenFor(who, token)))
    expect(new Set(answers.map(answer => answer.token))).toEqual(new Set([`api-${issued}`]))
    expect(asked).toBe(2)
  })
})

const settled = () => new Promise<void>(done => setImmediate(done))

/** A JSON answer of the token endpoint that refuses. */
const refusal = (error: string, status = 400) => ({ kind: 'answer', status, body: { error } }) as const

describe('an exchange that is refused', () => {
  it.each(['invalid_request', 'invalid_grant'])(
    'with %s means the end of the connection, once and for all [OAU-1]',
    async error => {
      issuer.script(refusal(error))
      for (const _ of [1, 2, 3]) {
        await expect(exchange.tokenFor(caller('one'))).rejects.toMatchObject({ code: 'reconnect_required' })
      }
      expect([asked, reported]).toEqual([1, []])
    },
  )

  it('for a token that ended on its way is not the end of the connection: the host renews it [OAU-1]', async () => {
    const who = caller('one', START + 1000)
    find = async () => {
      now = START + 1000
      return configuration
    }
    issuer.script(refusal('invalid_request'), refusal('invalid_request'))
    await expect(exchange.tokenFor(who)).rejects.toMatchObject({ code: 'token_ended' })
    now = START
    expect(await exchange.holds(who)).toBe(true)
  })

  it('for its scope names the way to wider ones, and is tried again at the next call [OAU-3]', async () => {
    issuer.script(refusal('invalid_scope'))
    await expect(exchange.tokenFor(caller('one'))).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringMatching(/was granted; an admin can allow it .*\+account:read,\+usage:read/),
    })
    await exchange.tokenFor(caller('one'))
    expect([asked, reported]).toEqual([2, []])
  })

  it.each([
    ['by a name', refusal('unauthorized_client'), 'refuses this server itself (unauthorized_client)'],
    [
      'by a challenge',
      { kind: 'answer', status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } },
      'refuses this server itself (invalid_client)',
    ],
    ['without a name', { kind: 'answer', status: 500, body: 'x' }, 'cannot be reached'],
    ['without an answer', { kind: 'reset' }, 'cannot be reached'],
  ] as const)('%s is the operator’s to mend, and tried again at the next call [OAU-5]', async (_how, fault, why) => {
    issuer.script(fault)
    await expect(exchange.tokenFor(caller('one'))).rejects.toMatchObject({
      ...{ code: 'service_unavailable', retry_after_seconds: RETRY_SECONDS },
      message: expect.stringContaining(`The authorization server ${why}`),
    })
    expect(reported).toEqual([
      expect.stringContaining(`the token exchange failed: Error: the authorization server ${why}`),
    ])
    await exchange.tokenFor(caller('one'))
    expect(asked).toBe(2)
  })

  it('fails for the one who asked: whoever came while it was under way tries once more [OAU-5]', async () => {
    issuer.script({ kind: 'reset' })
    const first = exchange.tokenFor(caller('one')).catch((error: unknown) => error)
    await settled()
    const others = await Promise.all([2, 3].map(() => exchange.tokenFor(caller('one'))))
    expect(await first).toMatchObject({ code: 'service_unavailable' })
    expect(others.map(({ token }) => token)).toEqual([`api-${issued}`, `api-${issued}`])
    expect(asked).toBe(2)
  })

  it('asks to be tried again after five seconds [OAU-5]', () => {
    expect(RETRY_SECONDS).toBe(5)
  })
})

describe('what is kept', () => {
  const never = () => new Promise<oauth.Configuration>(() => undefined)
  const begin = (who: Caller) => void exchange.tokenFor(who)

  it('is bounded: beyond ten thousand the one goes that was got first, not one that was renewed [OAU-5]', async () => {
    const [renewed, oldest, next] = [caller('renewed'), caller('oldest'), caller('next')]
    const { token } = await exchange.tokenFor(renewed)
    for (const who of [oldest, next]) await exchange.tokenFor(who)
    await exchange.tokenFor(renewed, token)
    find = never
    for (let count = 3; count <= MOST; count += 1) begin(caller(`n${count}`))
    await settled()
    const before = asked
    for (const who of [renewed, next]) await exchange.tokenFor(who)
    expect(asked).toBe(before)
    begin(oldest)
    await settled()
    expect(asked).toBe(before + 1)
  })

  it('is not driven out by exchanges that fail [OAU-5]', async () => {
    const held = caller('held')
    await exchange.tokenFor(held)
    find = () => Promise.reject(new Error('away'))
    for (let count = 0; count < MOST; count += 1) await exchange.tokenFor(caller(`n${count}`)).catch(() => undefined)
    const before = asked
    await exchange.tokenFor(held)
    expect(asked).toBe(before)
  })

  it('is not thrown away when an earlier exchange of the same token fails after all [OAU-5]', async () => {
    const held = caller('held')
    let fail: (error: Error) => void = () => undefined
    find = () =>
      new Promise((_, reject) => {
        fail = reject
      })
    const first = exchange.tokenFor(held)
    await settled()
    find = never
    for (let count = 0; count < MOST; count += 1) begin(caller(`n${count}`))
    await settled()
    find = async () => configuration
    await exchange.tokenFor(held)
    fail(new Error('away'))
    await expect(first).rejects.toMatchObject({ code: 'service_unavailable' })
    const before = asked
    await exchange.tokenFor(held)
    expect(asked).toBe(before)
  })
})
