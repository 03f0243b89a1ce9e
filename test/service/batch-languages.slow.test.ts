import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isVarietyOf } from '../../src/contract/language-tags.ts'
import { api } from '../../src/contract/operations.ts'
import { type BatchFilters, listBatches } from '../../src/service/store/batches.ts'
import { differencesOf } from '../../src/service/store/dialects/differences.ts'
import { LIST_EARLIER } from '../../src/service/store/migrations.ts'
import type { BatchRow } from '../../src/service/store/schema.ts'
import { plantBatch } from '../support/plant.ts'
import { rounds } from '../support/seed.ts'
import { startWorld, type World } from '../support/world.ts'

const TAGS = ['de', 'fr', 'fr-CA', 'pt', 'pt-BR', 'zh-Hant', 'zh-Hant-HK', 'zh-Hans', 'fil']
const ASKED = ['de', 'fr', 'fr-CA', 'pt', 'zh', 'zh-Hant', 'fil', 'nl']

/** All pages of a list by language. */
async function pages(world: World, filters: BatchFilters, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const after = seen.length === 0 ? undefined : await positionOf(world, seen.at(-1) ?? '')
    const rows = await listBatches(world.db, world.workspace.id, filters, after, limit)
    seen.push(...rows.map(({ id }) => id))
    if (rows.length < limit) return seen
  }
}

function positionOf(world: World, id: string) {
  return world.db.selectFrom('batches').select(['created_at', 'id']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** What a plain look at every row finds. */
function plainly(rows: readonly BatchRow[], { target_language = '', archived, status, created_before }: BatchFilters) {
  const found = rows.filter(
    row =>
      row.target_languages_json.split('"').some(tag => TAGS.includes(tag) && isVarietyOf(tag, target_language)) &&
      (row.archived === 1) === archived &&
      (status === undefined || row.status === status) &&
      (created_before === undefined || row.created_at < created_before),
  )
  const newer = (a: BatchRow, b: BatchRow) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
  return found.sort(newer).map(({ id }) => id)
}

it('lists by a language what a look at every translation finds, page by page [BAT-2]', async () => {
  const world = await startWorld()
  const row = fc.record({
    target_languages_json: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }).map(tags => JSON.stringify(tags)),
    archived: fc.constantFrom(0, 1),
    status: fc.constantFrom('completed' as const, 'failed' as const),
    created_at: fc.nat(4),
  })
  const filters = fc.record({
    target_language: fc.constantFrom(...ASKED),
    archived: fc.boolean(),
    status: fc.constantFrom(undefined, 'failed' as const),
    created_before: fc.constantFrom(undefined, 3),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      filters,
      fc.integer({ min: 1, max: 4 }),
      async (rows, asked, limit) => {
        await world.db.deleteFrom('batches').execute()
        const planted: BatchRow[] = []
        for (const facts of rows) planted.push(await plantBatch(world, facts))
        expect(await pages(world, asked, limit)).toEqual(plainly(planted, asked))
      },
    ),
    { numRuns: rounds(20) },
  )
})

it('finds those that other filters leave, behind hundreds in the language that they do not [BAT-2]', async () => {
  const world = await startWorld()
  const target_languages_json = '["fr-CA"]'
  const old = await plantBatch(world, { target_languages_json, status: 'failed', created_at: 0 })
  for (let at = 1; at <= 250; at++)
    await plantBatch(world, { target_languages_json, status: 'completed', created_at: at })
  expect(await pages(world, { target_language: 'fr', archived: false, status: 'failed' }, 10)).toEqual([old.id])
  expect(await pages(world, { target_language: 'fr', archived: false }, 100)).toHaveLength(251)
  for (let at = 300; at <= 520; at++)
    await plantBatch(world, { target_languages_json: '["de"]', status: 'failed', created_at: at })
  expect(await pages(world, { target_language: 'fr', archived: false, status: 'failed' }, 10)).toEqual([old.id])
  expect(await pages(world, { target_language: 'de', archived: false, status: 'failed' }, 100)).toHaveLength(221)
})

it('lists what was planned before there were such lists as it lists what is planned now [BAT-2]', async () => {
  const world = await startWorld()
  for (const tags of [TAGS, ['fr', 'fr-CA'], ['zh-Hant-HK', 'pt-BR'], ['de'], []]) {
    await plantBatch(world, { target_languages_json: JSON.stringify(tags), archived: tags.length % 2 })
  }
  const listed = () =>
    world.db.selectFrom('batch_languages').selectAll().orderBy('batch_id').orderBy('language').execute()
  const now = await listed()
  await world.db.deleteFrom('batch_languages').execute()
  await sql.raw(differencesOf(world.db).ddl(LIST_EARLIER) ?? '').execute(world.db)
  expect(await listed()).toEqual(now)
  expect(now).toHaveLength(18)
})

it('follows a plan that is refined, the archive and what is taken back [BAT-2]', async () => {
  const world = await startWorld()
  const names = async (target_language: string, archived = '0') =>
    (await world.list(api.batches.list, { query: { target_language, archived } })).data.map(
      ({ file_name }) => file_name,
    )
  const body = { content: 'Hello', filename: 'a.txt', instruction: 'into Brazilian Portuguese' }
  const { batch } = await world.call(api.batches.create, { body })
  const params = { batch_id: batch.id }
  expect([await names('pt'), await names('pt-BR'), await names('pt-PT')]).toEqual([['a.txt'], ['a.txt'], []])
  await world.call(api.batches.plan, { params, body: { instruction: 'into German instead' } })
  expect([await names('pt'), await names('de')]).toEqual([[], ['a.txt']])
  await world.call(api.batches.update, { params, body: { archived: true } })
  expect([await names('de'), await names('de', '1')]).toEqual([[], ['a.txt']])
  await world.call(api.batches.update, { params, body: { archived: false } })
  expect([await names('de'), await names('de', '1')]).toEqual([['a.txt'], []])
  await world.db.deleteFrom('plans').execute()
  await world.db.deleteFrom('batches').execute()
  expect(await world.db.selectFrom('batch_languages').selectAll().execute()).toEqual([])
})

it('costs of a rare language what a page of all costs, however many there are of others [BAT-2]', async () => {
  const world = await startWorld()
  const rare = await plantBatch(world, { target_languages_json: '["yo"]', created_at: 0 })
  await plantMany(world, rare, 20_000)
  const timed = async (filters: BatchFilters) => {
    const begin = performance.now()
    const rows = await listBatches(world.db, world.workspace.id, filters, undefined, 21)
    return { took: performance.now() - begin, rows }
  }
  let [all, one] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 7; round++) {
    all = Math.min(all, (await timed({ archived: false })).took)
    const { took, rows } = await timed({ archived: false, target_language: 'yo' })
    expect(rows.map(({ id }) => id)).toEqual([rare.id])
    one = Math.min(one, took)
  }
  expect(one / all).toBeLessThan(3)
})

/** Others like this one, into German. */
async function plantMany({ db, newId }: World, like: BatchRow, count: number): Promise<void> {
  for (let at = 0; at < count; at += 250) {
    const rows = Array.from({ length: 250 }, (_, next) => ({
      ...{ ...like, id: newId('bat'), target_languages_json: '["de"]', created_at: at + next + 1 },
    }))
    await db.insertInto('batches').values(rows).execute()
    const listed = rows.map(({ id, workspace_id, archived, created_at }) => ({
      workspace_id,
      language: 'de',
      archived,
      created_at,
      batch_id: id,
    }))
    await db.insertInto('batch_languages').values(listed).execute()
  }
}
