import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { expect, inject, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { databaseFile } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { follow, reaches, resultOf } from '../support/flow.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

const PARAGRAPHS = 60_000
const SEEDED = 200_000

/** Starts the service in a process of its own on a data folder; it says its address and works until it is killed. */
async function startProcess(dataDir: string): Promise<{ child: ChildProcess; baseUrl: string; key: string }> {
  const worker = new URL(inject('workerEntry'))
  const folder = fileURLToPath(new URL('.', worker))
  const service = join(folder, 'service.js')
  const source = fileURLToPath(new URL('../../src/service/service.ts', import.meta.url))
  const output = { file: service, format: 'esm', codeSplitting: false } as const
  await build({ input: source, platform: 'node', external: id => !/^[./]/.test(id), output, logLevel: 'warn' })
  const main = join(folder, 'main.mjs')
  writeFileSync(
    main,
    `import { startService } from './service.js'
    const settings = { engine: 'pseudo', lease_seconds: 1, json_body_bytes: 20_000_000 }
    const service = await startService({ dataDir: process.argv[2], settings, workerEntry: new URL('${worker.href}') })
    console.log(JSON.stringify({ baseUrl: service.baseUrl, key: await service.ownKey() }))`,
  )
  const child = spawn(process.execPath, [main, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, ...JSON.parse(String(line)) }
}

it('goes on after a kill at any moment: kept segments are kept, credits settle once [CRD-2]', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const { child, baseUrl, key } = await startProcess(dataDir)
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await follow(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(300)
    return JSON.parse(answer.text).data
  }
  const content = Array.from({ length: PARAGRAPHS }, (_, at) => `Number ${at} here.`).join('\n\n')
  const instruction = 'Translate from English into German.'
  const created = await post('/v1/batches', { content, filename: 'long.txt', instruction })
  const batch_id: string = created.batch.id
  await post(`/v1/batches/${batch_id}/approve`, {})
  const db = openDatabase(databaseFile(dataDir))
  const kept = async () => {
    const { count } = await db
      .selectFrom('translations')
      .select(is => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  await expect.poll(kept, { interval: 5, timeout: 30_000 }).toBeGreaterThan(1000)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = await kept()
  expect(before).toBeLessThan(PARAGRAPHS)
  await db.destroy()

  const world = await startWorld({ dataDir, settings: { lease_seconds: 1 } })
  await expect
    .poll(async () => (await world.call(api.batches.get, { params: { batch_id } })).status, { timeout: 90_000 })
    .toBe('completed')
  await reaches(world, batch_id, 'completed')
  const { file, result } = await resultOf(world, batch_id)
  expect(file.text.match(/⟦de /g)?.length).toBe(PARAGRAPHS)
  expect(result.quality).toMatchObject({ segments: PARAGRAPHS, kept_source: 0 })
  const rows = await world.db.selectFrom('credit_reservations').selectAll().execute()
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['settled']))
  expect((await world.call(api.credits.get)).balance).toBe(SEEDED - created.credit_cost)
}, 120_000)
