import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { plantBatch } from '../support/plant.ts'
import { rounds } from '../support/seed.ts'
import { type Page, startWorld, temporaryFolder, type World } from '../support/world.ts'

const PAIRS = ['en-de', 'en-fr', 'en-es', 'en-it', 'en-nl', 'fr-de', 'de-en']
const MARCH = Date.parse('2026-03-01T00:00:00Z')

let world: World
const ids: string[] = []
beforeAll(async () => {
  world = await startWorld({ settings: { requests_per_minute: 1_000_000 } })
  // Several share a moment, as creations of one millisecond do.
  for (const at of [0, 0, 0, 1, 1, 2, 3, 3, 3]) ids.push((await plantBatch(world, { created_at: MARCH + at })).id)
  for (const language_pair of PAIRS) await world.call(api.glossaries.create, { body: { language_pair } })
})

type List = typeof api.batches.list | typeof api.glossaries.list
type Item = { id: string } | { language_pair: string }
const nameOf = (item: Item) => ('id' in item ? item.id : item.language_pair)

/** All pages, each of a size of its own. */
async function walk(list: List, sizes: readonly number[], query: Record<string, string> = {}): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 0; ; page += 1) {
    const limit = String(sizes[page % sizes.length] ?? 1)
    const got: Page<Item> = await world.list<List>(list, {
      query: { ...query, limit, ...(cursor === null ? {} : { cursor }) },
    })
    expect(got.limit).toBe(Number(limit))
    expect(got.data.length).toBeLessThanOrEqual(Number(limit))
    expect(got.has_more).toBe(got.next_cursor !== null)
    if (got.has_more) expect(got.data.length).toBe(Number(limit))
    seen.push(...got.data.map(nameOf))
    if (got.next_cursor === null) return seen
    expect(page).toBeLessThan(50)
    cursor = got.next_cursor
  }
}

describe.each([
  ['translations', api.batches.list, () => ids.toSorted().toReversed()],
  ['glossaries', api.glossaries.list, () => PAIRS.toSorted()],
] as const)('the pages of %s', (_name, list, all) => {
  it('hold every one once and in order, whatever the size of each page is [BAT-1, GLO-1]', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(sizes, async pages => {
        expect(new Set(await walk(list, pages))).toEqual(new Set(all()))
        expect(await walk(list, pages)).toHaveLength(all().length)
      }),
      { numRuns: rounds(12) },
    )
    expect(await walk(list, [2])).toEqual(await walk(list, [100]))
  })

  it('go on behind what was shown, although that is gone meanwhile [BAT-1, GLO-1]', async () => {
    const first = await world.list<List>(list, { query: { limit: '3' } })
    const rest = (await walk(list, [100])).slice(3)
    const [, , last] = first.data
    if (last === undefined) throw new Error('there are three')
    const gone = nameOf(last)
    if (list === api.glossaries.list) await world.call(api.glossaries.remove, { params: { language_pair: gone } })
    else await world.call(api.batches.update, { params: { batch_id: gone }, body: { archived: true } })
    const next = await world.list<List>(list, { query: { limit: '100', cursor: first.next_cursor ?? '' } })
    expect(next.data.map(nameOf)).toEqual(rest)
    if (list === api.glossaries.list) await world.call(api.glossaries.create, { body: { language_pair: gone } })
    else await world.call(api.batches.update, { params: { batch_id: gone }, body: { archived: false } })
  })

  it('have no cursor for another list, and none that was touched [BAT-3]', async () => {
    const { next_cursor } = await world.list<List>(list, { query: { limit: '2' } })
    const cursor = next_cursor ?? ''
    const other = list === api.glossaries.list ? api.batches.list : api.glossaries.list
    expect(await world.refuse(other, { query: { cursor } })).toMatchObject({
      status: 400,
      code: 'invalid_cursor',
      param: 'cursor',
    })
    const touched = fc.tuple(fc.nat(cursor.length - 1), fc.constantFrom('A', 'z', '0', '_', ''))
    await fc.assert(
      fc.asyncProperty(touched, async ([at, letter]) => {
        const changed = `${cursor.slice(0, at)}${letter}${cursor.slice(at + 1)}`
        fc.pre(changed !== cursor && changed !== '')
        expect(await world.refuse(list, { query: { cursor: changed } })).toMatchObject({ code: 'invalid_cursor' })
      }),
      { numRuns: rounds(30) },
    )
  })
})

describe('a cursor of filtered translations', () => {
  it.each([
    { status: 'failed' },
    { archived: 'true' },
    { search: 'report' },
    { quality_tier: 'lite' },
    { created_after: '2026-01-01' },
    { created_before: '2027-01-01' },
  ])('is not one without the filter %j [BAT-3]', async filter => {
    const { next_cursor } = await world.list(api.batches.list, { query: { limit: '2' } })
    const query = { ...filter, cursor: next_cursor ?? '' }
    expect(await world.refuse(api.batches.list, { query })).toMatchObject({ code: 'invalid_cursor' })
  })

  it('is one for the same filters, in whatever order they are given, and with another limit [BAT-1, BAT-3]', async () => {
    const filters = { search: 'report', created_after: '2026-01-01' }
    const { next_cursor } = await world.list(api.batches.list, { query: { ...filters, limit: '2' } })
    const query = { cursor: next_cursor ?? '', created_after: '2026-01-01', search: 'report', limit: '100' }
    expect((await world.list(api.batches.list, { query })).data).toHaveLength(ids.length - 2)
  })
})

it('cursors hold at a sibling process of their data folder, and after a restart; at another folder they do not [BAT-1, BAT-3]', async () => {
  const dataDir = `${temporaryFolder()}/data`
  const first = await startWorld({ dataDir })
  const made = [(await plantBatch(first)).id, (await plantBatch(first)).id]
  const { data, next_cursor } = await first.list(api.batches.list, { query: { limit: '1' } })
  const query = { cursor: next_cursor ?? '' }
  const rest = made.filter(id => id !== data[0]?.id)
  const read = async (at: World) => (await at.list(api.batches.list, { query })).data.map(({ id }) => id)
  const sibling = await startWorld({ dataDir })
  expect(await read(sibling)).toEqual(rest)
  await first.close()
  await sibling.close()
  expect(await read(await startWorld({ dataDir }))).toEqual(rest)
  expect(await world.refuse(api.batches.list, { query })).toMatchObject({ status: 400, code: 'invalid_cursor' })
})
