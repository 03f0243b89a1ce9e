import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createdIn, reaches, sendForm } from '../support/flow.ts'
import { startWorld, temporaryFolder, type World, type WorldOptions } from '../support/world.ts'

/** A budget that the same work is well over on any machine. */
const SMALL = { stretch_ms: 300, job_ms: 700, megabyte_ms: 0 }
/** Within the limits of its format, but a few seconds of work, each block of it at a stretch; too long to be remembered. */
const HEAVY = `${'some words of the line *a* '.repeat(2000)}\n\n`.repeat(14)
const HONEST = 'Read the manual first.\n\nThen open the box.\n'
/** What a request may wait beside such work, in milliseconds of a busy machine. */
const SOON_MS = 1000

let worlds: World[] = []
afterEach(async () => {
  for (const world of worlds) await world.close()
  worlds = []
})
async function world(options: WorldOptions = {}): Promise<World> {
  // Tests that wait for a state ask many times a second.
  const settings = { requests_per_minute: 1_000_000, ...options.settings }
  const made = await startWorld({ thread: true, ...options, settings })
  worlds.push(made)
  return made
}

const instruction = 'Translate everything from English into German.'
const create = async (on: World, name: string, content: string) =>
  createdIn(await sendForm(on, { name, bytes: content }, { instruction }))

/** The longest wait of a request while `work` is under way. */
async function longestWait(on: World, work: Promise<unknown>): Promise<number> {
  let under_way = true
  let longest = 0
  const ended = work.finally(() => {
    under_way = false
  })
  while (under_way) {
    const since = performance.now()
    await fetch(`${on.baseUrl}/errors`)
    longest = Math.max(longest, performance.now() - since)
    await Promise.race([setTimeout(20), ended])
  }
  await ended
  return longest
}

describe('a file that takes too long to read', () => {
  it('holds up neither requests nor the work of others, fails at the second time, and costs nothing [LIM-5]', async () => {
    const on = await world({ budget: SMALL, settings: { creation_wait_seconds: 0 } })
    const heavy = await create(on, 'heavy.md', HEAVY)
    const honest = await create(on, 'honest.md', HONEST)
    const failing = reaches(on, heavy.batch.id, 'failed')
    expect(await longestWait(on, failing)).toBeLessThan(SOON_MS)
    expect((await failing).error?.message).toContain('went over its limit of computing time or memory twice')
    await reaches(on, honest.batch.id, 'awaiting_review')
  })

  it('gives the credits of a translation back, also where it was analysed with more patience', async () => {
    const dataDir = `${temporaryFolder()}/data`
    const first = await world({ dataDir, settings: { creation_wait_seconds: 60 } })
    const { batch, plan_revision } = await create(first, 'heavy.md', HEAVY)
    const before = (await first.call(api.credits.get)).balance
    await first.close()
    const on = await world({ dataDir, budget: SMALL })
    const body = { expected_plan_revision: plan_revision ?? '' }
    await on.call(api.batches.approve, { params: { batch_id: batch.id }, body })
    await reaches(on, batch.id, 'failed')
    expect((await on.call(api.credits.get)).balance).toBe(before)
  })

  it('with more memory than a thread may have fails in the same way, and the process lives on', async () => {
    const on = await world({ budget: { memory_mb: 24 }, settings: { creation_wait_seconds: 0 } })
    const large = await create(on, 'large.json', JSON.stringify(Object.fromEntries(words(120_000))))
    const failed = await reaches(on, large.batch.id, 'failed')
    expect(failed.error?.message).toContain('computing time or memory')
    expect((await fetch(`${on.baseUrl}/errors`)).status).toBe(200)
  })
})

const words = (count: number) =>
  Array.from({ length: count }, (_, at) => [`key.${at}`, `Some words number ${at} here.`])

describe('answers that take long to check', () => {
  it('are checked beside the requests: a line of 30,000 tags answered by a model delays nobody [LIM-5]', async () => {
    const on = await world({ settings: { engine: 'agent' } })
    const created = await create(on, 'tags.txt', `${'<b>'.repeat(30_000)} Some words to translate\n`)
    const plan_revision = created.plan_revision ?? ''
    const params = { batch_id: created.batch.id }
    await on.call(api.batches.approve, { params, body: { expected_plan_revision: plan_revision } })
    const query = { plan_revision, target_language: 'de' }
    const [segment] = (await on.call(api.batches.segments, { params, query })).segments
    const text = (segment?.text ?? '').replace('Some words to translate', 'Einige Wörter zu übersetzen')
    const body = { ...query, translations: [{ id: segment?.id ?? '', text }] }
    const answered = on.call(api.batches.answerSegments, { params, body })
    expect(await longestWait(on, answered)).toBeLessThan(SOON_MS)
    expect(await answered).toMatchObject({ done: true, rejected: [] })
  })
})

describe('text that takes long to show to a model', () => {
  it('is shown beside the requests: half a megabyte of open comments in one line delays nobody [LIM-5]', async () => {
    const on = await world({ settings: { engine: 'agent', creation_wait_seconds: 60 } })
    const created = await create(on, 'long.txt', `${'<!--'.repeat(130_000)} Some words to translate\n`)
    const plan_revision = created.plan_revision ?? ''
    const params = { batch_id: created.batch.id }
    await on.call(api.batches.approve, { params, body: { expected_plan_revision: plan_revision } })
    await on.call(api.batches.segments, { params, query: { plan_revision, hand_out: 'false' } })
    const shown = on.call(api.batches.segments, { params, query: { plan_revision, target_language: 'de' } })
    expect(await longestWait(on, shown)).toBeLessThan(SOON_MS)
    expect((await shown).segments).toHaveLength(1)
  })
})

/** The answer to a line of so many tags, on a service with patience, and what it is sent with. */
async function answerOf(tags: number, dataDir: string) {
  const patient = await world({ dataDir, settings: { engine: 'agent', creation_wait_seconds: 60 } })
  const created = await create(patient, 'tags.txt', `${'<b>'.repeat(tags)} Some words to translate\n`)
  const plan_revision = created.plan_revision ?? ''
  const params = { batch_id: created.batch.id }
  await patient.call(api.batches.approve, { params, body: { expected_plan_revision: plan_revision } })
  const query = { plan_revision, target_language: 'de' }
  const [segment] = (await patient.call(api.batches.segments, { params, query })).segments
  await patient.close()
  const text = (segment?.text ?? '').replace('Some words to translate', 'Einige Wörter zu übersetzen')
  return { params, query, body: { ...query, translations: [{ id: segment?.id ?? '', text }] } }
}

describe('answers whose checks go over the budget', () => {
  it('are refused in words that help, none of them is kept, and the service lives on [LIM-5]', async () => {
    const dataDir = `${temporaryFolder()}/data`
    const { params, query, body } = await answerOf(150_000, dataDir)
    const on = await world({ dataDir, budget: { ...SMALL, stretch_ms: 100 }, settings: { engine: 'agent' } })
    const refused = await on.refuse(api.batches.answerSegments, { params, body })
    expect(refused).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('None of them was kept'),
    })
    const { remaining } = await on.call(api.batches.segments, { params, query: { ...query, hand_out: 'false' } })
    expect(remaining).toBe(1)
  })
})

describe('a plan that takes too long', () => {
  it('is refused in words that help, and the plan is as it was [LIM-5]', async () => {
    const dataDir = `${temporaryFolder()}/data`
    const patient = await world({ dataDir, settings: { creation_wait_seconds: 60 } })
    const heavy = await create(patient, 'heavy.md', HEAVY)
    await patient.close()
    const on = await world({ dataDir, budget: SMALL })
    const params = { batch_id: heavy.batch.id }
    const refused = await on.refuse(api.batches.plan, { params, body: { instruction: 'Translate it into French.' } })
    expect(refused).toMatchObject({ code: 'plan_invalid', message: expect.stringContaining('went over the limit') })
    expect((await on.call(api.batches.getPlan, { params })).plan?.target_languages).toEqual(['de'])
    const honest = await create(on, 'honest.md', HONEST)
    expect(honest.plan_revision).not.toBeNull()
  })
})

describe('a plan whose caller has gone', () => {
  it('is stopped before it changes anything, and the thread is free for others [LIM-5]', async () => {
    const on = await world({ settings: { creation_wait_seconds: 60 } })
    const { batch } = await create(on, 'heavy.md', HEAVY)
    const params = { batch_id: batch.id }
    const since = performance.now()
    await on.call(api.batches.plan, { params, body: { instruction: 'Translate it into French.' } })
    const whole = performance.now() - since
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${on.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ instruction: 'Translate it into Spanish.' })
    const url = `${on.baseUrl}/v1/batches/${batch.id}/plan`
    const asked = fetch(url, { method: 'POST', headers, body, signal: gone.signal })
    await setTimeout(200)
    gone.abort()
    await expect(asked).rejects.toThrow()
    // Left alone, it would be done by then.
    await setTimeout(1.5 * whole)
    const { plan } = await on.call(api.batches.getPlan, { params })
    expect(plan?.target_languages).toEqual(['fr'])
  })
})
