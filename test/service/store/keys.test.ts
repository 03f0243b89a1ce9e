import { beforeEach, expect, it } from 'vitest'
import { LIMITS } from '../../../src/contract/limits.ts'
import { hashKey } from '../../../src/service/domain/keys.ts'
import * as keys from '../../../src/service/store/keys.ts'
import { plantWorkspace } from '../../support/plant.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const { db, newId } = await startWorld()
const refusedAs = (code: string) => expect.objectContaining({ code })

let here: string
let elsewhere: string
beforeEach(async () => {
  const [one, two] = [await plantWorkspace({ db, newId }), await plantWorkspace({ db, newId })]
  here = one.id
  elsewhere = two.id
})

const wanted = (changes: Partial<keys.NewKey> = {}): keys.NewKey => ({
  ...{ workspace_id: here, name: 'ci', scopes: ['account:read'], expires_at: null, now: NOW, newId },
  ...changes,
})
const create = (changes?: Partial<keys.NewKey>) => keys.createKey(db, wanted(changes))
const which = (id: string, changes: object = {}) => ({ workspace_id: here, id, now: NOW, newId, ...changes })

/** The keys of a workspace by id, with the state each is in. */
async function states(workspaceId = here): Promise<Record<string, string>> {
  return Object.fromEntries((await keys.listKeys(db, workspaceId)).map(({ id, state }) => [id, state]))
}

it('finds a key by its hash alone, with its own workspace [KEY-3]', async () => {
  const [mine, theirs] = [await create(), await create({ workspace_id: elsewhere })]
  for (const { key, secret } of [mine, theirs]) {
    expect(await keys.findKey(db, hashKey(secret))).toMatchObject({ key, workspace: { id: key.workspace_id } })
  }
  expect(await keys.findKey(db, hashKey('tsk_live_none'))).toBeUndefined()
})

it('issues a key as it is wanted, active and nobody’s own [KEY-1]', async () => {
  const { key, secret } = await create({ expires_at: NOW + 1 })
  expect(key).toEqual({
    ...{ id: expect.stringMatching(/^key_/), workspace_id: here, name: 'ci', prefix: secret.slice(0, 13) },
    ...{ hash: hashKey(secret), scopes_json: '["account:read"]', expires_at: NOW + 1, created_at: NOW },
    ...{ state: 'active', own: 0, replaced_by: null },
  })
})

it('lists the keys of one workspace, the newest first, and of one moment the last first [KEY-1]', async () => {
  const made = [await create({ now: NOW - 1 }), await create(), await create({ now: NOW + 1 }), await create()]
  await create({ workspace_id: elsewhere })
  const [oldest, first, newest, second] = made.map(({ key }) => key.id)
  expect((await keys.listKeys(db, here)).map(({ id }) => id)).toEqual([newest, second, first, oldest])
})

it('holds a workspace to its number of active keys, whatever others hold [KEY-1]', async () => {
  for (let count = 0; count < LIMITS.active_keys; count += 1) await create({ workspace_id: elsewhere })
  const [first] = [await create()]
  for (let count = 1; count < LIMITS.active_keys; count += 1) await create()
  await expect(create()).rejects.toEqual(refusedAs('too_many_keys'))
  await keys.createOwnKey(db, wanted())
  await keys.revokeKey(db, which(first.key.id))
  await expect(create()).rejects.toEqual(refusedAs('too_many_keys'))
})

it('puts its own key in the place of its own earlier one alone [KEY-2]', async () => {
  const [other, theirs] = [await create(), await keys.createOwnKey(db, wanted({ workspace_id: elsewhere }))]
  const first = await keys.createOwnKey(db, wanted())
  const rotated = await keys.rotateKey(db, which(first.key.id))
  const second = await keys.createOwnKey(db, wanted())
  expect([first, rotated, second].map(({ key }) => key.own)).toEqual([1, 1, 1])
  expect(await states()).toEqual({
    ...{ [other.key.id]: 'active', [first.key.id]: 'replaced' },
    ...{ [rotated.key.id]: 'revoked', [second.key.id]: 'active' },
  })
  expect(await states(elsewhere)).toEqual({ [theirs.key.id]: 'active' })
})

it('rotates one key, and leaves every other as it is [KEY-2]', async () => {
  const [old, other] = [await create({ expires_at: NOW + 60_000 }), await create()]
  const fresh = await keys.rotateKey(db, which(old.key.id, { now: NOW + 1 }))
  const minted = { id: fresh.key.id, hash: hashKey(fresh.secret), prefix: fresh.secret.slice(0, 13) }
  expect(fresh.key).toEqual({ ...old.key, ...minted, created_at: NOW + 1 })
  expect(await states()).toEqual({ [old.key.id]: 'replaced', [fresh.key.id]: 'active', [other.key.id]: 'active' })
  const replaced = (await keys.listKeys(db, here)).map(key => key.replaced_by)
  expect(replaced.sort()).toEqual([fresh.key.id, null, null])
})

it('ends one key, and leaves every other as it is [KEY-2]', async () => {
  const [one, other] = [await create(), await create()]
  await keys.revokeKey(db, which(one.key.id))
  expect(await states()).toEqual({ [one.key.id]: 'revoked', [other.key.id]: 'active' })
})

it('knows no key of another workspace, and no end of one that has ended [KEY-2]', async () => {
  const [theirs, ended, expired] = [
    await create({ workspace_id: elsewhere }),
    await create(),
    await create({ expires_at: NOW }),
  ]
  await keys.revokeKey(db, which(ended.key.id))
  for (const change of [keys.revokeKey, keys.rotateKey]) {
    for (const id of [theirs.key.id, 'key_none']) {
      await expect(change(db, which(id))).rejects.toEqual(refusedAs('key_not_found'))
    }
    for (const { key } of [ended, expired]) {
      await expect(change(db, which(key.id))).rejects.toEqual(refusedAs('key_not_active'))
    }
  }
  expect(await states(elsewhere)).toEqual({ [theirs.key.id]: 'active' })
})
