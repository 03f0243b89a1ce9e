import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOf } from '../../src/service/data-folder.ts'
import { startApy } from '../support/apy.ts'
import { order, rowsOf } from '../support/cluster.ts'
import { giveDatabase } from '../support/databases.ts'
import { samplesIn, valueIn } from '../support/exposition.ts'
import { follow } from '../support/flow.ts'
import { ask } from '../support/http.ts'
import { makePlace, type Place, type Running, runProgram, startProgram } from '../support/program.ts'
import { dataOf } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const TEXT = 'Good morning, dear guests.'
const PSEUDO = { TRANSLATION_ENGINE: 'pseudo' }
const Facts = z.looseObject({ base_url: z.string().default(''), metrics_url: z.string().optional() })

/** A data folder whose state is in a database of its own, and a place for the processes on it. */
async function onServer(): Promise<{ place: Place; dataDir: string }> {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  return { place: makePlace(), dataDir }
}

interface Started extends Running, z.output<typeof Facts> {}

/** Starts a command on it; it resolves when that has said its facts. */
async function start(
  { place, dataDir }: Awaited<ReturnType<typeof onServer>>,
  args: readonly string[],
  env: Record<string, string> = PSEUDO,
): Promise<Started> {
  const running = startProgram([...args, '--data-dir', dataDir, '--json'], { place, env })
  const ended = running.ended.then(({ stderr }) => Promise.reject(new Error(`${args.join(' ')}: ${stderr}`)))
  await Promise.race([running.heard('\n', 'stdout'), ended])
  ended.catch(() => undefined)
  return { ...running, ...Facts.parse(JSON.parse(running.said('stdout'))) }
}

/** A text that this service took in and that is approved. */
async function approvedAt(served: Started, dataDir: string, language = 'German') {
  const instruction = `Translate from English into ${language}.`
  const api = { child: served.child, baseUrl: served.base_url, key: readFileSync(join(dataDir, 'key'), 'utf8').trim() }
  const { batch } = await dataOf(api, 'POST', '/v1/batches', { content: TEXT, filename: 'a.txt', instruction })
  await expect.poll(async () => (await dataOf(api, 'GET', `/v1/batches/${batch.id}`)).plan_revision !== null).toBe(true)
  await dataOf(api, 'POST', `/v1/batches/${batch.id}/approve`, {})
  const status = async () => (await dataOf(api, 'GET', `/v1/batches/${batch.id}`)).status
  const result = async () => (await follow((await dataOf(api, 'GET', `/v1/batches/${batch.id}/result`)).url)).text
  return { id: String(batch.id), status, result }
}

const SERVICE = ['service', '--auth', 'none', '--port', '0', '--workers', '0']

describe('translation-mcp worker on PostgreSQL', () => {
  it('says its facts, works what a service took in, counts it, and ends with status 0 [SCL-1, SCL-3]', async () => {
    const at = await onServer()
    const [served, worker] = await Promise.all([start(at, SERVICE), start(at, ['worker', '--metrics-port', '0'])])
    expect(JSON.parse(worker.said('stdout'))).toEqual({
      data_dir: at.dataDir,
      process_id: worker.child.pid,
      metrics_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/),
    })
    const { status, result } = await approvedAt(served, at.dataDir)
    await expect.poll(status).toBe('completed')
    expect(await result()).toContain('⟦de ')

    const job = 'translation_job_duration_seconds_count'
    const counted = async () => samplesIn((await ask(worker.metrics_url ?? '')).text)
    await expect.poll(async () => valueIn(await counted(), job, { kind: 'translate', outcome: 'done' })).toBe(1)
    const samples = await counted()
    expect(valueIn(samples, job, { kind: 'analyze', outcome: 'done' })).toBe(1)
    expect(valueIn(samples, 'translation_engine_call_duration_seconds_count', { engine: 'pseudo' })).toBeGreaterThan(0)
    expect(valueIn(samples, 'translation_database_up')).toBe(1)
    // It serves nobody else.
    expect((await ask((worker.metrics_url ?? '').replace('/metrics', '/v1/account'))).status).toBe(404)

    for (const { child } of [worker, served]) child.kill('SIGTERM')
    const ends = await Promise.all([worker.ended, served.ended])
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ends.map(() => ({ code: 0, stderr: '' })))
  })

  it('stays while the database is away, also where it had nothing to do yet [SCL-1]', async () => {
    const at = await onServer()
    const database = databaseOf(at.dataDir)
    const name = new URL(database).pathname.slice(1)
    const keeper = database.replace(/[^/]*$/, 'postgres')
    const worker = await start(at, ['worker'])
    const away = async (isAway: boolean) =>
      void (await order(keeper, `alter database ${name} allow_connections ${!isAway}`))
    await away(true)
    await order(keeper, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    // Long enough for every attempt to have failed once.
    await sleep(2000)
    expect(worker.child.exitCode).toBeNull()
    await away(false)
    const served = await start(at, SERVICE)
    const { status } = await approvedAt(served, at.dataDir)
    await expect.poll(status).toBe('completed')
  })

  it('at SIGTERM gives back what does not end in time, and the next worker does it at once [SCL-2]', async () => {
    let held = true
    const apy = await startApy({ before: () => new Promise(done => setTimeout(done, held ? 20_000 : 0).unref()) })
    const env = { TRANSLATION_ENGINE: 'apertium', TRANSLATION_APERTIUM_URL: apy.url }
    const at = await onServer()
    const [served, first] = await Promise.all([
      start(at, SERVICE, env),
      start(at, ['worker', '--drain-seconds', '1'], env),
    ])
    const { id, status } = await approvedAt(served, at.dataDir, 'Spanish')
    await expect.poll(() => apy.asked.length).toBe(1)
    const began = performance.now()
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(performance.now() - began).toBeLessThan(1000 + 1700 + 1000)
    expect(await status()).toBe('translating')
    const row = `select concat_ws(' ', lease_owner, lease_until, attempts) as it from batches where id = '${id}'`
    expect(await rowsOf(databaseOf(at.dataDir), row)).toEqual(['0'])
    held = false
    const next = await start(at, ['worker'], env)
    await expect.poll(status).toBe('completed')
    for (const { child } of [next, served]) child.kill('SIGTERM')
    expect((await next.ended).code).toBe(0)
  })

  it('tells a person in words where it works and where metrics are, and that it is not used so', async () => {
    const { place, dataDir } = await onServer()
    const running = startProgram(['worker', '--metrics-port', '0', '--data-dir', dataDir], { place, env: PSEUDO })
    await running.heard('/metrics.\n', 'stdout')
    expect(running.said('stdout')).toMatch(
      /^Working on what is approved\. Ctrl-C ends it\.\nMetrics are at http:\/\/127\.0\.0\.1:\d+\/metrics\.\n$/,
    )
    const [idle, operand] = await Promise.all([
      runProgram(['worker', '--workers', '0', '--data-dir', dataDir], { place, env: PSEUDO }),
      runProgram(['worker', 'now', '--data-dir', dataDir], { place, env: PSEUDO }),
    ])
    expect(idle).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('worker does nothing with --workers 0'),
    })
    expect(operand).toMatchObject({ code: 2, stdout: '' })
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('says that it cannot reach its database, with no password in it, and ends', async () => {
    const place = makePlace()
    const url = 'postgres://nobody:kd83hfw0-pg-secret@127.0.0.1:1/none'
    const { code, stdout, stderr } = await runProgram(['worker'], {
      place,
      env: { ...PSEUDO, TRANSLATION_DATABASE_URL: url },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('The PostgreSQL database cannot be used')
    expect(stderr).not.toContain('kd83hfw0')
  })
})
