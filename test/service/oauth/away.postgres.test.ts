import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { URL_FILE } from '../../../src/service/data-folder.ts'
import { Browser } from '../../support/browser.ts'
import {
  type Cluster,
  PASSWORD as DATABASE_PASSWORD,
  installedServer,
  order,
  startCluster,
} from '../../support/cluster.ts'
import { EXCHANGE, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { temporaryFolder } from '../../support/world.ts'

const LATER = 'another horse battery staple'

let cluster: Cluster
let world: OAuthWorld
beforeAll(async () => {
  cluster = await startCluster(installedServer() ?? '')
  await order(cluster.url('postgres'), 'create database own')
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, URL_FILE), `${cluster.url('own')}\n`)
  world = await startOAuthWorld({ dataDir })
})
afterAll(() => cluster.end())

it('sign-in says 503 while its database is away, to programs by the code of OAuth and to people in words, and goes on after [OAU-1]', async () => {
  const { issuer } = world
  const tokens = await signIn(world, { scope: 'account:read' })
  const browser = new Browser()
  const signedIn = await browser.submit(await browser.go(`${issuer}/account`), '/sign-in?to=%2Faccount', {
    name: 'rita',
    password: PASSWORD,
  })
  const form = await new Browser().go(`${issuer}/sign-in`)
  const { refresh_token = '', access_token } = tokens
  const own = { authorization: `Basic ${Buffer.from(`${EXCHANGE.id}:${EXCHANGE.secret}`).toString('base64')}` }
  const client_id = 'translation-cli'
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const asked = { client_id, response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback', state: 's' }
  const authorize = `/oauth/authorize?${new URLSearchParams({ ...asked, ...challenge, scope: 'account:read' })}`
  const programs: readonly [string, Record<string, string>, Record<string, string>?][] = [
    ['/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id }],
    ['/oauth/introspect', { token: access_token }, own],
    ['/oauth/revoke', { token: refresh_token, client_id }],
    ['/oauth/device-authorization', { client_id, scope: 'account:read' }],
  ]
  await cluster.stop()
  for (const [path, fields, headers = {}] of programs) {
    const answer = await fetch(`${issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
    const said = await answer.text()
    expect([path, answer.status, JSON.parse(said).error]).toEqual([path, 503, 'temporarily_unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(said).not.toContain(DATABASE_PASSWORD)
  }
  const registration = { redirect_uris: ['http://127.0.0.1/cb'], client_name: 'x', token_endpoint_auth_method: 'none' }
  const headers = { 'content-type': 'application/json' }
  const registered = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(registration),
  })
  expect([registered.status, await registered.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }])
  const pages: (() => ReturnType<Browser['go']>)[] = [
    () => browser.go(`${issuer}/account`),
    () => browser.go(`${issuer}${authorize}`),
    () => browser.go(`${issuer}/oauth/device`),
    () => browser.submit(signedIn, '/account/password', { password: PASSWORD, new: LATER, again: LATER }),
    () => new Browser().go(`${issuer}/invitation?token=abc`),
    () => new Browser().go(`${issuer}/oauth/interaction/abc`),
    () => browser.submit(form, '/sign-in', { name: 'rita', password: PASSWORD }),
  ]
  for (const open of pages) {
    const { url, status, html, headers: sent } = await open()
    // A form of another browser, and an interaction that nobody has, are told as such without the database.
    if (status === 403 || status === 400) continue
    expect([url.pathname, status]).toEqual([url.pathname, 503])
    expect(html).toContain('cannot be used right now')
    expect(Number(sent.get('retry-after'))).toBeGreaterThan(0)
    expect(sent.get('content-security-policy')).toContain("default-src 'none'")
  }
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/jwks', '/healthz']) {
    expect((await fetch(`${issuer}${path}`)).status).toBe(200)
  }
  await cluster.start()
  expect(world.logged.join()).not.toMatch(new RegExp(`${DATABASE_PASSWORD}|127\\.0\\.0\\.1:${cluster.port}`))
  const renewed = await oauth.refreshTokenGrant(await world.client(), refresh_token)
  expect(renewed.access_token).toBeTruthy()
  expect((await browser.go(`${issuer}/account`)).status).toBe(200)
})
