import * as oauth from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { revokeConnections } from '../../../src/service/store/connections.ts'
import { write } from '../../../src/service/store/database.ts'
import { Browser } from '../../support/browser.ts'
import { type ClientDocuments, serveClientDocuments } from '../../support/client-documents.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { startWorld } from '../../support/world.ts'

let documents: ClientDocuments
let world: OAuthWorld
beforeAll(async () => {
  documents = await serveClientDocuments()
  world = await startOAuthWorld({ fetching: documents.fetching })
})

/** How the authorization endpoint refuses a client. */
async function refusal(client_id: string, issuer = world.issuer) {
  const asked = { response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback', scope: 'account:read' }
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const query = new URLSearchParams({ client_id, ...asked, ...challenge })
  const page = await new Browser().go(`${issuer}/oauth/authorize?${query}`, {}, url => url.port === '14523')
  return { status: page.status, error: /Code: <code>(\w+)/.exec(page.html)?.[1] }
}

describe('a client that is known by its document', () => {
  it('signs in from any loopback port, shown by its address [OAU-1]', async () => {
    const pages: string[] = []
    const client = await world.client(documents.at('/plain.json'))
    const { access_token } = await signIn(world, { client, seen: page => pages.push(page.html) })
    expect(pages[0]).toContain(documents.at('/plain.json'))
    const { credential } = await world.call(api.account.get, { key: access_token })
    expect(credential.name).toBe('Agent of the tests')
  })

  it.each([
    ...['/foreign.json', '/secret.json', '/basic.json', '/script.json', '/exchange.json'],
    ...['/large.json', '/broken.json', '/moved.json', '/gone.json'],
  ])('is refused with %s, and nothing else is fetched for it [OAU-1]', async path => {
    const before = documents.seen.length
    const { status, error } = await refusal(documents.at(path))
    expect(status).toBe(400)
    expect(error).toMatch(/^invalid_(?:client|client_metadata|redirect_uri)$/)
    expect([...new Set(documents.seen.slice(before))]).toEqual([path])
  })

  it('is looked up once a connection, which is made by that very answer [OAU-1]', async () => {
    const [connections, names] = [documents.reached(), documents.lookedUp.length]
    await refusal(documents.at('/foreign.json'))
    expect(documents.reached() - connections).toBe(documents.lookedUp.length - names)
  })
})

describe('a document inside this network', () => {
  const hosts = ['inside.example', 'other.example', 'mixed.example', 'nowhere.example', '10.0.0.1', '[::1]']

  it.each(hosts)('is not looked for at %s [OAU-1]', async host => {
    const before = documents.reached()
    expect((await refusal(`https://${host}:${documents.port}/plain.json`)).status).toBe(400)
    expect(documents.reached()).toBe(before)
  })

  it('is refused without a word about this network, of which the operator hears [OAU-1]', async () => {
    const asked = { response_type: 'code', redirect_uri: 'http://127.0.0.1:14523/callback', scope: 'account:read' }
    const client_id = `https://secluded.example:${documents.port}/plain.json`
    const { html } = await new Browser().go(
      `${world.issuer}/oauth/authorize?${new URLSearchParams({ client_id, ...asked })}`,
    )
    expect(html).not.toContain('internet')
    const heard = world.logged.filter(line => line.includes(`"secluded.example:${documents.port}"`))
    expect([...new Set(heard)]).toEqual([expect.stringContaining('its address is not on the public internet')])
  })

  it('is not looked for however its address is written [OAU-1]', async () => {
    const open = await startOAuthWorld()
    const before = documents.reached()
    const literal = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '127.1',
      '017700000001',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ]
    for (const host of [...literal, '0.0.0.0', '[::]', '[::1]', 'localhost', '１２７.0.0.1']) {
      const { status, error } = await refusal(`https://${host}:${documents.port}/plain.json`, open.issuer)
      expect([host, status, error]).toEqual([host, 400, 'invalid_client'])
    }
    expect(documents.reached()).toBe(before)
  })

  it('is not looked for under an id that hides where it leads [OAU-1]', async () => {
    const before = documents.reached()
    const host = `client.example:${documents.port}`
    for (const id of [
      ...[`http://${host}/plain.json`, `https://user@${host}/plain.json`, `https://${host}/a/../plain.json`],
      ...[`https://${host}/%2e%2e/plain.json`, `https://${host}/plain.json#x`, `https://${host}\\plain.json`],
      ...[`https:/${host}/plain.json`, `https://${host}/pl ain.json`],
    ]) {
      expect((await refusal(id)).status, id).toBe(400)
    }
    expect(documents.reached()).toBe(before)
  })
})

describe('the number of documents that an address may have fetched', () => {
  it('does not stop the refreshes of a client that a member approved [OAU-1]', async () => {
    const limits = { sign_in: 1000, device: 1000, registration: 2, token: 1000, authorization: 1000 }
    const one = await startOAuthWorld({ fetching: documents.fetching, oauth: { limits } })
    const client = await one.client(documents.at('/plain.json'))
    const tokens = await signIn(one, { client })
    // Another process of the service, which has not read the document yet, near the end of what may be fetched at both.
    const shared = { dataDir: one.dataDir, oauth: { limits, issuer: one.issuer } }
    const two = await startWorld({ fetching: documents.fetching, ...shared })
    expect((await refusal(documents.at('/second.json'), two.baseUrl)).status).toBe(200)
    expect((await refusal(documents.at('/third.json'), two.baseUrl)).status).toBe(400)
    const refresh = () =>
      two.send('POST', '/oauth/token', {
        ...{ key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        body: new URLSearchParams({
          ...{ grant_type: 'refresh_token', client_id: documents.at('/plain.json') },
          refresh_token: tokens.refresh_token ?? '',
        }).toString(),
      })
    expect((await refresh()).status).toBe(200)
    await write(one.db, tx => revokeConnections(tx, one.members.ada, Date.now()))
    await expect(oauth.refreshTokenGrant(client, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
