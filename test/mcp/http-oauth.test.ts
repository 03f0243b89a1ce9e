import { createHmac } from 'node:crypto'
import { type CryptoKey, decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { folderSecrets } from '../../src/service/folder-secrets.ts'
import { openKeys } from '../../src/service/oauth/keys.ts'
import { revokeConnection } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { ask, callTool, HELLO, modern, modernHeaders, openSession, post } from '../support/http.ts'
import { plantBatch } from '../support/plant.ts'
import { signIn } from '../support/sign-in.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
/** A token that is good, and what it says. */
let good: string
let claims: Record<string, unknown>
beforeAll(async () => {
  team = await startTeam()
  good = await team.token()
  claims = { ...decodeJwt(good) }
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const call = (token: string, name = 'get_account', input: object = {}) =>
  post(team.mcp, modern('tools/call', { name, arguments: input }), {
    ...modernHeaders('tools/call', name),
    ...bearer(token),
  })
const PING = { id: 2, method: 'ping' }
const metadata = () => `${team.origin}/.well-known/oauth-protected-resource/mcp`
const OFFERED = 'account:read usage:read batches:read batches:write batches:create glossaries:read glossaries:write'

/** Signs with the key of the issuer, or another. */
async function signed(changes: object = {}, header: object = {}, other?: CryptoKey): Promise<string> {
  const { signing } = await openKeys(team.world.db, folderSecrets(team.world.dataDir))
  const [own] = signing
  const key = other ?? (await importJWK({ ...own }, 'ES256'))
  const protectedHeader = { alg: 'ES256', typ: 'at+jwt', kid: own?.kid ?? '', ...header }
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader(protectedHeader).sign(key)
}

function unsigned(header: object, signature: (input: string) => string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ typ: 'at+jwt', ...header })}.${part(claims)}`
  return `${input}.${signature(input)}`
}

/** With the public key as the secret of a MAC, the classic confusion of algorithms. */
async function confused(): Promise<string> {
  const { signing } = await openKeys(team.world.db, folderSecrets(team.world.dataDir))
  const secret = JSON.stringify(signing.map(({ d: _, ...known }) => known)[0])
  const { kid } = decodeProtectedHeader(good)
  return unsigned({ alg: 'HS256', kid }, input => createHmac('sha256', secret).update(input).digest('base64url'))
}

/** Moves the time of this process on, until the test is over. */
function later(seconds: number, from = Date.now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: from + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

/** How often a token is exchanged by a call at each of these seconds of its life. */
async function exchangesAt(token: string, moments: readonly number[]): Promise<number[]> {
  const begun = Date.now()
  const made: number[] = []
  for (const moment of moments) {
    later(moment, begun)
    const before = team.exchanges()
    expect((await call(token)).status).toBe(200)
    made.push(team.exchanges() - before)
  }
  return made
}

const seconds = () => Math.floor(Date.now() / 1000)

describe('a request without a token', () => {
  it('is told where to get one and what to ask for first [OAU-5]', async () => {
    const answer = await post(team.mcp, modern('tools/list'), modernHeaders('tools/list'))
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe(`Bearer scope="${OFFERED}", resource_metadata="${metadata()}"`)
    expect(await ask(team.mcp)).toMatchObject({ status: 401 })
    expect(await post(team.mcp, HELLO)).toMatchObject({ status: 401 })
    expect(team.endpoint.sessions).toBe(0)
  })

  it('has none in its address or a cookie, where tokens do not count [OAU-5]', async () => {
    const answer = await post(`${team.mcp}?access_token=${good}`, HELLO, { cookie: `access_token=${good}` })
    expect(answer.status).toBe(401)
  })

  it('reads the metadata of the resource from any page [OAU-5]', async () => {
    const answer = await ask(metadata(), { headers: { origin: 'https://host.example' } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(JSON.parse(answer.text)).toEqual({
      resource: `${team.origin}/mcp`,
      authorization_servers: [team.origin],
      scopes_supported: OFFERED.split(' '),
      bearer_methods_supported: ['header'],
      resource_name: 'Translation',
    })
    expect(await ask(metadata(), { method: 'OPTIONS' })).toMatchObject({ status: 204 })
    expect(await ask(metadata(), { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

describe('a token', () => {
  it('made for these tests as the issuer makes them is good', async () => {
    expect((await call(await signed())).status).toBe(200)
  })

  it.each<[string, () => string | Promise<string>]>([
    ['for another audience', () => signed({ aud: `${team.origin}/v1` })],
    ['for an endpoint of the same name elsewhere', () => signed({ aud: 'https://evil.example/mcp' })],
    ['of another issuer', () => signed({ iss: 'https://evil.example' })],
    ['without an audience', () => signed({ aud: undefined })],
    ['that has expired', () => signed({ exp: seconds() - 1 })],
    ['that never expires', () => signed({ exp: undefined })],
    ['of another type', () => signed({}, { typ: 'JWT' })],
    ['that names no client', () => signed({ client_id: undefined })],
    ['that names nobody', () => signed({ sub: undefined })],
    ['that names an empty client', () => signed({ client_id: '' })],
    ['that names an empty somebody', () => signed({ sub: '' })],
    ['of an empty connection', () => signed({ gid: '' })],
    ['signed by somebody else', async () => signed({}, {}, (await generateKeyPair('ES256')).privateKey)],
    ['with a key nobody knows', async () => signed({}, { kid: 'x' }, (await generateKeyPair('ES256')).privateKey)],
    ['without a signature', () => unsigned({ alg: 'none' }, () => '')],
    ['signed with the public key', () => confused()],
    [
      'that was tampered with',
      () => good.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"x"}').toString('base64url')}.`),
    ],
    ['for the API', async () => (await signIn(team.world)).access_token],
    ['that is a workspace key', () => team.world.key],
    ['that is no token at all', () => 'x'.repeat(4000)],
  ])('%s is refused, and reaches nothing [OAU-5]', async (_which, make) => {
    const token = await make()
    const before = team.between.seen.length
    const answer = await call(token)
    expect(answer.status, answer.text).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
    expect(answer.headers['www-authenticate']).toContain(`resource_metadata="${metadata()}"`)
    expect(answer.text).not.toContain(token)
    // At most the keys of the issuer are asked for.
    expect(team.between.seen.slice(before).filter(({ path }) => path !== '/oauth/jwks')).toEqual([])
  })

  it('never reaches the API, nor the API’s own the caller [OAU-5]', async () => {
    const token = await team.token()
    const before = team.between.seen.length
    const answer = await call(token)
    const seen = team.between.seen.slice(before)
    const calls = seen.filter(({ path }) => path.startsWith('/v1/'))
    expect(calls.length).toBeGreaterThan(0)
    const own = calls.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '')
    expect(new Set(own).size).toBe(1)
    expect(own[0]).not.toBe(token)
    expect(answer.text).not.toContain(own[0])
    const [exchange, ...others] = seen.filter(({ body, headers }) => `${body}${headers.authorization}`.includes(token))
    expect({ path: exchange?.path, others }).toEqual({ path: '/oauth/token', others: [] })
  })

  it('is exchanged once, however many calls come at once, and kept [OAU-5]', async () => {
    const token = await team.token()
    const before = team.exchanges()
    await Promise.all(Array.from({ length: 20 }, () => call(token)))
    await call(token)
    expect(team.exchanges() - before).toBe(1)
  })

  it('is exchanged anew shortly before the API’s own ends, not sooner [OAU-5]', async () => {
    const token = await team.token()
    const { access_token } = await signIn(team.world)
    const answer = { access_token, token_type: 'Bearer', expires_in: 60 }
    team.between.script({ kind: 'answer', status: 200, body: answer })
    expect(await exchangesAt(token, [0, 50, 56, 280])).toEqual([1, 0, 1, 0])
  })

  it('is not exchanged over and over in its last seconds, since no other token would live longer [OAU-5]', async () => {
    expect(await exchangesAt(await team.token(), [0, 290, 297, 298])).toEqual([1, 0, 0, 0])
  })

  it('that is about to end is not waited with: the state as it is, now, and then the next token [MCP-8]', async () => {
    const token = await team.token({ member: 'olga', scope: 'account:read batches:read batches:create' })
    const { id } = await plantBatch(team.world, { status: 'translating' })
    later(296)
    const { told, text } = await callTool(team.mcp, token, 'get_batch', { batch_id: id, wait_seconds: 25 })
    expect(told, text).toMatchObject({ failed: false, data: { batch: { status: 'translating' } } })
  })

  it('that ended while a call was under way is not called revoked [OAU-5]', async () => {
    const token = await team.token()
    team.between.script({ kind: 'pass' }, { kind: 'trickle', pieces: 2, pause_ms: 200 })
    const under = callTool(team.mcp, token, 'get_account')
    await team.between.arrived(team.between.seen.length + 2)
    later(300)
    const { told, text } = await under
    expect(told?.text ?? text).toContain('(token_ended)')
    expect(told?.text).not.toContain('revoked')
    expect((await call(token)).status).toBe(401)
  })

  it('is exchanged once more when the API refuses what it was exchanged for [OAU-5]', async () => {
    const token = await team.token()
    await call(token, 'list_languages')
    const before = team.exchanges()
    const refused = { error: { type: 'authentication_error', code: 'api_key_expired', message: 'Over.' } }
    team.between.script({ kind: 'answer', status: 401, body: { ...refused, request_id: 'req_1' } })
    expect((await call(token, 'list_languages')).text).not.toContain('isError')
    expect(team.exchanges() - before).toBe(1)
  })

  it('whose exchange is refused twice by the API says that the connection is over, and asks no third time [OAU-1]', async () => {
    const token = await team.token()
    const before = team.exchanges()
    const error = { type: 'authentication_error', code: 'api_key_revoked', message: 'Over.' }
    const refused = { kind: 'answer', status: 401, body: { error, request_id: 'req_1' } } as const
    team.between.script({ kind: 'pass' }, refused, { kind: 'pass' }, refused)
    expect((await call(token, 'list_languages')).text).toContain('reconnect_required')
    expect(team.exchanges() - before).toBe(2)
  })

  it('of a connection that was revoked does nothing any more, exchanged before or not [OAU-1]', async () => {
    const tokens = [await team.token(), await team.token()]
    const [used = '', unused = ''] = tokens
    await call(used)
    for (const token of tokens) {
      await write(team.world.db, tx => revokeConnection(tx, String(decodeJwt(token).gid), Date.now()))
    }
    const before = team.exchanges()
    for (const token of [used, unused, used, unused]) {
      const answer = await call(token)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('was revoked')
    }
    // However often it is called: its issuer is asked once a token, and has time for the others.
    expect(team.exchanges() - before).toBe(2)
  })

  it('leaves its client alone when its issuer is away: later, not never [OAU-5]', async () => {
    const token = await team.token()
    team.between.script({ kind: 'reset' })
    const answer = await call(token)
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(answer.headers['www-authenticate']).toBeUndefined()
    expect(team.reported.at(-1)).toMatch(/the authorization server cannot be reached\. The reason: [A-Z_]+\.$/)
    expect((await call(token)).status).toBe(200)
  })

  it('cannot be judged while the keys are away, and is not refused for that [OAU-5]', async () => {
    const other = await startTeam()
    onTestFinished(() => other.close())
    const token = await other.token()
    const send = () => post(other.mcp, HELLO, bearer(token))
    for (const fault of [{ kind: 'reset' }, { kind: 'answer', status: 500, body: 'x' }] as const) {
      other.between.script(fault)
      expect(await send()).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    }
    // The operator hears it once a minute, and why.
    expect(other.reported).toEqual([
      expect.stringMatching(/^access tokens cannot be judged: .* cannot be fetched at http:\S+ The reason: [A-Z_]+\.$/),
    ])
    expect((await send()).status).toBe(200)
  })
})

describe('a session', () => {
  it('belongs to its member and client: with another’s token it does not exist [MCP-12]', async () => {
    const session = await openSession(team.mcp, bearer(good))
    const within = (token: string) => post(team.mcp, PING, { 'mcp-session-id': session, ...bearer(token) })
    expect((await within(await team.token())).status).toBe(200)
    const stolen = await within(await team.token({ member: 'rita', scope: 'account:read' }))
    expect(stolen.status).toBe(404)
    expect((await within(await signed({ client_id: 'another' }))).status).toBe(404)
    expect((await post(team.mcp, PING, { 'mcp-session-id': session })).status).toBe(401)
    const ended = await ask(team.mcp, {
      ...{ method: 'DELETE', headers: { 'mcp-session-id': session, ...bearer(await team.token({ member: 'olga' })) } },
    })
    expect(ended.status).toBe(404)
    expect((await within(good)).status).toBe(200)
  })

  it('acts with the token of each request, not the one it was opened with [OAU-3]', async () => {
    const wide = await team.token()
    const session = await openSession(team.mcp, bearer(wide))
    const list = (token: string) =>
      post(
        team.mcp,
        { id: 3, method: 'tools/call', params: { name: 'list_batches', arguments: {} } },
        { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25', ...bearer(token) },
      )
    expect((await list(wide)).status).toBe(200)
    const narrow = await list(await team.token({ scope: 'account:read' }))
    expect(narrow.status).toBe(403)
    expect(narrow.headers['www-authenticate']).toContain('scope="account:read batches:read"')
  })

  it('goes on after its token has ended, with the next one [MCP-12]', async () => {
    const session = await openSession(team.mcp, bearer(good))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    const within = (token: string) => post(team.mcp, PING, { 'mcp-session-id': session, ...bearer(token) })
    expect((await within(good)).status).toBe(401)
    expect((await within(await team.token())).status).toBe(200)
  })
})

describe('who is asked for more', () => {
  it('and leaves it out on the page is not sent there again by the next call, but hears what is missing [OAU-2, MCP-7]', async () => {
    const [earlier, narrow] = [await team.token({ scope: 'account:read' }), await team.token({ scope: 'account:read' })]
    later(5)
    expect((await call(narrow, 'get_glossary')).status).toBe(403)
    expect((await call(narrow, 'get_glossary')).status).toBe(403)
    vi.useRealTimers()
    // Another connection, under a consent of its own, which lacks the same.
    const next = await signed({ gid: 'con_next', scope: 'account:read', iat: seconds() + 5, exp: seconds() + 300 })
    later(6)
    const { told } = await callTool(team.mcp, next, 'get_glossary')
    expect(told?.text).toContain('not granted glossaries:read')
    // One that is older than the question has not been asked.
    expect((await call(earlier, 'get_glossary')).status).toBe(403)
    later(200)
    expect((await call(next, 'get_glossary')).status).toBe(403)
  })
})

describe('a message that a proxy passes on in pieces, without its length', () => {
  const send = (token: string, message: object, headers: Record<string, string> = {}) => {
    const body = new Blob([JSON.stringify({ jsonrpc: '2.0', ...message })]).stream()
    const said = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
    return fetch(team.mcp, { method: 'POST', body, duplex: 'half', headers: { ...said, ...bearer(token) } })
  }

  it('is asked for more where that helps, like any other [SCP-1, OAU-2]', async () => {
    const token = await team.token({ scope: 'account:read' })
    const message = modern('tools/call', { name: 'get_usage', arguments: {} })
    const answer = await send(token, message, modernHeaders('tools/call', 'get_usage'))
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toContain('scope="account:read usage:read"')
    expect((await send(good, message, modernHeaders('tools/call', 'get_usage'))).status).toBe(200)
  })

  it('is bounded all the same [MCP-12]', async () => {
    expect((await send(good, { ...HELLO, more: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413)
  })
})

describe('who may ask', () => {
  it.each([
    ['under another host name (DNS rebinding)', { host: 'evil.example' }],
    ['from a page of another site', { origin: 'https://evil.example' }],
  ])('is not somebody %s, whatever the token [MCP-12]', async (_who, headers) => {
    expect((await post(team.mcp, HELLO, { ...bearer(good), ...headers })).status).toBe(403)
  })

  it.each(['/oauth/authorize', '/oauth/token', '/.well-known/oauth-authorization-server', '/files/a/b', '/errors'])(
    'at %s neither [MCP-12]',
    async path => {
      expect((await ask(`${team.origin}${path}`, { headers: { host: 'evil.example' } })).status).toBe(403)
    },
  )

  it('from a page of another site: nothing but metadata and uploads is open to it [MCP-12]', async () => {
    const origin = 'https://host.example'
    const open = async (path: string, method = 'GET') =>
      (await ask(`${team.origin}${path}`, { method, headers: { origin } })).headers['access-control-allow-origin']
    for (const path of ['/mcp', '/healthz', '/errors', '/files/a/b', '/oauth/device', '/oauth/authorize'])
      expect(await open(path)).toBeUndefined()
    // Where a client says who it is, a page is refused for being one.
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/device-authorization']) {
      const answer = await ask(`${team.origin}${path}`, {
        ...{ method: 'POST', body: 'client_id=translation-cli&grant_type=refresh_token&refresh_token=x&token=x' },
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('not allowed for client')
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(await open('/.well-known/oauth-authorization-server')).toBeDefined()
    expect(await open('/upload/x/y.txt', 'OPTIONS')).toBe('*')
  })

  it('is served its pages under the name by which a proxy calls us [OAU-1]', async () => {
    const behind = await startTeam({ origin: 'https://translate.example' })
    onTestFinished(() => behind.close())
    const local = behind.mcp.replace('/mcp', '')
    for (const host of ['translate.example', new URL(local).host]) {
      const answer = await ask(`${local}/.well-known/oauth-authorization-server`, { headers: { host } })
      expect(JSON.parse(answer.text)).toMatchObject({
        issuer: 'https://translate.example',
        token_endpoint: 'https://translate.example/oauth/token',
      })
      const resource = await ask(`${local}/.well-known/oauth-protected-resource/mcp`, { headers: { host } })
      expect(JSON.parse(resource.text)).toMatchObject({ resource: 'https://translate.example/mcp' })
    }
  })
})
