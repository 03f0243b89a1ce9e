import { decodeJwt } from 'jose'
import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { setMember } from '../../src/service/admin/members.ts'
import { revokeConnection } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { ask, callTool } from '../support/http.ts'
import { signInNew } from '../support/oauth-hosts.ts'
import { discovered, EXCHANGE, signIn } from '../support/sign-in.ts'
import { type KeyTeam, startHostedTeam, startKeyTeam, type Team } from '../support/team.ts'

const FILE = { content: 'Good morning.', filename: 'n.txt', target_languages: ['de'] }

/** What readiness says once it is looked for anew. */
async function readiness({ origin }: Team | KeyTeam): Promise<number> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
  onTestFinished(() => void vi.useRealTimers())
  return (await ask(`${origin}/readyz`)).status
}

describe('in front of a hosted service', () => {
  let team: Team
  beforeAll(async () => {
    team = await startHostedTeam()
  })

  it('sends its callers to the service’s own authorization server, and acts for each of them there [OAU-5, OAU-1]', async () => {
    const metadata = await ask(`${team.origin}/.well-known/oauth-protected-resource/mcp`)
    expect(JSON.parse(metadata.text)).toMatchObject({
      resource: team.mcp,
      authorization_servers: [team.between.url],
    })
    const host = await signInNew(team.mcp, 'auto')
    const { credential } = (await host.call('get_account')).data
    expect(credential).toMatchObject({ kind: 'oauth', id: decodeJwt(host.keeping.held?.access_token ?? '').gid })
  })

  it('exchanges with its own id and secret, and lets no token through [OAU-5]', async () => {
    const token = await team.token()
    const before = team.between.seen.length
    expect((await callTool(team.mcp, token, 'get_account')).told?.failed).toBe(false)
    const seen = team.between.seen.slice(before)
    const [exchange] = seen.filter(({ path }) => path === '/oauth/token')
    const basic = exchange?.headers.authorization?.replace('Basic ', '') ?? ''
    // Both parts are encoded as a form is (RFC 6749 § 2.3.1).
    expect(decodeURIComponent(`${Buffer.from(basic, 'base64')}`)).toBe(`${EXCHANGE.id}:${EXCHANGE.secret}`)
    const calls = seen.filter(({ path }) => path.startsWith('/v1/'))
    expect(calls.length).toBeGreaterThan(0)
    for (const { headers } of calls) expect(headers.authorization).not.toContain(token)
  })

  it('tells the operator, not the caller, that its own id or secret is wrong, and shows neither [KEY-3, OAU-5]', async () => {
    for (const error_description of [EXCHANGE.secret, undefined]) {
      // The keys are at hand after the first.
      await callTool(team.mcp, await team.token(), 'list_languages')
      const token = await team.token()
      const headers = { ...(error_description === undefined && { 'www-authenticate': 'Basic realm="x"' }) }
      const body = { error: 'invalid_client', error_description }
      team.between.script({ kind: 'answer', status: 401, headers, body })
      const answer = await callTool(team.mcp, token, 'get_account')
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
      expect(answer.text).not.toContain('invalid_client')
      expect(team.reported.at(-1)).toContain('refuses this server itself (invalid_client)')
    }
    expect(team.reported.join()).not.toContain(EXCHANGE.secret)
  })

  it('takes no token that was issued for another resource of that server [OAU-5]', async () => {
    const forApi = await signIn(team.world)
    expect((await callTool(team.mcp, forApi.access_token, 'get_account')).status).toBe(401)
  })

  it('is no authorization server itself [OAU-5]', async () => {
    for (const path of ['/oauth/token', '/oauth/jwks', '/.well-known/oauth-authorization-server', '/oauth/register'])
      expect((await ask(`${team.origin}${path}`)).status, path).toBe(404)
  })

  it('is not ready while that server is away [MCP-12]', async () => {
    const ready = () => readiness(team)
    expect(await ready()).toBe(200)
    for (const fault of [{ kind: 'reset' }, { kind: 'answer', status: 502, body: '' }] as const) {
      team.between.script(fault, fault)
      expect(await ready()).toBe(503)
      expect(await ready()).toBe(200)
    }
  })

  it('hears of a revoked connection at the next call [OAU-1]', async () => {
    const token = await team.token()
    await callTool(team.mcp, token, 'get_account')
    await write(team.world.db, tx => revokeConnection(tx, String(decodeJwt(token).gid), Date.now()))
    expect((await callTool(team.mcp, token, 'get_account')).told).toMatchObject({
      ...{ failed: true, text: expect.stringContaining('reconnect_required') },
    })
  })
})

describe('with one workspace key for members of its own', () => {
  let team: KeyTeam
  beforeAll(async () => {
    team = await startKeyTeam({ args: ['--requests-per-minute', '30'] })
  })
  const callsSince = (before: number) => team.between.seen.slice(before).filter(({ path }) => path.startsWith('/v1/'))

  it('calls the service with the key, whoever asks; nobody sees the key [OAU-5, KEY-3]', async () => {
    const token = await team.token()
    const before = team.between.seen.length
    const answer = await callTool(team.mcp, token, 'list_languages')
    expect(answer.told?.failed, answer.text).toBe(false)
    const sent = callsSince(before).map(({ headers }) => headers.authorization)
    expect(new Set(sent)).toEqual(new Set([`Bearer ${team.world.key}`]))
    expect(answer.text).not.toContain(team.world.key)
    // Files of this machine are read by nobody here: what is advised is an address to send one to.
    expect(answer.told?.text).toContain('create_batch {"filename":"…"')
  })

  it('takes the key from nobody: not as a token [KEY-3, OAU-5]', async () => {
    expect((await callTool(team.mcp, team.world.key, 'list_languages')).status).toBe(401)
  })

  it('lets a member do what her connection and her ceiling allow, although the key could more [OAU-3]', async () => {
    const narrow = await team.token({ member: 'rita', scope: 'account:read' })
    expect((await callTool(team.mcp, narrow, 'list_batches')).status).toBe(403)
    const rita = await team.token({ member: 'rita' })
    const before = team.between.seen.length
    const refused = await callTool(team.mcp, rita, 'create_batch', FILE)
    expect(refused.told?.text).toContain(
      '`translation-mcp members set rita --scopes +batches:create --workspace local`',
    )
    expect(callsSince(before)).toEqual([])
  })

  it('hears at the next call that a ceiling was lowered, or a connection ended [OAU-1, OAU-3]', async () => {
    const { mcp, dataDir, origin } = team
    const client = await discovered(origin)()
    const issuer = { mcp, api: `${origin}/v1`, client: discovered(origin) }
    const scope = 'account:read batches:read'
    const { access_token, refresh_token } = await signIn(issuer, { resource: mcp, scope })
    const list = async () => (await callTool(mcp, access_token, 'list_batches')).told?.text
    expect(await list()).toContain('No translations')
    await setMember({ dataDir }, { name: 'ada', scopes: ['account:read'] })
    expect(await list()).toContain('The workspace does not let ada use batches:read')
    await setMember({ dataDir }, { name: 'ada', scopes: SCOPE_NAMES })
    expect(await list()).toContain('No translations')
    await oauth.tokenRevocation(client, refresh_token ?? '')
    expect(await list()).toContain('reconnect_required')
  })

  it('counts the calls of each member apart, so that one cannot use up the key for all by any number of connections [LIM-1]', async () => {
    const [greedy, another, modest] = [
      await team.token({ member: 'rita' }),
      await team.token({ member: 'rita' }),
      await team.token(),
    ]
    const call = async (token: string) => (await callTool(team.mcp, token, 'list_languages')).told?.text ?? ''
    const answers: string[] = []
    const untilRefused = async () => {
      do answers.push(await call(greedy))
      while (answers.length <= 60 && !answers.at(-1)?.includes('rate_limited'))
      return answers.at(-1)
    }
    // Where a minute ends meanwhile, it begins anew.
    expect(await untilRefused()).toContain('Over 30 calls in a minute by this member')
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.length).toBeLessThanOrEqual(61)
    await expect
      .poll(async () => [await untilRefused(), await call(another)])
      .toEqual([expect.stringContaining('rate_limited'), expect.stringContaining('rate_limited')])
    expect(await call(modest)).not.toContain('rate_limited')
  })

  it('serves its own sign-in, and is ready while both can be reached [MCP-12]', async () => {
    const metadata = await ask(`${team.origin}/.well-known/oauth-authorization-server`)
    expect(JSON.parse(metadata.text)).toMatchObject({ issuer: team.origin })
    const ready = () => readiness(team)
    expect(await ready()).toBe(200)
    const error = { type: 'authentication_error', code: 'api_key_revoked', message: 'Revoked.' }
    team.between.script({ kind: 'answer', status: 401, body: { error, request_id: 'req_1' } })
    expect(await ready()).toBe(503)
  })
})
