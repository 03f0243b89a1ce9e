import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BATCH_STATUSES } from '../../src/contract/batch.ts'
import { api } from '../../src/contract/operations.ts'
import type { BatchRow } from '../../src/service/store/schema.ts'
import { plantBatch, plantWorkspace } from '../support/plant.ts'
import { rounds } from '../support/seed.ts'
import { startWorld, type World } from '../support/world.ts'

const at = (day: number) => Date.UTC(2026, 2, day)

/** A world with these batches, one a day in their order, the last the newest. */
async function worldWith(...batches: readonly Partial<BatchRow>[]): Promise<World> {
  const world = await startWorld()
  for (const [index, facts] of batches.entries()) await plantBatch(world, { created_at: at(index + 1), ...facts })
  return world
}

async function namesOf(world: World, query: Record<string, string> = {}): Promise<(string | null)[]> {
  return (await world.list(api.batches.list, { query })).data.map(batch => batch.name ?? batch.file_name)
}

it('lists the most recent first, without archived ones [BAT-1]', async () => {
  const world = await worldWith({ name: 'a' }, { name: 'b', archived: 1 }, { name: 'c' })
  expect(await namesOf(world)).toEqual(['c', 'a'])
  expect(await world.list(api.batches.list)).toMatchObject({ has_more: false, next_cursor: null, limit: 20 })
})

it('pages without skipping or repeating while translations are added [BAT-1]', async () => {
  const world = await startWorld()
  const size = fc.integer({ min: 1, max: 5 })
  const scenario = fc.record({
    rows: fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
    limit: size,
    added: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ rows, limit, added }) => {
      await world.db.deleteFrom('batches').execute()
      const ids: string[] = []
      for (const day of rows) ids.push((await plantBatch(world, { created_at: at(1 + day) })).id)
      const seen: string[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const query = { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }
        const page = await world.list(api.batches.list, { query })
        expect(page.data.length).toBeLessThanOrEqual(limit)
        expect(page.has_more).toBe(page.next_cursor !== null)
        seen.push(...page.data.map(batch => batch.id))
        cursor = page.next_cursor
        for (let more = 0; more < added; more++) await plantBatch(world, { created_at: at(9) })
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.filter(id => !seen.includes(id))).toEqual([])
    }),
    { numRuns: rounds(12) },
  )
})

it('filters by state, tier, archived and creation [BAT-2]', async () => {
  const world = await worldWith(
    { name: 'a', status: 'completed', quality_tier: 'lite' },
    { name: 'b', status: 'failed', quality_tier: 'standard' },
    { name: 'c', status: 'completed', quality_tier: 'standard', archived: 1 },
    { name: 'd', status: 'completed', quality_tier: 'standard' },
  )
  expect(await namesOf(world, { status: 'completed' })).toEqual(['d', 'a'])
  expect(await namesOf(world, { quality_tier: 'lite' })).toEqual(['a'])
  for (const yes of ['1', 'true']) expect(await namesOf(world, { archived: yes })).toEqual(['c'])
  for (const no of ['0', 'false']) expect(await namesOf(world, { archived: no })).toEqual(['d', 'b', 'a'])
  expect(await namesOf(world, { created_after: '2026-03-02' })).toEqual(['d', 'b'])
  expect(await namesOf(world, { created_before: '2026-03-02T00:00:00Z' })).toEqual(['a'])
  expect(await namesOf(world, { created_after: '2026-03-02', created_before: '2026-03-04' })).toEqual(['b'])
  expect(await namesOf(world, { limit: '1' })).toEqual(['d'])
})

it('finds a name, or the file name where there is none, in any case and script [BAT-2]', async () => {
  const world = await worldWith(
    { name: 'Straße nach Ürümqi', file_name: 'hidden.txt' },
    { file_name: 'ΣΊΣΥΦΟΣ.txt' },
    { name: '100% done_now\\', file_name: 'x.txt' },
  )
  for (const search of ['strasse', 'STRASSE', 'ürüm', 'ÜRÜMQI'])
    expect(await namesOf(world, { search })).toHaveLength(1)
  expect(await namesOf(world, { search: 'σίσυφο' })).toEqual(['ΣΊΣΥΦΟΣ.txt'])
  expect(await namesOf(world, { search: 'hidden' })).toEqual([])
  for (const search of ['%', '_', '\\', '100% d']) expect(await namesOf(world, { search })).toEqual(['100% done_now\\'])
})

it('finds the same, page by page, whether few names have a text or hundreds [BAT-1] [BAT-2]', async () => {
  const names = Array.from({ length: 260 }, (_, at) => `${at % 13 === 0 ? 'rare' : 'common'} ${at}.txt`)
  const world = await worldWith(...names.map((file_name, at) => ({ file_name, created_at: at })))
  for (const [search, status] of [['rare'], ['common'], ['.txt'], ['.txt', 'awaiting_review'], ['.txt', 'failed']]) {
    const found: (string | null)[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof world.list<typeof api.batches.list>>> = await world.list(api.batches.list, {
        query: { limit: '100', search: search ?? '', ...(status && { status }), ...(cursor && { cursor }) },
      })
      found.push(...page.data.map(({ file_name }) => file_name))
      cursor = page.next_cursor
    } while (cursor !== null)
    const wanted = status === 'failed' ? [] : names.filter(name => name.includes(search ?? '')).toReversed()
    expect(found).toEqual(wanted)
  }
})

it('finds a renamed translation under its new name only [BAT-2] [BAT-6]', async () => {
  const world = await worldWith({ file_name: 'old.txt' })
  const [batch] = (await world.list(api.batches.list)).data
  await world.call(api.batches.update, { params: { batch_id: batch?.id ?? '' }, body: { name: 'Ärger' } })
  expect(await namesOf(world, { search: 'ärger' })).toEqual(['Ärger'])
  expect(await namesOf(world, { search: 'old' })).toEqual([])
})

it.each([
  ['limit', '0'],
  ['limit', '101'],
  ['limit', 'ten'],
  ['limit', '1.5'],
  ['status', 'running'],
  ['archived', 'yes'],
  ['quality_tier', 'gold'],
  ['created_after', 'monday'],
  ['created_before', '2026-02-31'],
  ['search', ''],
  ['search', 'x'.repeat(201)],
])('refuses %s=%s naming the parameter [BAT-2]', async (param, value) => {
  const refused = await shared.refuse(api.batches.list, { query: { [param]: value } })
  expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param })
})

const shared = await worldWith({}, {}, {})

it('refuses a parameter that is given twice [BAT-2]', async () => {
  const { text } = await shared.send('GET', '/v1/batches?status=failed&status=completed')
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_parameter', param: 'status' } })
})

it('refuses a cursor that was altered, or made for other filters or another workspace [BAT-3]', async () => {
  const { next_cursor } = await shared.list(api.batches.list, { query: { limit: '1' } })
  const cursor = next_cursor ?? ''
  await shared.list(api.batches.list, { query: { cursor, limit: '2' } })
  const altered = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`
  const position = Buffer.from('["2026",1]').toString('base64url')
  for (const query of [
    ...[
      { cursor: altered },
      { cursor: `${cursor}A` },
      { cursor: cursor.slice(1) },
      { cursor: '' },
      { cursor: position },
    ],
    ...[
      { cursor, status: 'completed' },
      { cursor, archived: '1' },
      { cursor, search: 'x' },
    ],
  ]) {
    const refused = await shared.refuse(api.batches.list, { query })
    expect(refused, JSON.stringify(query)).toMatchObject({ status: 400, code: 'invalid_cursor', param: 'cursor' })
  }
  const foreign = await worldWith({}, {})
  expect(await foreign.refuse(api.batches.list, { query: { cursor } })).toMatchObject({ code: 'invalid_cursor' })
  expect(await shared.refuse(api.glossaries.list, { query: { cursor } })).toMatchObject({ code: 'invalid_cursor' })
})

it('lists nothing of another workspace [ENV-5]', async () => {
  const world = await worldWith({ name: 'mine' })
  await plantBatch({ ...world, workspace: await plantWorkspace(world) }, { name: 'theirs' })
  expect(await namesOf(world)).toEqual(['mine'])
})

it('gives one shape in every state, the same alone and in the list [BAT-4] [BAT-5]', async () => {
  const world = await startWorld()
  for (const status of BATCH_STATUSES) {
    const error = status === 'failed' ? { error_code: 'file_expired', error_message: 'The file is gone.' } : {}
    // Claimed by a worker elsewhere, so that nobody here picks it up.
    const { id } = await plantBatch(world, {
      status,
      ...error,
      lease_owner: 'elsewhere',
      lease_until: Date.now() + 14_000,
    })
    const batch = await world.call(api.batches.get, { params: { batch_id: id } })
    expect((await world.list(api.batches.list, { query: { status } })).data).toEqual([batch])
    expect(Object.keys(batch.progress)).toEqual(['phase', 'percent', 'updated_at'])
    const failure = { code: 'file_expired', message: 'The file is gone.' }
    expect(batch.error).toEqual(status === 'failed' ? failure : null)
  }
})

it('says that a missing translation is not found [BAT-4]', async () => {
  const refused = await shared.refuse(api.batches.get, { params: { batch_id: '../x?y' } })
  expect(refused).toMatchObject({ status: 404, code: 'batch_not_found', type: 'not_found_error' })
})

it('archives and brings back, and renames only what is not archived [BAT-6]', async () => {
  const world = await startWorld()
  const { id } = await plantBatch(world, { status: 'completed' })
  const params = { batch_id: id }
  const update = (body: { name?: string; archived?: boolean }) => world.call(api.batches.update, { params, body })
  expect(await update({ archived: true })).toMatchObject({ archived: true })
  const refused = await world.refuse(api.batches.update, { params, body: { name: 'new' } })
  expect(refused).toMatchObject({ status: 409, code: 'batch_not_editable', type: 'conflict_error' })
  expect(await update({ archived: false, name: 'new' })).toMatchObject({ archived: false, name: 'new' })
  expect(await update({ name: 'last', archived: true })).toMatchObject({ archived: true, name: 'last' })
  expect(await update({})).toMatchObject({ archived: true, name: 'last' })
})

it.each(['queued', 'analyzing', 'translating'] as const)(
  'does not archive what is %s, but renames it [BAT-6]',
  async status => {
    const lease = { lease_owner: 'elsewhere', lease_until: Date.now() + 14_000 }
    const { id } = await plantBatch(shared, { status, ...lease })
    const params = { batch_id: id }
    const refused = await shared.refuse(api.batches.update, { params, body: { archived: true, name: 'x' } })
    expect(refused).toMatchObject({ status: 409, code: 'batch_not_editable' })
    expect(await shared.call(api.batches.update, { params, body: { name: 'y' } })).toMatchObject({
      name: 'y',
      archived: false,
    })
  },
)
