import { beforeEach, expect, it } from 'vitest'
import * as oauth from '../../../src/service/store/oauth.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const { db } = await startWorld()

beforeEach(async () => {
  await db.deleteFrom('oauth_artifacts').execute()
})

const put = (model: string, id: string, facts: Partial<oauth.Artifact> = {}) =>
  oauth.putArtifact(db, {
    ...{ model, id, payload: `{"of":"${id}"}`, grant_id: null, user_code: null, uid: null, expires_at: NOW + 1 },
    ...facts,
  })

/** What there is, as `model id` and, where it is set, one of its moments. */
async function kept(moment?: 'revoked_at' | 'consumed_at' | 'expires_at'): Promise<string[]> {
  const rows = await db.selectFrom('oauth_artifacts').selectAll().orderBy('model').orderBy('id').execute()
  const set = moment === undefined ? rows : rows.filter(row => row[moment] !== null)
  return set.map(({ model, id }) => `${model} ${id}`)
}

it('finds an artifact of its kind by each of its names, until it expires or is revoked [OAU-1]', async () => {
  await put('Session', 'a', { uid: 'u' })
  await put('DeviceCode', 'a', { user_code: 'c', uid: 'u' })
  await put('Client', 'a', { expires_at: null })
  const find = (model: string, key: oauth.ArtifactKey, value: string, now = NOW) =>
    oauth.findArtifact(db, model, key, value, now)
  expect(await find('Session', 'uid', 'u')).toMatchObject({ model: 'Session', id: 'a' })
  expect(await find('DeviceCode', 'uid', 'u')).toMatchObject({ model: 'DeviceCode', id: 'a' })
  expect(await find('DeviceCode', 'user_code', 'c')).toMatchObject({ model: 'DeviceCode' })
  expect(await find('Session', 'user_code', 'c')).toBeUndefined()
  expect(await find('Session', 'id', 'b')).toBeUndefined()
  expect(await find('Session', 'id', 'a', NOW + 1)).toBeUndefined()
  expect(await find('Client', 'id', 'a', Number.MAX_SAFE_INTEGER)).toMatchObject({ model: 'Client' })
  await oauth.revokeArtifact(db, 'Session', 'a', NOW)
  expect(await find('Session', 'id', 'a')).toBeUndefined()
  expect(await oauth.findAnyArtifact(db, 'Session', 'a')).toMatchObject({ model: 'Session', revoked_at: NOW })
  expect(await oauth.findAnyArtifact(db, 'Session', 'b')).toBeUndefined()
  expect(await oauth.findAnyArtifact(db, 'Grant', 'a')).toBeUndefined()
})

it('keeps an artifact in place of the earlier one with its name, and of no other [OAU-1]', async () => {
  await put('Grant', 'a')
  await put('Session', 'a')
  await put('Grant', 'a', { payload: '{}', expires_at: NOW + 5 })
  expect(await oauth.findAnyArtifact(db, 'Grant', 'a')).toMatchObject({ payload: '{}', expires_at: NOW + 5 })
  expect(await oauth.findAnyArtifact(db, 'Session', 'a')).toMatchObject({ payload: '{"of":"a"}' })
})

it('uses one artifact up, within its leeway as often as wanted, a revoked one never [OAU-1]', async () => {
  for (const [model, id] of [
    ['RefreshToken', 'a'],
    ['RefreshToken', 'b'],
    ['AuthorizationCode', 'a'],
  ] as const) {
    await put(model, id)
  }
  const use = (now: number, leewayMs: number) =>
    oauth.consumeArtifact(db, { model: 'RefreshToken', id: 'a', now, leewayMs })
  expect([await use(NOW, 0), await use(NOW, 0)]).toEqual([true, false])
  expect([await use(NOW + 29, 30), await use(NOW + 30, 30)]).toEqual([true, false])
  expect(await kept('consumed_at')).toEqual(['RefreshToken a'])
  expect((await oauth.findAnyArtifact(db, 'RefreshToken', 'a'))?.consumed_at).toBe(NOW)
  await oauth.revokeArtifact(db, 'RefreshToken', 'a', NOW)
  expect(await use(NOW + 1, 30)).toBe(false)
})

it('removes, keeps for good and ends one artifact, and touches no other [OAU-1]', async () => {
  const [mine, others] = [
    ['Client', 'a'] as const,
    [
      ['Client', 'b'],
      ['Grant', 'a'],
    ] as const,
  ]
  for (const [model, id] of [mine, ...others]) await put(model, id)
  await oauth.keepArtifact(db, ...mine)
  expect(await kept('expires_at')).toEqual(['Client b', 'Grant a'])
  await oauth.revokeArtifact(db, ...mine, NOW)
  await oauth.revokeArtifact(db, ...mine, NOW + 1)
  expect(await kept('revoked_at')).toEqual(['Client a'])
  expect((await oauth.findAnyArtifact(db, ...mine))?.revoked_at).toBe(NOW)
  await oauth.dropArtifact(db, ...mine)
  expect(await kept()).toEqual(['Client b', 'Grant a'])
})

it('ends what a grant issued, of one kind or all with the grant itself, at the moment of its first end [OAU-1]', async () => {
  for (const grant_id of ['one', 'two']) {
    await put('Grant', grant_id)
    for (const model of ['AccessToken', 'RefreshToken']) await put(model, `of ${grant_id}`, { grant_id })
  }
  await oauth.revokeByGrant(db, 'AccessToken', 'one', NOW)
  expect(await kept('revoked_at')).toEqual(['AccessToken of one'])
  await oauth.revokeByGrant(db, 'AccessToken', 'one', NOW + 1)
  await oauth.revokeGrant(db, 'one', NOW + 2)
  expect(await kept('revoked_at')).toEqual(['AccessToken of one', 'Grant one', 'RefreshToken of one'])
  expect((await oauth.findAnyArtifact(db, 'AccessToken', 'of one'))?.revoked_at).toBe(NOW)
})

it('sweeps what has expired, an access token a day later, and never what stays [OAU-1]', async () => {
  await put('Client', 'stays', { expires_at: null })
  for (const model of ['AccessToken', 'Session']) {
    await put(model, 'over', { expires_at: NOW - DAY - 1 })
    await put(model, 'day', { expires_at: NOW - DAY })
    await put(model, 'now', { expires_at: NOW })
  }
  await oauth.sweepArtifacts(db, NOW)
  expect(await kept()).toEqual(['AccessToken day', 'AccessToken now', 'Client stays', 'Session now'])
})
