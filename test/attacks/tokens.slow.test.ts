import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { callTool } from '../support/http.ts'
import { approve, EXCHANGE, PASSWORD, signIn } from '../support/sign-in.ts'
import { startTeam, type Team } from '../support/team.ts'

/** Everything that opens something somewhere, each fresh. */
interface Credentials {
  readonly mcp: string
  readonly api: string
  readonly refresh: string
  readonly code: string
  readonly workspace: string
  readonly secret: string
  readonly cookie: string
  readonly verifier: string
}

let team: Team
let held: Credentials
beforeAll(async () => {
  team = await startTeam()
  const [forMcp, forApi] = [await signIn(team.world, { resource: team.world.mcp }), await signIn(team.world)]
  held = {
    mcp: forMcp.access_token,
    api: forApi.access_token,
    refresh: forMcp.refresh_token ?? '',
    ...(await unusedCode()),
    workspace: team.world.key,
    secret: EXCHANGE.secret,
    cookie: await sessionCookie(),
  }
})

async function authorization(more: Record<string, string> = {}) {
  const client = await team.world.client()
  const verifier = oauth.randomPKCECodeVerifier()
  const request = {
    redirect_uri: 'http://127.0.0.1:14523/callback',
    scope: 'account:read',
    state: 's',
    resource: team.world.api,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }
  return { verifier, address: oauth.buildAuthorizationUrl(client, request) }
}

async function unusedCode() {
  const { verifier, address } = await authorization()
  const callback = await approve(address)
  return { verifier, code: callback.searchParams.get('code') ?? '' }
}

/** What the browser of a signed-in member sends along. */
async function sessionCookie(): Promise<string> {
  const form = await fetch(`${team.origin}/sign-in`)
  const before = form.headers.getSetCookie().map(line => line.split(';')[0] ?? '')
  const csrf = /name="csrf" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const answer = await fetch(`${team.origin}/sign-in`, {
    ...{ method: 'POST', redirect: 'manual', headers: { cookie: before.join('; '), origin: team.origin } },
    body: new URLSearchParams({ csrf, name: 'ada', password: PASSWORD }),
  })
  const session = answer.headers.getSetCookie().find(line => /session=/.test(line)) ?? ''
  expect(session).not.toBe('')
  const value = session.split(';')[0] ?? ''
  return value.slice(value.indexOf('=') + 1)
}

const KINDS = ['mcp', 'api', 'refresh', 'code', 'workspace', 'secret', 'cookie', 'verifier'] as const

describe('each credential at each door', () => {
  it.each(KINDS)('%s opens the MCP server only if it is a token for it', async kind => {
    const { status } = await callTool(team.mcp, held[kind], 'get_account')
    expect(status).toBe(kind === 'mcp' ? 200 : 401)
  })

  it.each(KINDS)('%s opens the API only if it is a token or a key for it', async kind => {
    const { status, text } = await team.world.send('GET', '/v1/account', { key: held[kind] })
    expect(status).toBe(kind === 'api' || kind === 'workspace' ? 200 : 401)
    if (status === 401) expect(text).not.toContain(held[kind])
  })

  it.each(KINDS)('%s is exchanged only if it is a token for the MCP server', async kind => {
    const client = await team.world.client(EXCHANGE.id, oauth.ClientSecretBasic(EXCHANGE.secret))
    const order = {
      subject_token: held[kind],
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: team.world.api,
    }
    const exchanged = await oauth
      .genericGrantRequest(client, 'urn:ietf:params:oauth:grant-type:token-exchange', order)
      .then(
        () => 'exchanged',
        (error: unknown) => (error instanceof oauth.ResponseBodyError ? error.error : String(error)),
      )
    expect(exchanged).toBe(kind === 'mcp' ? 'exchanged' : 'invalid_request')
  })

  it.each(KINDS.filter(kind => kind !== 'refresh'))('%s is no refresh token', async kind => {
    const refreshed = oauth.refreshTokenGrant(await team.world.client(), held[kind])
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it.each(KINDS.filter(kind => kind !== 'code' && kind !== 'verifier'))('%s is no code', async kind => {
    const callback = new URL(
      `http://127.0.0.1:14523/callback?code=${encodeURIComponent(held[kind])}&iss=${team.origin}`,
    )
    const checks = { pkceCodeVerifier: held.verifier, idTokenExpected: false }
    const redeemed = oauth.authorizationCodeGrant(await team.world.client(), callback, checks)
    await expect(redeemed).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('an authorization request', () => {
  it.each([
    ['without a challenge', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with a method that there is not', { code_challenge_method: 'S512' }],
    ['that asks for a token in the answer', { response_type: 'token' }],
    ['that asks for code and identity', { response_type: 'code id_token' }],
    ['with a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['with a request object from elsewhere', { request_uri: 'https://evil.example/request' }],
    ['for a resource that is foreign', { resource: 'https://evil.example/v1' }],
  ])('%s gives no code', async (_which, change) => {
    const { address } = await authorization(change)
    for (const [name, value] of Object.entries(change)) if (value === '') address.searchParams.delete(name)
    const page = await new Browser().go(address, {}, url => url.port === '14523')
    expect(page.url.searchParams.get('code')).toBeNull()
    expect(page.html).not.toContain('type="password"')
  })

  it.each([
    'https://evil.example/callback',
    'http://127.0.0.1:14523/elsewhere',
    'http://127.0.0.1.evil.example:14523/callback',
    'http://evil.example@127.0.0.1:14523/callback',
    'http://127.0.0.1:14523/callback/../elsewhere',
    'http://127.0.0.1:14523/callback#fragment',
    'http://127.0.0.1:14523/callback?more=1',
    'javascript:alert(1)',
    '//evil.example/callback',
  ])('that wants its answer at %s is answered here, and sends nobody there', async redirect_uri => {
    const { address } = await authorization({ redirect_uri })
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).not.toMatch(/href="(?:javascript:|https?:\/\/evil)/)
  })
})
