import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, type Scope } from '../../../src/contract/scopes.ts'
import { hashPassword } from '../../../src/service/oauth/passwords.ts'
import { write } from '../../../src/service/store/database.ts'
import { addMember, setCeiling, setPassword } from '../../../src/service/store/members.ts'
import { createWorkspace } from '../../../src/service/store/workspaces.ts'
import { Browser } from '../../support/browser.ts'
import { type Asking, approve, EXCHANGE, type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

const ALL = SCOPE_NAMES.join(' ')
const SERVER = `Basic ${btoa(`${EXCHANGE.id}:${EXCHANGE.secret}`)}`
const CALLBACK = 'http://127.0.0.1:14523/callback'

/** A request as it is to an endpoint that takes forms. */
async function post(path: string, fields: [string, string][], authorization?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) }
  const body = new URLSearchParams(fields).toString()
  const { status, text } = await world.send('POST', `/oauth/${path}`, { key: null, headers, body })
  const answer: { error?: string; scope?: string; access_token?: string } = text === '' ? {} : JSON.parse(text)
  return { status, ...answer }
}

/** A code that was consented to, and what it is redeemed with. */
async function consented(asking: Asking = {}): Promise<[string, string][]> {
  const client = await world.client()
  const code_verifier = oauth.randomPKCECodeVerifier()
  const code_challenge = await oauth.calculatePKCECodeChallenge(code_verifier)
  const { scope = 'account:read', resource = world.api } = asking
  const query = new URLSearchParams({ redirect_uri: CALLBACK, scope, code_challenge, code_challenge_method: 'S256' })
  for (const one of [resource].flat()) query.append('resource', one)
  const { searchParams } = await approve(oauth.buildAuthorizationUrl(client, query), asking)
  const redeemed = { grant_type: 'authorization_code', client_id: 'translation-cli', redirect_uri: CALLBACK }
  return Object.entries({ ...redeemed, code_verifier, code: searchParams.get('code') ?? '' })
}

describe('a resource', () => {
  it('that was not consented to gets no token, by code or by refresh [OAU-1]', async () => {
    for (const resource of [world.mcp, 'https://evil.example/', `${world.api}/`, '']) {
      const code = await consented()
      const { status, access_token } = await post('token', [...code, ['resource', resource || 'no address']])
      expect([resource, status, access_token]).toEqual([resource, 400, undefined])
    }
    const { refresh_token = '' } = await signIn(world)
    const refresh = { grant_type: 'refresh_token', client_id: 'translation-cli', refresh_token, resource: world.mcp }
    expect(await post('token', Object.entries(refresh))).toMatchObject({ status: 400, error: 'invalid_target' })
  })

  it('that is foreign spoils the request, also beside a known one [OAU-1]', async () => {
    const asked = { client_id: 'translation-cli', response_type: 'code', redirect_uri: CALLBACK, scope: 'account:read' }
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
    for (const other of ['https://evil.example/', `${world.api}/batches`, `${world.api}#x`]) {
      const query = new URLSearchParams({ ...asked, ...challenge, resource: world.api })
      query.append('resource', other)
      const { url } = await new Browser().go(`${world.issuer}/oauth/authorize?${query}`, {}, at => at.port === '14523')
      expect([other, url.searchParams.get('error')]).toEqual([other, 'invalid_target'])
    }
  })
})

describe('a token that is none for access', () => {
  it('opens neither the API nor an exchange: an identity, a refresh token, a code [OAU-1]', async () => {
    const { id_token = '', refresh_token = '' } = await signIn(world, {
      ...{ scope: 'openid account:read', resource: world.mcp },
    })
    expect(id_token.split('.')).toHaveLength(3)
    const code = new Map(await consented()).get('code') ?? ''
    for (const token of [id_token, refresh_token, code]) {
      expect(await world.refuse(api.account.get, { key: token })).toMatchObject({ code: 'invalid_api_key' })
      const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token'
      const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange'
      const exchange = { grant_type, subject_token: token, subject_token_type, resource: world.api }
      expect(await post('token', Object.entries(exchange), SERVER)).toMatchObject({ error: 'invalid_request' })
    }
  })

  it('is not exchanged either where the issuer signed it for somebody else, or as something else [OAU-1]', async () => {
    const { access_token } = await signIn(world, { resource: world.mcp })
    const { signing } = JSON.parse(readFileSync(join(world.dataDir, 'oauth-keys'), 'utf8'))
    const key = await importJWK(signing[0], 'ES256')
    const sign = (claims: object, typ = 'at+jwt') =>
      new SignJWT({ ...decodeJwt(access_token), ...claims }).setProtectedHeader({ alg: 'ES256', typ }).sign(key)
    const status = async (subject_token: string) => {
      const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token'
      const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange'
      const exchange = { grant_type, subject_token, subject_token_type, resource: world.api }
      return (await post('token', Object.entries(exchange), SERVER)).status
    }
    expect(await status(await sign({}))).toBe(200)
    for (const claims of [
      ...[{ aud: world.api }, { aud: 'translation-cli' }, { iss: 'https://evil.example' }, { exp: 1 }],
      ...[{ sub: world.members.olga }, { client_id: EXCHANGE.id }, { gid: 'con_none' }],
    ]) {
      expect([claims, await status(await sign(claims))]).toEqual([claims, 400])
    }
    expect(await status(await sign({}, 'JWT'))).toBe(400)
  })

  it('is ended by its own client alone [OAU-1]', async () => {
    const { access_token: key, refresh_token = '' } = await signIn(world)
    const registered = await world.send('POST', '/oauth/register', {
      ...{ key: null, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ redirect_uris: [CALLBACK] }),
    })
    const client_id = String(JSON.parse(registered.text).client_id)
    for (const token of [key, refresh_token]) {
      await post('revoke', Object.entries({ token }), SERVER)
      await post('revoke', Object.entries({ token, client_id }))
    }
    await world.call(api.account.get, { key })
  })
})

describe('a ceiling that is lowered between consent and token', () => {
  async function limit(ceiling: readonly Scope[]): Promise<void> {
    const acting = { now: Date.now(), newId: world.newId, id: world.members.olga }
    await write(world.db, tx => setCeiling(tx, { ...acting, ceiling }))
  }

  it('bounds the token, whatever was consented to [OAU-3]', async () => {
    const code = await consented({ member: 'olga', scope: 'account:read batches:create' })
    await limit(['account:read'])
    expect(await post('token', code)).toMatchObject({ status: 200, scope: 'account:read' })
    await limit(SCOPE_NAMES)
  })
})

describe('a member of another workspace', () => {
  const PASSWORD = 'the password of the other ada'

  async function other(): Promise<void> {
    const acting = { now: Date.now(), newId: world.newId }
    const password_hash = await hashPassword(PASSWORD)
    await write(world.db, async tx => {
      const facts = { name: 'Other', slug: 'other', seed_credits: 7, monthly_credits: null }
      const { id: workspace_id } = await createWorkspace(tx, { ...acting, ...facts })
      const member = { workspace_id, name: 'ada', role: 'admin', ceiling: SCOPE_NAMES } as const
      const { id } = await addMember(tx, { ...acting, ...member })
      await setPassword(tx, { ...acting, id, password_hash })
    })
  }

  it('finds nothing of this one, as if it were not there, whatever she may do in hers [OAU-2] [SCP-1]', async () => {
    const mine = await signIn(world, { member: 'olga', scope: ALL })
    const body = { content: 'Hello', filename: 'a.txt', instruction: 'Translate to German' }
    const { batch } = await world.call(api.batches.create, { key: mine.access_token, body })
    await other()
    const theirs = await signIn(world, { name: 'ada@other', password: PASSWORD, scope: ALL })
    const key = theirs.access_token
    expect(theirs.scope).toContain('batches:create')
    const account = await world.call(api.account.get, { key })
    expect([account.workspace.slug, account.credit_balance]).toEqual(['other', 7])
    const params = { batch_id: batch.id }
    for (const refused of [
      world.refuse(api.batches.get, { key, params }),
      world.refuse(api.batches.result, { key, params }),
      world.refuse(api.batches.plan, { key, params, body: { instruction: 'Translate to French' } }),
      world.refuse(api.batches.approve, { key, params, body: { expected_plan_revision: 'x' } }),
      world.refuse(api.batches.update, { key, params, body: { name: 'mine' } }),
    ]) {
      expect(await refused).toMatchObject({ status: 404, code: 'batch_not_found' })
    }
    expect((await world.list(api.batches.list, { key })).data).toEqual([])
    // One name in two workspaces is nobody's until it is said whose.
    await expect(signIn(world, { name: 'ada' })).rejects.toThrow('do not belong together')
    expect((await signIn(world, { name: 'ada@local' })).scope).toBe('account:read')
  })
})
