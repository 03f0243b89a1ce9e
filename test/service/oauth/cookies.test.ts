import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../support/http.ts'
import { startTeam, type Team } from '../../support/team.ts'
import { startWorld } from '../../support/world.ts'

const ISSUER = 'https://translate.example'
const QUERY = new URLSearchParams({
  ...{ client_id: 'translation-cli', response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback' },
  ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
})
const AUTHORIZE = `/oauth/authorize?${QUERY}`

/** Asks as a proxy passes a request on that it got by https. */
function through(base: string, path: string, headers: Record<string, string> = {}) {
  const host = new URL(ISSUER).host
  return ask(`${base}${path}`, {
    headers: { host, 'x-forwarded-proto': 'https', 'x-forwarded-host': host, ...headers },
  })
}

interface Cookie {
  readonly name: string
  readonly path: string | undefined
  readonly secure: boolean
  readonly domain: boolean
}

function cookiesOf(lines: readonly string[] | undefined): Cookie[] {
  return (lines ?? []).map(line => {
    const [pair = '', ...rest] = line.split('; ')
    const named = new Map(rest.map(part => [part.split('=')[0]?.toLowerCase(), part.split('=')[1]]))
    const [name = ''] = pair.split('=')
    return { name, path: named.get('path'), secure: named.has('secure'), domain: named.has('domain') }
  })
}

describe('under a public https address', () => {
  let team: Team
  let local: string
  beforeAll(async () => {
    team = await startTeam({ origin: ISSUER })
    local = new URL(team.mcp).origin
  })

  it('the cookies of a browser’s session are bound to this host alone [OAU-1]', async () => {
    const cookies = [
      ...cookiesOf((await through(local, '/sign-in')).headers['set-cookie']),
      ...cookiesOf((await through(local, '/oauth/device')).headers['set-cookie']),
    ]
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set(['__Host-form', '__Host-form.sig', '__Host-session', '__Host-session.sig']),
    )
    for (const cookie of cookies) expect(cookie).toMatchObject({ path: '/', secure: true, domain: false })
  })

  it('those of one sign-in are bound to its page, and to https [OAU-1]', async () => {
    const cookies = cookiesOf((await through(local, AUTHORIZE)).headers['set-cookie'])
    expect(cookies.length).toBeGreaterThan(0)
    for (const { name, secure, domain, path } of cookies) {
      expect({ secure, domain }).toEqual({ secure: true, domain: false })
      expect(name).toMatch(/^__(?:Secure-interaction(?:-resume)?|Host-session)(?:\.sig)?$/)
      expect(path).toMatch(name.startsWith('__Host-') ? /^\/$/ : /^\/oauth\/(?:interaction|authorize)\/[\w-]+$/)
    }
  })

  it('a cookie under the plain name is no session, whoever set it [OAU-1]', async () => {
    const forged = await through(local, '/connections', { cookie: '_session=x; _session.sig=y' })
    expect(forged).toMatchObject({ status: 303, headers: { location: '/sign-in' } })
  })

  it.each(['/sign-in', '/healthz', '/mcp', '/files/a/b', '/.well-known/oauth-authorization-server', '/nothing'])(
    '%s tells browsers to keep to https [OAU-1]',
    async path => {
      expect((await through(local, path)).headers['strict-transport-security']).toBe('max-age=31536000')
    },
  )

  it('the service alone does so too [OAU-1]', async () => {
    const world = await startWorld({ oauth: { issuer: ISSUER }, settings: { public_url: ISSUER } })
    for (const path of ['/sign-in', '/v1/account', '/errors']) {
      expect((await through(world.baseUrl, path)).headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })
})

describe('on this machine alone', () => {
  it('cookies keep plain names, and nothing is said of https, which it has not [OAU-1]', async () => {
    const team = await startTeam()
    const { headers } = await ask(`${team.origin}${AUTHORIZE}`)
    const cookies = cookiesOf(headers['set-cookie'])
    expect(cookies.length).toBeGreaterThan(0)
    for (const { name, secure } of cookies) {
      expect(name).toMatch(/^_/)
      expect([name.startsWith('__'), secure]).toEqual([false, false])
    }
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})
