import { beforeAll, describe, expect, it } from 'vitest'
import { type OAuthWorld, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

async function register(metadata: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await world.send('POST', '/oauth/register', {
    ...{ key: null, headers, body: JSON.stringify(metadata) },
  })
  return { status, answer: JSON.parse(text) }
}

describe('an address that a client wants its answers at', () => {
  it.each([
    ...['http://evil.example/', 'http://127.0.0.1.evil.example/', 'http://localhost.:1/', 'http://[::ffff:127.0.0.1]/'],
    ...['https://*.evil.example/cb', 'https://a.example/cb#x', 'https://a.example/cb#', 'https://user:pw@a.example/cb'],
    ...[
      'http://user@127.0.0.1/cb',
      'http://127.0.0.1\\@evil.example/cb',
      'https://a.example/c b',
      ' https://a.example/',
    ],
    ...['https://a;script-src.example/', 'https://a,b.example/', "https://a'b.example/", 'https://a.example:99999/'],
    ...['javascript:alert(1)', 'JavaScript://a.example/%0aalert(1)', 'java\nscript:alert(1)', 'data:text/html,x'],
    ...[
      'file:///etc/passwd',
      'blob:https://a.example/x',
      'about:blank',
      'view-source:https://a.example/',
      'vbscript:x',
    ],
    ...['mailto:a@b.example', 'tel:1', 'ms-settings:x', 'ms-msdt://a/b', 'search-ms:query=x', 'intent://a/b', 'x:y'],
    ...[
      'ftp://a.example/',
      'ws://a.example/',
      'smb://a.example/',
      'chrome://settings',
      'urn:ietf:wg:oauth:2.0:oob',
      '',
    ],
  ])('is not %j [OAU-1]', async redirect => {
    const { status, answer } = await register({ redirect_uris: ['https://agent.example/cb', redirect] })
    expect(status).toBe(400)
    expect(answer.error).toMatch(/^invalid_(?:client_metadata|redirect_uri)$/)
  })

  it.each([
    ...[
      'https://agent.example/cb?from=x',
      'https://bücher.example:8443/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:1234/cb',
    ],
    ...[
      'http://localhost/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://some.extension/auth',
      'vscode-insiders://some.extension/auth',
      'claude://mcp/auth',
    ],
  ])('may be %j [OAU-1]', async redirect => {
    expect((await register({ redirect_uris: [redirect] })).status).toBe(201)
  })
})

describe('a registration', () => {
  it.each([
    ...[[], 'text', { redirect_uris: 'http://127.0.0.1/' }, { redirect_uris: {} }, { redirect_uris: [null, {}] }, {}],
    ...[
      { redirect_uris: ['http://127.0.0.1/'], grant_types: {} },
      { redirect_uris: ['http://127.0.0.1/'], grant_types: 1 },
    ],
  ])('that is none is refused as such: %j', async metadata => {
    expect((await register(metadata)).status).toBe(400)
  })

  it('gives nobody a secret, a key of its own to sign with, or a grant without a member [OAU-1]', async () => {
    const redirect_uris = ['http://127.0.0.1/cb']
    for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post', undefined]) {
      const { status, answer } = await register({ redirect_uris, token_endpoint_auth_method, client_secret: 'mine' })
      expect({ status, answer }).toMatchObject({ status: 201, answer: { token_endpoint_auth_method: 'none' } })
      expect(Object.keys(answer).filter(name => name.includes('secret'))).toEqual([])
    }
    for (const more of [
      { token_endpoint_auth_method: 'client_secret_jwt' },
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://agent.example/jwks' },
      { grant_types: ['client_credentials'] },
      { grant_types: ['implicit'], response_types: ['token'] },
      { id_token_signed_response_alg: 'none' },
      { subject_type: 'pairwise', sector_identifier_uri: 'https://10.0.0.1/' },
    ]) {
      expect([more, (await register({ redirect_uris, ...more })).status]).toEqual([more, 400])
    }
  })
})
