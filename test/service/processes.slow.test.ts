import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { follow, MENU } from '../support/flow.ts'
import { ask, dataOf, type Serve, type Served, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'
import { expectSeededOnce } from './seeded-once.ts'

let start: Serve
const running = new Set<Served>()

beforeAll(async () => {
  start = await serviceProgram()
})
afterEach(() => {
  for (const { child } of running) child.kill('SIGKILL')
  running.clear()
})

/** Starts the service in a process of its own. */
async function serve(dataDir: string): Promise<Served> {
  const served = await start(dataDir)
  running.add(served)
  return served
}

/** Ends a process as its host does, and says how long it took and how it ended. */
async function end(served: Served): Promise<{ code: unknown; took: number }> {
  const began = Date.now()
  const exited = once(served.child, 'exit')
  served.child.stdin?.end()
  const [code] = await exited
  running.delete(served)
  return { code, took: Date.now() - began }
}

const post = (served: Served, path: string, body: object) => ask(served, 'POST', path, body)
const get = (served: Served, path: string) => dataOf(served, 'GET', path)

it.each([1, 2, 3])(
  'seeds an empty folder once when processes start on it at the same time (round %i) [KEY-1, CRD-3]',
  async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const served = await Promise.all([1, 2, 3].map(() => serve(dataDir)))
    expect(new Set(served.map(({ key }) => key)).size).toBe(1)
    expect(new Set(served.map(({ baseUrl }) => baseUrl)).size).toBe(3)
    const accounts = await Promise.all(served.map(each => get(each, '/v1/account')))
    expect(new Set(accounts.map(({ workspace }) => workspace.id)).size).toBe(1)
    expect(accounts.map(({ credit_balance }) => credit_balance)).toEqual([200_000, 200_000, 200_000])
    const db = openDatabase(databaseOf(dataDir))
    await expectSeededOnce(db)
    await db.destroy()
    for (const each of served) expect((await end(each)).code).toBe(0)
  },
)

it('makes one batch, one approval and one bill of what races through three processes [CRE-7, APR-2, CRD-2]', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const served = await Promise.all([1, 2, 3].map(() => serve(dataDir)))
  const instruction = 'Translate everything from English into German.'
  for (let round = 0; round < 5; round++) {
    const order = { content: MENU, filename: 'menu.json', instruction, idempotency_key: `round ${round}` }
    const made = await Promise.all([...served, ...served].map(each => post(each, '/v1/batches', order)))
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    const ids = new Set(made.map(({ answer }) => answer.data.batch.id))
    expect(ids.size).toBe(1)
    const path = `/v1/batches/${[...ids][0]}`
    const approved = await Promise.all([...served, ...served].map(each => post(each, `${path}/approve`, {})))
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = approved.filter(({ status }) => status !== 200).map(({ answer }) => answer.error.code)
    expect(codes).toEqual(Array(5).fill('batch_not_awaiting_approval'))
    for (const each of served) {
      await expect.poll(async () => (await get(each, path)).status, { timeout: 20_000 }).toBe('completed')
      const { url } = await get(each, `${path}/result`)
      expect((await follow(url)).text).toContain('⟦de ')
    }
    const batch = await get(served[0] ?? never(), path)
    const { balance } = await get(served[1] ?? never(), '/v1/credits')
    expect(balance).toBe(200_000 - (round + 1) * batch.credit_cost)
  }
  for (const each of served) expect((await end(each)).code).toBe(0)
})

it('honours signed links and upload addresses of one process at its siblings, and after a restart [RES-1, UPL-1]', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const [first, sibling] = [await serve(dataDir), await serve(dataDir)]
  const at = (served: Served, url: string) => new URL(url.slice(new URL(url).origin.length), served.baseUrl).href
  const made = await post(first, '/v1/batches', { content: MENU, filename: 'menu.json', instruction: 'Into German.' })
  const path = `/v1/batches/${made.answer.data.batch.id}`
  await post(first, `${path}/approve`, {})
  await expect.poll(async () => (await get(first, path)).status, { timeout: 20_000 }).toBe('completed')
  const { url } = await get(first, `${path}/result`)
  const opened = async () => (await post(first, '/v1/uploads', { filename: 'a.txt' })).answer.data
  const [one, two] = [await opened(), await opened()]
  const put = (served: Served, address: string) => follow(at(served, address), { method: 'PUT', body: 'Good morning' })
  expect((await follow(at(sibling, url))).text).toContain('⟦de ')
  expect((await put(sibling, one.url)).status).toBe(204)
  expect((await end(first)).code).toBe(0)
  const again = await serve(dataDir)
  expect((await follow(at(again, url))).text).toContain('⟦de ')
  expect((await put(again, two.url)).status).toBe(204)
  for (const { id } of [one, two]) {
    expect((await post(sibling, `/v1/uploads/${id}/complete`, {})).status).toBe(200)
    expect((await post(again, '/v1/batches', { upload_id: id })).status).toBe(201)
  }
  // Neither a link for another file nor one for another order passes.
  expect((await follow(at(sibling, url.replace('menu', 'menus')))).status).toBe(404)
  expect((await follow(at(sibling, url), { method: 'PUT', body: 'x' })).status).toBe(404)
})

it('ends within two seconds in the midst of work, which another process then finishes [CRD-2, BAT-5]', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await serve(dataDir)
  const content = Array.from({ length: 30_000 }, (_, at) => `Number ${at} here.`).join('\n\n')
  const instruction = 'Translate from English into German.'
  const made = await post(first, '/v1/batches', { content, filename: 'long.txt', instruction })
  const path = `/v1/batches/${made.answer.data.batch.id}`
  expect((await post(first, `${path}/approve`, {})).status).toBe(200)
  const second = await serve(dataDir)
  const ended = await end(first)
  expect(ended.code).toBe(0)
  expect(ended.took).toBeLessThan(2500)
  await expect.poll(async () => (await get(second, path)).status, { timeout: 60_000 }).toBe('completed')
  const file = await follow((await get(second, `${path}/result`)).url)
  expect(file.text.match(/⟦de /g)?.length).toBe(30_000)
  await end(second)
})

it('ends within two seconds in the midst of reading a long file, which another process then reads [BAT-5]', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await serve(dataDir)
  const content = Array.from(
    { length: 60_000 },
    (_, at) => `Paragraph number ${at} of a long text, with some words.`,
  ).join('\n\n')
  const answer = post(first, '/v1/batches', { content, filename: 'long.txt' }).catch(() => undefined)
  const db = openDatabase(databaseOf(dataDir))
  const row = () => db.selectFrom('batches').selectAll().executeTakeFirst()
  await expect.poll(async () => (await row())?.status, { interval: 5, timeout: 20_000 }).toBe('analyzing')
  const ended = await end(first)
  expect(ended.code).toBe(0)
  expect(ended.took).toBeLessThan(2500)
  await answer
  expect(await row()).toMatchObject({ lease_owner: null, lease_until: null, attempts: 0 })
  const second = await serve(dataDir)
  await expect.poll(async () => (await row())?.status, { timeout: 60_000 }).toBe('awaiting_review')
  await db.destroy()
  await end(second)
})

function never(): never {
  throw new Error('no such process')
}
