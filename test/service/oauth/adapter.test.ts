import type { Adapter } from 'oidc-provider'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { hashKey } from '../../../src/service/domain/keys.ts'
import { folderSecrets } from '../../../src/service/folder-secrets.ts'
import { createAdapter } from '../../../src/service/oauth/adapter.ts'
import { openKeys } from '../../../src/service/oauth/keys.ts'
import { OPEN_REGISTRATION } from '../../../src/service/oauth/options.ts'
import { listEvents } from '../../../src/service/store/audit.ts'
import { addConnection, findConnection } from '../../../src/service/store/connections.ts'
import { openDatabase, write } from '../../../src/service/store/database.ts'
import { addMember, setPassword } from '../../../src/service/store/members.ts'
import { findAnyArtifact } from '../../../src/service/store/oauth.ts'
import { manualClock, startWorld } from '../../support/world.ts'

/** The stores of two processes on one data folder, for one kind of artifact. */
async function twoProcesses(model: string, leewaySeconds: number) {
  const { db, dataDir, newId } = await startWorld()
  const other = openDatabase(databaseOf(dataDir))
  onTestFinished(() => other.destroy())
  const clock = manualClock('2026-03-01T00:00:00Z')
  const keys = await openKeys(db, folderSecrets(dataDir))
  const adapters = [db, other].map(each => {
    const alreadyUsed = () => new Error('used')
    return createAdapter({ db: each, keys, clock, newId, leewaySeconds, alreadyUsed, registration: OPEN_REGISTRATION })(
      model,
    )
  })
  const [one, two] = adapters
  if (one === undefined || two === undefined) throw new Error('no adapters')
  await one.upsert('the-secret', { jti: 'the-secret', grantId: 'con_1', accountId: 'mem_1' }, 3600)
  return { one, two, clock }
}

/** Both look before either uses: as two requests do that come at the same moment. */
async function usedByBoth(one: Adapter, two: Adapter): Promise<number> {
  const seen = [await one.find('the-secret'), await two.find('the-secret')]
  expect(seen.map(payload => payload?.consumed)).toEqual([undefined, undefined])
  const uses = await Promise.allSettled([one.consume('the-secret'), two.consume('the-secret')])
  return uses.filter(({ status }) => status === 'fulfilled').length
}

describe('what may be used once', () => {
  it.each(['RefreshToken', 'AuthorizationCode', 'DeviceCode'])(
    'goes to one of two that saw it unused: %s [OAU-1]',
    async model => {
      const { one, two } = await twoProcesses(model, 0)
      expect(await usedByBoth(one, two)).toBe(1)
      expect(await two.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
    },
  )

  it('is used up for one whose clock was read before the first use, however late its turn came [OAU-1]', async () => {
    const { one, two, clock } = await twoProcesses('RefreshToken', 0)
    await one.consume('the-secret')
    clock.advance(-1)
    expect(await two.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
    await expect(two.consume('the-secret')).rejects.toThrow('used')
  })

  it('is over where its first use lies further ahead than the leeway: a clock was ahead then [OAU-1]', async () => {
    const { one, two, clock } = await twoProcesses('RefreshToken', 30)
    await one.consume('the-secret')
    clock.advance(-29_000)
    await two.consume('the-secret')
    clock.advance(-1000)
    expect(await two.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
    await expect(two.consume('the-secret')).rejects.toThrow('used')
  })

  it('can be used once more within the leeway where it is a refresh token, counted from its first use [OAU-1]', async () => {
    const { one, two, clock } = await twoProcesses('RefreshToken', 30)
    expect(await usedByBoth(one, two)).toBe(2)
    clock.advance(29_000)
    await one.consume('the-secret')
    clock.advance(1000)
    await expect(two.consume('the-secret')).rejects.toThrow('used')
    expect(await one.find('the-secret')).toMatchObject({ consumed: expect.any(Number) })
  })

  it('can be used once, whatever the leeway, where it is a code [OAU-1]', async () => {
    const { one, two } = await twoProcesses('AuthorizationCode', 30)
    expect(await usedByBoth(one, two)).toBe(1)
  })
})

const DAY = 24 * 60 * 60 * 1000
const world = await startWorld()

/** A store at a moment of its own, with a member who signed in. */
async function alone() {
  const { db, dataDir, newId, workspace } = world
  const clock = manualClock('2026-03-01T00:00:00.500Z')
  const keys = await openKeys(db, folderSecrets(dataDir))
  const leewaySeconds = 30
  const adapter = createAdapter({
    db,
    keys,
    clock,
    newId,
    leewaySeconds,
    alreadyUsed: () => new Error('used'),
    registration: OPEN_REGISTRATION,
  })
  const acting = { now: clock(), newId }
  const name = newId('name')
  const { id: member_id } = await write(db, async tx => {
    const member = await addMember(tx, { ...acting, workspace_id: workspace.id, name, role: 'member', ceiling: [] })
    return (await setPassword(tx, { ...acting, id: member.id, password_hash: 'x' })).member
  })
  const row = (model: string, id: string) => findAnyArtifact(db, model, id)
  return { adapter, clock, member_id, newId, row }
}

describe('what is kept of a sign-in', () => {
  it('is found under what its holder presents, of which a hash alone is kept [KEY-3]', async () => {
    const { adapter, newId, row } = await alone()
    const secret = newId('secret')
    await adapter('AccessToken').upsert(secret, { jti: secret, accountId: 'm', grantId: 'g', uid: 'u' }, 60)
    expect(await row('AccessToken', secret)).toBeUndefined()
    const kept = await row('AccessToken', hashKey(secret))
    expect(kept).toMatchObject({ grant_id: 'g', uid: 'u', user_code: null })
    expect(kept?.payload).not.toContain(secret)
    expect(await adapter('AccessToken').find(secret)).toEqual({ jti: secret, accountId: 'm', grantId: 'g', uid: 'u' })
  })

  it('is found by its user code and its other name, whole, where it is sealed [KEY-3]', async () => {
    const { adapter, newId, row } = await alone()
    const [secret, uid, userCode] = [newId('secret'), newId('uid'), newId('code')]
    const payload = { jti: secret, uid, userCode }
    await adapter('DeviceCode').upsert(secret, payload, 60)
    expect((await row('DeviceCode', hashKey(secret)))?.payload).not.toContain(secret)
    expect(await adapter('DeviceCode').findByUserCode(userCode)).toEqual(payload)
    expect(await adapter('DeviceCode').findByUid(uid)).toEqual(payload)
    expect(await adapter('DeviceCode').findByUserCode('another')).toBeUndefined()
  })

  it('is nothing where it was not sealed here [KEY-3]', async () => {
    const { adapter, newId } = await alone()
    const secret = newId('secret')
    await adapter('Session').upsert(secret, { jti: secret }, 60)
    const planted = world.db.updateTable('oauth_artifacts').set({ payload: 'x'.repeat(80) })
    await planted.where('id', '=', hashKey(secret)).execute()
    expect(await adapter('Session').find(secret)).toBeUndefined()
  })

  it('is gone at its end, a client that nobody approved after a day [OAU-1]', async () => {
    const { adapter, clock, newId, row } = await alone()
    const [secret, client] = [newId('secret'), newId('client')]
    await adapter('AuthorizationCode').upsert(secret, { jti: secret }, 60)
    // The library gives no lifetime where it knows none.
    await Reflect.apply(adapter('Client').upsert, undefined, [client, { client_id: client, client_secret: 's3cret' }])
    expect((await row('Client', client))?.expires_at).toBe(clock() + DAY)
    expect(await adapter('Client').find(client)).toEqual({ client_id: client })
    clock.advance(59_999)
    expect(await adapter('AuthorizationCode').find(secret)).toBeDefined()
    clock.advance(1)
    expect(await adapter('AuthorizationCode').find(secret)).toBeUndefined()
  })

  it('is removed when it is given back, an access token ended, and a grant ends its connection [OAU-1]', async () => {
    const { adapter, clock, member_id, newId, row } = await alone()
    const [code, token, grant] = [newId('code'), newId('token'), newId('con')]
    await adapter('AuthorizationCode').upsert(code, { jti: code }, 60)
    await adapter('AccessToken').upsert(token, { jti: token, grantId: grant }, 60)
    await adapter('Grant').upsert(grant, { jti: grant, accountId: member_id }, 60)
    const client = { client_id: 'assistant', client_name: 'An assistant', redirect_host: null }
    const facts = { workspace_id: world.workspace.id, member_id, ...client, requested: [], granted: [] }
    await addConnection(world.db, { ...facts, id: grant, now: clock() })
    await adapter('AuthorizationCode').destroy(code)
    expect(await row('AuthorizationCode', hashKey(code))).toBeUndefined()
    await adapter('AccessToken').destroy(token)
    expect(await row('AccessToken', hashKey(token))).toMatchObject({ revoked_at: clock() })
    expect(await adapter('Grant').find(grant)).toBeDefined()
    await adapter('Grant').destroy(grant)
    expect(await row('Grant', grant)).toMatchObject({ revoked_at: clock() })
    expect((await findConnection(world.db, grant))?.revoked_at).toBe(clock())
    const events = (await listEvents(world.db, world.workspace.id)).filter(event => event.connection_id === grant)
    expect(events).toMatchObject([{ kind: 'connection_revoked', member_id, detail_json: '{"by":"client"}' }])
  })

  it('ends with the grant it was issued under, one kind at a time [OAU-1]', async () => {
    const { adapter, newId, row } = await alone()
    const [grantId, token] = [newId('con'), newId('token')]
    for (const model of ['AccessToken', 'RefreshToken']) await adapter(model).upsert(token, { jti: token, grantId }, 60)
    await adapter('RefreshToken').revokeByGrantId(grantId)
    expect((await row('AccessToken', hashKey(token)))?.revoked_at).toBeNull()
    expect(await adapter('RefreshToken').find(token)).toBeUndefined()
  })
})

describe('the session of a browser', () => {
  it('holds without a member, and with one who is there and has the password she signed in with [OAU-3]', async () => {
    const { adapter, clock, member_id, newId } = await alone()
    const second = Math.floor(clock() / 1000)
    const held = async (payload: object) => {
      const id = newId('session')
      await adapter('Session').upsert(id, { jti: id, ...payload }, 60)
      return (await adapter('Session').find(id)) !== undefined
    }
    expect(await held({})).toBe(true)
    // Of a sign-in within the second of the new password nobody knows whether it came before.
    expect(await held({ accountId: member_id, loginTs: second + 1 })).toBe(true)
    expect(await held({ accountId: member_id, loginTs: second })).toBe(false)
    expect(await held({ accountId: member_id })).toBe(false)
    expect(await held({ accountId: 'mem_none', loginTs: second })).toBe(false)
  })

  it('is asked about alone: nothing else goes with a password [OAU-3]', async () => {
    const { adapter, newId } = await alone()
    const id = newId('grant')
    await adapter('Grant').upsert(id, { jti: id, accountId: 'mem_none' }, 60)
    expect(await adapter('Grant').find(id)).toBeDefined()
  })

  it('that does not say when it began is older than any password, and holds where none was ever set [OAU-3]', async () => {
    const { adapter, member_id, newId } = await alone()
    const id = newId('session')
    await adapter('Session').upsert(id, { jti: id, accountId: member_id }, 60)
    const setAt = (password_set_at: number | null) =>
      world.db.updateTable('members').set({ password_set_at }).where('id', '=', member_id).execute()
    await setAt(1000)
    expect(await adapter('Session').find(id)).toBeUndefined()
    await setAt(null)
    expect(await adapter('Session').find(id)).toBeDefined()
  })
})

describe('a refresh token', () => {
  it('counts as used from the end of its leeway on, at the moment of its first use [OAU-1]', async () => {
    const { adapter, clock, newId } = await alone()
    const secret = newId('secret')
    await adapter('RefreshToken').upsert(secret, { jti: secret }, 3600)
    await adapter('RefreshToken').consume(secret)
    const used = Math.floor(clock() / 1000)
    clock.advance(29_999)
    expect((await adapter('RefreshToken').find(secret))?.consumed).toBeUndefined()
    clock.advance(1)
    expect((await adapter('RefreshToken').find(secret))?.consumed).toBe(used)
  })
})
