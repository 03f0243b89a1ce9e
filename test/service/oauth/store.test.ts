import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as oauth from 'openid-client'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { CLI_CLIENT_ID } from '../../../src/service/oauth/options.ts'
import { startService } from '../../../src/service/service.ts'
import { Browser } from '../../support/browser.ts'
import { rowsIn } from '../../support/databases.ts'
import { expectMode } from '../../support/mode.ts'
import { approve, EXCHANGE, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld } from '../../support/world.ts'

/** Everything in the data folder and its database, as text. */
async function everything(folder: string, but: readonly string[] = []): Promise<string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    entry => entry.isFile() && !but.includes(entry.name),
  )
  const texts = files.map(({ name }) => readFileSync(join(folder, name), 'latin1'))
  return [...texts, await rowsIn(folder)].join('\n')
}

/** A browser that remembers every cookie it was given. */
class Noting extends Browser {
  readonly values: string[] = []

  override async go(...given: Parameters<Browser['go']>): ReturnType<Browser['go']> {
    const page = await super.go(...given)
    for (const line of page.headers.getSetCookie()) this.values.push(/=([^;]*)/.exec(line)?.[1] ?? '')
    return page
  }
}

describe('the data folder of an authorization server', () => {
  it('holds no password, token, code, cookie or client secret that would work, in no file or log [KEY-3] [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const browser = new Noting()
    const secrets: string[] = [PASSWORD, EXCHANGE.secret]
    const tamper = (callback: URL) => void secrets.push(callback.searchParams.get('code') ?? '')
    const tokens = await signIn(world, { browser, tamper })
    const client = await world.client()
    const next = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '', { resource: world.api })
    const device = await oauth.initiateDeviceAuthorization(client, { scope: 'account:read', resource: world.api })
    const form = await browser.submit(await browser.go(device.verification_uri_complete ?? ''), '/oauth/device')
    await browser.submit(form, '/oauth/device')
    secrets.push(tokens.access_token, tokens.refresh_token ?? '', next.access_token, next.refresh_token ?? '')
    secrets.push(device.device_code, device.user_code, ...browser.values)
    const stored = await everything(world.dataDir)
    expect(secrets.filter(secret => secret.length < 6)).toEqual([])
    expect(secrets.filter(secret => stored.includes(secret))).toEqual([])
    expect(secrets.filter(secret => world.logged.join('\n').includes(secret))).toEqual([])
    expect(stored).toContain('$argon2id$')
  })

  it('keeps its keys in a file for its owner alone, apart from the database [KEY-3]', async () => {
    const world = await startOAuthWorld()
    expectMode(join(world.dataDir, 'oauth-keys'), 0o600)
    const { signing, secret } = JSON.parse(readFileSync(join(world.dataDir, 'oauth-keys'), 'utf8'))
    const stored = await everything(world.dataDir, ['oauth-keys'])
    expect([signing[0].d, secret].filter(part => stored.includes(part))).toEqual([])
  })

  it.each(['{"signing":[],"secret":"s3cret"}', 's3cret', ''])(
    'is not served where its keys are %j: that is said, nothing of them, and nothing goes on listening [KEY-3]',
    async damaged => {
      const first = await startOAuthWorld()
      await first.close()
      const { dataDir } = first
      const kept = readFileSync(join(dataDir, 'oauth-keys'))
      writeFileSync(join(dataDir, 'oauth-keys'), damaged)
      const log = { warn: () => undefined, error: () => undefined }
      const options = { dataDir, log, port: Number(new URL(first.baseUrl).port), oauth: {} }
      const refused = await startService(options).catch(String)
      expect(refused).toMatch(/^Error: The file oauth-keys of the data folder/)
      expect(refused).not.toContain('s3cret')
      await expect(fetch(first.baseUrl)).rejects.toThrow()
      writeFileSync(join(dataDir, 'oauth-keys'), kept)
      const again = await startService(options)
      expect((await fetch(`${again.baseUrl}/oauth/jwks`)).status).toBe(200)
      await again.close()
    },
  )
})

describe('several processes on one data folder', () => {
  it('agree on keys, sessions, codes and tokens when both serve one issuer [OAU-1]', async () => {
    const issuer = 'https://translate.example'
    const one = await startOAuthWorld({ settings: { public_url: issuer }, oauth: { issuer } })
    const two = await startWorld({ dataDir: one.dataDir, oauth: { issuer }, settings: { public_url: issuer } })
    const [keysOfOne, keysOfTwo] = [await one.send('GET', '/oauth/jwks'), await two.send('GET', '/oauth/jwks')]
    expect(keysOfOne.status).toBe(200)
    expect(keysOfOne.text).toBe(keysOfTwo.text)
  })

  it('take each other’s tokens, and see each other’s revocations at once [OAU-1]', async () => {
    const one = await startOAuthWorld()
    const two = await startWorld({ dataDir: one.dataDir, oauth: { issuer: one.issuer } })
    const tokens = await signIn(one)
    const account = () => two.send('GET', '/v1/account', { key: tokens.access_token })
    expect((await account()).status).toBe(200)
    await oauth.tokenRevocation(await one.client(), tokens.refresh_token ?? '')
    expect((await account()).text).toContain('api_key_revoked')
  })

  it('take none that was issued for the API under another address [OAU-1]', async () => {
    const one = await startOAuthWorld()
    const moved = await startWorld({ dataDir: one.dataDir, oauth: { issuer: 'https://moved.example' } })
    const { access_token: key } = await signIn(one)
    await one.call(api.account.get, { key })
    expect(await moved.refuse(api.account.get, { key })).toMatchObject({ code: 'invalid_api_key' })
  })

  it('use a refresh token up once between them, however many ask at once [OAU-1]', async () => {
    const strict = { refresh_leeway_seconds: 0 }
    const one = await startOAuthWorld({ oauth: strict })
    const two = await startWorld({ dataDir: one.dataDir, oauth: { ...strict, issuer: one.issuer } })
    const { refresh_token = '' } = await signIn(one)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `grant_type=refresh_token&client_id=${CLI_CLIENT_ID}&refresh_token=${refresh_token}`
    const uses = [one, two, one, two, one, two, one, two].map(world =>
      world.send('POST', '/oauth/token', { key: null, headers, body }),
    )
    expect((await Promise.all(uses)).filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('take no access token where they are no authorization server [OAU-1]', async () => {
    const one = await startOAuthWorld()
    const plain = await startWorld({ dataDir: one.dataDir })
    const { access_token: key } = await signIn(one)
    expect(await plain.refuse(api.account.get, { key })).toMatchObject({ code: 'invalid_api_key' })
  })
})

describe('a client that registers as a confidential one', () => {
  it('has no secret in the data folder either, since it gets none [KEY-3] [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const metadata = { redirect_uris: ['http://127.0.0.1/cb'], client_secret: 'chosen-by-the-client' }
    const body = JSON.stringify({ ...metadata, token_endpoint_auth_method: 'client_secret_basic' })
    const headers = { 'content-type': 'application/json' }
    expect((await world.send('POST', '/oauth/register', { key: null, headers, body })).status).toBe(201)
    expect(await everything(world.dataDir)).not.toContain('client_secret')
  })
})

describe('a strict server, without leeway', () => {
  it('gives one of eight uses of a refresh token at once an answer, and then ends the connection [OAU-1]', async () => {
    const world = await startOAuthWorld({ oauth: { refresh_leeway_seconds: 0 } })
    const client = await world.client()
    const tokens = await signIn(world)
    const uses = Array.from({ length: 8 }, () => oauth.refreshTokenGrant(client, tokens.refresh_token ?? ''))
    const answered = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled')
    expect(answered).toHaveLength(1)
    await expect(oauth.refreshTokenGrant(client, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await world.refuse(api.account.get, { key: tokens.access_token })).toMatchObject({ code: 'api_key_revoked' })
  })

  it('refuses a leeway beyond two minutes, and an issuer that is no origin', async () => {
    await expect(startWorld({ oauth: { refresh_leeway_seconds: 121 } })).rejects.toThrow('0 to 120')
    await expect(startWorld({ oauth: { issuer: 'https://a.example/path' } })).rejects.toThrow('origin')
  })

  it('gives one of eight redemptions of a code at once an answer [OAU-1]', async () => {
    const world = await startOAuthWorld()
    const client = await world.client()
    const verifier = oauth.randomPKCECodeVerifier()
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const asked = { redirect_uri: 'http://127.0.0.1:14523/callback', scope: 'account:read', resource: world.api }
    const address = oauth.buildAuthorizationUrl(client, { ...asked, code_challenge, code_challenge_method: 'S256' })
    const callback = await approve(address)
    const uses = Array.from({ length: 8 }, () =>
      oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier }),
    )
    expect((await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
