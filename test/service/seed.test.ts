import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { mintKey } from '../../src/service/domain/keys.ts'
import { startService } from '../../src/service/service.ts'
import { giveDatabase, onPostgres } from '../support/databases.ts'
import { expectMode } from '../support/mode.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

it('keeps folder and files to their owner [KEY-3]', async () => {
  const { dataDir } = await startWorld()
  expectMode(dataDir, 0o700)
  expectMode(join(dataDir, 'key'), 0o600)
  for (const name of ['translation.db', 'translation.db-wal', 'translation.db-shm']) {
    if (existsSync(join(dataDir, name))) expectMode(join(dataDir, name), 0o600)
  }
})

it('keeps its files to their owner in a folder that is open to others [KEY-3]', async () => {
  const dataDir = join(temporaryFolder(), 'open')
  mkdirSync(dataDir, { mode: 0o755 })
  await startWorld({ dataDir })
  expectMode(join(dataDir, onPostgres() ? 'database-url' : 'translation.db'), 0o600)
  expectMode(join(dataDir, 'key'), 0o600)
})

it('keeps workspace, key and credits over a restart', async () => {
  const first = await startWorld()
  const before = await first.call(api.credits.get)
  await first.close()
  const second = await startWorld({ dataDir: first.dataDir })
  expect(second.key).toBe(first.key)
  expect(second.workspace.id).toBe(first.workspace.id)
  expect(await second.call(api.credits.get)).toEqual(before)
})

it.each([
  ['is missing', (file: string) => rmSync(file)],
  ['holds something else', (file: string) => writeFileSync(file, 'something else')],
  [
    'holds a key whose issue was never committed',
    (file: string) => writeFileSync(file, mintKey(new Uint8Array(32)).secret),
  ],
])('issues a new own key, and ends the old one, when the key file %s [KEY-2]', async (_, damage) => {
  const first = await startWorld()
  await first.close()
  damage(join(first.dataDir, 'key'))
  const second = await startWorld({ dataDir: first.dataDir })
  expect(second.key).not.toBe(first.key)
  await second.call(api.account.get)
  expect(await second.refuse(api.account.get, { key: first.key })).toMatchObject({ code: 'api_key_revoked' })
})

it('leaves nothing half done when seeding fails: the next start seeds', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  mkdirSync(join(dataDir, 'key', 'in-the-way'), { recursive: true })
  await expect(startService({ dataDir })).rejects.toThrow()
  rmSync(join(dataDir, 'key'), { recursive: true })
  const world = await startWorld({ dataDir })
  expect(readFileSync(join(dataDir, 'key'), 'utf8').trim()).toBe(world.key)
  expect(await world.db.selectFrom('api_keys').select('id').execute()).toHaveLength(1)
})

it('closes twice without harm and answers no more', async () => {
  const { service, baseUrl } = await startWorld()
  await Promise.all([service.close(), service.close()])
  await expect(fetch(`${baseUrl}/v1/account`)).rejects.toThrow()
})
