import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { api } from '../../../src/contract/operations.ts'
import { Browser } from '../../support/browser.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

async function register(metadata: Record<string, unknown>) {
  const { status, text } = await world.send('POST', '/oauth/register', {
    ...{ key: null, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(metadata),
  })
  const answer: Record<string, unknown> = JSON.parse(text)
  return { status, answer }
}

/** How the authorization endpoint refuses a client. */
async function refusal(client_id: string) {
  const asked = { response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback', scope: 'account:read' }
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const query = new URLSearchParams({ client_id, ...asked, ...challenge })
  const page = await new Browser().go(`${world.issuer}/oauth/authorize?${query}`, {}, url => url.port === '14523')
  return { status: page.status, error: /Code: <code>(\w+)/.exec(page.html)?.[1] }
}

describe('a client that registers itself', () => {
  it('may send the scopes it will ask for, gets no secret, and signs in from any loopback port [OAU-1]', async () => {
    const { status, answer } = await register({
      ...{ client_name: 'Agent', redirect_uris: ['http://localhost:3000/cb'], scope: 'account:read batches:read' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    })
    expect(status).toBe(201)
    expect(answer).toMatchObject({ token_endpoint_auth_method: 'none', application_type: 'native' })
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['client_secret']))
    const client = await world.client(String(answer.client_id))
    const pages: string[] = []
    const seen = (page: { html: string }) => void pages.push(page.html)
    const tokens = await signIn(world, { client, redirect: 'http://localhost:14523/cb', seen })
    expect(pages[0]).toContain('nobody has verified it')
    await world.call(api.account.get, { key: tokens.access_token })
    expect(await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '')).toMatchObject({ scope: 'account:read' })
  })

  it('is forgotten after a day unless somebody approved it [OAU-1]', async () => {
    const redirect_uris = ['http://127.0.0.1/callback']
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const begun = Date.now()
    const [used, unused] = [await register({ redirect_uris }), await register({ redirect_uris })]
    await signIn(world, { client: await world.client(String(used.answer.client_id)) })
    vi.setSystemTime(begun + 24 * 60 * 60 * 1000 - 1)
    expect((await refusal(String(unused.answer.client_id))).error).toBeUndefined()
    vi.setSystemTime(begun + 24 * 60 * 60 * 1000)
    await signIn(world, { client: await world.client(String(used.answer.client_id)) })
    expect((await refusal(String(unused.answer.client_id))).error).toBe('invalid_client')
    vi.useRealTimers()
  })

  it('may have a web address beside a loopback one [OAU-1]', async () => {
    const redirect_uris = ['https://agent.example/cb', 'http://127.0.0.1/cb']
    const { answer } = await register({ redirect_uris, token_endpoint_auth_method: 'client_secret_post' })
    const client = await world.client(String(answer.client_id))
    await signIn(world, { client, redirect: 'http://127.0.0.1:14523/cb' })
  })

  it('is refused with a redirect in the clear, one that runs something, or a grant that is not for it [OAU-1]', async () => {
    for (const redirect of [
      'http://evil.example/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'no address',
      'http://127.0.0.1.evil.example/',
    ]) {
      const { status, answer } = await register({ redirect_uris: [redirect] })
      expect([redirect, status]).toEqual([redirect, 400])
      expect(String(answer.error)).toMatch(/^invalid_(?:client_metadata|redirect_uri)$/)
    }
    const { status } = await register({ redirect_uris: ['http://127.0.0.1/cb'], grant_types: [TOKEN_EXCHANGE] })
    expect(status).toBe(400)
    expect(
      (await register({ client_id: 'mcp-server', redirect_uris: ['https://evil.example/'] })).answer.client_id,
    ).not.toBe('mcp-server')
  })
})
