import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { createMenu, reaches } from '../support/flow.ts'
import { ask, dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

const balanceOf = async (world: World) => (await world.call(api.credits.get)).balance
const post = (world: World, path: string, body: object) =>
  world.send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

describe('twenty approvals of one plan at once, at two processes', () => {
  it('spend once: one is taken, and the others hear that it is approved', async () => {
    const one = await startWorld()
    const two = await startWorld({ dataDir: one.dataDir })
    const { batch, plan_revision, credit_cost } = await createMenu(one)
    const before = await balanceOf(one)
    const order = { expected_plan_revision: plan_revision }
    const sent = Array.from({ length: 20 }, (_, at) =>
      post(at % 2 === 0 ? one : two, `/v1/batches/${batch.id}/approve`, order),
    )
    const answers = await Promise.all(sent)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, text } of answers.filter(answer => answer.status !== 200)) {
      expect([409, 422, 503], text).toContain(status)
    }
    await reaches(one, batch.id, 'completed')
    expect(before - (await balanceOf(one))).toBe(credit_cost)
  })
})

describe('approvals of many plans at once, with credits for one', () => {
  it('never take the balance below nothing', async () => {
    const world = await startWorld({ settings: { seed_credits: 10, monthly_credits: 0 } })
    const made: Awaited<ReturnType<typeof createMenu>>[] = []
    for (let at = 0; at < 12; at++) made.push(await createMenu(world, `Translate everything into German. Note ${at}.`))
    const before = await balanceOf(world)
    const answers = await Promise.all(
      made.map(({ batch, plan_revision }) =>
        post(world, `/v1/batches/${batch.id}/approve`, { expected_plan_revision: plan_revision }),
      ),
    )
    const taken = answers.flatMap(({ status }, at) => (status === 200 ? [made[at]?.credit_cost ?? 0] : []))
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThan(12)
    const spent = taken.reduce((sum, cost) => sum + cost, 0)
    expect(spent).toBeLessThanOrEqual(before)
    expect(await balanceOf(world)).toBe(before - spent)
    for (const { status } of answers.filter(answer => answer.status !== 200)) expect(status).toBe(402)
  })
})

describe('approvals at two processes at once, under a limit that allows one of them', () => {
  it('are one approval: all others hear who can raise the limit, and reserve nothing [LIM-4]', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const serve = await serviceProgram()
    const both = [await serve(dataDir), await serve(dataDir)]
    const [one] = both
    if (one === undefined) throw new Error('no process')
    for (let round = 0; round < 5; round++) {
      const made: { batch: { id: string }; credit_cost: number }[] = []
      for (let at = 0; at < 8; at++) {
        const instruction = `Translate from English into German. Note ${round} ${at}.`
        made.push(
          await dataOf(one, 'POST', '/v1/batches', { content: 'Four words of text.', filename: 'a.txt', instruction }),
        )
      }
      const cost = made[0]?.credit_cost ?? 0
      const amount = cost * (round + 1)
      await setLimits({ dataDir }, 'local', [{ unit: 'credits', period: 'month', amount, currency: null }])
      const balance = async () => (await dataOf(one, 'GET', '/v1/credits')).balance
      const before = await balance()
      const approving = made.map(({ batch }, at) =>
        ask(both[at % 2] ?? one, 'POST', `/v1/batches/${batch.id}/approve`, {}),
      )
      const answers = await Promise.all(approving)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
      for (const { answer } of answers.filter(({ status }) => status === 403)) {
        expect(answer.error).toMatchObject({ code: 'admin_required', message: expect.stringContaining('(admin)') })
      }
      expect(before - (await balance())).toBe(cost)
    }
    for (const process of both) await kill(process)
  })
})

describe('a plan that is changed while it is approved', () => {
  it('is approved as it was read, or not at all', async () => {
    const world = await startWorld()
    for (let round = 0; round < 15; round++) {
      const { batch, plan_revision, credit_cost } = await createMenu(world, `Into German. Round ${round}.`)
      const before = await balanceOf(world)
      const [approved, planned] = await Promise.all([
        post(world, `/v1/batches/${batch.id}/approve`, { expected_plan_revision: plan_revision }),
        post(world, `/v1/batches/${batch.id}/plan`, { instruction: 'Into German, French, Spanish and Italian.' }),
      ])
      expect([approved.status, planned.status].some(status => status === 200)).toBe(true)
      const spent = before - (await balanceOf(world))
      expect(spent).toBe(approved.status === 200 ? credit_cost : 0)
    }
  })
})
