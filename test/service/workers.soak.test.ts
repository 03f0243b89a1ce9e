import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseOf, URL_FILE } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { afterFile } from '../support/after-file.ts'
import { inSpanish } from '../support/apy.ts'
import { installedServer, order, startCluster } from '../support/cluster.ts'
import { askedIn, dataIn } from '../support/engines/given.ts'
import { completion } from '../support/engines/openai.ts'
import { dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'
import { ended, workerProgram } from './workers.ts'

const FILES = 60
const LATENCY_MS = 2000

/** An endpoint of models that takes its time for each answer. */
async function slowModel(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const isList = request.method === 'GET'
      const content = () =>
        JSON.stringify(Object.fromEntries(dataIn(askedIn(body)).segments.map(({ id, text }) => [id, inSpanish(text)])))
      const list = { object: 'list', data: [{ id: 'tiny', object: 'model', created: 1, owned_by: 'me' }] }
      const reply = isList ? { json: list } : completion(content())
      const answer = typeof reply === 'string' ? {} : reply.json
      response.setHeader('content-type', 'application/json')
      setTimeout(() => response.end(JSON.stringify(answer)), isList ? 0 : LATENCY_MS)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`
}

it(`${FILES} files go through three workers 2.7 times as fast as through one, where an engine takes two seconds [SCL-1]`, async () => {
  const bin = installedServer()
  expect(bin, 'PostgreSQL is installed').toBeDefined()
  const cluster = await startCluster(bin ?? '')
  afterFile(() => cluster.end())
  const base_url = await slowModel()
  const engine = { engine: 'openai', engines: { openai: { base_url, api_key: 'sk-1', model: 'tiny' } }, memory: false }
  const settings = { ...engine, lease_seconds: 15, requests_per_minute: 100_000 }
  const serve = await serviceProgram()
  const work = await workerProgram()

  /** How long the files take through so many workers, each at one job at a time; in milliseconds. */
  async function through(workers: number): Promise<number> {
    const dataDir = join(temporaryFolder(), 'data')
    await order(cluster.url('postgres'), `create database through_${workers}`)
    mkdirSync(dataDir, { mode: 0o700 })
    writeFileSync(join(dataDir, URL_FILE), `${cluster.url(`through_${workers}`)}\n`)
    const served = await serve(dataDir, { ...settings, workers: 0 })
    const one = { ...settings, workers: 1, jobs_at_once: 1 }
    const processes = await Promise.all(Array.from({ length: workers }, () => work(dataDir, one)))
    const ids: string[] = []
    for (let file = 0; file < FILES; file++) {
      const body = { content: `Read page number ${file} of the manual.`, filename: `${file}.txt` }
      const instruction = 'Translate from English into Spanish.'
      ids.push((await dataOf(served, 'POST', '/v1/batches', { ...body, instruction })).batch.id)
    }
    const began = Date.now()
    for (const id of ids) await dataOf(served, 'POST', `/v1/batches/${id}/approve`, {})
    const db = openDatabase(databaseOf(dataDir))
    const rows = () => db.selectFrom('batches').select(['status', 'completed_at', 'error_message']).execute()
    const done = async () => (await rows()).filter(({ status }) => status === 'completed').length
    await expect.poll(done, { interval: 250, timeout: FILES * LATENCY_MS * 3 }).toBe(FILES)
    const last = Math.max(...(await rows()).map(({ completed_at }) => completed_at ?? 0))
    await db.destroy()
    for (const each of processes) await ended(each, 'SIGTERM')
    await kill(served)
    return last - began
  }

  const [one, three] = [await through(1), await through(3)]
  process.stdout.write(`one worker: ${one} ms; three: ${three} ms; ${(one / three).toFixed(2)} times as fast\n`)
  expect(one / three).toBeGreaterThanOrEqual(2.7)
})
