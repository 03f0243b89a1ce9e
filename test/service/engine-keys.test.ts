import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { startWorld, type World } from '../support/world.ts'

const SECRET = 'sk-planted-4f8a21c97e5d4b0ea6'
const TEXTS = ['Read the manual first.', 'Then open the box.']

/** A server that answers everything with all that it was sent, with whatever status is set at the moment. */
async function startParrot(): Promise<{ url: string; status: number; asked: number }> {
  const server = createServer((request, response) => {
    parrot.asked += 1
    const said = JSON.stringify({ message: request.headers, error: { message: JSON.stringify(request.headers) } })
    response.writeHead(parrot.status, {
      'content-type': 'application/json',
      'x-echo': request.headers.authorization ?? '',
    })
    response.end(said)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>(done => void server.close(() => done())))
  const address = server.address()
  const parrot = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    status: 200,
    asked: 0,
  }
  return parrot
}

const ENGINES: Readonly<Record<string, (url: string) => Partial<ServiceSettings>>> = {
  openai: url => ({
    engines: { openai: { base_url: `${url}/v1`, api_key: SECRET, model: 'tested' } },
  }),
  deepl: url => ({ engines: { deepl: { api_key: SECRET, url } } }),
}

/** Everything that lies in a folder, as one text. */
function contentsOf(folder: string): string {
  return readdirSync(folder)
    .map(name => join(folder, name))
    .map(file => (statSync(file).isDirectory() ? contentsOf(file) : readFileSync(file, 'latin1')))
    .join('\n')
}

/** All that a caller is told on the way of a batch, from planning to its end. */
async function toldBy(world: World): Promise<string> {
  const body = JSON.stringify({
    content: TEXTS.join('\n\n'),
    filename: 'a.txt',
    instruction: 'From English into German.',
  })
  const headers = { 'content-type': 'application/json' }
  const created = await world.send('POST', '/v1/batches', { body, headers })
  const told = [created.text, (await world.send('GET', '/v1/account')).text]
  if (created.status !== 201) return told.join('\n')
  const batch_id: string = JSON.parse(created.text).data.batch.id
  await world.call(api.batches.approve, { params: { batch_id }, body: {} })
  const ended = async () => {
    const { lease_owner, attempts, status } = await world.db
      .selectFrom('batches')
      .selectAll()
      .where('id', '=', batch_id)
      .executeTakeFirstOrThrow()
    return status !== 'translating' || (attempts > 0 && lease_owner === null)
  }
  await expect.poll(ended, { interval: 20, timeout: 20_000 }).toBe(true)
  for (const path of ['', '/plan', '/result'])
    told.push((await world.send('GET', `/v1/batches/${batch_id}${path}`)).text)
  return told.join('\n')
}

it.each(Object.keys(ENGINES))(
  'the key of %s is told nobody, also where its server answers with all that it was sent [KEY-3]',
  async name => {
    const parrot = await startParrot()
    const world = await startWorld({
      settings: { engine: name, creation_wait_seconds: 20, ...ENGINES[name]?.(parrot.url) },
    })
    for (const status of [401, 403, 400, 456, 404, 200]) {
      Object.assign(parrot, { status, asked: 0 })
      const told = await toldBy(world)
      expect(told.length).toBeGreaterThan(100)
      expect(told, `${status}`).not.toContain(SECRET)
      expect(parrot.asked, `${status}`).toBeGreaterThan(0)
    }
    expect(world.logged.join('\n')).not.toContain(SECRET)
    await world.close()
    expect(contentsOf(world.dataDir)).not.toContain(SECRET)
  },
)
