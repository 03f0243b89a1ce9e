import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'openid-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TOKEN_EXCHANGE } from '../../../src/contract/grants.ts'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { write } from '../../../src/service/store/database.ts'
import { setCeiling } from '../../../src/service/store/members.ts'
import { EXCHANGE, type OAuthWorld, signIn, startOAuthWorld, type Tokens } from '../../support/sign-in.ts'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

let world: OAuthWorld
let cli: oauth.Configuration
let server: oauth.Configuration
beforeAll(async () => {
  world = await startOAuthWorld()
  cli = await world.client()
  server = await world.client(EXCHANGE.id, oauth.ClientSecretBasic(EXCHANGE.secret))
})

afterEach(() => vi.useRealTimers())

/** Moves the time of this process, which the service runs in too, on by seconds. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

function refresh(tokens: Pick<Tokens, 'refresh_token'>, resource = world.api) {
  return oauth.refreshTokenGrant(cli, tokens.refresh_token ?? '', { resource })
}

function exchange(subject_token: string, more: Record<string, string> = {}, as = server) {
  const subject = { subject_token, subject_token_type: ACCESS_TOKEN, resource: world.api }
  return oauth.genericGrantRequest(as, TOKEN_EXCHANGE, { ...subject, ...more })
}

const refusedAs = (error: string) => expect.objectContaining({ error })

describe('a refresh token', () => {
  it('is replaced at each use [OAU-1]', async () => {
    const tokens = await signIn(world)
    const next = await refresh(tokens)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    await world.call(api.account.get, { key: next.access_token })
  })

  it('may be presented again for half a minute, and then ends the connection [OAU-1]', async () => {
    const tokens = await signIn(world)
    const first = await refresh(tokens)
    const again = await refresh(tokens)
    await refresh(again)
    pass(31)
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('invalid_grant'))
    await expect(refresh(first)).rejects.toEqual(refusedAs('invalid_grant'))
    expect(await world.refuse(api.account.get, { key: first.access_token })).toMatchObject({ code: 'api_key_revoked' })
    const kinds = (await listEvents(world.db, world.workspace.id, { limit: 2 })).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['connection_revoked', 'refresh_token_reused'])
  })

  it('gives every one of eight uses at once a usable answer within the leeway [OAU-1]', async () => {
    const tokens = await signIn(world)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens)))
    for (const answer of answers) await world.call(api.account.get, { key: answer.access_token })
  })

  it('does not serve for another scope or another client [OAU-1]', async () => {
    const tokens = await signIn(world, { scope: 'account:read' })
    const broader = oauth.refreshTokenGrant(cli, tokens.refresh_token ?? '', { scope: 'account:read usage:read' })
    await expect(broader).rejects.toEqual(refusedAs('invalid_scope'))
    const stranger = oauth.refreshTokenGrant(server, tokens.refresh_token ?? '')
    await expect(stranger).rejects.toEqual(refusedAs('unauthorized_client'))
  })
})

describe('a connection', () => {
  const DAY = 24 * 60 * 60

  it('holds for 90 days at most, however often it is refreshed [OAU-1]', async () => {
    let tokens: Pick<Tokens, 'refresh_token'> = await signIn(world)
    for (const _ of [29, 58, 87]) {
      pass(29 * DAY)
      tokens = await refresh(tokens)
    }
    pass(4 * DAY)
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('invalid_grant'))
  })

  it('that nobody uses for 30 days has to be made anew [OAU-1]', async () => {
    const tokens = await signIn(world)
    pass(30 * DAY + 1)
    await expect(refresh(tokens)).rejects.toEqual(refusedAs('invalid_grant'))
  })
})

describe('an access token', () => {
  it('expires, and is refused by that name [OAU-1]', async () => {
    const { access_token: key, expires_in } = await signIn(world)
    expect(expires_in).toBe(600)
    expect((await signIn(world, { resource: world.mcp })).expires_in).toBe(300)
    pass(601)
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401, code: 'api_key_expired' })
  })

  it('dies with the connection, whichever token its client gives back [OAU-1]', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const tokens = await signIn(world)
      await oauth.tokenRevocation(cli, tokens[kind] ?? '')
      expect(await world.refuse(api.account.get, { key: tokens.access_token })).toMatchObject({
        code: 'api_key_revoked',
      })
      await expect(refresh(tokens)).rejects.toEqual(refusedAs('invalid_grant'))
    }
  })

  it('is not to be guessed, altered or sent in the address [KEY-3]', async () => {
    const { access_token } = await signIn(world)
    for (const key of [`${access_token.slice(0, -1)}~`, access_token.slice(1), 'con_01', `${access_token}.x.y`]) {
      expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
    const { status } = await world.send('GET', `/v1/account?access_token=${access_token}`, { key: null })
    expect(status).toBe(401)
  })

  it('is told to its client and to the exchanging server by introspection, to nobody else [OAU-1]', async () => {
    const { access_token } = await signIn(world, { scope: 'account:read' })
    const told = {
      active: true,
      scope: 'account:read',
      client_id: 'translation-cli',
      aud: world.api,
      iss: world.issuer,
    }
    expect(await oauth.tokenIntrospection(cli, access_token)).toMatchObject(told)
    expect(await oauth.tokenIntrospection(server, access_token)).toMatchObject(told)
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1/cb'] }),
    })
    const stranger = await world.client(String(JSON.parse(registered.text).client_id))
    expect(await oauth.tokenIntrospection(stranger, access_token)).toEqual({ active: false })
  })
})

describe('token exchange', () => {
  it('turns a token for the MCP server into one for the API that says who acts for whom [OAU-1]', async () => {
    const { access_token } = await signIn(world, {
      member: 'olga',
      scope: 'account:read usage:read',
      resource: world.mcp,
    })
    const given = await exchange(access_token)
    expect(given).toMatchObject({ issued_token_type: ACCESS_TOKEN, scope: 'account:read usage:read' })
    expect(given.expires_in).toBeLessThanOrEqual(300)
    const { credential } = await world.call(api.account.get, { key: given.access_token })
    expect(credential.id).toBe(decodeJwt(access_token).gid)
    expect(await oauth.tokenIntrospection(server, given.access_token)).toMatchObject({
      ...{ active: true, client_id: 'translation-cli', act: { sub: EXCHANGE.id }, aud: world.api },
    })
    expect(await exchange(access_token, { scope: 'usage:read' })).toMatchObject({ scope: 'usage:read' })
  })

  it('follows the ceiling as it is at that moment [OAU-3]', async () => {
    const { access_token } = await signIn(world, {
      member: 'olga',
      scope: 'account:read batches:create',
      resource: world.mcp,
    })
    const acting = { now: Date.now(), newId: world.newId, id: world.members.olga }
    await write(world.db, tx => setCeiling(tx, { ...acting, ceiling: ['account:read'] }))
    expect((await exchange(access_token)).scope).toBe('account:read')
    await expect(exchange(access_token, { scope: 'batches:create' })).rejects.toEqual(refusedAs('invalid_scope'))
    await write(world.db, tx => setCeiling(tx, { ...acting, ceiling: SCOPE_NAMES }))
  })

  it('launders nothing: no API token, no foreign, altered, expired or revoked one, no more scope, no other target [OAU-1]', async () => {
    const forApi = await signIn(world, { scope: 'account:read' })
    await expect(exchange(forApi.access_token)).rejects.toEqual(refusedAs('invalid_request'))
    const { access_token, refresh_token } = await signIn(world, { scope: 'account:read', resource: world.mcp })
    for (const scope of ['usage:read', 'account:read usage:read']) {
      await expect(exchange(access_token, { scope })).rejects.toEqual(refusedAs('invalid_scope'))
    }
    await expect(exchange(access_token, { resource: world.mcp })).rejects.toEqual(refusedAs('invalid_target'))
    await expect(exchange(access_token, { audience: world.api })).rejects.toEqual(refusedAs('invalid_target'))
    const { privateKey } = await generateKeyPair('ES256')
    const claims = decodeJwt(access_token)
    const forge = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'at+jwt' }).sign(key)
    const forged = [await forge('ES256', privateKey), await forge('HS256', new TextEncoder().encode('x'.repeat(32)))]
    const unsigned = `${btoa('{"alg":"none","typ":"at+jwt"}')}.${access_token.split('.')[1]}.`
    for (const token of [...forged, unsigned, `${access_token}x`]) {
      await expect(exchange(token)).rejects.toEqual(refusedAs('invalid_request'))
    }
    await oauth.tokenRevocation(cli, refresh_token ?? '')
    await expect(exchange(access_token)).rejects.toEqual(refusedAs('invalid_request'))
    const old = await signIn(world, { scope: 'account:read', resource: world.mcp })
    pass(301)
    await expect(exchange(old.access_token)).rejects.toEqual(refusedAs('invalid_request'))
  })

  it('asks for exactly what is offered, and is told what is not [OAU-1]', async () => {
    const { access_token } = await signIn(world, { resource: world.mcp })
    const jwt = 'urn:ietf:params:oauth:token-type:jwt'
    for (const fine of [{ subject_token_type: jwt }, { requested_token_type: ACCESS_TOKEN }]) {
      expect(await exchange(access_token, fine)).toMatchObject({ issued_token_type: ACCESS_TOKEN })
    }
    const refused = async (changes: Record<string, string | undefined>) => {
      const request = { subject_token: access_token, subject_token_type: ACCESS_TOKEN, resource: world.api, ...changes }
      const said = new URLSearchParams()
      for (const [name, value] of Object.entries(request)) if (value !== undefined) said.set(name, value)
      return await oauth.genericGrantRequest(server, TOKEN_EXCHANGE, said).catch(problem => problem)
    }
    for (const [changes, error, error_description] of [
      [{ subject_token: undefined }, 'invalid_request', /are required/],
      [{ subject_token_type: undefined }, 'invalid_request', /are required/],
      [{ subject_token_type: `${jwt}x` }, 'invalid_request', /subject_token_type/],
      [{ actor_token: access_token, actor_token_type: ACCESS_TOKEN }, 'invalid_request', /actor_token/],
      [{ requested_token_type: jwt }, 'invalid_request', /requested_token_type/],
      [{ resource: undefined }, 'invalid_target', /./],
    ] as const) {
      const answer = await refused(changes)
      expect(answer, JSON.stringify(changes)).toMatchObject({
        error,
        error_description: expect.stringMatching(error_description),
      })
    }
  })

  it.each(['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type', 'scope'])(
    'takes no %s twice, of which either could be meant [OAU-1]',
    async name => {
      const { access_token } = await signIn(world, { resource: world.mcp })
      const subject = { subject_token: access_token, subject_token_type: ACCESS_TOKEN, resource: world.api }
      const said = new URLSearchParams(subject)
      for (const value of ['x', 'y']) said.append(name, value)
      await expect(oauth.genericGrantRequest(server, TOKEN_EXCHANGE, said)).rejects.toMatchObject({
        ...{ error: 'invalid_request', error_description: expect.stringContaining(`'${name}' parameter`) },
      })
    },
  )

  it.each(['resource', 'audience'])(
    'may name more than one %s, and is refused for another than the API [OAU-1]',
    async name => {
      const { access_token } = await signIn(world, { resource: world.mcp })
      const said = new URLSearchParams({ subject_token: access_token, subject_token_type: ACCESS_TOKEN })
      for (const value of [world.api, world.mcp]) said.append(name, value)
      await expect(oauth.genericGrantRequest(server, TOKEN_EXCHANGE, said)).rejects.toEqual(refusedAs('invalid_target'))
    },
  )

  it('gives a token that lives as long as the one it was given for, to the second [OAU-1]', async () => {
    const { access_token } = await signIn(world, { resource: world.mcp })
    const { exp = 0 } = decodeJwt(access_token)
    for (const left of [200, 1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: (exp - left) * 1000 })
      expect((await exchange(access_token)).expires_in).toBe(left)
    }
  })

  it('needs the member, the client and the connection, each by itself [OAU-1] [OAU-3]', async () => {
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1:14523/callback'] }),
    })
    const client_id = String(JSON.parse(registered.text).client_id)
    const client = await world.client(client_id)
    const { access_token } = await signIn(world, { resource: world.mcp, client })
    const member = (state: 'active' | 'removed') =>
      world.db.updateTable('members').set({ state }).where('id', '=', world.members.ada).execute()
    await exchange(access_token)
    await member('removed')
    await expect(exchange(access_token)).rejects.toEqual(refusedAs('invalid_request'))
    await member('active')
    await exchange(access_token)
    await world.db.deleteFrom('oauth_artifacts').where('model', '=', 'Client').where('id', '=', client_id).execute()
    await expect(exchange(access_token)).rejects.toEqual(refusedAs('invalid_request'))
  })

  it('is open to the MCP server alone, with its secret [OAU-1]', async () => {
    const { access_token } = await signIn(world, { resource: world.mcp })
    await expect(exchange(access_token, {}, cli)).rejects.toEqual(refusedAs('unauthorized_client'))
    const wrong = await world.client(EXCHANGE.id, oauth.ClientSecretBasic('wrong'))
    await expect(exchange(access_token, {}, wrong)).rejects.toMatchObject({ status: 401 })
    const bare = await world.client(EXCHANGE.id)
    await expect(exchange(access_token, {}, bare)).rejects.toMatchObject({ status: 401 })
  })

  it('gives a token that dies with the connection [OAU-1]', async () => {
    const { access_token, refresh_token } = await signIn(world, { resource: world.mcp })
    const { access_token: key } = await exchange(access_token)
    await world.call(api.account.get, { key })
    await oauth.tokenRevocation(cli, refresh_token ?? '')
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ code: 'api_key_revoked' })
  })
})
