import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { openDataFolder, URL_FILE } from '../../../src/service/data-folder.ts'
import { stateKeys } from '../../../src/service/domain/state-secret.ts'
import { DEFAULT_SETTINGS, type ServiceSettings } from '../../../src/service/settings.ts'
import { noteFact, readFact } from '../../../src/service/store/facts.ts'
import { isFolderHeld, noteHolder } from '../../../src/service/store/folder-holders.ts'
import { SECRET_NAMES, sealedSecrets } from '../../../src/service/store/secrets.ts'
import { rowsIn } from '../../support/databases.ts'
import { follow } from '../../support/flow.ts'
import { manualClock, startWorld, temporaryFolder, type World } from '../../support/world.ts'
import { copyOf, keptFolders, LASTING } from '../folders/folder.ts'
import { emptyDatabase, moveAway } from './moving.ts'

const SECRET = 'the-secret-after-the-move-0123456789-0123456789'
const NEXT = 'the-secret-after-that-one-0123456789-0123456789'
const NOON = '2026-11-27T12:00:00Z'
const MINUTE = 60_000

/** A folder whose state is in a database, without a file of its own. */
function folderAt(url: string): string {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
  return dataDir
}

/** Opens a database as a start does, from a folder. The secrets are those of that start. */
async function opened(dataDir: string, settings: Partial<ServiceSettings>, clock: () => number = Date.now) {
  const folder = await openDataFolder(dataDir, { ...DEFAULT_SETTINGS, ...settings }, clock, {
    kind: 'start',
    allowance: undefined,
  } as const)
  await folder.db.destroy()
  return {
    signing_secret: folder.signing_secret,
    fingerprint_secret: folder.fingerprint_secret,
    secrets: folder.secrets,
  }
}

const refused = (why: string) => ({ code: 'state_secret', why })

it('a moved service that then gets a secret keeps its key, its links and its lists, also on a machine without its folder [KEY-3, SCL-1]', async () => {
  const { dataDir, facts } = copyOf(keptFolders().at(-1) ?? '')
  const url = await moveAway(dataDir)
  const settings = { ...LASTING, state_secret: SECRET }
  const params = { batch_id: facts.batches.completed }
  const plain = await startWorld({ dataDir, settings: LASTING })
  const { url: link } = await plain.call(api.batches.result, { params })
  const { next_cursor, data: first } = await plain.list(api.batches.list, { query: { limit: '2' } })
  await plain.close()

  const holds = async (world: World) => {
    expect(world.key).toBe(facts.key)
    const { pathname, search } = new URL(link)
    expect((await follow(`${world.baseUrl}${pathname}${search}`)).text).toBe(facts.result)
    const { data } = await world.list(api.batches.list, { query: { limit: '2', cursor: next_cursor ?? '' } })
    expect(data).toHaveLength(2)
    expect(first.map(({ id }) => id)).not.toContain(data[0]?.id)
  }
  const sealed = await startWorld({ dataDir, settings })
  await holds(sealed)
  await sealed.close()
  // What opens them lies in no row any more.
  const rows = await rowsIn(dataDir)
  const kept = readFileSync(join(dataDir, 'key'), 'utf8').trim()
  expect(rows).not.toContain(kept)
  const { signing_secret } = await opened(dataDir, settings)
  expect(rows).not.toContain(signing_secret)

  // Its files are in a place of their own on a real second machine; here the key and the lists are enough.
  const elsewhere = await opened(folderAt(url), settings)
  expect(elsewhere.signing_secret).toBe(signing_secret)
  await expect(startWorld({ dataDir, settings: LASTING })).rejects.toMatchObject(refused('missing'))
  await expect(startWorld({ dataDir, settings: { ...LASTING, state_secret: NEXT } })).rejects.toMatchObject(
    refused('other'),
  )
  rmSync(join(dataDir, 'key'))
  await holds(await startWorld({ dataDir, settings }))
})

it('a secret is replaced once with the one before it, and a wrong one before it changes nothing [KEY-3]', async () => {
  const dataDir = folderAt(await emptyDatabase())
  const first = await opened(dataDir, { state_secret: SECRET })
  const wrong = { state_secret: NEXT, state_secret_previous: `${SECRET}.` }
  await expect(opened(dataDir, wrong)).rejects.toMatchObject(refused('other'))
  expect((await opened(dataDir, { state_secret: SECRET })).signing_secret).toBe(first.signing_secret)
  const replacing = { state_secret: NEXT, state_secret_previous: SECRET }
  for (const settings of [replacing, replacing, { state_secret: NEXT }]) {
    const { signing_secret, fingerprint_secret } = await opened(dataDir, settings)
    expect({ signing_secret, fingerprint_secret }).toMatchObject({
      signing_secret: first.signing_secret,
      fingerprint_secret: first.fingerprint_secret,
    })
  }
  await expect(opened(dataDir, { state_secret: SECRET })).rejects.toMatchObject(refused('other'))
  // Back again, in the same way.
  await opened(dataDir, { state_secret: SECRET, state_secret_previous: NEXT })
  expect((await opened(dataDir, { state_secret: SECRET })).signing_secret).toBe(first.signing_secret)
})

it('two starts with a secret at once, on folders of their own, have the same secrets [KEY-3, SCL-1]', async () => {
  const url = await emptyDatabase()
  const folders = Array.from({ length: 4 }, () => folderAt(url))
  const starts = await Promise.all(folders.map(dataDir => opened(dataDir, { state_secret: SECRET })))
  expect(new Set(starts.map(({ signing_secret }) => signing_secret)).size).toBe(1)
  expect(new Set(starts.map(({ fingerprint_secret }) => fingerprint_secret)).size).toBe(1)
})

it('a process that was killed without a secret holds up the first start with one for a minute, and no longer [KEY-3]', async () => {
  const url = await emptyDatabase()
  const dataDir = folderAt(url)
  const clock = manualClock(NOON)
  const killed = await opened(dataDir, {}, clock)
  const early = [
    [dataDir, { state_secret: SECRET }, 'still_used'],
    [folderAt(url), { state_secret: SECRET }, 'still_used'],
    [folderAt(url), {}, 'other_folder'],
  ] as const
  for (const wait of [0, MINUTE - 1]) {
    clock.advance(wait)
    for (const [folder, settings, why] of early)
      await expect(opened(folder, settings, clock)).rejects.toMatchObject(refused(why))
  }
  clock.advance(1)
  const { signing_secret } = await opened(dataDir, { state_secret: SECRET }, clock)
  expect(signing_secret).toBe(killed.signing_secret)
})

it('what was sealed under another name, with another key, or changed, is an error and is not made anew [KEY-3]', async () => {
  const { dataDir, db, close } = await startWorld({
    dataDir: folderAt(await emptyDatabase()),
    settings: { state_secret: SECRET },
  })
  const { secrets } = await opened(dataDir, { state_secret: SECRET })
  const good = (await readFact(db, 'signing_secret')) ?? ''
  const other = (await readFact(db, 'fingerprint_secret')) ?? ''
  const bytes = Buffer.from(good, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const plain = await secrets.read(db, 'signing_secret')
  const bad = [
    other,
    bytes.toString('base64url'),
    stateKeys(NEXT).seal('x', 'signing_secret'),
    plain ?? '',
    '',
    good.slice(0, 20),
  ]
  for (const value of bad) {
    await noteFact(db, 'signing_secret', value, Date.now())
    const failed = await secrets.read(db, 'signing_secret').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'sealed_elsewhere', message: expect.stringContaining('signing_secret') })
    expect(String(failed)).not.toContain(plain)
    await expect(opened(dataDir, { state_secret: SECRET })).rejects.toMatchObject({ code: 'sealed_elsewhere' })
    expect(await readFact(db, 'signing_secret')).toBe(value)
  }
  await noteFact(db, 'signing_secret', good, Date.now())
  expect((await opened(dataDir, { state_secret: SECRET })).signing_secret).toBe(plain)
  // Each under its name, whatever the order.
  const again = sealedSecrets(stateKeys(SECRET))
  for (const name of SECRET_NAMES) expect(await again.read(db, name)).toBe(await secrets.read(db, name))
  await close()
})

it('signs of processes are forgotten ten minutes after the last, by whoever gives the next [KEY-3]', async () => {
  const { db } = await startWorld()
  await db.deleteFrom('folder_holders').execute()
  const at = Date.parse(NOON)
  await noteHolder(db, 'gone', at)
  await noteHolder(db, 'there', at + 10 * MINUTE)
  const ids = async () =>
    (await db.selectFrom('folder_holders').select('id').orderBy('id').execute()).map(({ id }) => id)
  expect(await ids()).toEqual(['gone', 'there'])
  await noteHolder(db, 'there', at + 10 * MINUTE + 1)
  expect(await ids()).toEqual(['there'])
  expect(await isFolderHeld(db, at + 11 * MINUTE)).toBe(true)
  expect(await isFolderHeld(db, at + 11 * MINUTE + 1)).toBe(false)
})
