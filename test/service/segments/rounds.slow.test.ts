import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createMenu, reaches, resultOf } from '../../support/flow.ts'
import {
  agentWorld,
  answer,
  answersTo,
  completed,
  handedOver,
  next,
  paragraphs,
  translated,
} from '../../support/segments.ts'
import { manualClock } from '../../support/world.ts'

const world = await agentWorld()
const MENU = '{ "open": ["Open the file", "Open the file"], "save": "Save {name} now" }'

const ids = ({ segments }: { segments: readonly { id: string }[] }) => segments.map(({ id }) => id)

describe('a plan of the agent engine', () => {
  it('costs nothing, says where the text goes and about how many tokens it takes [MCP-15, ENG-1]', async () => {
    const { plan, batch } = await createMenu(world)
    expect(plan).toMatchObject({ engine: 'agent', credit_cost: 0, advice: [] })
    expect(plan?.billing).toMatchObject({ who: 'assistant', unit: 'tokens' })
    // Eight words, and what is said around them.
    expect(plan?.billing?.estimate).toBeGreaterThan(370)
    expect(plan?.billing?.estimate).toBeLessThan(500)
    expect(plan?.text_goes_to).toContain('the provider of the assistant')
    expect(batch.credit_cost).toBe(0)
  })

  it('recommends another engine for more than 20,000 words [MCP-15]', async () => {
    const content = paragraphs(2900)
    const body = { content, filename: 'long.txt', instruction: 'Translate into German.' }
    const { plan } = await world.call(api.batches.create, { body })
    expect(plan?.advice).toEqual([expect.stringContaining('Another engine')])
  })
})

describe('rounds', () => {
  it('come from approval to the written file, through all phases, without credits [MCP-15]', async () => {
    const handed = await handedOver(world, { content: MENU, filename: 'menu.json' })
    const round = await next(world, handed)
    expect(round).toMatchObject({ target_language: 'de', total: 2, remaining: 2, remaining_words: 5, done: false })
    expect(round.segments).toEqual([
      expect.objectContaining({ id: '1', text: 'Open the file', part: 'open.0', problem: null, suspicious: false }),
      expect.objectContaining({ id: '2', text: 'Save {name} now', part: 'save' }),
    ])
    const waiting = await world.call(api.batches.get, { params: { batch_id: handed.batch_id } })
    expect(waiting).toMatchObject({
      status: 'translating',
      progress: { phase: 'awaiting_translations', percent: 0 },
    })
    const half = await answer(world, handed, answersTo(round.segments.slice(0, 1)))
    expect(half).toMatchObject({ remaining: 1, done: false, open_languages: ['de'] })
    const moved = await world.call(api.batches.get, { params: { batch_id: handed.batch_id } })
    expect(moved.progress).toMatchObject({ phase: 'awaiting_translations', percent: 42 })
    const last = await answer(world, handed, answersTo(round.segments.slice(1)))
    expect(last).toMatchObject({ segments: [], remaining: 0, done: true, open_languages: [], leased_until: null })
    await reaches(world, handed.batch_id, 'completed')
    const { result, file } = await resultOf(world, handed.batch_id)
    expect(file.text).toBe(
      MENU.replaceAll('Open the file', translated('Open the file')).replace('Save {name} now', 'Zsave {name} Znow'),
    )
    expect(result.quality).toEqual({ segments: 3, repaired: 0, kept_source: 0, findings: [] })
    expect((await world.call(api.credits.get)).balance).toBe(200_000)
    expect(await next(world, handed)).toMatchObject({ segments: [], done: true, remaining: 0 })
  })

  it('have at most 100 segments, in the order of the file, each once over 2,000 of them [MCP-15]', async () => {
    const content = paragraphs(2100)
    const handed = await handedOver(world, { content, filename: 'long.txt' })
    const seen = await completed(world, handed)
    expect(ids({ segments: seen })).toEqual(Array.from({ length: 2100 }, (_, at) => `${at + 1}`))
    const { result, file } = await resultOf(world, handed.batch_id)
    expect(result.quality).toMatchObject({ segments: 2100, kept_source: 0 })
    expect(file.text).toBe(translated(content))
  })

  it('have at most 1,200 words, 600 where the target is not written in Latin letters [MCP-15]', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `Number ${at} ${'and more '.repeat(49)}.\n`).join('\n')
    const instruction = 'Translate into German and Japanese.'
    const handed = await handedOver(world, { content: long, filename: 'long.txt', instruction })
    expect((await next(world, handed, { target_language: 'de' })).segments).toHaveLength(12)
    expect((await next(world, handed, { target_language: 'ja' })).segments).toHaveLength(6)
    expect((await next(world, handed, { target_language: 'ja', whole: '1' })).segments).toHaveLength(34)
  })

  it('are offered in the first open language unless one of the plan is named [MCP-15]', async () => {
    const instruction = 'Translate into German and French.'
    const handed = await handedOver(world, { content: 'Good morning.', filename: 'a.txt', instruction })
    expect(await next(world, handed)).toMatchObject({ target_language: 'de', open_languages: ['de', 'fr'] })
    await answer(world, handed, [{ id: '1', text: 'Guten Morgen.' }])
    expect(await next(world, handed)).toMatchObject({ target_language: 'fr', open_languages: ['fr'] })
    const wrong = { params: { batch_id: handed.batch_id }, query: { target_language: 'es' } }
    expect(await world.refuse(api.batches.segments, wrong)).toMatchObject({
      code: 'invalid_parameter',
      param: 'target_language',
    })
  })

  it('bring the glossary terms that occur in them and no others, what stays, and the guidance [GLO-3]', async () => {
    const own = await agentWorld()
    const terms = [
      { source: 'lamp', target: 'Leuchte' },
      { source: 'mirror', target: 'Spiegel' },
    ]
    await own.call(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
    const instruction = 'Translate into German, in a formal tone. Keep “Acme” untranslated.'
    const handed = await handedOver(own, { content: 'The lamp of Acme.\n\nA door.', filename: 'a.txt', instruction })
    const round = await next(own, handed)
    expect(round.terms).toEqual([
      { source: 'lamp', target: 'Leuchte' },
      { source: 'Acme', target: 'Acme' },
    ])
    expect(round.guidance).toEqual([expect.stringContaining('formal')])
    const refused = await answer(own, handed, [{ id: '1', text: 'Die Lampe von Acme.' }])
    expect(refused.rejected).toEqual([expect.objectContaining({ id: '1', reason: expect.stringContaining('Leuchte') })])
  })

  it('say what is open without handing it out when asked to [MCP-15]', async () => {
    const handed = await handedOver(world, { content: paragraphs(3), filename: 'a.txt' })
    const told = await next(world, handed, { hand_out: 'false' })
    expect(told).toMatchObject({ segments: [], remaining: 3, total: 3, done: false, leased_until: null })
    expect((await next(world, handed)).segments).toHaveLength(3)
  })
})

describe('who holds a round', () => {
  const clock = manualClock('2026-05-04T10:00:00Z')
  const MINUTE = 60_000

  it('are different workers for different rounds, until their time is over [MCP-15]', async () => {
    const own = await agentWorld({ clock, settings: { segment_minutes: 10 } })
    const handed = await handedOver(own, { content: paragraphs(250), filename: 'a.txt' })
    const [one, two] = await Promise.all([next(own, handed), next(own, handed)])
    const three = await next(own, handed)
    const all = [...ids(one), ...ids(two), ...ids(three)].map(Number).sort((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: 250 }, (_, at) => at + 1))
    expect(one.leased_until).toBe('2026-05-04T10:10:00.000Z')
    const none = await next(own, handed)
    expect(none).toMatchObject({ segments: [], done: false, remaining: 250, leased_until: '2026-05-04T10:02:00.000Z' })
    clock.advance(2 * MINUTE - 1)
    expect((await next(own, handed)).segments).toEqual([])
    clock.advance(1)
    // From the end: the worker that still has them has begun with the first.
    expect(ids(await next(own, handed))).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 151}`))
  })

  it('does not matter for an answer, and what was left out of a round comes first in the next [MCP-15]', async () => {
    const handed = await handedOver(world, { content: paragraphs(150), filename: 'a.txt' })
    const one = await next(world, handed)
    const two = await next(world, handed)
    const after = await answer(world, handed, answersTo([...one.segments.slice(0, 60), ...two.segments.slice(0, 1)]))
    expect(ids(after)).toEqual([...ids(one).slice(60), ...ids(two).slice(1)].slice(0, 100))
    const none = await answer(world, handed, answersTo(one.segments.slice(60, 61)), { hand_out: false })
    expect(none).toMatchObject({ segments: [], remaining: 88, leased_until: null })
  })

  it('holds a work file for a day, which yields to a plain round from its end where nothing else is open [MCP-15]', async () => {
    const handed = await handedOver(world, { content: paragraphs(2050), filename: 'a.txt' })
    const file = await next(world, handed, { whole: 'true' })
    expect(file.segments).toHaveLength(2000)
    expect(Date.parse(file.leased_until ?? '') - Date.now()).toBeGreaterThan(23 * 60 * MINUTE)
    expect((await next(world, handed, { whole: '1' })).segments).toHaveLength(50)
    expect((await next(world, handed, { whole: '1' })).segments).toEqual([])
    const last = Array.from({ length: 100 }, (_, at) => `${at + 1951}`)
    expect(ids(await next(world, handed))).toEqual(last)
    // A new file gets what earlier ones held, but for what another worker has now.
    const anew = await next(world, handed, { whole: '1', anew: '1' })
    expect(ids(anew)).toEqual(ids(file).slice(0, 1950))
    expect(ids(await next(world, handed, { anew: '1' }))).toEqual(ids(file).slice(0, 100))
  })
})

it('what is handed out again after the service was started anew is what was open [MCP-15]', async () => {
  const first = await agentWorld()
  const handed = await handedOver(first, { content: paragraphs(120), filename: 'a.txt' })
  const round = await next(first, handed)
  await answer(first, handed, answersTo(round.segments), { hand_out: false })
  await first.close()
  const second = await agentWorld({ dataDir: first.dataDir })
  expect(await second.call(api.batches.get, { params: { batch_id: handed.batch_id } })).toMatchObject({
    status: 'translating',
    progress: { phase: 'awaiting_translations', percent: 70 },
  })
  const left = await next(second, handed)
  expect(ids(left)).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 101}`))
  const rest = await next(second, handed, { hand_out: '0' })
  expect(rest.remaining).toBe(20)
  await answer(second, handed, answersTo(left.segments))
  await reaches(second, handed.batch_id, 'completed')
  expect(second.logged).toEqual([])
})
