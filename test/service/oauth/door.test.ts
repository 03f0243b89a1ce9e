import { type IncomingHttpHeaders, request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '../../../src/service/store/audit.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld } from '../../support/world.ts'

let world: OAuthWorld
/** Host names that were looked up to fetch a client's document. */
const lookedUp: string[] = []
beforeAll(async () => {
  const lookup = async (host: string) => {
    lookedUp.push(host)
    return []
  }
  world = await startOAuthWorld({
    fetching: { lookup },
    oauth: { limits: { sign_in: 3, sign_in_name: 3, device: 3, registration: 3, token: 3 }, trusted_hops: 1 },
  })
})

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

function authorizeAddress(issuer = world.issuer, more: Record<string, string> = {}): string {
  const asked = { client_id: 'translation-cli', response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback' }
  const query = { ...asked, ...CHALLENGE, scope: 'account:read', state: 's', resource: `${issuer}/v1`, ...more }
  return `${issuer}/oauth/authorize?${new URLSearchParams(query)}`
}

function csrfOf(page: BrowserPage): string {
  return /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
}

/** A request with a Host header of its own, and whatever else. */
function ask(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${world.baseUrl}${path}`, { method, headers }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The headers of an answer to a request that names its own host. */
function headersOf(base: string, path: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { headers }, answer => {
      answer.resume()
      resolve(answer.headers)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('the pages', () => {
  it('load nothing, run nothing, and cannot be framed [OAU-1]', async () => {
    const browser = new Browser()
    const pages = [await browser.go(authorizeAddress()), await browser.go(`${world.issuer}/oauth/device`)]
    pages.push(await browser.submit(pages[0] ?? Object(), '/sign-in', { name: 'ada', password: PASSWORD }))
    for (const page of pages) {
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      expect(page.headers.get('cache-control')).toContain('no-store')
      expect(page.html).not.toMatch(/<script|\son\w+=/)
    }
    expect(pages[2]?.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:14523")
  })

  it('set cookies that scripts cannot read and other sites do not send along', async () => {
    const response = await fetch(authorizeAddress(), { redirect: 'manual' })
    const cookies = response.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/(?=.*httponly)(?=.*samesite=lax)/)
  })

  it('show what a client says of itself as text alone', async () => {
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9' } },
      body: JSON.stringify({
        client_name: '<img src=x onerror=alert(1)>',
        redirect_uris: ['http://127.0.0.1/callback'],
      }),
    })
    const client_id = String(JSON.parse(registered.text).client_id)
    const page = await new Browser().go(authorizeAddress(world.issuer, { client_id }))
    expect(page.html).not.toContain('<img')
    expect(page.html).toContain('&lt;img')
  })

  it('say how to set a first password while nobody has one [OAU-1]', async () => {
    const bare = await startWorld({ oauth: {} })
    const page = await new Browser().go(authorizeAddress(bare.baseUrl))
    expect(page.html).toContain('translation-mcp members password')
  })
})

describe('behind a proxy that ends TLS', () => {
  it('speaks as its public address, and its cookies stay with TLS [OAU-1]', async () => {
    const issuer = 'https://translate.example'
    const behind = await startWorld({ oauth: { issuer, trusted_hops: 1 } })
    const through = (path: string) =>
      headersOf(behind.baseUrl, path, { host: 'translate.example', 'x-forwarded-proto': 'https' })
    const asked = authorizeAddress(issuer).slice(issuer.length)
    const { location, 'set-cookie': cookies = [] } = await through(asked)
    expect(location).toMatch(/^\/oauth\/interaction\//)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/; secure/)
  })
})

describe('a form', () => {
  it('is refused without its token, with another one, from another site, and in another browser [OAU-1]', async () => {
    const browser = new Browser()
    const page = await browser.go(authorizeAddress())
    const other = await new Browser().go(authorizeAddress())
    const fields = { name: 'ada', password: PASSWORD }
    expect((await browser.submit(page, '/sign-in', { ...fields, csrf: '' })).status).toBe(403)
    expect((await browser.submit(page, '/sign-in', { ...fields, csrf: csrfOf(other) })).status).toBe(403)
    const body = new URLSearchParams({ ...fields, csrf: csrfOf(page) })
    for (const origin of ['https://evil.example', 'null', `${world.issuer}.evil.example`]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
      const posted = await browser.go(`${page.url.href}/sign-in`, { method: 'POST', body, headers })
      expect(posted.status).toBe(403)
    }
    expect((await new Browser().submit(page, '/sign-in', fields)).status).toBe(400)
    expect((await browser.submit(other, '/sign-in', fields)).status).toBe(400)
    expect((await browser.submit(page, '/sign-in', fields)).html).toContain('/consent"')
  })

  it('that consents is not answered before somebody signed in, nor by a plain address', async () => {
    const browser = new Browser()
    const page = await browser.go(authorizeAddress())
    const body = new URLSearchParams({ csrf: csrfOf(page), scope: 'account:read' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.issuer }
    expect((await browser.go(`${page.url.href}/consent`, { method: 'POST', body, headers })).status).toBe(400)
    expect((await browser.go(`${page.url.href}/consent`)).status).toBe(405)
  })
})

describe('the door', () => {
  it('answers under its own names alone (DNS rebinding) [OAU-1]', async () => {
    const paths = ['/.well-known/oauth-authorization-server', '/oauth/device', '/oauth/jwks']
    for (const path of paths) expect(await ask('GET', path, { host: 'evil.example' })).toBe(403)
  })

  it('believes no scheme, host or cookie that a sender makes up', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const { text } = await world.send('GET', '/.well-known/oauth-authorization-server', { key: null, headers })
    expect(JSON.parse(text).token_endpoint).toBe(`${world.issuer}/oauth/token`)
    const forged = { cookie: '_session=forged; _session.sig=forged; _interaction=x; _interaction.sig=x' }
    const page = await new Browser().go(authorizeAddress(), { headers: forged })
    expect(page.html).toContain('/sign-in"')
  })

  it('leads nowhere else: neither from sign-in nor from an interaction that is made up [OAU-1]', async () => {
    for (const path of [
      '/oauth/interaction/none',
      '/oauth/authorize/none',
      '/oauth/interaction/none?return=https://evil.example',
    ]) {
      const response = await fetch(`${world.issuer}${path}`, { redirect: 'manual' })
      expect([path, response.status]).toEqual([path, 400])
      expect(response.headers.get('location')).toBeNull()
    }
  })

  it('keeps bodies small', async () => {
    const headers = {
      host: new URL(world.issuer).host,
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.8',
    }
    expect(await ask('POST', '/oauth/register', headers, JSON.stringify({ client_name: 'x'.repeat(100_000) }))).toBe(
      400,
    )
  })
})

describe('the limits', () => {
  const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.77, ${address}` })

  it('hold each address to some requests at the token, registration and device endpoints, and say when to come back', async () => {
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/device']) {
      const statuses: number[] = []
      for (let turn = 0; turn < 4; turn++) {
        const { status, headers } = await world.send('POST', path, {
          key: null,
          headers: from('198.51.100.1'),
          body: '',
        })
        statuses.push(status)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect([path, statuses.indexOf(429)]).toEqual([path, 3])
      const { status } = await world.send('POST', path, { key: null, headers: from('198.51.100.2'), body: '' })
      expect(status).not.toBe(429)
    }
  })

  it('count device codes that are made together with those that are typed [OAU-1]', async () => {
    const send = async (path: string) =>
      (await world.send('POST', path, { key: null, headers: from('198.51.100.4'), body: '' })).status
    for (let turn = 0; turn < 3; turn++) expect(await send('/oauth/device-authorization')).toBe(400)
    expect([await send('/oauth/device-authorization'), await send('/oauth/device')]).toEqual([429, 429])
  })

  it('hold what an address can have fetched', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const address = authorizeAddress(world.issuer, { client_id: `https://${name}.example/client.json` })
      expect((await new Browser().go(address, { headers: from('198.51.100.3') })).status).toBe(400)
    }
    expect(lookedUp).toHaveLength(3)
  })

  it('stop guessing at a password after some wrong ones, and log them by the address they come from [OAU-1, OAU-2]', async () => {
    const browser = new Browser()
    const page = await browser.go(authorizeAddress())
    const guess = (password: string, address: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.issuer, ...from(address) }
      const body = new URLSearchParams({ csrf: csrfOf(page), name: 'olga', password })
      return browser.go(`${page.url.href}/sign-in`, { method: 'POST', body, headers })
    }
    for (let turn = 0; turn < 3; turn++) expect((await guess('wrong', '198.51.100.11')).status).toBe(401)
    expect((await guess(PASSWORD, '198.51.100.11')).status).toBe(429)
    const refused = (await listEvents(world.db, null)).filter(({ kind }) => kind === 'sign_in_refused')
    expect(refused).toMatchObject([{ times: 3, address: '198.51.100.11' }])
    expect(JSON.stringify(refused)).not.toContain('wrong')
    await signIn(world, { member: 'ada' })
  })
})
