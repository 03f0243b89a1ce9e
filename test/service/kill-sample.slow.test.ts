import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { third } from '../support/seed.ts'
import { ask, dataOf, kill, type Served, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const SETTINGS = { engine: 'pseudo', lease_seconds: 1, requests_per_minute: 1_000_000 }
const LINES = 400

/** When the service is killed: so many milliseconds after one of these was sent. */
const MOMENTS = [
  ...[0, 8].map(ms => ({ after: 'sample', ms })),
  ...[0, 4, 8, 15, 30, 60].map(ms => ({ after: 'approve', ms })),
] as const

const Planned = z.looseObject({
  batch: z.looseObject({ id: z.string(), status: z.string() }),
  plan_revision: z.string(),
  credit_cost: z.number(),
})

it('a service killed while it makes or translates a sample charges each text once, and loses none [CRD-2, APR-2]', async () => {
  const serve = await serviceProgram()
  const dataDir = join(temporaryFolder(), 'data')
  let service = await serve(dataDir, SETTINGS)
  const balance = async () => (await dataOf(service, 'GET', '/v1/credits')).balance
  const done = async (path: string) => {
    const status = async () => String((await dataOf(service, 'GET', path)).status)
    await expect.poll(status, { interval: 10, timeout: 30_000 }).toBe('completed')
  }
  const killedAfter = async (sent: Promise<unknown>, ms: number) => {
    await pause(ms)
    await kill(service)
    await sent
    service = await serve(dataDir, SETTINGS)
  }
  const trying = (of: Served, path: string, body: object) => ask(of, 'POST', path, body).catch(() => undefined)

  for (const [round, { after, ms }] of third(MOMENTS).entries()) {
    const texts = Object.fromEntries(Array.from({ length: LINES }, (_, at) => [`k${at}`, `Text ${round}x${at} here`]))
    const order = {
      content: JSON.stringify(texts),
      filename: `r${round}.json`,
      instruction: 'Translate from English into German.',
    }
    const whole = Planned.parse(await dataOf(service, 'POST', '/v1/batches', order))
    const before = await balance()
    const path = `/v1/batches/${whole.batch.id}`
    const asked = { expected_plan_revision: whole.plan_revision }
    if (after === 'sample') await killedAfter(trying(service, `${path}/sample`, asked), ms)
    // Asked for again it is the same one, or now there is one.
    const sample = Planned.parse(await dataOf(service, 'POST', `${path}/sample`, asked))
    const own = `/v1/batches/${sample.batch.id}`
    if (after === 'approve') await killedAfter(trying(service, `${own}/approve`, {}), ms)
    // An approval that the kill came before is made now; one that counts already is not made twice.
    await ask(service, 'POST', `${own}/approve`, {})
    await done(own)
    expect(before - (await balance()), `${after} ${ms}`).toBe(sample.credit_cost)
    const again = Planned.parse(await dataOf(service, 'POST', `${path}/sample`, asked))
    expect(again.batch).toMatchObject({ id: sample.batch.id, status: 'completed' })
    const rest = Planned.parse(await dataOf(service, 'GET', `${path}/plan`))
    expect(rest.credit_cost + sample.credit_cost).toBe(whole.credit_cost)
    await dataOf(service, 'POST', `${path}/approve`, { expected_plan_revision: rest.plan_revision })
    await done(path)
    expect(before - (await balance()), `${after} ${ms}`).toBe(whole.credit_cost)
  }
  await kill(service)
}, 120_000)
