import { createHash } from 'node:crypto'
import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { subscriberOf } from '../../../src/service/domain/addresses.ts'
import { createLimiter } from '../../../src/service/oauth/limits.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { listConnections } from '../../../src/service/store/connections.ts'
import { findArtifact, sweepArtifacts } from '../../../src/service/store/oauth.ts'
import { Browser } from '../../support/browser.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld, type World } from '../../support/world.ts'

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const LIMITS = { sign_in: 1000, device: 1000, registration: 1000, token: 2, authorization: 1000 }

function authorizeAddress(issuer: string): string {
  const asked = { client_id: 'translation-cli', response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback' }
  return `${issuer}/oauth/authorize?${new URLSearchParams({ ...asked, ...CHALLENGE, scope: 'account:read' })}`
}

/** The status of a token request that a proxy has handed on with this header. */
async function tokenStatus(world: World, forwarded: string): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded }
  return (await world.send('POST', '/oauth/token', { key: null, headers, body: '' })).status
}

describe('whom a limit counts', () => {
  it('is the network that one subscriber has, however an address is written [OAU-1]', () => {
    const home = [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff:ffff:ffff:ffff',
      '2001:0db8:0001:0002::',
      '2001:db8:1:2::5%eth0',
    ]
    expect(new Set(home.map(subscriberOf))).toEqual(new Set(['2001:db8:1:2::/64']))
    expect(subscriberOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
    expect([subscriberOf('::1'), subscriberOf('1::2:3:4:5:6')]).toEqual(['0:0:0:0::/64', '1:0:0:2::/64'])
    expect(['198.51.100.1', '::ffff:198.51.100.1', 'unknown', ''].map(subscriberOf)).toEqual([
      ...['198.51.100.1', '198.51.100.1', 'unknown', ''],
    ])
    // Some proxies write down the port, which is another one for each connection.
    expect(
      ['198.51.100.1:4711', '[2001:db8:1:2::1]:4711', '[2001:db8:1:2::1]', '[::ffff:198.51.100.1]:5'].map(subscriberOf),
    ).toEqual([...['198.51.100.1', '2001:db8:1:2::/64', '2001:db8:1:2::/64', '198.51.100.1']])
  })

  it('is the sender itself where no proxy is trusted, whatever it forwards [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { limits: LIMITS } })
    const statuses = [await tokenStatus(world, '198.51.100.1'), await tokenStatus(world, '198.51.100.2')]
    statuses.push(await tokenStatus(world, '198.51.100.3'), await tokenStatus(world, '2001:db8::1, 198.51.100.4'))
    expect(statuses).toEqual([400, 400, 429, 429])
  })

  it('is whom the outermost of the trusted proxies saw, not what that one was told [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { limits: LIMITS, trusted_hops: 2 } })
    const through = (said: string, seen: string) => tokenStatus(world, `${said}, ${seen}, 10.0.0.1`)
    const mine = '2001:db8:5:5::'
    const statuses = [await through('198.51.100.1', `${mine}1`), await through('198.51.100.2', `${mine}2`)]
    statuses.push(await through('198.51.100.3', `${mine}3`), await through('198.51.100.1', '2001:db8:5:6::1'))
    expect(statuses).toEqual([400, 400, 429, 400])
  })

  it('is not the server that exchanges tokens for all its callers; whoever guesses at its secret is [OAU-5, OAU-1]', async () => {
    const secret = 'of the MCP server: 100%+&='
    const world = await startOAuthWorld({ oauth: { limits: LIMITS, exchange_client: { id: 'mcp-server', secret } } })
    const server = await world.client('mcp-server', oauth.ClientSecretBasic(secret))
    const exchange = async (as = server) => {
      const asked = { subject_token: 'x', subject_token_type: ACCESS_TOKEN, resource: world.api }
      return oauth.genericGrantRequest(as, TOKEN_EXCHANGE, asked).catch(({ status }) => status)
    }
    expect([await exchange(), await exchange(), await exchange()]).toEqual([400, 400, 400])
    const guess = await world.client('mcp-server', oauth.ClientSecretBasic(`${secret}x`))
    expect([await exchange(guess), await exchange(guess), await exchange(guess)]).toEqual([401, 401, 429])
    expect(await exchange()).toBe(400)
  })
})

describe('where nothing else is set', () => {
  it.each([
    ['authorization', 60, 60],
    ['device', 20, 600],
    ['registration', 30, 3600],
    ['token', 300, 60],
  ] as const)('the limit of %s is %i in %i seconds [OAU-1]', async (endpoint, most, seconds) => {
    const { db } = await startWorld()
    const start = Date.now()
    let now = start
    const parts = { db, clock: () => now }
    const limiter = createLimiter(parts)
    for (let turn = 0; turn < most; turn++) expect(await limiter.count(endpoint, '198.51.100.1')).toBeUndefined()
    now += 1000
    const wait = await limiter.count(endpoint, '198.51.100.1')
    expect(wait).toBeGreaterThan(seconds - 10)
    expect(wait).toBeLessThanOrEqual(seconds)
    expect(await limiter.count(endpoint, '198.51.100.2')).toBeUndefined()
    // Another process on the same database, or this one after a restart, has seen none of them.
    expect(await createLimiter(parts).count(endpoint, '198.51.100.1')).toBe(seconds - 1)
    now = start + seconds * 1000
    expect(await createLimiter(parts).count(endpoint, '198.51.100.1')).toBeUndefined()
  })
})

describe('a member who signs in', () => {
  it('with the right password is not counted, however often she does [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { limits: { ...LIMITS, token: 1000, sign_in: 2, sign_in_name: 2 } } })
    for (let turn = 0; turn < 4; turn++) expect((await signIn(world)).scope).toBe('account:read')
  })
})

describe('one stranger who guesses at a name', () => {
  it('is stopped, and keeps the member herself from nothing [OAU-1]', async () => {
    const limits = { sign_in: 3, authorization: 1000 }
    const world = await startOAuthWorld({ oauth: { limits, trusted_hops: 1 } })
    const enter = async (password: string, address: string) => {
      const browser = new Browser()
      const page = await browser.go(authorizeAddress(world.issuer))
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
      const headers = { origin: world.issuer, 'x-forwarded-for': address }
      const body = new URLSearchParams({ csrf, name: 'olga', password })
      return (await browser.go(`${page.url.href}/sign-in`, { method: 'POST', headers, body })).status
    }
    const guesses: number[] = []
    for (let turn = 0; turn < 12; turn++) guesses.push(await enter('wrong', '198.51.100.66'))
    expect(guesses).toEqual([401, 401, 401, ...Array<number>(9).fill(429)])
    expect(await enter(PASSWORD, '198.51.100.67')).toBe(200)
  })
})

describe('an answer to a client', () => {
  it.each(['form_post', 'fragment', 'web_message'])('goes in the query, also where %s was asked for', async mode => {
    const world = await startOAuthWorld()
    const address = `${authorizeAddress(world.issuer)}&prompt=none&response_mode=${mode}`
    const { url } = await new Browser().go(address, {}, at => at.port === '14523')
    expect([url.searchParams.get('error'), url.searchParams.get('iss')]).toEqual(['login_required', world.issuer])
  })
})

describe('a page of another site', () => {
  it('reads what is published alone: no answer with a token, a client or a connection [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const open = async (method: string, path: string) => {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
      const body = 'client_id=translation-cli&grant_type=refresh_token&refresh_token=x&token=x'
      const request = { key: null, headers, ...(method === 'POST' && { body }) }
      return (await world.send(method, path, request)).headers.get('access-control-allow-origin')
    }
    for (const path of ['token', 'register', 'revoke', 'introspect', 'device-authorization']) {
      expect([path, await open('POST', `/oauth/${path}`)]).toEqual([path, null])
    }
    for (const path of ['/oauth/authorize', '/oauth/device', '/connections', '/sign-in', '/v1/account']) {
      expect([path, await open('GET', path)]).toEqual([path, null])
    }
    expect(await open('GET', '/.well-known/oauth-authorization-server')).not.toBeNull()
  })
})

describe('a page of one visit', () => {
  it('is not opened by the cookie of another [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const visit = async () => {
      const { headers } = await fetch(authorizeAddress(world.issuer), { redirect: 'manual' })
      const cookie = headers.getSetCookie().map(line => line.split(';', 1)[0] ?? '')
      return { page: new URL(headers.get('location') ?? '', world.issuer), cookie: cookie.join('; ') }
    }
    const [mine, theirs] = [await visit(), await visit()]
    const status = async (cookie: string) => (await fetch(theirs.page, { headers: { cookie } })).status
    expect([await status(theirs.cookie), await status(mine.cookie), await status('')]).toEqual([200, 400, 400])
  })
})

describe('a page of the device flow that is none of this browser', () => {
  it('says so, and is no fault of the server [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const forged = { cookie: '_session=x; _session.sig=y', origin: world.issuer }
    const body = new URLSearchParams({ user_code: 'BBBB-BBBB', xsrf: 'x' })
    for (const answer of [
      await new Browser().go(`${world.issuer}/oauth/device/none`),
      await new Browser().go(`${world.issuer}/oauth/device/none`, { headers: forged }),
      await new Browser().go(`${world.issuer}/oauth/device`, { method: 'POST', headers: forged, body }),
    ]) {
      expect({ status: answer.status, page: answer.html.includes('</main>') }).toEqual({ status: 400, page: true })
    }
    expect(world.logged.filter(line => line.includes('unexpectedly'))).toEqual([])
  })
})

describe('what anybody can leave behind', () => {
  it('is bounded: sign-ins begun are counted, and gone soon after they are over [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { limits: { ...LIMITS, authorization: 3 } } })
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await new Browser().go(authorizeAddress(world.issuer))).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const begun = () => world.db.selectFrom('oauth_artifacts').select('id').where('model', '=', 'Interaction').execute()
    expect(await begun()).toHaveLength(3)
    await sweepArtifacts(world.db, Date.now() + 11 * 60_000)
    expect(await begun()).toEqual([])
  })

  it('is bounded where the page for a code is opened, too: each begins a session [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { limits: { ...LIMITS, authorization: 3 } } })
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await new Browser().go(`${world.issuer}/oauth/device`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const begun = () => world.db.selectFrom('oauth_artifacts').select('id').where('model', '=', 'Session').execute()
    expect(await begun()).toHaveLength(3)
    await sweepArtifacts(world.db, Date.now() + 25 * 60 * 60_000)
    expect(await begun()).toEqual([])
  })

  it('is no line of the audit log for each refusal of somebody who never signed in, and one for a member’s [OAU-1, OAU-2]', async () => {
    const world = await startOAuthWorld()
    const refused = async () =>
      (await listEvents(world.db, null)).concat(await listEvents(world.db, world.workspace.id))
    const lines = async () => (await refused()).filter(({ kind }) => kind === 'connection_refused').length
    const browser = new Browser()
    const page = await browser.go(authorizeAddress(world.issuer))
    const stop = (url: URL) => url.pathname.startsWith('/oauth/authorize/')
    const ends = [await browser.submit(page, '/cancel', {}, stop), await browser.submit(page, '/cancel', {}, stop)]
    expect([new Set(ends.map(({ url }) => url.href)).size, await lines()]).toEqual([1, 0])
    const again = await browser.go(authorizeAddress(world.issuer))
    const consent = await browser.submit(again, '/sign-in', { name: 'ada', password: PASSWORD })
    for (let turn = 0; turn < 3; turn++) await browser.submit(consent, '/cancel', {}, stop)
    expect(await lines()).toBe(1)
    const { url } = await browser.submit(consent, '/cancel', {}, at => at.port === '14523')
    expect(url.searchParams.get('error')).toBe('access_denied')
  })

  it('in the audit log is short and hides nothing [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const browser = new Browser()
    const page = await browser.go(authorizeAddress(world.issuer))
    await browser.submit(page, '/sign-in', { name: `\u202e\u001b[2J${'x'.repeat(10_000)}`, password: 'wrong' })
    const [event] = await listEvents(world.db, null)
    const { name }: { name: string } = JSON.parse(event?.detail_json ?? '{}')
    expect(name).toMatch(/^‹U\+202E›‹U\+001B›\[2Jx+…$/)
    expect(name.length).toBeLessThan(200)
  })
})

describe('a consent', () => {
  let world: OAuthWorld
  beforeAll(async () => {
    world = await startOAuthWorld()
  })

  it('is asked for anew of a client on the web too, which is never let in silently [OAU-2]', async () => {
    const redirect = 'https://agent.example/cb'
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: [redirect] }),
    })
    const client = await world.client(String(JSON.parse(registered.text).client_id))
    const browser = new Browser()
    let shown = 0
    const seen = () => void shown++
    await signIn(world, { client, redirect, browser, seen })
    await signIn(world, { client, redirect, browser, seen })
    expect(shown).toBe(2)
    const { client_id } = client.clientMetadata()
    const query = new URLSearchParams({ client_id, redirect_uri: redirect, response_type: 'code', prompt: 'none' })
    for (const [name, value] of Object.entries({ ...CHALLENGE, scope: 'account:read' })) query.set(name, value)
    const silent = `${world.issuer}/oauth/authorize?${query}`
    const { url } = await browser.go(silent, {}, at => at.hostname === 'agent.example')
    expect([url.searchParams.get('error'), url.searchParams.get('code')]).toEqual(['consent_required', null])
  })

  it('that is sent twice makes one connection [OAU-2]', async () => {
    const browser = new Browser()
    const page = await browser.go(authorizeAddress(world.issuer))
    const consent = await browser.submit(page, '/sign-in', { name: 'ada', password: PASSWORD })
    const stop = (url: URL) => url.pathname.startsWith('/oauth/authorize/')
    const first = await browser.submit(consent, '/consent', {}, stop)
    const connections = () => listConnections(world.db, { workspace_id: world.workspace.id })
    const before = await connections()
    const second = await browser.submit(consent, '/consent', {}, stop)
    expect(second.url.href).toBe(first.url.href)
    expect(await connections()).toEqual(before)
    const end = await browser.go(second.url, {}, url => url.port === '14523')
    expect(end.url.searchParams.get('code')).toBeTruthy()
  })

  it('is given by who was shown it: where somebody else has signed in meanwhile it is void [OAU-2]', async () => {
    const browser = new Browser()
    const page = await browser.go(authorizeAddress(world.issuer))
    const hers = await browser.submit(page, '/sign-in', { name: 'olga', password: PASSWORD })
    const other = await browser.go(`${authorizeAddress(world.issuer)}&prompt=login`)
    await browser.submit(other, '/sign-in', { name: 'rita', password: PASSWORD })
    const end = await browser.submit(hers, '/consent', {}, url => url.port === '14523')
    expect({ status: end.status, port: end.url.port }).toEqual({ status: 400, port: new URL(world.issuer).port })
  })

  it('is by a session that nobody knew before the password was right [OAU-1]', async () => {
    const browser = new Browser()
    const { headers } = await browser.go(`${world.issuer}/oauth/device`)
    const [, known = ''] = /^_session=([^;]+)/.exec(headers.getSetCookie().join('\n')) ?? []
    const sessions = () =>
      findArtifact(world.db, 'Session', 'id', createHash('sha256').update(known).digest('hex'), Date.now())
    expect(await sessions()).toBeDefined()
    await signIn(world, { browser })
    expect(await sessions()).toBeUndefined()
  })
})
