import fc from 'fast-check'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { fold } from '../../src/service/domain/fold.ts'
import { changeTerms, readTerms } from '../../src/service/domain/glossaries.ts'
import { plantWorkspace } from '../support/plant.ts'
import { startWorld } from '../support/world.ts'

const term = (source: string, target = `${source}!`) => ({ source, target })
const kept = (source: string, target = `${source}!`) => ({ source, target, note: null, case_sensitive: false })
const pair = (language_pair: string) => ({ params: { language_pair } })

it('creates, reads, changes, replaces and deletes one glossary per pair [GLO-1]', async () => {
  const world = await startWorld()
  const created = await world.call(api.glossaries.create, {
    body: {
      language_pair: 'en-pt-BR',
      name: 'Shop',
      terms: [term('cart'), { ...term('API'), case_sensitive: true, note: 'n' }],
    },
  })
  expect(created).toMatchObject({
    language_pair: 'en-pt-BR',
    source_language: 'en',
    target_language: 'pt-BR',
    name: 'Shop',
  })
  expect(created.terms).toEqual([kept('cart'), { ...kept('API'), case_sensitive: true, note: 'n' }])
  expect(await world.call(api.glossaries.get, pair('en-pt-BR'))).toEqual(created)
  const body = { terms: [term('cart', 'carrinho'), term('order')], remove: ['API'] }
  const updated = await world.call(api.glossaries.update, { ...pair('en-pt-BR'), body })
  expect(updated).toMatchObject({ name: 'Shop', term_count: 2, terms: [kept('cart', 'carrinho'), kept('order')] })
  const replaced = await world.call(api.glossaries.replace, { ...pair('en-pt-BR'), body: { terms: [term('x')] } })
  expect(replaced).toMatchObject({ name: null, terms: [kept('x')] })
  const { terms: _, ...summary } = replaced
  expect((await world.list(api.glossaries.list)).data).toEqual([summary])
  expect(await world.call(api.glossaries.remove, pair('en-pt-BR'))).toEqual(summary)
  expect((await world.list(api.glossaries.list)).data).toEqual([])
  expect(await world.db.selectFrom('glossary_terms').select('id').execute()).toEqual([])
})

it('lists in pages in the order of the pairs [GLO-1]', async () => {
  const world = await startWorld()
  for (const language_pair of ['en-de', 'de-en', 'en-fr'])
    await world.call(api.glossaries.create, { body: { language_pair } })
  const first = await world.list(api.glossaries.list, { query: { limit: '2' } })
  expect(first.data.map(glossary => glossary.language_pair)).toEqual(['de-en', 'en-de'])
  const query = { limit: '2', cursor: first.next_cursor ?? '' }
  const second = await world.list(api.glossaries.list, { query })
  expect(second.data.map(glossary => glossary.language_pair)).toEqual(['en-fr'])
  expect(second).toMatchObject({ has_more: false, next_cursor: null })
})

it('counts its version up with each change, so that older translations are not taken for current ones [GLO-1]', async () => {
  const world = await startWorld()
  await world.call(api.glossaries.create, { body: { language_pair: 'en-de' } })
  await world.call(api.glossaries.update, { ...pair('en-de'), body: { terms: [term('a')] } })
  await world.call(api.glossaries.replace, { ...pair('en-de'), body: { terms: [] } })
  const row = await world.db.selectFrom('glossaries').select('version').executeTakeFirstOrThrow()
  expect(row.version).toBe(3)
})

const world = await startWorld({ settings: { max_glossaries: 2, max_terms_per_glossary: 3 } })
await world.call(api.glossaries.create, { body: { language_pair: 'en-de', terms: [term('a'), term('b')] } })
const before = await world.call(api.glossaries.get, pair('en-de'))

/** Nothing about the glossary has changed. */
async function expectUnchanged(): Promise<void> {
  expect(await world.call(api.glossaries.get, pair('en-de'))).toEqual(before)
  expect((await world.list(api.glossaries.list)).data).toHaveLength(1)
}

it('has one glossary for a pair only [GLO-2]', async () => {
  for (const language_pair of ['en-de', 'EN-DE']) {
    const refused = await world.refuse(api.glossaries.create, { body: { language_pair } })
    expect(refused).toMatchObject({ status: 409, code: 'glossary_already_exists' })
  }
  await expectUnchanged()
})

it("finds no glossary where there is none, nor another workspace's [GLO-2] [ENV-5]", async () => {
  const other = await plantWorkspace(world)
  const life = { version: 1, created_at: 0, updated_at: 0, name: 'theirs' }
  const languages = { language_pair: 'en-fr', source_language: 'en', target_language: 'fr' }
  await world.db
    .insertInto('glossaries')
    .values({ id: 'gls_x', workspace_id: other.id, project: '', ...languages, ...life })
    .execute()
  for (const operation of [api.glossaries.get, api.glossaries.remove]) {
    expect(await world.refuse(operation, pair('en-fr'))).toMatchObject({ status: 404, code: 'glossary_not_found' })
  }
  const body = { terms: [term('x')] }
  expect(await world.refuse(api.glossaries.update, { ...pair('en-fr'), body })).toMatchObject({
    code: 'glossary_not_found',
  })
  expect(await world.refuse(api.glossaries.replace, { ...pair('en-fr'), body })).toMatchObject({
    code: 'glossary_not_found',
  })
  await expectUnchanged()
})

it.each(['en', 'ende', 'en-', '-de', 'en-en', 'en-de-fr', 'klingon-english', 'xx-yy'])(
  'refuses the pair %s, which does not split into two supported languages [GLO-2]',
  async language_pair => {
    const refused = await world.refuse(api.glossaries.get, pair(language_pair))
    expect(refused).toMatchObject({ status: 422, code: 'invalid_language_pair', param: 'language_pair' })
  },
)

it('names the language of a new pair that is not supported [GLO-2]', async () => {
  const refused = await world.refuse(api.glossaries.create, { body: { language_pair: 'en-tlh' } })
  expect(refused).toMatchObject({ status: 422, code: 'language_not_supported', param: 'language_pair' })
  expect(refused.message).toContain('tlh')
  const unsplit = await world.refuse(api.glossaries.create, { body: { language_pair: 'english' } })
  expect(unsplit).toMatchObject({ status: 422, code: 'invalid_language_pair' })
})

it.each([
  [[term('ok'), term('  ')], 'terms[1].source'],
  [[{ source: 'ok', target: '' }], 'terms[0].target'],
  [[term('x'.repeat(501))], 'terms[0].source'],
  [[term('same'), term('Same')], 'terms[1]'],
])('refuses terms that are empty, too long or there twice, naming the entry: %j [GLO-2]', async (terms, param) => {
  const refused = await world.refuse(api.glossaries.update, { ...pair('en-de'), body: { terms } })
  expect(refused).toMatchObject({ status: 422, code: 'invalid_glossary_terms', param })
  await expectUnchanged()
})

it('refuses an incomplete term and a removal of nothing, naming the entry [GLO-2]', async () => {
  const body = JSON.stringify({ terms: [term('c'), { source: 'only' }] })
  const { text } = await world.send('PATCH', '/v1/glossaries/en-de', {
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_glossary_terms', param: 'terms[1].target' } })
  const removal = { terms: [term('c')], remove: ['a', 'zzz'] }
  const refused = await world.refuse(api.glossaries.update, { ...pair('en-de'), body: removal })
  expect(refused).toMatchObject({ code: 'invalid_glossary_terms', param: 'remove[1]' })
  await expectUnchanged()
})

it('refuses more terms than the plan allows and changes nothing then [GLO-2]', async () => {
  const tooMany = { status: 422, code: 'glossary_term_limit_reached' }
  const terms = [term('c'), term('d')]
  expect(await world.refuse(api.glossaries.update, { ...pair('en-de'), body: { terms } })).toMatchObject(tooMany)
  const four = [...terms, term('e'), term('f')]
  expect(await world.refuse(api.glossaries.replace, { ...pair('en-de'), body: { terms: four } })).toMatchObject(tooMany)
  const body = { language_pair: 'en-fr', terms: four }
  expect(await world.refuse(api.glossaries.create, { body })).toMatchObject(tooMany)
  await expectUnchanged()
})

it('refuses more glossaries than the plan allows [GLO-2]', async () => {
  await world.call(api.glossaries.create, { body: { language_pair: 'en-fr' } })
  const refused = await world.refuse(api.glossaries.create, { body: { language_pair: 'en-es' } })
  expect(refused).toMatchObject({ status: 422, code: 'glossary_limit_reached' })
  await world.call(api.glossaries.remove, pair('en-fr'))
})

it('keeps what was written last for each source, whatever is written and removed [GLO-1]', () => {
  const source = fc.constantFrom('Apple', 'apple', 'APPLE', 'pear', 'Straße', 'STRASSE')
  const input = fc.record({ source, target: fc.constantFrom('x', 'y'), case_sensitive: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.array(input, { maxLength: 1 })), rounds => {
      let terms = readTerms([])
      for (const round of rounds) {
        terms = changeTerms(terms, readTerms(round), [])
        for (const { source, target, case_sensitive } of round) {
          const same = terms.filter(each => each.source === source)
          expect(same).toEqual([expect.objectContaining({ target, case_sensitive })])
        }
        const loose = terms.filter(each => !each.case_sensitive).map(each => fold(each.source))
        expect(new Set(loose).size).toBe(loose.length)
      }
      const emptied = changeTerms(terms, [], [...new Set(terms.map(each => each.source))])
      expect(emptied).toEqual([])
    }),
  )
})
