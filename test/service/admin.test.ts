import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import * as credits from '../../src/service/admin/credits.ts'
import * as keys from '../../src/service/admin/keys.ts'
import { manualClock, startWorld } from '../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const wanted = { name: 'ci', scopes: ['account:read'], expires_at: null } as const

it('leaves allowance and grants as the service had them, whatever else is ordered [CRD-3]', async () => {
  const { dataDir, db, close } = await startWorld({ clock, settings: { seed_credits: 100, monthly_credits: null } })
  const grants = () => db.selectFrom('credit_grants').select(['type', 'amount']).execute()
  const allowance = () => db.selectFrom('workspaces').select('monthly_allowance').executeTakeFirstOrThrow()
  for (const settings of [{}, { monthly_credits: 5 }]) {
    expect((await credits.showCredits({ dataDir, clock, settings })).balance).toBe(100)
    await keys.listKeys({ dataDir, clock, settings })
    expect(await grants()).toEqual([{ type: 'seed', amount: 100 }])
    expect(await allowance()).toEqual({ monthly_allowance: null })
  }
  await close()
  const again = await startWorld({ dataDir, clock })
  expect((await again.call(api.credits.get)).balance).toBe(100)
  await again.close()
  const changed = await startWorld({ dataDir, clock, settings: { monthly_credits: 30 } })
  expect((await changed.call(api.credits.get)).balance).toBe(130)
})

it('issues a key that works at once and is shown once [KEY-1]', async () => {
  const world = await startWorld({ clock })
  const { key, secret } = await keys.createKey({ dataDir: world.dataDir, clock }, wanted)
  expect(key).toMatchObject({ name: 'ci', scopes: ['account:read'], state: 'active', expires_at: null, own: false })
  const { credential } = await world.call(api.account.get, { key: secret })
  expect(credential).toMatchObject({ id: key.id, name: 'ci', prefix: key.prefix, kind: 'api_key' })
  const listed = await keys.listKeys({ dataDir: world.dataDir, clock })
  expect(listed.map(each => each.name).sort()).toEqual(['This computer', 'ci'])
  expect(JSON.stringify(listed)).not.toContain(secret)
})

it('has at most ten active keys: revoked and expired ones do not count [KEY-1]', async () => {
  const { dataDir } = await startWorld({ clock })
  const options = { dataDir, clock }
  const ids: string[] = []
  for (let count = 1; count < 10; count++) ids.push((await keys.createKey(options, wanted)).key.id)
  await expect(keys.createKey(options, wanted)).rejects.toMatchObject({ code: 'too_many_keys' })
  await keys.revokeKey(options, ids[0] ?? '')
  const soon = clock() + 1000
  await keys.createKey(options, { ...wanted, expires_at: soon })
  await expect(keys.createKey(options, wanted)).rejects.toMatchObject({ code: 'too_many_keys' })
  clock.advance(1000)
  await keys.createKey(options, wanted)
  const states = (await keys.listKeys(options)).map(key => key.state)
  expect(states.filter(state => state === 'active')).toHaveLength(10)
  expect(states).toContain('expired')
})

it('rotates a key to a successor with its name, scopes and expiry, once [KEY-2]', async () => {
  const { dataDir } = await startWorld({ clock })
  const options = { dataDir, clock }
  const old = await keys.createKey(options, { ...wanted, expires_at: clock() + 60_000 })
  const fresh = await keys.rotateKey(options, old.key.id)
  const { name, scopes, expires_at } = old.key
  expect(fresh.key).toMatchObject({ name, scopes, expires_at, state: 'active' })
  expect(fresh.secret).not.toBe(old.secret)
  const replaced = (await keys.listKeys(options)).find(key => key.id === old.key.id)
  expect(replaced).toMatchObject({ state: 'replaced', replaced_by: fresh.key.id })
  await expect(keys.rotateKey(options, old.key.id)).rejects.toMatchObject({ code: 'key_not_active' })
  await expect(keys.revokeKey(options, old.key.id)).rejects.toMatchObject({ code: 'key_not_active' })
  await expect(keys.rotateKey(options, 'key_none')).rejects.toMatchObject({ code: 'key_not_found' })
})

it('follows the rotation of its own key in the key file [KEY-2] [KEY-3]', async () => {
  const world = await startWorld({ clock })
  const own = (await keys.listKeys({ dataDir: world.dataDir, clock })).find(key => key.own)
  const { secret } = await keys.rotateKey({ dataDir: world.dataDir, clock }, own?.id ?? '')
  expect(await world.service.ownKey()).toBe(secret)
  await world.call(api.account.get, { key: secret })
  expect(await world.refuse(api.account.get)).toMatchObject({ code: 'api_key_revoked' })
})

it('grants credits by command [CRD-3]', async () => {
  const world = await startWorld({ clock })
  const options = { dataDir: world.dataDir, clock }
  const grant = await credits.grantCredits(options, { amount: 250, expires_at: clock() + 60_000 })
  expect(grant).toMatchObject({ type: 'manual', amount: 250, remaining: 250 })
  const shown = await world.call(api.credits.get)
  expect(shown.balance).toBe(200_250)
  expect(await credits.showCredits(options)).toEqual({ balance: shown.balance, grants: shown.grants })
})

it.each([0, -5, 1.5, Number.NaN, 2 ** 53])('refuses to grant %s credits [CRD-3]', async amount => {
  const { dataDir } = await startWorld({ clock })
  const refusal = credits.grantCredits({ dataDir, clock }, { amount, expires_at: null })
  await expect(refusal).rejects.toMatchObject({ code: 'invalid_amount' })
})

it('refuses a key without a name, or one that has expired before it begins [KEY-1]', async () => {
  const { dataDir } = await startWorld({ clock })
  const options = { dataDir, clock }
  await expect(keys.createKey(options, { ...wanted, name: ' ' })).rejects.toMatchObject({ code: 'invalid_name' })
  const past = { ...wanted, expires_at: clock() }
  await expect(keys.createKey(options, past)).rejects.toMatchObject({ code: 'invalid_expiry' })
})
