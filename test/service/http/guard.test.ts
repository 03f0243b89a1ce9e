import { expect, it } from 'vitest'
import { api, OPERATIONS } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, SCOPES } from '../../../src/contract/scopes.ts'
import { write } from '../../../src/service/store/database.ts'
import { revokeKey, rotateKey } from '../../../src/service/store/keys.ts'
import { manualClock, refusalIn, startWorld } from '../../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock })
const here = () => ({ workspace_id: world.workspace.id, now: clock(), newId: world.newId })

it('asks for a credential where none is sent, or none by Bearer [ERR-2]', async () => {
  const none = await world.send('GET', '/v1/account', { key: null })
  expect(refusalIn(none)).toMatchObject({ status: 401, code: 'authentication_required', type: 'authentication_error' })
  expect(none.headers.get('www-authenticate')).toBe('Bearer')
  for (const authorization of [`Basic ${world.key}`, world.key, 'Bearer', `Bearer ${world.key} x`]) {
    const other = await world.send('GET', '/v1/account', { key: null, headers: { authorization } })
    expect(refusalIn(other)).toMatchObject({ status: 401, code: 'authentication_required' })
  }
})

it('never takes a credential from an address, another header or a body [KEY-3]', async () => {
  for (const name of ['api_key', 'access_token', 'key', 'token', 'authorization']) {
    const refused = refusalIn(await world.send('GET', `/v1/account?${name}=${world.key}`, { key: null }))
    expect(refused).toMatchObject({ status: 401, code: 'authentication_required' })
    expect(JSON.stringify(refused)).not.toContain(world.key)
  }
  const header = await world.send('GET', '/v1/account', { key: null, headers: { 'x-api-key': world.key } })
  expect(refusalIn(header).code).toBe('authentication_required')
  const cookie = await world.send('GET', '/v1/account', { key: null, headers: { cookie: `access_token=${world.key}` } })
  expect(refusalIn(cookie).code).toBe('authentication_required')
})

it('refuses a key that is malformed or unknown, without echoing it [ERR-2] [KEY-3]', async () => {
  for (const key of ['nonsense', 'tsk_live_short', `tsk_live_${'A'.repeat(43)}`, `tsk_test_${'A'.repeat(43)}`]) {
    const refused = await world.refuse(api.account.get, { key })
    expect(refused).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(refused.message).not.toContain(key)
  }
})

it('writes keys with a fixed beginning and keeps nothing but their hash [KEY-1] [KEY-3]', async () => {
  const { secret } = await world.issueKey(['account:read'])
  expect(secret).toMatch(/^tsk_live_[A-Za-z0-9_-]{43}$/)
  const rows = await world.db.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(secret.slice('tsk_live_'.length + 4))
})

it('stops a rotated key at once, and its successor can do the same [KEY-2]', async () => {
  const old = await world.issueKey(['account:read'], clock() + 3_600_000)
  const before = await world.call(api.account.get, { key: old.secret })
  const fresh = await write(world.db, tx => rotateKey(tx, { ...here(), id: old.id }))
  const refused = await world.refuse(api.account.get, { key: old.secret })
  expect(refused).toMatchObject({ status: 401, code: 'api_key_revoked' })
  const after = await world.call(api.account.get, { key: fresh.secret })
  const { name, scopes, expires_at } = before.credential
  expect(after.credential).toMatchObject({ name, scopes, expires_at })
  const row = await world.db.selectFrom('api_keys').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'replaced', replaced_by: fresh.key.id })
})

it('refuses a revoked key, and one from the moment of its expiry on [KEY-2]', async () => {
  const revoked = await world.issueKey(['account:read'])
  await write(world.db, tx => revokeKey(tx, { ...here(), id: revoked.id }))
  expect(await world.refuse(api.account.get, { key: revoked.secret })).toMatchObject({
    status: 401,
    code: 'api_key_revoked',
  })
  const expiring = await world.issueKey(['account:read'], clock() + 1000)
  await world.call(api.account.get, { key: expiring.secret })
  clock.advance(1000)
  expect(await world.refuse(api.account.get, { key: expiring.secret })).toMatchObject({
    status: 401,
    code: 'api_key_expired',
  })
})

it('opens each operation with its own scope and with no other [SCP-1]', async () => {
  for (const operation of OPERATIONS) {
    clock.advance(60_000)
    const others = SCOPE_NAMES.filter(scope => scope !== operation.scope)
    const lacking = await world.issueKey(others)
    const path = operation.path.replace(/\{\w+\}/g, 'x')
    const refused = refusalIn(await world.send(operation.method, path, { key: lacking.secret }))
    expect(refused, operation.id).toMatchObject({ status: 403, code: 'insufficient_scope', type: 'permission_error' })
    expect(refused.message).toContain(operation.scope)
    const holding = await world.issueKey([operation.scope])
    const answer = await world.send(operation.method, path, { key: holding.secret })
    expect(answer.text, operation.id).not.toContain('insufficient_scope')
    for (const { id } of [lacking, holding]) await write(world.db, tx => revokeKey(tx, { ...here(), id }))
  }
})

it('grants reserved scopes, which open nothing [SCP-1] [EVT-1]', async () => {
  const reserved = SCOPE_NAMES.filter(scope => SCOPES[scope].reserved)
  expect(reserved).toEqual(['files:write', 'webhooks:write'])
  const { secret } = await world.issueKey(reserved)
  clock.advance(60_000)
  for (const operation of OPERATIONS) {
    const refused = refusalIn(
      await world.send(operation.method, operation.path.replace(/\{\w+\}/g, 'x'), { key: secret }),
    )
    expect(refused.code, operation.id).toBe('insufficient_scope')
  }
})

it('says what this credential can do: without batches:create it creates nothing [ACC-1]', async () => {
  const { secret } = await world.issueKey(['account:read'])
  const account = await world.call(api.account.get, { key: secret })
  expect(account.capabilities.batch_creation).toBe(false)
  expect(account.credential.scopes).toEqual(['account:read'])
})

it('answers creation with feature_not_available where it is switched off, and says so before [ACC-3]', async () => {
  const off = await startWorld({ settings: { batch_creation: false } })
  expect((await off.call(api.account.get)).capabilities.batch_creation).toBe(false)
  for (const operation of OPERATIONS.filter(each => each.scope === 'batches:create')) {
    const answer = await off.send(operation.method, operation.path.replace(/\{\w+\}/g, 'x'))
    expect(refusalIn(answer), operation.id).toMatchObject({ status: 403, code: 'feature_not_available' })
  }
  await off.list(api.batches.list)
})

it('limits the requests of one credential in a minute, and lets them go on in the next [LIM-1]', async () => {
  const still = manualClock('2026-03-10T12:00:15.500Z')
  const limited = await startWorld({ clock: still, settings: { requests_per_minute: 3 } })
  const { secret } = await limited.issueKey(['account:read'])
  for (let request = 0; request < 3; request++) await limited.call(api.account.get)
  const answer = await limited.send('GET', '/v1/account')
  expect(refusalIn(answer)).toMatchObject({ status: 429, code: 'rate_limited', type: 'rate_limit_error' })
  expect(answer.headers.get('retry-after')).toBe('45')
  await limited.call(api.account.get, { key: secret })
  still.advance(44_500)
  await limited.call(api.account.get)
})
