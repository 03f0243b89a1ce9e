import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { URL_FILE } from '../../../src/service/data-folder.ts'
import { type Cluster, installedServer, order, startCluster } from '../../support/cluster.ts'
import { createMenu, reaches } from '../../support/flow.ts'
import { startWorld, temporaryFolder, type World } from '../../support/world.ts'

let cluster: Cluster
let world: World
let ahead = 0
beforeAll(async () => {
  cluster = await startCluster(installedServer() ?? '', { wal_level: 'replica' })
  await order(cluster.url('postgres'), 'create database own')
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, URL_FILE), `${cluster.url('own')}\n`)
  world = await startWorld({ dataDir, clock: () => Date.now() + ahead })
})
afterAll(() => cluster.end())

/** What readiness says now: an answer is used again for a second. */
async function ready(): Promise<unknown> {
  ahead += 1000
  const answer = await fetch(`${world.baseUrl}/readyz`)
  return [answer.status, await answer.json()]
}

const READY = [200, { status: 'ready' }]
const AWAY = [503, { status: 'not ready', reason: 'the database does not answer' }]
const READ_ONLY = [503, { status: 'not ready', reason: 'the database takes no changes now' }]

/** What is told of a change, and whether what is there can be read. */
async function refusedAndRead(): Promise<unknown> {
  const { status, code, message } = await world.refuse(api.batches.create, {
    body: { content: 'Hello.', filename: 'hello.txt', instruction: 'Translate into German.' },
  })
  expect(message).toContain('changed nothing')
  await world.list(api.batches.list)
  return [status, code]
}

it('a service is not ready while its server is away, and is again by itself [MCP-12]', async () => {
  expect(await ready()).toEqual(READY)
  await cluster.stop()
  expect(await ready()).toEqual(AWAY)
  expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200)
  await cluster.start()
  expect(await ready()).toEqual(READY)
})

it('a service whose database takes no changes is not ready, says so at once, and goes on reading [MCP-12]', async () => {
  const { batch } = await createMenu(world)
  await order(cluster.url('postgres'), 'alter system set default_transaction_read_only = on')
  await order(cluster.url('postgres'), 'select pg_reload_conf()')
  await expect.poll(ready).toEqual(READ_ONLY)
  expect(await refusedAndRead()).toEqual([503, 'service_unavailable'])
  await order(cluster.url('postgres?options=-cdefault_transaction_read_only%3Doff'), 'alter system reset all')
  await order(cluster.url('postgres'), 'select pg_reload_conf()')
  await expect.poll(ready).toEqual(READY)
  await reaches(world, batch.id, 'awaiting_review')
})

it('a server that became a standby is one that takes no changes, until it is promoted [MCP-12]', async () => {
  await cluster.stop()
  writeFileSync(join(cluster.data, 'standby.signal'), '', { mode: 0o644 })
  await cluster.start()
  expect(await ready()).toEqual(READ_ONLY)
  expect(await refusedAndRead()).toEqual([503, 'service_unavailable'])
  await order(cluster.url('postgres'), 'select pg_promote()')
  expect(await ready()).toEqual(READY)
  await createMenu(world)
})
