import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { heldOf, withTranslations } from '../../../src/service/store/results.ts'
import type { BatchRow } from '../../../src/service/store/schema.ts'
import { createMenu, reaches } from '../../support/flow.ts'
import { plantBatch } from '../../support/plant.ts'
import { startWorld, type World } from '../../support/world.ts'

async function plantText(world: World, batch: Pick<BatchRow, 'id'>, languages: readonly string[]): Promise<void> {
  for (const language of languages) {
    const row = { batch_id: batch.id, language, source_hash: `${language}-hash`, text: 'A text', repaired: 0 }
    await world.db.insertInto('translations').values(row).execute()
  }
}

describe('what the hourly pass asks for many files at once', () => {
  it('walks from batch to batch that has texts, each once, and says which are of no use [CRE-9]', async () => {
    const world = await startWorld()
    const kept = await plantBatch(world, { status: 'completed', file_blob: 'blb_kept' })
    const released = await plantBatch(world, { status: 'completed', file_blob: null })
    const at_work = await plantBatch(world, { status: 'translating', file_blob: null })
    const bare = await plantBatch(world, { status: 'completed', file_blob: null })
    for (const batch of [kept, released, at_work]) await plantText(world, batch, ['de', 'fr', 'is'])
    const all = await withTranslations(world.db, '', 100)
    const expected = [kept, released, at_work].map(({ id }) => id).sort()
    expect(all.map(({ id }) => id)).toEqual(expected)
    expect(all.filter(({ useless }) => useless).map(({ id }) => id)).toEqual([released.id])
    expect(all.map(({ id }) => id)).not.toContain(bare.id)
    const [first, ...others] = expected
    expect((await withTranslations(world.db, '', 1)).map(({ id }) => id)).toEqual([first])
    expect((await withTranslations(world.db, first ?? '', 2)).map(({ id }) => id)).toEqual(others)
    expect(await withTranslations(world.db, expected.at(-1) ?? '', 2)).toEqual([])
  })

  it('knows what a batch or its result holds, and nothing else [CRE-9]', async () => {
    const world = await startWorld()
    const { batch } = await createMenu(world)
    const blobs = async (table: 'batches' | 'results') => {
      const column = table === 'batches' ? 'file_blob' : 'blob'
      const { rows } = await sql<{ blob: string }>`select ${sql.ref(column)} as blob from ${sql.table(table)}`.execute(
        world.db,
      )
      return rows.map(({ blob }) => blob)
    }
    const [original = ''] = await blobs('batches')
    expect(await heldOf(world.db, [])).toEqual(new Set())
    expect(await heldOf(world.db, [original, 'blb_of_nobody'])).toEqual(new Set([original]))
    await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
    await reaches(world, batch.id, 'completed')
    const [result = ''] = await blobs('results')
    expect(await heldOf(world.db, ['blb_of_nobody', result, original])).toEqual(new Set([original, result]))
    await world.db.deleteFrom('results').execute()
    expect(await heldOf(world.db, [result])).toEqual(new Set())
  })
})
