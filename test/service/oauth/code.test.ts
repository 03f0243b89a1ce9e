import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, USABLE_SCOPES } from '../../../src/contract/scopes.ts'
import { CLI_CLIENT_ID } from '../../../src/service/oauth/options.ts'
import { Browser, type BrowserPage } from '../../support/browser.ts'
import { approve, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

const CALLBACK = 'http://127.0.0.1:14523/callback'
const ALL = SCOPE_NAMES.join(' ')

let world: OAuthWorld
const said: unknown[] = []
beforeAll(async () => {
  const note = (...words: unknown[]) => void said.push(words)
  for (const way of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, way).mockImplementation(note)
  world = await startOAuthWorld()
})
afterAll(() => vi.restoreAllMocks())

/** Opens the authorization endpoint as it is asked, up to the client's callback. */
function authorize(parameters: Record<string, string>, browser = new Browser()) {
  const given = { client_id: CLI_CLIENT_ID, response_type: 'code', redirect_uri: CALLBACK, resource: world.api }
  const query = new URLSearchParams({ ...given, scope: 'account:read', ...parameters })
  return browser.go(`${world.issuer}/oauth/authorize?${query}`, {}, url => url.port === '14523')
}

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

/** A code that the member has approved, where it came back, and what redeems it. */
async function approvedCode() {
  const client = await world.client()
  const verifier = oauth.randomPKCECodeVerifier()
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const asked = { redirect_uri: CALLBACK, scope: 'account:read', resource: world.api }
  const address = oauth.buildAuthorizationUrl(client, { ...asked, ...CHALLENGE, code_challenge })
  return { client, verifier, callback: await approve(address) }
}

/** The reason a token request was refused for. */
function reasonOf(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'accepted',
    error => (error instanceof Error && 'error' in error ? String(error.error) : String(error)),
  )
}

describe('what the server says about itself', () => {
  it('is the same by RFC 8414 and by OpenID discovery, with all it offers [OAU-1]', async () => {
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const { text } = await world.send('GET', `/.well-known/${name}`, { key: null })
      expect(JSON.parse(text)).toMatchObject({
        issuer: world.issuer,
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        token_endpoint: `${world.issuer}/oauth/token`,
        registration_endpoint: `${world.issuer}/oauth/register`,
        revocation_endpoint: `${world.issuer}/oauth/revoke`,
        introspection_endpoint: `${world.issuer}/oauth/introspect`,
        device_authorization_endpoint: `${world.issuer}/oauth/device-authorization`,
        grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', TOKEN_EXCHANGE]),
      })
    }
  })

  it('shows public keys alone', async () => {
    const { text } = await world.send('GET', '/oauth/jwks', { key: null })
    expect(JSON.parse(text).keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256' })])
    expect(text).not.toContain('"d"')
  })

  it('is found from the API that refuses a call (RFC 9728) [OAU-1]', async () => {
    const { headers } = await world.send('GET', '/v1/account', { key: null })
    const metadata = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const document: unknown = await (await fetch(metadata)).json()
    expect(document).toMatchObject({ resource: world.api, authorization_servers: [world.issuer] })
  })
})

describe('signing in with a browser', () => {
  it('gives a token that the API takes, as the connection [OAU-1] [ACC-1]', async () => {
    const tokens = await signIn(world, { scope: 'account:read batches:read' })
    expect(tokens.access_token).not.toContain('.')
    expect(tokens.expires_in).toBe(600)
    const { credential, workspace } = await world.call(api.account.get, { key: tokens.access_token })
    expect(credential).toMatchObject({ kind: 'oauth', name: 'Translation command line' })
    expect(credential.id).toMatch(/^con_/)
    expect(credential.scopes).toEqual(['account:read', 'batches:read'])
    expect(workspace.id).toBe(world.workspace.id)
  })

  it('returns to any port of the loopback redirect, and says who answers [OAU-1]', async () => {
    const redirect = 'http://127.0.0.1:14524/callback'
    const issuers: (string | null)[] = []
    await signIn(world, { redirect, tamper: callback => issuers.push(callback.searchParams.get('iss')) })
    expect(issuers).toEqual([world.issuer])
  })

  it('is refused by the client when another server seems to answer, or nobody says who does [OAU-1]', async () => {
    for (const forge of [
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      (url: URL) => url.searchParams.delete('iss'),
      (url: URL) => url.searchParams.set('state', 'forged'),
    ]) {
      await expect(signIn(world, { tamper: forge })).rejects.toThrow()
    }
  })

  it('forces PKCE with S256 [OAU-1]', async () => {
    for (const challenge of [{}, { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }]) {
      const { url } = await authorize(challenge)
      expect(url.searchParams.get('error')).toBe('invalid_request')
      expect(url.searchParams.get('iss')).toBe(world.issuer)
    }
  })

  it('makes an intercepted code worthless: without the verifier, for another client, at another redirect [OAU-1]', async () => {
    const { client, verifier, callback } = await approvedCode()
    const redeem = (verifierUsed: string, as = client, at = callback) =>
      oauth.authorizationCodeGrant(as, at, { pkceCodeVerifier: verifierUsed }, { resource: world.api })
    expect(await reasonOf(redeem('x'.repeat(43)))).toBe('invalid_grant')
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: [CALLBACK] }),
    })
    const stranger = await world.client(String(JSON.parse(registered.text).client_id))
    expect(await reasonOf(redeem(verifier, stranger))).toBe('invalid_grant')
    const elsewhere = new URL(callback)
    elsewhere.port = '45124'
    expect(await reasonOf(redeem(verifier, client, elsewhere))).toBe('invalid_grant')
    expect(await reasonOf(redeem(verifier))).toBe('accepted')
  })

  it('gives a code that is good for a minute [OAU-1]', async () => {
    const { client, verifier, callback } = await approvedCode()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    onTestFinished(() => void vi.useRealTimers())
    const late = oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect(await reasonOf(late)).toBe('invalid_grant')
  })

  it('kills everything a code gave when the code is used again [OAU-1]', async () => {
    const { client, verifier, callback } = await approvedCode()
    const redeem = () => oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    const { access_token } = await redeem()
    await world.call(api.account.get, { key: access_token })
    expect(await reasonOf(redeem())).toBe('invalid_grant')
    expect(await world.refuse(api.account.get, { key: access_token })).toMatchObject({ code: 'api_key_revoked' })
  })

  it('answers a foreign redirect itself, never there [OAU-1]', async () => {
    for (const redirect of ['https://evil.example/callback', 'http://127.0.0.1:14523/other', `${CALLBACK}?x=1`]) {
      const page = await new Browser().go(
        `${world.issuer}/oauth/authorize?${new URLSearchParams({
          ...{ client_id: CLI_CLIENT_ID, response_type: 'code', redirect_uri: redirect, scope: 'account:read' },
          ...CHALLENGE,
        })}`,
        {},
        url => url.origin !== world.issuer,
      )
      expect(page.status).toBe(400)
      expect(page.html).toContain('invalid_redirect_uri')
    }
  })

  it('knows two resources and no third [OAU-1]', async () => {
    const { url } = await authorize({ ...CHALLENGE, resource: 'https://other.example/' })
    expect(url.searchParams.get('error')).toBe('invalid_target')
  })
})

describe('a token for the MCP server', () => {
  it('is a short JWT of RFC 9068 that names connection, workspace and ceiling, and that the API refuses [OAU-1]', async () => {
    const { access_token, expires_in } = await signIn(world, {
      scope: 'account:read batches:create',
      resource: world.mcp,
    })
    expect(expires_in).toBe(300)
    expect(decodeProtectedHeader(access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const claims = decodeJwt(access_token)
    expect(claims).toMatchObject({
      ...{ iss: world.issuer, aud: world.mcp, sub: world.members.ada, client_id: CLI_CLIENT_ID, scope: 'account:read' },
      ...{ gid: expect.stringMatching(/^con_/), ws: world.workspace.id },
    })
    expect(claims.ceiling).not.toContain('batches:create')
    expect(await world.refuse(api.account.get, { key: access_token })).toMatchObject({ code: 'invalid_api_key' })
  })

  it('is what a client gets that names no resource, and asks for all that opens something where it names no scope [OAU-1, OAU-2]', async () => {
    const client = await world.client()
    const verifier = oauth.randomPKCECodeVerifier()
    const challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const address = oauth.buildAuthorizationUrl(client, {
      redirect_uri: CALLBACK,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    let shown = ''
    const seen = ({ html }: BrowserPage) => {
      shown = html
    }
    const callback = await approve(address, { member: 'olga', ticked: 'as shown', seen })
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect(decodeJwt(tokens.access_token).aud).toBe(world.mcp)
    // What spends is offered, but it is not ticked: whoever only presses the button allows no spending.
    expect(shown).toContain('value="batches:create">')
    expect(tokens.scope).toBe(USABLE_SCOPES.filter(scope => scope !== 'batches:create').join(' '))
  })

  it('comes from one consent for two resources, by refreshing for the other', async () => {
    const tokens = await signIn(world, { scope: 'account:read', resource: [world.api, world.mcp] })
    await world.call(api.account.get, { key: tokens.access_token })
    const client = await world.client()
    const other = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '', { resource: world.mcp })
    expect(decodeJwt(other.access_token).aud).toBe(world.mcp)
  })
})

describe('the consent', () => {
  it('is shown each time, also to a browser that is signed in, and never skipped silently [OAU-2]', async () => {
    const browser = new Browser()
    let shown = 0
    const seen = () => void shown++
    await signIn(world, { browser, seen })
    await signIn(world, { browser, seen })
    expect(shown).toBe(2)
    const { url } = await authorize({ ...CHALLENGE, prompt: 'none' }, browser)
    expect(['interaction_required', 'consent_required']).toContain(url.searchParams.get('error'))
  })

  it('makes a connection of its own each time: ending one leaves the other [OAU-2]', async () => {
    const browser = new Browser()
    const [one, two] = [await signIn(world, { browser }), await signIn(world, { browser })]
    await oauth.tokenRevocation(await world.client(), one.refresh_token ?? '')
    expect(await world.refuse(api.account.get, { key: one.access_token })).toMatchObject({ code: 'api_key_revoked' })
    await world.call(api.account.get, { key: two.access_token })
  })

  it('lets somebody else sign in, also when the client asks for that, and leaves the earlier connections alone [OAU-2]', async () => {
    const browser = new Browser()
    const ada = await signIn(world, { browser, scope: 'account:read usage:read' })
    const stop = (url: URL) => url.port === '14523'
    const shown = await authorize({ ...CHALLENGE, scope: 'account:read usage:read' }, browser)
    const other = /href="([^"]+\/sign-in)"/.exec(shown.html)?.[1] ?? ''
    const form = await browser.go(new URL(other, world.issuer))
    const consent = await browser.submit(form, '/sign-in', { name: 'rita', password: PASSWORD }, stop)
    expect(consent.html).toContain('<bdi>rita</bdi> in <bdi>Local workspace</bdi>')
    expect(consent.html).not.toContain('value="usage:read"')
    expect((await browser.submit(consent, '/consent', {}, stop)).url.searchParams.get('code')).toBeTruthy()
    const again = await authorize({ ...CHALLENGE, prompt: 'login' }, browser)
    const asOlga = await browser.submit(again, '/sign-in', { name: 'olga', password: PASSWORD }, stop)
    expect(asOlga.html).toContain('<bdi>olga</bdi> in')
    await world.call(api.account.get, { key: ada.access_token })
    await oauth.refreshTokenGrant(await world.client(), ada.refresh_token ?? '')
  })

  it('grants what was ticked, without asking again for the rest [OAU-2]', async () => {
    const tokens = await signIn(world, {
      scope: 'account:read batches:read glossaries:write',
      ticked: ['account:read'],
    })
    expect(tokens.scope).toBe('account:read')
  })

  it('says who asks, who approves, where it goes, and what is over the ceiling [OAU-2]', async () => {
    const pages: string[] = []
    await signIn(world, { scope: ALL, seen: page => pages.push(page.html) })
    const [html = ''] = pages
    for (const words of ['Translation command line', 'ada', 'Local workspace', '127.0.0.1:14523', 'this computer']) {
      expect(html).toContain(words)
    }
    expect(html).toMatch(/Not yours to allow[\s\S]*batches:create[\s\S]*ask <bdi>admin<\/bdi> to run/)
    expect(html).toContain('translation-mcp members set ada --scopes +batches:create')
    expect(html).not.toContain('value="batches:create"')
  })

  it('that is refused, or ticks nothing, tells the client so [OAU-2]', async () => {
    expect(await reasonOf(signIn(world, { deny: true }))).toBe('access_denied')
    expect(await reasonOf(signIn(world, { ticked: [] }))).toBe('access_denied')
  })
})

describe('the terminal', () => {
  it('gets one sentence on an old Node.js, and nothing of the library [MCP-11]', () => {
    expect(said).toEqual([])
    const old = Number(process.versions.node.split('.')[0]) < 22
    expect(world.logged.filter(line => line.includes('Node.js'))).toHaveLength(old ? 1 : 0)
    expect(world.logged.join('\n')).not.toContain('oidc-provider')
  })
})
