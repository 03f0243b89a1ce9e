import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { databaseOf, URL_FILE } from '../../../src/service/data-folder.ts'
import { afterFile } from '../../support/after-file.ts'
import { installedServer, order } from '../../support/cluster.ts'
import { createMenu, resultOf, translate } from '../../support/flow.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'

/** A tool of the server, with arguments. It reads the address from them, as docs/operating.md writes it. */
function tool(name: string, ...args: string[]): void {
  execFileSync(join(installedServer() ?? '', name), args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

it('a dump of the database and a copy of the folder are a whole backup, taken while the service runs [SCL-1]', async () => {
  const world = await startWorld()
  const batch = await translate(world, await createMenu(world))
  const before = await resultOf(world, batch.id)
  const [dump, dataDir] = [join(temporaryFolder(), 'translation.dump'), join(temporaryFolder(), 'data')]
  tool('pg_dump', '--format', 'custom', '--file', dump, databaseOf(world.dataDir))
  cpSync(world.dataDir, dataDir, { recursive: true })
  const credits = await world.call(api.credits.get)
  await world.close()
  const cluster = inject('cluster')
  const url = cluster.replace(/postgres$/, 'restored')
  await order(cluster, 'create database restored template template0')
  afterFile(() => order(cluster, 'drop database if exists restored with (force)'))
  tool('pg_restore', '--no-owner', '--dbname', url, dump)
  writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
  const restored = await startWorld({ dataDir })
  expect(restored.key).toBe(world.key)
  expect((await resultOf(restored, batch.id)).file.text).toBe(before.file.text)
  expect(await restored.call(api.credits.get)).toEqual(credits)
  const next = await translate(restored, await createMenu(restored, 'Translate everything into French.'))
  expect(next.status).toBe('completed')
})
