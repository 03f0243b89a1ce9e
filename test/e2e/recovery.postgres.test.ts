import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { type Cluster, installedServer, order, rowsOf, startCluster } from '../support/cluster.ts'
import { follow } from '../support/flow.ts'
import { dataDirIn, makePlace, type Running, runProgram, startProgram } from '../support/program.ts'
import { SHARED } from '../support/replicas.ts'
import { ask, dataOf, type Served } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const bin = installedServer() ?? ''

const settings = (cluster: Cluster, files: string) => ({
  TRANSLATION_DATABASE_URL: cluster.url('translation'),
  TRANSLATION_FILES_URL: pathToFileURL(files).href,
  TRANSLATION_STATE_SECRET: SHARED,
  TRANSLATION_ENGINE: 'pseudo',
})

async function serve(env: Record<string, string>): Promise<Running & Served> {
  const place = makePlace()
  const running = startProgram(['service', '--auth', 'none', '--port', '0', '--json'], { place, env })
  const ended = running.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
  ended.catch(() => undefined)
  await Promise.race([running.heard('\n', 'stdout'), ended])
  const key = readFileSync(join(dataDirIn(place), 'key'), 'utf8').trim()
  return { ...running, baseUrl: JSON.parse(running.said('stdout')).base_url, key }
}

async function planned(at: Served, filename: string): Promise<string> {
  const instruction = 'Translate from English into German.'
  const { batch } = await dataOf(at, 'POST', '/v1/batches', { content: 'Good morning.', filename, instruction })
  const id = String(batch.id)
  await expect.poll(async () => (await dataOf(at, 'GET', `/v1/batches/${id}`)).plan_revision !== null).toBe(true)
  return id
}

async function translated(at: Served, filename: string): Promise<string> {
  const id = await planned(at, filename)
  await dataOf(at, 'POST', `/v1/batches/${id}/approve`, {})
  await expect.poll(async () => (await dataOf(at, 'GET', `/v1/batches/${id}`)).status).toBe('completed')
  return id
}

const resultOf = async (at: Served, id: string) => {
  const { status, text, answer } = await ask(at, 'GET', `/v1/batches/${id}/result`)
  return status === 200 ? (await follow(answer.data.url)).text : text
}

/** What must be as it was: credits by the account and by the ledger, and what is known of each batch. */
async function stateOf(cluster: Cluster, at: Served) {
  const { credits } = await dataOf(at, 'GET', '/v1/account')
  const reserved = "select id || ' ' || state || ' ' || amount as it from credit_reservations order by id"
  const batches = "select id || ' ' || status as it from batches order by id"
  const url = cluster.url('translation')
  return { credits, reserved: await rowsOf(url, reserved), batches: await rowsOf(url, batches) }
}

/** The log goes into a folder beside the cluster's own: commands are run in that. */
const ARCHIVING = {
  ...{ wal_level: 'replica', max_wal_senders: '4', full_page_writes: 'on', archive_mode: 'on' },
  archive_command: 'mkdir -p ../archive && test ! -f ../archive/%f && cp %p ../archive/%f',
}

it('a base backup and the log kept since bring back any moment: money and files are as they were, and the service goes on [SCL-1]', async () => {
  const [files, base] = [temporaryFolder(), join(temporaryFolder(), 'base')]
  const lost = await startCluster(bin, ARCHIVING)
  const archive = join(lost.data, '..', 'archive')
  afterFile(() => lost.end())
  await order(lost.url('postgres'), "create database translation encoding 'UTF8' template template0")
  const before = await serve(settings(lost, files))
  const first = await translated(before, 'first.txt')

  // As docs/recovery.md says, while the service works.
  const address = lost.url('postgres').replace(/\/postgres$/, '')
  const options = ['--pgdata', base, '--checkpoint', 'fast', '--no-sync', '--dbname', address]
  await promisify(execFile)(join(bin, 'pg_basebackup'), options)
  const second = await translated(before, 'second.txt')
  const waiting = await planned(before, 'waiting.txt')
  const [moment = ''] = await rowsOf(lost.url('postgres'), 'select now()::text as it')
  const then = await stateOf(lost, before)
  await setTimeout(50)

  const later = await translated(before, 'later.txt')
  await dataOf(before, 'POST', `/v1/batches/${waiting}/approve`, {})
  const env = settings(lost, files)
  const removed = await runProgram(['files', 'delete', first], { place: makePlace(), env })
  expect(removed.stderr).toBe('')
  const [segment = ''] = await rowsOf(lost.url('postgres'), 'select pg_walfile_name(pg_switch_wal()) as it')
  await expect.poll(() => (existsSync(archive) ? readdirSync(archive) : []), { timeout: 10_000 }).toContain(segment)
  before.child.kill('SIGKILL')
  await before.ended
  cpSync(archive, join(base, 'archive'), { recursive: true })
  await lost.end()

  writeFileSync(join(base, 'recovery.signal'), '')
  const found = await startCluster(
    bin,
    {
      ...{ wal_level: 'replica', max_wal_senders: '4', restore_command: 'cp archive/%f %p' },
      ...{ recovery_target_time: moment, recovery_target_action: 'promote' },
    },
    { from: base },
  )
  afterFile(() => found.end())
  const inRecovery = async () => (await rowsOf(found.url('postgres'), 'select pg_is_in_recovery()::text as it'))[0]
  await expect.poll(inRecovery, { timeout: 10_000 }).toBe('false')

  const after = await serve(settings(found, files))
  expect(await stateOf(found, after)).toEqual(then)
  // The key is sealed in the database, with a secret that is not there.
  expect(after.key).toBe(before.key)
  expect(await resultOf(after, second)).toContain('⟦de ')
  expect((await ask(after, 'GET', `/v1/batches/${later}`)).status).toBe(404)
  // A file that was deleted after that moment stays deleted: the database names it, and it is told as expired.
  expect(await resultOf(after, first)).toContain('file_expired')
  await dataOf(after, 'POST', `/v1/batches/${waiting}/approve`, {})
  await expect.poll(async () => (await dataOf(after, 'GET', `/v1/batches/${waiting}`)).status).toBe('completed')
  await translated(after, 'next.txt')
  after.child.kill('SIGTERM')
  expect((await after.ended).code).toBe(0)
})
