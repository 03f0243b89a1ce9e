import { beforeAll, describe, expect, it } from 'vitest'
import { resourcesOf } from '../../../src/service/oauth/options.ts'
import { Browser } from '../../support/browser.ts'
import { serveClientDocuments } from '../../support/client-documents.ts'
import { discovered, EXCHANGE, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld, type World } from '../../support/world.ts'

const JSON_BODY = { key: null, headers: { 'content-type': 'application/json' } } as const

async function register(world: World, metadata: Record<string, unknown>) {
  const { status, text } = await world.send('POST', '/oauth/register', { ...JSON_BODY, body: JSON.stringify(metadata) })
  const answer: Record<string, unknown> = JSON.parse(text)
  return { status, answer }
}

async function metadataOf(world: World): Promise<Record<string, unknown>> {
  return JSON.parse((await world.send('GET', '/.well-known/oauth-authorization-server', { key: null })).text)
}

const LOCAL = 'http://127.0.0.1/callback'

describe('what a client says of itself', () => {
  let world: OAuthWorld
  beforeAll(async () => {
    world = await startOAuthWorld()
  })

  it.each<[string, Record<string, unknown>]>([
    ['a name of 50 kB', { client_name: 'x'.repeat(50_000) }],
    ['a name of 201 characters', { client_name: 'x'.repeat(201) }],
    ['21 redirects', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://agent.example/${n}`) }],
    ['a redirect of 2,001 characters', { redirect_uris: [`https://agent.example/${'x'.repeat(1979)}`] }],
    ['a long address of a logo', { logo_uri: `https://agent.example/${'x'.repeat(2000)}` }],
    ['many contacts', { contacts: Array.from({ length: 21 }, (_, n) => `a${n}@agent.example`) }],
    ['a large set of keys', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x'.repeat(17_000), y: 'y' }] } }],
  ])('is refused with %s [OAU-1]', async (_, metadata) => {
    const { status, answer } = await register(world, { redirect_uris: [LOCAL], ...metadata })
    expect(status).toBe(400)
    expect(answer.error).toMatch(/^invalid_(?:client_metadata|redirect_uri)$/)
    expect(String(answer.error_description).length).toBeLessThan(300)
  })

  it('is taken up to those bounds [OAU-1]', async () => {
    const redirect_uris = Array.from({ length: 20 }, (_, n) => `https://agent.example/${n}`)
    const { status } = await register(world, { redirect_uris, client_name: 'ü'.repeat(200) })
    expect(status).toBe(201)
  })
})

describe('a redirect to a program by an address scheme of its own', () => {
  let world: OAuthWorld
  beforeAll(async () => {
    world = await startOAuthWorld()
  })

  it.each([
    ...['com.example.app:/cb', 'com.example.app://host/cb', 'myagent://callback/x', 'web+mcp://a/b'],
    ...['cursor:/no/host', 'cursorx://a/b'],
  ])('is refused where nobody knows the scheme: %s [OAU-1]', async redirect => {
    const { status, answer } = await register(world, { redirect_uris: [redirect] })
    expect([status, answer.error]).toEqual([400, expect.stringMatching(/^invalid_(?:client_metadata|redirect_uri)$/)])
  })

  it('is taken beside other kinds of redirects, as hosts register them in one list [OAU-1]', async () => {
    const redirect_uris = ['http://localhost:8787/callback', 'https://host.example/cb', 'cursor://host/oauth/callback']
    expect((await register(world, { redirect_uris })).status).toBe(201)
  })

  it('is taken for known hosts, with a warning on the page that names the program [OAU-1]', async () => {
    const redirect = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const { answer } = await register(world, { redirect_uris: [redirect], client_name: 'Agent' })
    let shown = ''
    const stop = (url: URL) => url.protocol === 'cursor:'
    const asked = {
      ...{ client_id: String(answer.client_id), response_type: 'code', redirect_uri: redirect, state: 's' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    }
    const browser = new Browser()
    const login = await browser.go(`${world.issuer}/oauth/authorize?${new URLSearchParams(asked)}`)
    const page = await browser.submit(login, '/sign-in', { name: 'ada', password: PASSWORD })
    shown = page.html
    expect(shown).toContain('Cursor')
    expect(shown).toMatch(/role="note".*any program on this computer/s)
    const answered = await browser.submit(page, '/consent', {}, stop)
    expect(answered.url.href).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/)
  })
})

describe('registration that is listed', () => {
  it('takes a client whose redirects all go to listed hosts, and no other [OAU-1]', async () => {
    const hosts = ['agent.example', 'cursor:']
    const world = await startOAuthWorld({ oauth: { registration: { mode: 'listed', hosts } } })
    const taken = async (...redirect_uris: string[]) => (await register(world, { redirect_uris })).status
    expect(await taken('https://agent.example/cb')).toBe(201)
    expect(await taken('cursor://anysphere.cursor-mcp/oauth/callback', 'https://agent.example/cb')).toBe(201)
    expect(await taken('https://agent.example/cb', 'https://evil.example/cb')).toBe(400)
    expect(await taken('https://agent.example.evil.example/cb')).toBe(400)
    expect(await taken('https://sub.agent.example/cb')).toBe(400)
    expect(await taken('vscode://a/b')).toBe(400)
    const local = await register(world, { redirect_uris: [LOCAL] })
    expect(local.answer.error_description).toContain('only clients that its operator listed')
    expect((await signIn(world)).access_token).toBeDefined()
  })

  it('takes programs on the member’s own computer where localhost is listed [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { registration: { mode: 'listed', hosts: ['localhost'] } } })
    for (const redirect of [LOCAL, 'http://localhost:3000/cb', 'http://[::1]/cb']) {
      expect((await register(world, { redirect_uris: [redirect] })).status).toBe(201)
    }
    expect((await register(world, { redirect_uris: ['https://agent.example/cb'] })).status).toBe(400)
  })

  it('takes documents of clients from listed hosts, and fetches no other [OAU-1]', async () => {
    const documents = await serveClientDocuments()
    const { fetching } = documents
    const id = documents.at('/client.json')
    const listing = (hosts: readonly string[]) =>
      startOAuthWorld({ fetching, oauth: { registration: { mode: 'listed', hosts } } })
    const stranger = await listing(['other.example'])
    await expect(signIn(stranger, { client: await stranger.client(id) })).rejects.toThrow('No callback')
    expect(documents.seen).toEqual([])
    const friend = await listing([new URL(id).hostname])
    expect((await signIn(friend, { client: await friend.client(id) })).access_token).toBeDefined()
  })
})

describe('registration that is closed', () => {
  it('takes nobody new, says so, and leaves those who are connected alone [OAU-1]', async () => {
    const open = await startOAuthWorld()
    const { answer } = await register(open, { redirect_uris: [LOCAL] })
    const tokens = await signIn(open, { client: await open.client(String(answer.client_id)) })
    expect(tokens.access_token).toBeDefined()
    const documents = await serveClientDocuments()
    const closed = { registration: { mode: 'closed', hosts: [] }, exchange_client: EXCHANGE } as const
    const { fetching } = documents
    const world = await startWorld({ clock: () => Date.now(), dataDir: open.dataDir, fetching, oauth: closed })
    const issuer = world.service.oauth?.issuer ?? ''
    const later = { ...resourcesOf(issuer), client: discovered(issuer) }
    const refused = await register(world, { redirect_uris: [LOCAL] })
    expect(refused).toMatchObject({ status: 403, answer: { error: 'access_denied' } })
    expect(refused.answer.error_description).toContain('takes no new clients')
    const metadata = await metadataOf(world)
    expect(metadata.registration_endpoint).toBeUndefined()
    expect(metadata.client_id_metadata_document_supported).not.toBe(true)
    await expect(signIn(later, { client: await later.client(documents.at('/client.json')) })).rejects.toThrow()
    expect(documents.seen).toEqual([])
    expect((await signIn(later)).access_token).toBeDefined()
    expect((await signIn(later, { client: await later.client(String(answer.client_id)) })).access_token).toBeDefined()
  })
})

describe('a client that registered while all were taken, and that no member has connected yet', () => {
  it.each([
    ['closed', [], false],
    ['listed', ['other.example'], false],
    ['listed', ['localhost'], true],
  ] as const)(
    'cannot be connected once registration is %s for %j, unless it is listed there [OAU-1]',
    async (mode, hosts, may) => {
      const open = await startOAuthWorld()
      const { answer } = await register(open, { redirect_uris: [LOCAL] })
      const registration = { mode, hosts }
      const world = await startWorld({ clock: () => Date.now(), dataDir: open.dataDir, oauth: { registration } })
      const issuer = world.service.oauth?.issuer ?? ''
      const later = { ...resourcesOf(issuer), client: discovered(issuer) }
      const connecting = signIn(later, { client: await later.client(String(answer.client_id)) }).then(
        ({ access_token }) => access_token !== undefined,
        () => false,
      )
      expect(await connecting).toBe(may)
    },
  )
})

describe('asking about tokens and giving them back', () => {
  it.each(['/oauth/introspect', '/oauth/revoke'])(
    'at %s is limited by address, with the time to wait [OAU-1]',
    async path => {
      const world = await startOAuthWorld({ oauth: { limits: { inspection: 3 }, trusted_hops: 1 } })
      const send = (from: string, more: Record<string, string> = {}, client_id = 'translation-cli') => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from, ...more }
        return world.send('POST', path, { key: null, headers, body: `token=guess&client_id=${client_id}` })
      }
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await send('203.0.113.5')).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const { headers, text } = await send('203.0.113.5', {}, 'another')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse(text)).toMatchObject({ error: 'temporarily_unavailable' })
      expect((await send('203.0.113.6')).status).toBe(200)
      // The MCP server asks for all its callers, and proves who it is.
      const proof = `Basic ${Buffer.from(`${EXCHANGE.id}:${EXCHANGE.secret}`).toString('base64')}`
      expect((await send('203.0.113.5', { authorization: proof }, EXCHANGE.id)).status).not.toBe(429)
      const wrong = `Basic ${Buffer.from(`${EXCHANGE.id}:wrong`).toString('base64')}`
      expect((await send('203.0.113.5', { authorization: wrong }, EXCHANGE.id)).status).toBe(429)
    },
  )
})
