import { hash } from '@node-rs/argon2'
import * as oauth from 'openid-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { listConnections } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { endConnections, setPassword } from '../../../src/service/store/members.ts'
import { Browser } from '../../support/browser.ts'
import { ran } from '../../support/ran.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'

let world: OAuthWorld
let password_hash: string
beforeAll(async () => {
  world = await startOAuthWorld()
  password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
})

const NO_SECRET = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** What ends everything of ada's. */
const ENDINGS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a new password': () => write(world.db, tx => setPassword(tx, { ...acting(), id: world.members.ada, password_hash })),
  'the command that ends connections': () =>
    ran(['members', 'end-connections', 'ada'], { TRANSLATION_DATA_DIR: world.dataDir }),
}

const acting = () => ({ now: Date.now(), newId: world.newId })

describe.each(Object.keys(ENDINGS))('%s', name => {
  const end = async () => void (await ENDINGS[name]?.())
  beforeEach(async () => {
    await write(world.db, tx => endConnections(tx, { ...acting(), id: world.members.ada }))
  })

  it('ends each connection made before: its token at the next call, and its refresh token [OAU-1]', async () => {
    const client = await world.client()
    const [one, two] = [await signIn(world), await signIn(world)]
    const other = await signIn(world, { member: 'olga' })
    await end()
    for (const { access_token: key, refresh_token = '' } of [one, two]) {
      expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401, code: 'api_key_revoked' })
      await expect(oauth.refreshTokenGrant(client, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    }
    await world.call(api.account.get, { key: other.access_token })
    const left = await listConnections(world.db, { workspace_id: world.workspace.id, member_id: world.members.ada })
    expect(left.filter(({ revoked_at }) => revoked_at === null)).toEqual([])
    const again = await signIn(world)
    await world.call(api.account.get, { key: again.access_token })
  })

  it('signs out every browser, also one that signed in within the same second, and lets it sign in at once [OAU-1]', async () => {
    const browser = new Browser()
    const form = await browser.go(`${world.issuer}/connections`)
    const page = await browser.submit(form, '/sign-in', { name: 'ada', password: PASSWORD })
    expect(page.url.pathname).toBe('/connections')
    await end()
    const after = await browser.go(`${world.issuer}/connections`)
    expect(after.url.pathname).toBe('/sign-in')
    await browser.submit(after, '/sign-in', { name: 'ada', password: PASSWORD })
    expect((await browser.go(`${world.issuer}/connections`)).url.pathname).toBe('/connections')
  })

  it('leaves nothing to a consent page that was open, nor to a code that was not used yet [OAU-1, OAU-2]', async () => {
    const client = await world.client()
    const redirect_uri = 'http://127.0.0.1:14523/callback'
    const verifier = oauth.randomPKCECodeVerifier()
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const asked = { redirect_uri, scope: 'account:read', code_challenge, code_challenge_method: 'S256' }
    const address = oauth.buildAuthorizationUrl(client, { ...asked, resource: world.api })
    const stop = (url: URL) => url.port === '14523'
    const browser = new Browser()
    const open = async () => {
      const page = await browser.go(address)
      const signsIn = page.html.includes('type="password"')
      return signsIn ? await browser.submit(page, '/sign-in', { name: 'ada', password: PASSWORD }) : page
    }
    const { url: callback } = await browser.submit(await open(), '/consent', {}, stop)
    const consent = await open()
    await end()
    const before = await listConnections(world.db, { workspace_id: world.workspace.id })
    expect((await browser.submit(consent, '/consent', {}, stop)).status).toBe(400)
    expect(await listConnections(world.db, { workspace_id: world.workspace.id })).toEqual(before)
    const redeemed = oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    await expect(redeemed).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('leaves nothing to a device whose code was approved and not yet fetched [OAU-1]', async () => {
    const fields = new URLSearchParams({ client_id: 'translation-cli', scope: 'account:read', resource: world.api })
    const asked = await world.send('POST', '/oauth/device-authorization', { ...NO_SECRET, body: `${fields}` })
    const { user_code, device_code } = JSON.parse(asked.text)
    const browser = new Browser()
    const typed = await browser.submit(await browser.go(`${world.issuer}/oauth/device`), '/oauth/device', { user_code })
    const signing = await browser.submit(typed, '/oauth/device')
    const consent = await browser.submit(signing, '/sign-in', { name: 'ada', password: PASSWORD })
    expect((await browser.submit(consent, '/consent')).html).toContain('is connected')
    await end()
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const body = `${new URLSearchParams({ client_id: 'translation-cli', device_code, grant_type })}`
    const fetched = await world.send('POST', '/oauth/token', { ...NO_SECRET, body })
    expect([fetched.status, JSON.parse(fetched.text).access_token]).toEqual([400, undefined])
  })
})

it('the command says how many connections ended, and the log says by whom [OAU-2]', async () => {
  await signIn(world, { member: 'rita' })
  await signIn(world, { member: 'rita' })
  const ended = () => ran(['members', 'end-connections', 'rita'], { TRANSLATION_DATA_DIR: world.dataDir })
  const said = { code: 0, stderr: '', stdout: '2 connections of rita ended. Every browser has to sign in again.\n' }
  expect(await ended()).toEqual(said)
  const [event] = await listEvents(world.db, world.workspace.id, { limit: 1 })
  expect(event).toMatchObject({ kind: 'connections_ended', member_id: world.members.rita })
  expect(JSON.parse(event?.detail_json ?? '')).toEqual({ connections: 2, by: 'operator' })
  expect((await ended()).stdout).toBe('0 connections of rita ended. Every browser has to sign in again.\n')
})
