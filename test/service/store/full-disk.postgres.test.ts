import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { URL_FILE } from '../../../src/service/data-folder.ts'
import { type Cluster, installedServer, order, startCluster } from '../../support/cluster.ts'
import { mountSmall } from '../../support/small-disk.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(installedServer() ?? '')
})
afterAll(() => cluster.end())

/** Fills a disk to the last byte. */
function fill(file: string): void {
  for (const size of [1024 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // There is no room for so much any more.
    }
  }
}

it('a database whose disk is full is said to be so, nothing is half stored, and calls go on once there is room [ERR-2, SCL-1]', async context => {
  const disk = join(cluster.data, '..', 'small')
  if (!mountSmall(disk, 40_000)) return context.skip('only root may mount a small disk')
  const space = join(disk, 'space')
  mkdirSync(space)
  const { uid, gid } = statSync(cluster.data)
  chownSync(space, uid, gid)
  await order(cluster.url('postgres'), `create tablespace small location '${space}'`)
  await order(cluster.url('postgres'), "create database own encoding 'UTF8' template template0 tablespace small")
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, URL_FILE), `${cluster.url('own')}\n`)
  const world = await startWorld({ dataDir })
  fill(join(disk, 'filler'))
  const terms = Array.from({ length: 2000 }, (_, at) => ({ source: `source ${at}`, target: `Ziel ${at}` }))
  const body = { language_pair: 'en-de', terms }
  expect(await world.refuse(api.glossaries.create, { body })).toMatchObject({
    status: 503,
    code: 'service_unavailable',
    message: 'The disk of the service is full: its operator has to make room.',
  })
  expect((await world.list(api.glossaries.list)).data).toEqual([])
  rmSync(join(disk, 'filler'))
  await world.call(api.glossaries.create, { body })
  expect((await world.list(api.glossaries.list)).data).toHaveLength(1)
  await world.close()
  await order(cluster.url('postgres'), 'drop database own with (force)')
  await order(cluster.url('postgres'), 'drop tablespace small')
})
