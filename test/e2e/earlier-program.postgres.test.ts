import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../src/service/store/migrations.ts'
import { REACH } from '../../src/service/store/schema-reach.ts'
import { rowsOf } from '../support/cluster.ts'
import { buildAt, commitBeforeLastMigration } from '../support/earlier.ts'
import { follow } from '../support/flow.ts'
import { dataDirIn, makePlace, type Running, startProgram } from '../support/program.ts'
import { newDatabase, SHARED } from '../support/replicas.ts'
import { dataOf, type Served } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

/** There is no release yet whose schema says how far it reaches: the program before the last migration stands for one. */
const commit = commitBeforeLastMigration()
const reaches = (REACH[SCHEMA_VERSION] ?? SCHEMA_VERSION) < SCHEMA_VERSION
const SERVICE = ['service', '--auth', 'none', '--port', '0', '--json']

let earlier: string
let database: string
let files: string

beforeAll(async () => {
  if (commit === undefined) return
  earlier = await buildAt(commit)
  database = await newDatabase()
  files = temporaryFolder()
})

const version = async () => Number((await rowsOf(database, 'select max(version) as it from schema_version'))[0])

/** A process of one of the programs, with a data folder of its own beside the files that all have. */
function begin(program?: string): Running & { readonly dataDir: string } {
  const place = makePlace()
  const dataDir = dataDirIn(place)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  symlinkSync(files, join(dataDir, 'files'))
  const shared = { TRANSLATION_DATABASE_URL: database, TRANSLATION_STATE_SECRET: SHARED, TRANSLATION_ENGINE: 'pseudo' }
  return { ...startProgram(SERVICE, { place, env: shared, ...(program && { program }) }), dataDir }
}

async function serve(program?: string): Promise<Running & Served> {
  const running = begin(program)
  const ended = running.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
  ended.catch(() => undefined)
  await Promise.race([running.heard('\n', 'stdout'), ended])
  const { base_url } = JSON.parse(running.said('stdout'))
  return { ...running, baseUrl: base_url, key: readFileSync(join(running.dataDir, 'key'), 'utf8').trim() }
}

const statusAt = async (one: Served, id: string) => (await dataOf(one, 'GET', `/v1/batches/${id}`)).status

/** Creates at one, approves at the other. */
async function approved(one: Served, other: Served, name: string): Promise<string> {
  const instruction = 'Translate from English into German.'
  const made = await dataOf(one, 'POST', '/v1/batches', { content: 'Good morning.', filename: name, instruction })
  const id = String(made.batch.id)
  await expect.poll(async () => (await dataOf(other, 'GET', `/v1/batches/${id}`)).plan_revision !== null).toBe(true)
  await dataOf(other, 'POST', `/v1/batches/${id}/approve`, {})
  return id
}

const resultAt = async (one: Served, id: string) =>
  (await follow((await dataOf(one, 'GET', `/v1/batches/${id}/result`)).url)).text

describe.skipIf(commit === undefined)('the program before the last migration, and this one, on one database', () => {
  it.runIf(reaches)(
    'work beside each other: what one creates the other approves, either does it, and credits are charged once [SCL-1]',
    async () => {
      const old = await serve(earlier)
      const before = await version()
      expect(before).toBeLessThan(SCHEMA_VERSION)
      const first = await approved(old, old, 'before.txt')
      await expect.poll(() => statusAt(old, first)).toBe('completed')
      const present = await serve()
      expect(await version()).toBe(SCHEMA_VERSION)
      const ids = [first]
      for (const [one, other] of [
        [old, present],
        [present, old],
        [old, old],
        [present, present],
      ] as const) {
        const id = await approved(one, other, `${ids.length}.txt`)
        await expect.poll(() => statusAt(one, id)).toBe('completed')
        ids.push(id)
      }
      for (const each of [old, present]) {
        for (const id of ids) expect(await resultAt(each, id)).toContain('⟦de ')
      }
      const states = await rowsOf(database, 'select state as it from credit_reservations')
      expect(states).toEqual(ids.map(() => 'settled'))
      const accounts = [await dataOf(old, 'GET', '/v1/account'), await dataOf(present, 'GET', '/v1/account')]
      expect(accounts[0]?.credits).toEqual(accounts[1]?.credits)
      // Another of the earlier ones starts meanwhile, as where an update is gone back from; nothing is migrated back.
      const again = await serve(earlier)
      expect(await statusAt(again, first)).toBe('completed')
      expect(await version()).toBe(SCHEMA_VERSION)
      for (const each of [old, present, again]) each.child.kill('SIGTERM')
      const ends = await Promise.all([old, present, again].map(({ ended }) => ended))
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
    },
  )

  it.skipIf(reaches)('the earlier one is refused once this one has migrated, by name [SCL-1]', async () => {
    await serve()
    const { code, stderr } = await begin(earlier).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining(`schema version ${SCHEMA_VERSION}`)])
  })
})
