import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storedFiles } from '../../support/flow.ts'
import { ask } from '../../support/http.ts'
import { manualClock, startWorld } from '../../support/world.ts'

const clock = manualClock('2026-11-01T00:00:00Z')
const world = await startWorld({ clock })
const probe = (path: string) => ask(`${world.baseUrl}${path}`, { headers: { host: '10.0.0.7' } })
const files = join(world.dataDir, 'files')

it('the service says under any host that it lives, and whether it can work, without a credential [MCP-12]', async () => {
  expect(await probe('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  expect(await probe('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  expect(storedFiles(world)).toEqual([])
  expect((await probe('/v1/account')).status).toBe(403)
})

it('it is not ready while the folder of its files is away, and names that [MCP-12]', async () => {
  clock.advance(1000)
  renameSync(files, `${files}-away`)
  expect(JSON.parse((await probe('/readyz')).text)).toMatchObject({ reason: 'the folder of the files is not there' })
  renameSync(`${files}-away`, files)
  clock.advance(1000)
  expect((await probe('/readyz')).status).toBe(200)
})

it('it is not ready while its files cannot be written, says why, and is ready again by itself [MCP-12]', async () => {
  clock.advance(1000)
  rmSync(files, { recursive: true })
  writeFileSync(files, 'no folder')
  const away = await probe('/readyz')
  const reason = 'the database or the files cannot be written (ENOTDIR)'
  expect([away.status, JSON.parse(away.text)]).toEqual([503, { status: 'not ready', reason }])
  expect((await probe('/healthz')).status).toBe(200)
  rmSync(files)
  mkdirSync(files)
  // However often anybody asks, it is looked for once a second.
  expect((await probe('/readyz')).status).toBe(503)
  clock.advance(1000)
  expect((await probe('/readyz')).status).toBe(200)
})
