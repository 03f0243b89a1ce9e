import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createMenu, reaches } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

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
