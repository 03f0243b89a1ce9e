import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { setMemberPassword } from '../../src/service/admin/members.ts'
import { databaseFile } from '../../src/service/data-folder.ts'
import { hashKey } from '../../src/service/domain/keys.ts'
import { listMembers } from '../../src/service/store/members.ts'
import { SCHEMA_VERSION } from '../../src/service/store/migrations.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../support/sign-in.ts'
import { ROOT } from '../support/tree.ts'
import { temporaryFolder } from '../support/world.ts'

const BATCH = 'bat_01M7ZF561WE727RMQK5K6VMJMX'
const RESULT = '⟦de Ĥéļļöö ŵööŕļð.·⟧\n⟦de Ţĥéé šéçööñð ļîîñéé.⟧\n'

/** A folder made before there were passwords, connections and an audit log. */
function oldFolder(key: string): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(join(folder, 'files'), { recursive: true })
  const made = readFileSync(join(ROOT, 'test', 'service', 'store', 'schema-1.sql'), 'utf8')
  const db = new Sqlite(databaseFile(folder))
  db.exec(made.replace('OWN_KEY_HASH', hashKey(key)))
  db.close()
  writeFileSync(join(folder, 'key'), `${key}\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'files', 'blb_209e4457-3348-4d5e-bc58-f5fc5cef46c3'), RESULT)
  return folder
}

let world: OAuthWorld
const key = `tsk_live_${'k'.repeat(43)}`
beforeAll(async () => {
  world = await startOAuthWorld({ dataDir: oldFolder(key) })
})

it('keeps what a data folder of the first schema holds: its key, its batches, their plans and results', async () => {
  expect(new Sqlite(databaseFile(world.dataDir)).pragma('user_version')).toEqual([{ user_version: SCHEMA_VERSION }])
  expect(world.key).toBe(key)
  const { data } = await world.list(api.batches.list)
  expect(data.map(({ id, status }) => [id, status])).toEqual([[BATCH, 'completed']])
  const { plan } = await world.call(api.batches.getPlan, { params: { batch_id: BATCH } })
  expect(plan).toMatchObject({ credit_cost: 5, target_languages: ['de'], engine: 'pseudo' })
  const { url } = await world.call(api.batches.result, { params: { batch_id: BATCH } })
  expect(await (await fetch(url)).text()).toBe(RESULT)
})

it('adds up what such a folder used before there were sums for each day [USE-1]', async () => {
  const completed = (await world.call(api.batches.get, { params: { batch_id: BATCH } })).completed_at ?? ''
  const day = completed.slice(0, 10)
  const { totals } = await world.call(api.usage.get, { query: { from: day, to: day } })
  expect(totals).toEqual({ credits_used: 5, batches_completed: 1, words_translated: 5 })
  expect((await world.call(api.usage.get, { query: { from: completed, to: `${day}T23:59:59.999Z` } })).totals).toEqual(
    totals,
  )
})

it('lets the admin of such a folder sign in once she has a password, within the ceiling she had [OAU-2, OAU-3]', async () => {
  const admin = (await listMembers(world.db, world.workspace.id)).find(({ name }) => name === 'admin')
  expect(admin).toMatchObject({ role: 'admin', state: 'active', password_hash: null })
  await setMemberPassword({ dataDir: world.dataDir }, 'admin', PASSWORD)
  const tokens = await signIn(world, { name: 'admin', scope: 'account:read batches:read batches:create' })
  expect(tokens.scope).toBe('account:read batches:read')
  const { data } = await world.list(api.batches.list, { key: tokens.access_token })
  expect(data.map(({ id }) => id)).toEqual([BATCH])
})
