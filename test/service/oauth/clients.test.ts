import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { TOKEN_EXCHANGE } from '../../../src/service/oauth/options.ts'
import { Browser } from '../../support/browser.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { temporaryFolder } from '../../support/world.ts'

let world: OAuthWorld
let documents: Documents
beforeAll(async () => {
  documents = await serveDocuments()
  const { port, ca } = documents
  // The name resolves to this computer, which is let in for this one name; every other address is judged as always.
  const lookup = async (host: string) => {
    const address = host === 'client.example' ? '127.0.0.1' : host === 'inside.example' ? '10.0.0.7' : '::1'
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  world = await startOAuthWorld({ fetching: { ca, lookup, allowAddress: address => address === '127.0.0.1' } })
  expect(port).toBeGreaterThan(0)
})
afterAll(() => void documents.server.close())

interface Documents {
  readonly server: Server
  readonly port: number
  readonly ca: string
  /** Paths that were asked for. */
  readonly seen: string[]
}

/** A server of metadata documents under https://client.example:<port>. */
async function serveDocuments(): Promise<Documents> {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=client.example', '-addext', 'subjectAltName=DNS:client.example']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  const ca = readFileSync(cert, 'utf8')
  const seen: string[] = []
  const server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    const path = request.url ?? '/'
    seen.push(path)
    if (path === '/moved.json') return void response.writeHead(302, { location: '/plain.json' }).end()
    const more = { '/foreign.json': { client_id: 'https://other.example/' }, '/secret.json': { client_secret: 'x' } }[
      path
    ]
    const redirect_uris = ['http://127.0.0.1/callback', 'http://localhost/callback']
    const client_id = `https://client.example:${port}${path}`
    const document = { client_id, client_name: 'Agent of the tests', redirect_uris, ...more }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  const port = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve((({ port }: Partial<AddressInfo>) => port ?? 0)(Object(server.address()))),
    )
  })
  return { server, port, ca, seen }
}

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
  const asked = { response_type: 'code', redirect_uri: 'http://127.0.0.1:45123/callback', scope: 'account:read' }
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const query = new URLSearchParams({ client_id, ...asked, ...challenge })
  const page = await new Browser().go(`${world.issuer}/oauth/authorize?${query}`, {}, url => url.port === '45123')
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
    const tokens = await signIn(world, { client, redirect: 'http://localhost:45123/cb', seen })
    expect(pages[0]).toContain('nobody has verified it')
    await world.call(api.account.get, { key: tokens.access_token })
    expect(await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '')).toMatchObject({ scope: 'account:read' })
  })

  it('is forgotten after a day unless somebody approved it [OAU-1]', async () => {
    const redirect_uris = ['http://127.0.0.1/callback']
    const [used, unused] = [await register({ redirect_uris }), await register({ redirect_uris })]
    await signIn(world, { client: await world.client(String(used.answer.client_id)) })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
    await signIn(world, { client: await world.client(String(used.answer.client_id)) })
    expect((await refusal(String(unused.answer.client_id))).error).toBe('invalid_client')
    vi.useRealTimers()
  })

  it('may have a web address beside a loopback one [OAU-1]', async () => {
    const redirect_uris = ['https://agent.example/cb', 'http://127.0.0.1/cb']
    const { answer } = await register({ redirect_uris, token_endpoint_auth_method: 'client_secret_post' })
    const client = await world.client(String(answer.client_id))
    await signIn(world, { client, redirect: 'http://127.0.0.1:45123/cb' })
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

describe('a client that is known by its document', () => {
  const at = (path: string) => `https://client.example:${documents.port}${path}`

  it('signs in from any loopback port, shown by its address [OAU-1]', async () => {
    const pages: string[] = []
    const client = await world.client(at('/plain.json'))
    const { access_token } = await signIn(world, { client, seen: page => pages.push(page.html) })
    expect(pages[0]).toContain(at('/plain.json'))
    const { credential } = await world.call(api.account.get, { key: access_token })
    expect(credential.name).toBe('Agent of the tests')
  })

  it('is refused where the document is another’s, holds a secret, or lies behind a redirect [OAU-1]', async () => {
    for (const path of ['/foreign.json', '/secret.json', '/moved.json']) {
      const { status, error } = await refusal(at(path))
      expect([path, status]).toEqual([path, 400])
      expect(error).toMatch(/^invalid_client/)
    }
    expect(documents.seen.filter(path => path === '/plain.json')).toHaveLength(1)
  })

  it('is not looked for inside this network, however its address is written [OAU-1]', async () => {
    const before = documents.seen.length
    const { port } = documents
    for (const id of [
      `https://inside.example:${port}/plain.json`,
      `https://other.example:${port}/plain.json`,
      `https://[::1]:${port}/plain.json`,
      `https://10.0.0.1:${port}/plain.json`,
      `http://client.example:${port}/plain.json`,
      `https://user@client.example:${port}/plain.json`,
      `https://client.example:${port}/a/../plain.json`,
    ]) {
      expect((await refusal(id)).status, id).toBe(400)
    }
    expect(documents.seen).toHaveLength(before)
  })
})
