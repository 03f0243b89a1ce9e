import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { BatchRow } from '../../src/service/store/schema.ts'
import { plantBatch, plantWorkspace } from '../support/plant.ts'
import { startWorld, type World } from '../support/world.ts'

/** A world with these translations, by file name and target languages, the last the newest. */
async function worldInto(...batches: readonly (readonly [string, readonly string[], Partial<BatchRow>?])[]) {
  const world = await startWorld()
  for (const [at, [file_name, targets, facts]] of batches.entries())
    await plantBatch(world, { file_name, target_languages_json: JSON.stringify(targets), created_at: at, ...facts })
  return world
}

async function namesOf(world: World, query: Record<string, string>): Promise<(string | null)[]> {
  return (await world.list(api.batches.list, { query })).data.map(({ file_name }) => file_name)
}

it('says the languages of a translation from its plan on, through its whole life [BAT-2]', async () => {
  const world = await startWorld()
  const { batch } = await world.call(api.batches.create, { body: { content: 'Hello', filename: 'a.txt' } })
  const asked = { query: { ids: batch.id } }
  const unplanned = { batch_id: batch.id, source_language: null, target_languages: [], engine: null }
  expect((await world.list(api.batches.plans, asked)).data).toEqual([unplanned])
  const instruction = 'into French and German'
  const { plan } = await world.call(api.batches.plan, { params: { batch_id: batch.id }, body: { instruction } })
  expect((await world.list(api.batches.plans, asked)).data).toEqual([
    { batch_id: batch.id, source_language: 'en', target_languages: plan?.target_languages, engine: plan?.engine },
  ])
  expect([...(plan?.target_languages ?? [])].sort()).toEqual(['de', 'fr'])
})

it('answers in the order that was asked for, each once, and leaves out what the workspace does not have [BAT-2, ENV-5]', async () => {
  const world = await worldInto(['a.txt', ['de']], ['b.txt', ['fr']])
  const theirs = await plantBatch({ ...world, workspace: await plantWorkspace(world) }, { file_name: 'c.txt' })
  const [b, a] = (await world.list(api.batches.list)).data.map(({ id }) => id)
  const ids = [a, theirs.id, b, a, 'bat_none'].join(',')
  const { data, has_more } = await world.list(api.batches.plans, { query: { ids } })
  expect([data.map(({ batch_id }) => batch_id), has_more]).toEqual([[a, b], false])
})

it.each(['', ',', 'a,,b', Array.from({ length: 51 }, (_, at) => `bat_${at}`).join(',')])(
  'refuses a list of ids that is none, or has more than 50 [BAT-2]: %s',
  async ids => {
    const world = await startWorld()
    expect(await world.refuse(api.batches.plans, { query: { ids } })).toMatchObject({
      ...{ status: 400, code: 'invalid_parameter', param: 'ids' },
    })
  },
)

it('filters by a target language and its varieties, in any case, together with other filters [BAT-2]', async () => {
  const world = await worldInto(
    ['a.txt', ['fr']],
    ['b.txt', ['de', 'fr-CA']],
    ['c.txt', ['de']],
    ['d.txt', ['fr'], { archived: 1 }],
    ['e.txt', ['zh-Hant']],
    ['f.txt', []],
  )
  expect(await namesOf(world, { target_language: 'fr' })).toEqual(['b.txt', 'a.txt'])
  expect(await namesOf(world, { target_language: 'FR-ca' })).toEqual(['b.txt'])
  expect(await namesOf(world, { target_language: 'de', search: 'c' })).toEqual(['c.txt'])
  expect(await namesOf(world, { target_language: 'fr', archived: '1' })).toEqual(['d.txt'])
  expect(await namesOf(world, { target_language: 'zh' })).toEqual(['e.txt'])
  expect(await namesOf(world, { target_language: 'ja' })).toEqual([])
})

it.each([
  ['French', 'Its tag here is fr.'],
  ['no', 'Its tag here is nb.'],
  ['xx', 'is not the tag of a supported language.'],
])(
  'refuses the target language %s by name, with its tag where there is one [BAT-2]',
  async (target_language, words) => {
    const world = await startWorld()
    const refused = await world.refuse(api.batches.list, { query: { target_language } })
    expect(refused).toMatchObject({ code: 'language_not_supported', param: 'target_language' })
    expect(refused.message).toContain(words)
  },
)

it('searches languages by name or tag, with words of the name, where that is asked for; else names alone [BAT-2]', async () => {
  const world = await worldInto(
    ['shop.json', ['fr', 'de']],
    ['menu.json', ['fr-CA']],
    ['French press.txt', ['de']],
    ['shop list.txt', ['pt-BR']],
  )
  const found = (search: string) => namesOf(world, { search, search_languages: 'true' })
  for (const search of ['French', 'french', 'français', 'Französisch'])
    expect(await found(search)).toEqual(
      search.toLowerCase() === 'french' ? ['French press.txt', 'menu.json', 'shop.json'] : ['menu.json', 'shop.json'],
    )
  expect(await found('fr')).toEqual(['French press.txt', 'menu.json', 'shop.json'])
  expect(await found('shop French')).toEqual(['shop.json'])
  expect(await found('German French')).toEqual(['shop.json'])
  expect(await found('brazilian portuguese SHOP')).toEqual(['shop list.txt'])
  expect(await found('shop')).toEqual(['shop list.txt', 'shop.json'])
  expect(await namesOf(world, { search: 'French' })).toEqual(['French press.txt'])
})

it('finds the same, page by page, whether few translations are into a language or hundreds [BAT-1, BAT-2]', async () => {
  const all = Array.from({ length: 260 }, (_, at) => [`${at}.txt`, at % 13 === 0 ? ['ja'] : ['de']] as const)
  const world = await worldInto(...all)
  for (const target_language of ['ja', 'de']) {
    const found: (string | null)[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '100', target_language, ...(cursor && { cursor }) }
      const page: Awaited<ReturnType<typeof world.list<typeof api.batches.list>>> = await world.list(api.batches.list, {
        query,
      })
      found.push(...page.data.map(({ file_name }) => file_name))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(found).toEqual(
      all
        .filter(([, [tag]]) => tag === target_language)
        .map(([name]) => name)
        .toReversed(),
    )
  }
})
