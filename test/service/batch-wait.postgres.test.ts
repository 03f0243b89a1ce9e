import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { STATE_HEADER } from '../../src/contract/limits.ts'
import { databaseOf, URL_FILE } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { afterFile } from '../support/after-file.ts'
import { installedServer, order, startCluster } from '../support/cluster.ts'
import { createMenu } from '../support/flow.ts'
import { dataOf, kill, type Served, serviceProgram } from '../support/service-process.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

async function look({ baseUrl, key }: Pick<Served, 'baseUrl' | 'key'>, id: string, query: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${baseUrl}/v1/batches/${id}?${new URLSearchParams(query)}`, { headers })
  const { data } = Object(await answer.json())
  return { status: answer.status, data, state: answer.headers.get(STATE_HEADER) ?? '' }
}

it('a wait at one process ends within 200 ms after another one changed the translation [SCL-1]', async () => {
  const serve = await serviceProgram()
  const dataDir = join(temporaryFolder(), 'data')
  // The one works; at the other, which does no work, the call waits.
  const working = await serve(dataDir)
  const waiting = await serve(dataDir, { workers: 0 })
  const db = openDatabase(databaseOf(dataDir))
  afterFile(async () => {
    await db.destroy()
    await Promise.all([kill(working), kill(waiting)])
  })
  const late: number[] = []
  const requests: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const body = {
      content: `Good morning, number ${round}.`,
      filename: 'a.txt',
      instruction: 'Translate from English into German.',
    }
    const { batch } = await dataOf(working, 'POST', '/v1/batches', body)
    let { data, state } = await look(waiting, batch.id)
    const following = (async () => {
      let asked = 0
      for (; data.status !== 'completed'; asked += 1)
        ({ data, state } = await look(waiting, batch.id, { unlike: state, wait_ms: '20000' }))
      requests.push(asked)
      return Date.now()
    })()
    await sleep(100)
    await dataOf(working, 'POST', `/v1/batches/${batch.id}/approve`, {})
    const heard = await following
    const row = await db.selectFrom('batches').selectAll().where('id', '=', batch.id).executeTakeFirstOrThrow()
    late.push(heard - (row.completed_at ?? 0))
  }
  expect(Math.min(...late), `${late}`).toBeLessThan(200)
  expect(Math.max(...requests)).toBeLessThanOrEqual(2)
})

it('a wait is answered in its time though the database goes away, and what nobody told is found once it is back [MCP-8]', async () => {
  const cluster = await startCluster(installedServer() ?? '')
  afterFile(() => cluster.end())
  await order(cluster.url('postgres'), 'create database own')
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, URL_FILE), `${cluster.url('own')}\n`)
  const world = await startWorld({ dataDir })
  const { batch } = await createMenu(world)
  const { state } = await look(world, batch.id)
  const asked = (wait_ms: string) => look(world, batch.id, { unlike: state, wait_ms })
  const began = performance.now()
  const short = asked('2000')
  const long = asked('25000')
  await sleep(300)
  await cluster.stop()
  const { status, data } = await short
  expect([status, data.status]).toEqual([200, 'awaiting_review'])
  expect(performance.now() - began).toBeLessThan(3500)
  await cluster.start()
  await order(cluster.url('own'), `update batches set status = 'failed' where id = '${batch.id}'`)
  expect((await long).data.status).toBe('failed')
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('no number of waits holds a connection of the database [MCP-8]', async () => {
  const world = await startWorld()
  const { batch } = await createMenu(world)
  const { state } = await look(world, batch.id)
  // The pool has fewer connections than there are waits.
  const waits = Array.from({ length: 50 }, () => look(world, batch.id, { unlike: state, wait_ms: '4000' }))
  await sleep(1500)
  const began = performance.now()
  for (let round = 0; round < 10; round += 1) expect((await look(world, batch.id)).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(1500)
  for (const { status } of await Promise.all(waits)) expect(status).toBe(200)
})
