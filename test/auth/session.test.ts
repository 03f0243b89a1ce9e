import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logOut } from '../../src/auth/logout.ts'
import type { LoginSession } from '../../src/auth/session.ts'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { COMMAND, type Ground, makeGround } from './ground.ts'

const TEN_MINUTES = 600_000

function account(session: LoginSession) {
  const client = createClient({ connect: session.connect, userAgent: 'test' })
  onTestFinished(() => client.close())
  return client.call(api.account.get, {})
}

async function signedIn(): Promise<Ground> {
  const ground = await makeGround()
  await ground.signIn()
  return ground
}

describe('a stored login', () => {
  it('is used as it is while its token lives', async () => {
    const { authority, session } = await signedIn()
    const one = session()
    expect((await account(one)).data.workspace.name).toBe('Example')
    await account(one)
    expect(authority.granted('refresh_token')).toBe(0)
  })

  it('is refreshed before its token ends, once for all calls, and saved before it is used [OAU-4]', async () => {
    const { authority, apiUrl, session, store, skip } = await signedIn()
    const before = await store.find(apiUrl)
    skip(TEN_MINUTES - 20_000)
    const one = session()
    const [first, second] = await Promise.all([one.connect(), one.connect()])
    const { tokens } = (await store.find(apiUrl)) ?? {}
    expect([first.credential, second.credential]).toEqual([tokens?.access_token, tokens?.access_token])
    expect(tokens?.refresh_token).not.toBe(before?.tokens.refresh_token)
    expect(authority.granted('refresh_token')).toBe(1)
    expect(authority.asked.at(-1)?.get('resource')).toBe(`${apiUrl}/v1`)
  })

  it('that was renewed and cannot be saved is lost, and says so [OAU-4]', async () => {
    const { authority, folder, session, skip } = await signedIn()
    skip(TEN_MINUTES)
    authority.does.issues = () => rmSync(folder, { recursive: true })
    await expect(session().connect()).rejects.toMatchObject({
      code: 'sign_in_required',
      message: expect.stringContaining('could not be saved'),
    })
  })

  it('counts for its own address only [KEY-3]', async () => {
    const ground = await signedIn()
    const elsewhere = ground.apiUrl.replace('127.0.0.1', 'localhost')
    expect(await ground.store.find(elsewhere)).toBeUndefined()
    expect(await ground.store.find(`${ground.apiUrl}/base`)).toBeUndefined()
  })

  it('is made anew once where the API no longer takes its token', async () => {
    const { authority, session } = await signedIn()
    const one = session()
    await one.connect()
    authority.does.api_refuses = true
    await expect(account(one)).rejects.toMatchObject({ code: 'sign_in_required', message: refusedTwice })
    expect(authority.granted('refresh_token')).toBe(1)
    authority.does.api_refuses = false
    await expect(account(one)).resolves.toMatchObject({ status: 200 })
  })

  it('that another process has refreshed meanwhile is used, not refreshed again', async () => {
    const { authority, session, skip } = await signedIn()
    const [one, other] = [session(), session()]
    await one.connect()
    skip(TEN_MINUTES)
    await other.connect()
    await account(one)
    expect(authority.granted('refresh_token')).toBe(1)
  })

  it('that was revoked is forgotten, and the way to a new one named', async () => {
    const { authority, apiUrl, session, store } = await signedIn()
    authority.revokeAll()
    await expect(account(session())).rejects.toMatchObject({
      code: 'sign_in_required',
      message: expect.stringMatching(/expired or was revoked\. Run `translation-mcp login --api-url .*` in a terminal/),
    })
    expect(await store.find(apiUrl)).toBeUndefined()
  })

  it.each(['fails', 'breaks'] as const)('is kept while its server %s, which is said as such', async token_endpoint => {
    const { authority, apiUrl, session, store, skip } = await signedIn()
    skip(TEN_MINUTES)
    authority.does.token_endpoint = token_endpoint
    const message = expect.stringContaining('could not be renewed; it is kept')
    await expect(session().connect()).rejects.toMatchObject({ code: 'service_unavailable', message })
    expect(await store.find(apiUrl)).toBeDefined()
    authority.does.token_endpoint = 'works'
    // What broke off may have reached a stricter server; here it did not.
    await expect(session().connect()).resolves.toMatchObject({ baseUrl: apiUrl })
  })

  it('is kept while its server is away', async () => {
    const { authority, apiUrl, session, store, skip } = await signedIn()
    skip(TEN_MINUTES)
    await authority.close()
    await expect(session().connect()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await store.find(apiUrl)).toBeDefined()
  })

  it('whose lock another process holds is kept, and that is said [OAU-4]', async () => {
    const ground = await makeGround({}, { lock_tries: 1 })
    await ground.signIn()
    const { apiUrl, session, store, folder, skip } = ground
    skip(TEN_MINUTES)
    const lock = join(folder, 'logins.lock')
    const release = await lockfile.lock(folder, { lockfilePath: lock, realpath: false })
    onTestFinished(() => release())
    await expect(session().connect()).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(/could not be renewed; it is kept\. Another process .* locked\. .*try again/),
    })
    expect(await store.find(apiUrl)).toBeDefined()
  })

  it('whose folder cannot be written is kept, and the reason is said [OAU-4]', async () => {
    const ground = await makeGround({}, { lock_tries: 1 })
    await ground.signIn()
    const { apiUrl, session, store, folder, skip } = ground
    skip(TEN_MINUTES)
    // No lock can be made where a file is in its way, which nobody has touched for long.
    const lock = join(folder, 'logins.lock')
    writeFileSync(lock, '')
    utimesSync(lock, 0, 0)
    await expect(session().connect()).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(/it is kept\. The sign-in cannot be saved: its file cannot be written \(E\w+\)/),
    })
    expect(await store.find(apiUrl)).toBeDefined()
  })

  it('that cannot be read says so without a path', async () => {
    const { session, store } = await signedIn()
    writeFileSync(store.file, '{"logins": ')
    await expect(session().connect()).rejects.toMatchObject({
      code: 'sign_in_required',
      message: expect.not.stringContaining(store.file),
    })
  })

  it('of nobody names the exact command', async () => {
    const { session, folder } = await makeGround()
    await expect(session().connect()).rejects.toThrow(`Run \`${COMMAND}\` in a terminal`)
    rmSync(folder, { recursive: true, force: true })
  })
})

const refusedTwice = expect.stringContaining('although it was renewed a moment ago')

describe('signing out', () => {
  it('revokes at the server and forgets here', async () => {
    const { authority, apiUrl, session, store } = await signedIn()
    const one = session()
    await one.connect()
    expect(await logOut(`${apiUrl}/`, store)).toBe('revoked')
    expect(authority.seen).toContain('POST /oauth/revoke')
    await expect(account(one)).rejects.toMatchObject({ code: 'sign_in_required' })
    expect(await logOut(apiUrl, store)).toBe('none')
  })

  it('forgets here although the server is away', async () => {
    const { authority, apiUrl, store } = await signedIn()
    await authority.close()
    expect(await logOut(apiUrl, store)).toBe('forgotten')
    expect(await store.find(apiUrl)).toBeUndefined()
  })
})
