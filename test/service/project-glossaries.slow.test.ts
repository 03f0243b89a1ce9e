import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createdIn } from '../support/flow.ts'
import { agentWorld, answer, approved, next } from '../support/segments.ts'
import { refusalIn, type World } from '../support/world.ts'

const { list, get, update, replace, remove } = api.project_glossaries
const EN_DE = { params: { language_pair: 'en-de' } }

let world: World
beforeEach(async () => {
  world = await agentWorld()
})

const term = (source: string, target: string) => ({ source, target })
const wide = (...terms: ReturnType<typeof term>[]) =>
  world.call(api.glossaries.create, { body: { language_pair: 'en-de', name: 'Everywhere', terms } })
const own = (project: string, ...terms: ReturnType<typeof term>[]) =>
  world.call(update, { ...EN_DE, project, body: { terms } })

/** A translation of a project, as planned. */
async function created(project: string | undefined, filename = 'menu.txt') {
  const content = 'Open the drawer and take a spoon.'
  const body = JSON.stringify({ content, filename, instruction: 'Translate from English into German.' })
  const named = project === undefined ? {} : { 'translation-project': project }
  return createdIn(
    await world.send('POST', '/v1/batches', { body, headers: { 'content-type': 'application/json', ...named } }),
  )
}

/** The terms that whoever translates for a project is shown. */
async function termsFor(project: string | undefined) {
  const { batch, plan_revision } = await created(project)
  const handed = await approved(world, batch.id, plan_revision ?? '', ['de'])
  const { terms } = await next(world, handed, { target_language: 'de' })
  return Object.fromEntries(terms.map(({ source, target }) => [source, target]))
}

describe('the glossaries of a project', () => {
  it('hold for its translations beside those of the workspace, and outrank a term with the same source [GLO-3]', async () => {
    await wide(term('drawer', 'Lade'), term('spoon', 'Löffel'))
    await own('shop-1', term('Drawer', 'Schublade'))
    await own('blog-2', term('spoon', 'Kelle'))
    expect(await termsFor('shop-1')).toEqual({ drawer: 'Schublade', spoon: 'Löffel' })
    expect(await termsFor('blog-2')).toEqual({ drawer: 'Lade', spoon: 'Kelle' })
    expect(await termsFor('other-3')).toEqual({ drawer: 'Lade', spoon: 'Löffel' })
    expect(await termsFor(undefined)).toEqual({ drawer: 'Lade', spoon: 'Löffel' })
  })

  it('hold where the workspace has none, and an answer against them is refused [GLO-3]', async () => {
    await own('shop-1', term('spoon', 'Löffel'))
    expect(await termsFor(undefined)).toEqual({})
    const { batch, plan_revision } = await created('shop-1')
    const handed = await approved(world, batch.id, plan_revision ?? '', ['de'])
    const [segment] = (await next(world, handed, { target_language: 'de' })).segments
    const text = 'Öffne die Schublade und nimm eine Kelle.'
    const { segments } = await answer(world, handed, [{ id: segment?.id ?? '', text }])
    expect(segments).toEqual([expect.objectContaining({ problem: expect.stringContaining('Löffel') })])
  })

  it('are rows of the plan that say so; a change of one is another revision of that project alone [GLO-3, APR-3]', async () => {
    await wide(term('drawer', 'Lade'))
    await own('shop-1', term('spoon', 'Löffel'))
    const [mine, theirs] = [await created('shop-1'), await created('blog-2')]
    const everywhere = expect.objectContaining({ language_pair: 'en-de', term_count: 1 })
    expect(mine.plan?.glossaries).toEqual([everywhere, expect.objectContaining({ project: true, term_count: 1 })])
    expect(theirs.plan?.glossaries).toEqual([everywhere])
    expect(theirs.plan?.glossaries[0]).not.toHaveProperty('project')
    await own('shop-1', term('drawer', 'Schublade'))
    const now = async ({ batch }: typeof mine) =>
      (await world.call(api.batches.getPlan, { params: { batch_id: batch.id } })).plan?.plan_revision
    expect(await now(mine)).not.toBe(mine.plan_revision)
    expect(await now(theirs)).toBe(theirs.plan_revision)
  })

  it('that change after the approval are named, whether made, changed or removed [GLO-3]', async () => {
    const { batch, plan_revision } = await created('shop-1')
    await approved(world, batch.id, plan_revision ?? '', ['de'])
    const changed = async () =>
      (await world.call(api.batches.getPlan, { params: { batch_id: batch.id } })).plan?.glossaries_changed
    expect(await changed()).toBeUndefined()
    await own('blog-2', term('spoon', 'Kelle'))
    expect(await changed()).toBeUndefined()
    await own('shop-1', term('spoon', 'Löffel'))
    expect(await changed()).toEqual(['en-de'])
    await world.call(remove, { ...EN_DE, project: 'shop-1' })
    expect(await changed()).toBeUndefined()
  })
})

describe('the address of the glossaries of a project', () => {
  it('makes, reads, lists, replaces and removes them, and touches nothing of the workspace or another project [GLO-1, GLO-2]', async () => {
    await wide(term('drawer', 'Lade'))
    const before = await world.call(api.glossaries.get, EN_DE)
    const made = await own('shop-1', term('drawer', 'Schublade'), term('spoon', 'Löffel'))
    expect(made).toMatchObject({ project: 'shop-1', language_pair: 'en-de', term_count: 2, name: null })
    await own('blog-2', term('spoon', 'Kelle'))
    const project = 'shop-1'
    await world.call(update, { ...EN_DE, project, body: { name: 'Shop', remove: ['spoon'] } })
    expect(await world.call(get, { ...EN_DE, project })).toMatchObject({ name: 'Shop', term_count: 1 })
    await world.call(replace, { params: { language_pair: 'en-fr' }, project, body: { name: 'Neuf', terms: [] } })
    const page = await world.list(list, { project, query: { limit: '1' } })
    expect(page).toMatchObject({ data: [{ language_pair: 'en-de', project }], has_more: true })
    const cursor = page.next_cursor ?? ''
    const rest = await world.list(list, { project, query: { limit: '1', cursor } })
    expect(rest).toMatchObject({ data: [{ language_pair: 'en-fr', name: 'Neuf' }], has_more: false })
    expect(await world.refuse(list, { project: 'blog-2', query: { cursor } })).toMatchObject({ code: 'invalid_cursor' })
    expect(await world.refuse(api.glossaries.list, { query: { cursor } })).toMatchObject({ code: 'invalid_cursor' })
    await world.call(remove, { ...EN_DE, project })
    expect(await world.refuse(get, { ...EN_DE, project })).toMatchObject({ status: 404, code: 'glossary_not_found' })
    expect(await world.call(get, { ...EN_DE, project: 'blog-2' })).toMatchObject({ terms: [{ target: 'Kelle' }] })
    expect(await world.call(api.glossaries.get, EN_DE)).toEqual(before)
    expect((await world.list(api.glossaries.list)).data).toEqual([expect.not.objectContaining({ project })])
  })

  it('needs the header that names the project, and one that can be a label [ERR-2]', async () => {
    for (const operation of [list, get, remove]) {
      const refused = await world.refuse(operation, operation === list ? {} : EN_DE)
      expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'Translation-Project' })
    }
    const headers = { 'translation-project': 'x'.repeat(101) }
    const refused = refusalIn(await world.send('GET', '/v1/project-glossaries/en-de', { headers }))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'Translation-Project' })
  })

  it('refuses a pair that is none, and an unknown removal, without making anything [GLO-2, ERR-2]', async () => {
    const project = 'shop-1'
    const wrong = await world.refuse(update, { params: { language_pair: 'en' }, project, body: { terms: [] } })
    expect(wrong).toMatchObject({ status: 422, code: 'invalid_language_pair' })
    const lost = await world.refuse(update, { ...EN_DE, project, body: { remove: ['spoon'] } })
    expect(lost).toMatchObject({ status: 422, code: 'invalid_glossary_terms' })
    expect((await world.list(list, { project })).data).toEqual([])
  })

  it('loses no term of two who make one at once [GLO-1]', async () => {
    const words = Array.from({ length: 12 }, (_, at) => term(`word ${at}`, `Wort ${at}`))
    await Promise.all(words.map(word => own('shop-1', word)))
    const { terms } = await world.call(get, { ...EN_DE, project: 'shop-1' })
    expect(terms.map(({ source }) => source).sort()).toEqual(words.map(({ source }) => source).sort())
  })
})

it('the glossaries of projects count into those that a plan allows [GLO-1]', async () => {
  world = await agentWorld({ settings: { max_glossaries: 2 } })
  await wide()
  await own('shop-1', term('spoon', 'Löffel'))
  const full = await world.refuse(update, { ...EN_DE, project: 'blog-2', body: { terms: [term('spoon', 'Kelle')] } })
  expect(full).toMatchObject({ status: 422, code: 'glossary_limit_reached' })
  await own('shop-1', term('drawer', 'Schublade'))
})
