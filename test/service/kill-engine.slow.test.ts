import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { expect, inject, it } from 'vitest'
import { databaseFile } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { type Apy, inSpanish, startApy } from '../support/apy.ts'
import { follow } from '../support/flow.ts'
import { temporaryFolder } from '../support/world.ts'

const SEGMENTS = 2000
const content = Array.from({ length: SEGMENTS }, (_, at) => `Read page number ${at} of the manual.`).join('\n\n')
const wanted = content.split('\n\n').map(inSpanish).join('\n\n')

interface Process {
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly key: string
}

/** Builds the service as a program of its own; it says its address and works until it is killed. */
async function builtService(): Promise<(dataDir: string, url: string) => Promise<Process>> {
  const folder = fileURLToPath(new URL('.', inject('workerEntry')))
  const input = fileURLToPath(new URL('../../src/service/service.ts', import.meta.url))
  const output = { file: join(folder, 'killed.js'), format: 'esm', codeSplitting: false } as const
  await build({ input, platform: 'node', external: id => !/^[./]/.test(id), output, logLevel: 'warn' })
  const main = join(folder, 'killed-main.mjs')
  writeFileSync(
    main,
    `import { startService } from './killed.js'
    const [dataDir, url] = process.argv.slice(2)
    const settings = { engine: 'apertium', apertium: { command: 'apertium', url }, lease_seconds: 1 }
    const service = await startService({ dataDir, settings, workerEntry: new URL('${inject('workerEntry')}') })
    console.log(JSON.stringify({ baseUrl: service.baseUrl, key: await service.ownKey() }))`,
  )
  return async (dataDir, url) => {
    const child = spawn(process.execPath, [main, dataDir, url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return { child, ...JSON.parse(String(line)) }
  }
}

async function call({ baseUrl, key }: Process, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const { status, text } = await follow(`${baseUrl}${path}`, init)
  expect(status, text.slice(0, 500)).toBeLessThan(300)
  return JSON.parse(text).data
}

async function kill({ child }: Process): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Every segment that was kept when a process died, by its text; the batch's phase and status then. */
async function stateOf(db: Database) {
  const rows = await db.selectFrom('translations').select('text').execute()
  const batch = await db.selectFrom('batches').select(['status', 'phase']).executeTakeFirst()
  return { kept: new Set(rows.map(({ text }) => text)), status: batch?.status, phase: batch?.phase }
}

/** The moments at which a process dies. */
const STEPS: readonly (readonly [string, (db: Database, apy: Apy) => Promise<boolean>])[] = [
  ['while it extracts', async db => (await stateOf(db)).status === 'analyzing'],
  ['when it has a plan', async db => (await stateOf(db)).status === 'awaiting_review'],
  ['when the first round is asked for', async (_, apy) => apy.asked.length > 0],
  ['when the first round is kept', async db => (await stateOf(db)).kept.size > 0],
  ['when half is kept', async db => (await stateOf(db)).kept.size >= SEGMENTS / 2],
  ['when all is kept', async db => (await stateOf(db)).kept.size >= SEGMENTS],
  ['while it writes', async db => (await stateOf(db)).phase === 'writing'],
]

it('asks no segment twice after it was kept, wherever it was killed, and makes the same file [CRD-2]', async () => {
  // An engine that takes its time: a process can be killed while it waits.
  const apy = await startApy({ before: () => new Promise(done => setTimeout(done, 150)) })
  const start = await builtService()
  const dataDir = join(temporaryFolder(), 'data')
  let running = await start(dataDir, apy.url)
  const db = openDatabase(databaseFile(dataDir))
  const instruction = 'Translate from English into Spanish.'
  const creation = call(running, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction }).catch(
    () => null,
  )
  let approved = false
  const doomed: Set<string>[] = []
  const askedAt: number[] = []
  const hit: string[] = []
  for (const [name, reached] of STEPS) {
    const batch = async () => await db.selectFrom('batches').select(['id', 'status']).executeTakeFirst()
    await expect
      .poll(
        async () => {
          const now = await batch()
          if (now?.status === 'awaiting_review' && !approved && name !== 'when it has a plan') {
            approved = true
            await call(running, 'POST', `/v1/batches/${now.id}/approve`, {})
          }
          return (await reached(db, apy)) || now?.status === 'completed'
        },
        { interval: 2, timeout: 30_000, message: name },
      )
      .toBe(true)
    if ((await batch())?.status !== 'completed') hit.push(name)
    await kill(running)
    await creation
    doomed.push((await stateOf(db)).kept)
    askedAt.push(apy.asked.length)
    running = await start(dataDir, apy.url)
  }
  // The last moment is short: it may pass between two looks.
  expect(hit).toEqual(expect.arrayContaining(STEPS.slice(0, -1).map(([name]) => name)))
  const { id } = await db.selectFrom('batches').select('id').executeTakeFirstOrThrow()
  const status = async () => (await call(running, 'GET', `/v1/batches/${id}`)).status
  await expect.poll(status, { interval: 20, timeout: 60_000 }).toBe('completed')
  for (const [at, kept] of doomed.entries()) {
    const again = apy.asked.slice(askedAt[at]).filter(asked => kept.has(inSpanish(asked)))
    expect(again, STEPS[at]?.[0]).toEqual([])
  }
  expect(new Set(apy.asked).size).toBe(SEGMENTS)
  const result = await call(running, 'GET', `/v1/batches/${id}/result`)
  expect((await follow(result.url)).text).toBe(wanted)
  expect(result.quality).toEqual({ segments: SEGMENTS, repaired: 0, kept_source: 0, findings: [] })
  const reserved = await db.selectFrom('credit_reservations').select('state').execute()
  expect(reserved.filter(({ state }) => state === 'reserved')).toEqual([])
  await kill(running)
  await db.destroy()
}, 180_000)
