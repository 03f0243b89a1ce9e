import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { askedIn, dataIn } from '../support/engines/given.ts'
import { type MeteringEndpoint, meterTokens, type Spoken, serveMetering } from '../support/engines/metering.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { reaches, resultOf, translate } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

const SENTENCES = [
  'The workshop opens at nine and closes when the last visitor has left',
  'Whoever borrows a tool writes it down in the book near the door',
  'A wet floor is dangerous, so please wipe it before you go on',
]

/** A file of so many different texts. */
const texts = (count: number) =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `k${at}`,
        `${SENTENCES[at % 3]}, ${wordOf(at)} and ${wordOf(at * 7)}.`,
      ]),
    ),
  )
const wordOf = (at: number) => [...String(at)].map(digit => 'abcdefghij'[Number(digit)]).join('')

const worldWith = ({ origin }: MeteringEndpoint) =>
  startWorld({
    settings: { engine: 'openai', engines: { openai: { base_url: `${origin}/v1`, api_key: 'k', model: 'tiny' } } },
  })

const created = (world: World, count: number) =>
  world.call(api.batches.create, {
    body: { content: texts(count), filename: 'a.json', instruction: 'Translate from English into German.' },
  })

const approve = (world: World, id: string, plan_revision: string | null) =>
  world.call(api.batches.approve, { params: { batch_id: id }, body: { expected_plan_revision: plan_revision ?? '' } })

const spendings = (world: World) => world.db.selectFrom('spendings').selectAll().orderBy('id').execute()

async function started(language: Spoken, options: Parameters<typeof serveMetering>[1], count: number) {
  const endpoint = await serveMetering(language, options)
  const world = await worldWith(endpoint)
  return { endpoint, world, made: await created(world, count) }
}

describe('what the account of an engine is charged', () => {
  it('is booked as the endpoint reports it, with the segments that it was charged for [ENG-1]', async () => {
    const { endpoint, world, made } = await started('de', {}, 90)
    await translate(world, made)
    expect(await spendings(world)).toMatchObject([
      {
        ...{ batch_id: made.batch.id, unit: 'tokens', payer: 'you', own: 1, member_id: null, state: 'closed' },
        ...{ estimate: made.plan?.billing?.estimate, used: endpoint.charged() },
      },
    ])
  })

  it('is booked by our own count of requests and answers where the endpoint reports nothing', async () => {
    const { endpoint, world, made } = await started('de', { reports: false }, 90)
    await translate(world, made)
    const [row] = await spendings(world)
    expect(Math.abs((row?.used ?? 0) / endpoint.charged() - 1)).toBeLessThan(0.1)
  })

  it('is nothing where nobody is charged', async () => {
    const endpoint = await serveMetering('de')
    const engines = { openai: { base_url: `${endpoint.origin}/v1`, model: 'tiny' } }
    const world = await startWorld({ settings: { engine: 'openai', engines } })
    await translate(world, await created(world, 5))
    expect(await spendings(world)).toEqual([])
  })

  it('of credits is what they cost, closed with the work', async () => {
    const world = await startWorld()
    const made = await created(world, 5)
    await translate(world, made)
    const cost = made.credit_cost ?? 0
    expect(await spendings(world)).toMatchObject([
      { unit: 'credits', payer: 'workspace', estimate: cost, used: cost, state: 'closed' },
    ])
  })
})

it('a plan names money where the operator has set a price, and an approval keeps that price', async () => {
  const endpoint = await serveMetering('de')
  const engines = { openai: { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' } }
  const prices = [{ engine: 'openai', model: 'tiny', unit: 'tokens', million: 2, currency: 'EUR' }] as const
  const world = await startWorld({ settings: { engine: 'openai', engines, prices } })
  const made = await created(world, 5)
  const estimate = made.plan?.billing?.estimate ?? 0
  expect(made.plan?.billing?.money).toEqual({ amount: (estimate * 2) / 1e6, currency: 'EUR' })
  await translate(world, made)
  expect(await spendings(world)).toMatchObject([{ price: 2, currency: 'EUR' }])
})

describe('work beyond 1.2 times the approved estimate', () => {
  it('stops, keeps what is translated, and asks again for the rest with the reason; a new approval goes on [APR-1]', async () => {
    const { endpoint, world, made } = await started('de', { times: 2 }, 600)
    const estimate = made.plan?.billing?.estimate ?? 0
    await approve(world, made.batch.id, made.plan_revision)
    await reaches(world, made.batch.id, 'awaiting_review')
    expect(endpoint.charged()).toBeGreaterThan(estimate * 0.8)
    // Requests that are under way end: each may charge twice what was thought.
    expect(endpoint.charged()).toBeLessThan(estimate * 1.2 * 1.3)
    const { plan, plan_revision } = await world.call(api.batches.getPlan, { params: { batch_id: made.batch.id } })
    expect(plan_revision).not.toBe(made.plan_revision)
    expect(plan?.advice[0]).toMatch(
      /^This was approved for about [\d,]+ tokens\. [\d,]+ are used and the work is not done\./,
    )
    const refused = await world.refuse(api.batches.approve, {
      params: { batch_id: made.batch.id },
      body: { expected_plan_revision: made.plan_revision ?? '' },
    })
    expect(refused.code).toBe('plan_changed')
    const before = endpoint.charged()
    await approve(world, made.batch.id, plan_revision)
    await reaches(world, made.batch.id, 'completed')
    const rest = endpoint.charged() - before
    // The second estimate knows that the endpoint charges twice as much.
    expect(Math.abs((plan?.billing?.estimate ?? 0) / rest - 1)).toBeLessThan(0.2)
    const rows = await spendings(world)
    expect(rows.map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(rows.reduce((sum, { used }) => sum + used, 0)).toBe(endpoint.charged())
    const asked = endpoint.calls.flatMap(({ body }) => dataIn(askedIn(body)).segments.map(({ text }) => text))
    expect(new Set(asked).size).toBe(600)
    expect(asked.length).toBeLessThanOrEqual(600 * 1.02)
    expect(JSON.parse((await resultOf(world, made.batch.id)).file.text)).not.toMatchObject({ k0: SENTENCES[0] })
  })
})

it('what is remembered and would not be used again is estimated, so that the work comes to its end', async () => {
  const { world, made } = await started('de', {}, 3)
  await translate(world, made)
  // The checks of a later build find fault with it.
  await world.db.updateTable('remembered').set({ text: 'Guten {name} %s Tag 12345' }).execute()
  const again = await world.call(api.batches.create, {
    body: { content: texts(3), filename: 'b.json', instruction: 'Translate from English into German.' },
  })
  expect(again.plan).toMatchObject({ reused_words: 0, billing: { estimate: made.plan?.billing?.estimate } })
  await translate(world, again)
})

it('a text that the model never gets right is asked for as often as usual, and paid for after two questions at most', async () => {
  const charged = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  const endpoint = await serveOpenAi(({ text }) => text.replace('{name}', '').replace('Welcome', 'Willkommen'), {
    usage: body => {
      const total_tokens = meterTokens(body)
      charged.total_tokens += total_tokens
      return { ...charged, total_tokens }
    },
  })
  const openai = { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' }
  const world = await startWorld({ settings: { engine: 'openai', engines: { openai } } })
  const body = {
    content: '{"a":"Welcome back, {name}, to the workshop"}',
    filename: 'a.json',
    instruction: 'Into German.',
  }
  const made = await world.call(api.batches.create, { body })
  await approve(world, made.batch.id, made.plan_revision)
  await reaches(world, made.batch.id, 'awaiting_review')
  const before = charged.total_tokens
  const { plan, plan_revision } = await world.call(api.batches.getPlan, { params: { batch_id: made.batch.id } })
  await approve(world, made.batch.id, plan_revision)
  await reaches(world, made.batch.id, 'completed')
  expect(endpoint.calls.filter(({ method }) => method === 'POST')).toHaveLength(3)
  const estimate = plan?.billing?.estimate ?? 0
  expect(charged.total_tokens - before).toBeLessThanOrEqual(estimate * 1.2)
  expect(Math.abs(estimate / (charged.total_tokens - before) - 1)).toBeLessThan(0.3)
  expect((await resultOf(world, made.batch.id)).result.quality).toMatchObject({ kept_source: 1 })
})
