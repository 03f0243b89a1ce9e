import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { beginSignIn, signInByDevice } from '../../src/auth/sign-in.ts'
import { browse } from '../support/authority.ts'
import { ask } from '../support/http.ts'
import { statusOf } from '../support/raw-request.ts'
import { mountSmall } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/world.ts'
import { makeGround } from './ground.ts'

const TEN_MINUTES = 600_000

describe('a sign-in by browser', () => {
  it('leaves a login that the API takes [OAU-4]', async () => {
    const { authority, apiUrl, store, session, signIn } = await makeGround()
    await signIn()
    const login = await store.find(apiUrl)
    expect(login).toMatchObject({ api_url: apiUrl, issuer: apiUrl, resource: `${apiUrl}/v1`, kept_in: 'file' })
    expect((await session().connect()).credential).toBe(login?.tokens.access_token)
    expect(authority.granted('authorization_code')).toBe(1)
  })

  it('asks for this resource with PKCE, and for no scope that opens nothing [OAU-4]', async () => {
    const { authority, apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', resource: `${apiUrl}/v1` })
    expect(asked.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(asked.scope?.split(' ')).toContain('batches:create')
    expect(asked.scope?.split(' ')).not.toContain('files:write')
    await browse(url)
    await done
    expect(authority.asked[0]?.get('resource')).toBe(`${apiUrl}/v1`)
  })

  it('asks for a lasting sign-in where the server has a word for it [OAU-4]', async () => {
    const { authority, apiUrl, store } = await makeGround({ scopes: ['account:read'] })
    const asked = async () => {
      const { url, cancel } = await beginSignIn({ apiUrl, store, clock: Date.now })
      cancel()
      const { scope = '', prompt } = Object.fromEntries(new URL(url).searchParams)
      return { lasting: scope.split(' ').includes('offline_access'), prompt }
    }
    expect(await asked()).toEqual({ lasting: false, prompt: undefined })
    authority.does.scopes = ['account:read', 'offline_access']
    expect(await asked()).toEqual({ lasting: true, prompt: 'consent' })
  })

  it('says on the page that comes back that it may be closed, and loads nothing into it', async () => {
    const { apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const answer = await fetch(url)
    expect(await answer.text()).toContain('You are signed in. This page can be closed.')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    await done
  })

  it('is not ended by an answer with a foreign state, to another host or path', async () => {
    const { apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(url).searchParams)
    const foreign = await browse(`${redirect_uri}?code=x&state=guessed"><script>`)
    expect(foreign).toMatchObject({ status: 400, text: expect.not.stringContaining('guessed') })
    const rebound = await ask(`${redirect_uri}?code=x&state=${state}`, { headers: { host: 'evil.example' } })
    const elsewhere = await browse(redirect_uri.replace('/callback', `/?code=x&state=${state}`))
    const posted = await ask(`${redirect_uri}?code=x&state=${state}`, { method: 'POST' })
    expect([rebound.status, elsewhere.status, posted.status]).toEqual([404, 404, 404])
    await browse(url)
    await expect(done).resolves.toBe('file')
  })

  it('is not ended by a request that is no address, which any page in a browser can send', async () => {
    const { apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const { redirect_uri = '' } = Object.fromEntries(new URL(url).searchParams)
    expect(await statusOf(redirect_uri, '//')).toBe(404)
    expect(await statusOf(redirect_uri, 'http://[')).toBe(404)
    await browse(url)
    await expect(done).resolves.toBe('file')
  })

  it('takes one answer, and hears no other address of this machine than its own', async () => {
    const { authority, apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const { redirect_uri = '' } = Object.fromEntries(new URL(url).searchParams)
    await expect(fetch(redirect_uri.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed')
    const { headers } = await fetch(url, { redirect: 'manual' })
    const callback = headers.get('location') ?? ''
    const statuses = (await Promise.all([browse(callback), browse(callback)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    await expect(done).resolves.toBe('file')
    expect(authority.asked).toHaveLength(1)
  })

  it('keeps no connection that a browser has opened and not used', async () => {
    const { apiUrl, store } = await makeGround()
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const { port } = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
    const idle = connect(Number(port), '127.0.0.1')
    await once(idle, 'connect')
    const ended = once(idle, 'close')
    await browse(url)
    await done
    await ended
  })

  it('fails closed on an answer that names another issuer, whose code is never redeemed', async () => {
    const { authority, apiUrl, store } = await makeGround({ iss: 'https://evil.example' })
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const { status, text } = await browse(url)
    expect({ status, evil: text.includes('evil') }).toEqual({ status: 400, evil: false })
    await expect(done).rejects.toMatchObject({ name: 'SignInFailed', code: 'unsuitable' })
    expect(authority.asked).toEqual([])
    expect(await store.find(apiUrl)).toBeUndefined()
  })

  it('that is denied tells the reason of the server, and nothing that could not be printed', async () => {
    const { authority, apiUrl, store } = await makeGround({ consents: false, description: 'Ask an admin.' })
    const first = await beginSignIn({ apiUrl, store, clock: Date.now })
    await browse(first.url)
    await expect(first.done).rejects.toThrow(/^The sign-in was not approved at http:\/\/127.*: Ask an admin\.$/)
    authority.does.description = 'x\u001b[31mred'
    const second = await beginSignIn({ apiUrl, store, clock: Date.now })
    await browse(second.url)
    await expect(second.done).rejects.toThrow(/^The sign-in was not approved at http:\/\/127[^:]*:\d+\.$/)
  })

  it('that is given up stops listening', async () => {
    const { apiUrl, store } = await makeGround()
    const { url, done, cancel } = await beginSignIn({ apiUrl, store, clock: Date.now })
    cancel()
    await expect(done).rejects.toMatchObject({ code: 'cancelled' })
    await expect(browse(new URL(url).searchParams.get('redirect_uri') ?? '')).rejects.toThrow('fetch failed')
  })

  it('ends the login before it at the server', async () => {
    const { authority, apiUrl, store, signIn } = await makeGround()
    await signIn()
    const before = await store.find(apiUrl)
    await signIn()
    expect(authority.seen).toContain('POST /oauth/revoke')
    expect((await store.find(apiUrl))?.tokens).not.toEqual(before?.tokens)
    expect(readFileSync(store.file, 'utf8')).not.toContain(before?.tokens.access_token)
  })
})

describe('the server to sign in at', () => {
  it('is found by the metadata of the API, else at its own origin [OAU-4]', async () => {
    const { authority, signIn, store, apiUrl } = await makeGround({ names: 'origin' })
    await signIn()
    expect(await store.find(apiUrl)).toMatchObject({ issuer: apiUrl, resource: `${apiUrl}/v1` })
    expect(authority.seen[0]).toBe('GET /.well-known/oauth-protected-resource/v1')
  })

  it('is not taken from a document about another resource', async () => {
    const ground = await makeGround({ resource: 'https://elsewhere.example/v1' })
    await ground.signIn()
    expect((await ground.store.find(ground.apiUrl))?.resource).toBe(`${ground.apiUrl}/v1`)
  })

  it.each([
    [{ names: 'nobody' }, 'no_authority', 'does not say where to sign in'],
    [{ pkce: ['plain'] }, 'unsuitable', 'does not protect codes by PKCE'],
  ] as const)('is refused where it is not fit: %j', async (behaviour, code, message) => {
    const { apiUrl, store } = await makeGround(behaviour)
    const begun = beginSignIn({ apiUrl, store, clock: Date.now })
    await expect(begun).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it.each(['http://id.example/', 'http://192.168.0.1', 'ftp://id.example/', 'file:///etc/passwd'])(
    'is never one that is reached in clear, whoever names it: %s [OAU-4]',
    async issuer => {
      const { authority, apiUrl, store } = await makeGround({ issuer })
      const begun = beginSignIn({ apiUrl, store, clock: Date.now })
      await expect(begun).rejects.toMatchObject({ code: 'unsuitable', message: expect.stringContaining('not https') })
      expect(authority.seen).toEqual(['GET /.well-known/oauth-protected-resource/v1'])
    },
  )

  it('that cannot be reached is named, without what was sent', async () => {
    const { apiUrl, store, authority } = await makeGround()
    await authority.close()
    const begun = beginSignIn({ apiUrl, store, clock: Date.now })
    await expect(begun).rejects.toThrow(`${apiUrl} cannot be reached.`)
    await expect(begun).rejects.toThrow('The reason: ECONNREFUSED.')
  })
})

describe('a sign-in by code', () => {
  it('waits until the person has entered it on any device [OAU-4]', async () => {
    const { authority, apiUrl, store } = await makeGround({ pending: 2 })
    const shown: string[] = []
    const options = { apiUrl, store, clock: Date.now }
    const kept = await signInByDevice(options, ({ user_code, verification_uri }) => {
      shown.push(user_code, verification_uri)
    })
    expect({ kept, shown }).toEqual({ kept: 'file', shown: ['WDJB-MJHT', `${apiUrl}/oauth/device`] })
    expect(authority.asked).toHaveLength(3)
    const { tokens } = (await store.find(apiUrl)) ?? {}
    expect(tokens?.expires_at).toBeGreaterThan(Date.now() + TEN_MINUTES - 60_000)
  })

  it.each([
    [{ device: false }, 'no_device_flow'],
    [{ consents: false }, 'denied'],
  ] as const)('fails with a reason: %j', async (behaviour, code) => {
    const { apiUrl, store } = await makeGround(behaviour)
    const options = { apiUrl, store, clock: Date.now }
    await expect(signInByDevice(options, () => undefined)).rejects.toMatchObject({ code })
    expect(await store.find(apiUrl)).toBeUndefined()
  })
})

describe('a sign-in that was approved and cannot be saved', () => {
  const full = { code: 'unsaved', message: expect.stringMatching(/^The sign-in was approved, .* the disk is full/) }
  const blocked = { code: 'unsaved', message: expect.stringMatching(/^The sign-in was approved, .* \(E\w+\)/) }

  it('says so, not that its server cannot be reached, and ends the connection again [OAU-4]', async () => {
    const { authority, apiUrl, store, folder } = await makeGround()
    // A file is in the way of the folder.
    authority.does.issues = () => writeFileSync(folder, '')
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const failed = expect(done).rejects.toMatchObject(blocked)
    await browse(url)
    await failed
    expect(authority.seen).toContain('POST /oauth/revoke')
  })

  it('by a code says so too [OAU-4]', async () => {
    const { authority, apiUrl, store, folder } = await makeGround()
    authority.does.issues = () => writeFileSync(folder, '')
    const options = { apiUrl, store, clock: Date.now }
    await expect(signInByDevice(options, () => undefined)).rejects.toMatchObject(blocked)
    expect(authority.seen).toContain('POST /oauth/revoke')
  })

  it('names a full disk as one [OAU-4]', async ({ skip }) => {
    const disk = join(temporaryFolder(), 'disk')
    if (!mountSmall(disk, 16)) skip('this user may mount nothing')
    const folder = join(disk, 'sign-in')
    const { authority, apiUrl, store } = await makeGround({}, { folder })
    authority.does.issues = () => fill(disk)
    const { url, done } = await beginSignIn({ apiUrl, store, clock: Date.now })
    const failed = expect(done).rejects.toMatchObject(full)
    await browse(url)
    await failed
  })
})

function fill(disk: string): void {
  for (let at = 0; at < 100; at++) {
    try {
      writeFileSync(join(disk, `${at}`), 'x'.repeat(1024))
    } catch {
      return
    }
  }
}
