import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { createKey, revokeKey } from '../../src/service/admin/keys.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { dataDirIn, makePlace } from '../support/program.ts'
import {
  type Balancer,
  newDatabase,
  operating,
  type Replica,
  SHARED,
  startBalancer,
  startReplica,
  startWorker,
} from '../support/replicas.ts'
import { ask, dataOf } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

/** Requests of a credential in a minute: more than any test here makes on purpose with the first key. */
const MOST = 80

let balancer: Balancer
let database: string
let first: Replica
let second: Replica
let key: string

const keyAt = ({ place }: Replica) => readFileSync(join(dataDirIn(place), 'key'), 'utf8').trim()
const at = ({ child, origin }: Replica, by = key) => ({ child, baseUrl: origin, key: by })
const text = (filename: string, language = 'German') => ({
  ...{ content: 'Good morning, everybody.\n', filename },
  instruction: `Translate from English into ${language}.`,
})
const issued = (name: string) => createKey(operating(database, first), { name, scopes: SCOPE_NAMES, expires_at: null })
const approveAt = async (one: Replica, id: string) => await ask(at(one), 'POST', `/v1/batches/${id}/approve`, {})

beforeAll(async () => {
  balancer = await startBalancer()
  database = await newDatabase()
  const env = {
    TRANSLATION_FILES_URL: pathToFileURL(join(temporaryFolder(), 'shared')).href,
    TRANSLATION_REQUESTS_PER_MINUTE: String(MOST),
  }
  const common = { database, secret: SHARED, env }
  const args = ['service', '--auth', 'none', '--workers', '0'] as const
  const replica = () => startReplica({ ...common, balancer, place: makePlace(), args: [...args] })
  ;[first, second] = await Promise.all([replica(), replica(), startWorker(common)])
  key = keyAt(first)
})

describe('two replicas of the bare API that leave the work to a worker', () => {
  it('take each other’s keys: their own, one that was made at the other, and not one that was ended there [SCL-1, KEY-2]', async () => {
    expect(keyAt(second)).toBe(key)
    const made = await issued('ci')
    const statusAt = async (one: Replica) => (await ask(at(one, made.secret), 'GET', '/v1/account')).status
    expect(await Promise.all([statusAt(first), statusAt(second)])).toEqual([200, 200])
    await revokeKey(operating(database, second), made.key.id)
    expect(await Promise.all([statusAt(first), statusAt(second)])).toEqual([401, 401])
  })

  it('make one translation of a call that comes twice with its key, at both at once [CRE-6, CRE-7]', async () => {
    const body = { ...text('once.txt'), idempotency_key: 'the same at both' }
    const made = await Promise.all([first, second].map(one => dataOf(at(one), 'POST', '/v1/batches', body)))
    expect(new Set(made.map(({ batch }) => batch.id)).size).toBe(1)
    const other = await ask(at(second), 'POST', '/v1/batches', { ...body, content: 'Another text.\n' })
    expect(other.answer.error.code).toBe('idempotency_key_reused')
  })

  it('make it at one, approve it at the other, and open each other’s links and lists [RES-1, ENV-3]', async () => {
    const { batch } = await dataOf(at(first), 'POST', '/v1/batches', text('linked.txt'))
    expect((await approveAt(second, batch.id)).status).toBe(200)
    const result = async (one: Replica) => await ask(at(one), 'GET', `/v1/batches/${batch.id}/result`)
    await expect.poll(async () => (await result(first)).status, { timeout: 20_000 }).toBe(200)
    const { url } = (await result(first)).answer.data
    const bodies: string[] = []
    for (const { origin } of [first, second]) {
      balancer.to = origin
      bodies.push(await (await fetch(url)).text())
    }
    expect(bodies[0]).toContain('⟦de ')
    expect(bodies[1]).toBe(bodies[0])
    await dataOf(at(first), 'POST', '/v1/batches', text('later.txt'))
    const page = await ask(at(first), 'GET', '/v1/batches?limit=1')
    const next = await ask(at(second), 'GET', `/v1/batches?limit=1&cursor=${page.answer.next_cursor}`)
    expect([page, next].map(({ answer }) => answer.data[0].file_name)).toEqual(['later.txt', 'linked.txt'])
  })

  it('take a file at one for an upload that was opened at the other [UPL-1]', async () => {
    const upload = await dataOf(at(first), 'POST', '/v1/uploads', { filename: 'sent.txt' })
    balancer.to = second.origin
    expect((await fetch(upload.url, { method: 'PUT', body: 'Good evening.\n' })).status).toBe(204)
    await dataOf(at(second), 'POST', `/v1/uploads/${upload.id}/complete`)
    const { batch } = await dataOf(at(first), 'POST', '/v1/batches', { upload_id: upload.id })
    expect(batch.file_name).toBe('sent.txt')
  })

  it('hold one limit on what is spent: of two approvals at once, one at each, one goes beyond it [CRD-2]', async () => {
    const made = await Promise.all(
      ['French', 'Spanish'].map((language, n) =>
        dataOf(at(first), 'POST', '/v1/batches', text(`limit-${n}.txt`, language)),
      ),
    )
    const [one, other] = made.map(({ batch }) => String(batch.id))
    const cost = Number(made[0].plan.credit_cost)
    expect(cost).toBeGreaterThan(0)
    const limit = (amount: number | null) =>
      setLimits(operating(database, second), 'workspace', [{ unit: 'credits', period: 'day', amount, currency: null }])
    // Of as many words as the one that was approved before.
    await limit(2 * cost)
    const answers = await Promise.all([approveAt(first, one ?? ''), approveAt(second, other ?? '')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(answers.find(({ status }) => status === 403)?.answer.error.code).toBe('admin_required')
    await limit(null)
  })

  it('count the requests of a key over both [LIM-1]', async () => {
    const { secret } = await issued('busy')
    const one = async (replica: Replica) => await ask(at(replica, secret), 'GET', '/v1/account')
    // What is counted at one is known at the other within a second or two. Where a minute ends meanwhile, it begins anew.
    const afterMany = async () => {
      for (let sent = 0; sent <= MOST && (await one(first)).status !== 429; sent++);
      return await one(second)
    }
    const seen = async () => {
      const { status, answer } = await afterMany()
      return [status, answer.error?.code]
    }
    await expect.poll(seen, { timeout: 15_000, interval: 300 }).toEqual([429, 'rate_limited'])
    // Another key has its own.
    expect((await ask(at(second), 'GET', '/v1/account')).status).toBe(200)
  })
})
