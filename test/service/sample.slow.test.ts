import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { reaches, resultOf } from '../support/flow.ts'
import { rounds } from '../support/seed.ts'
import { startWorld, type World } from '../support/world.ts'
import { expectConserved } from './ledger.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const { approve, create, get, getPlan, list, plan, sample, segments } = api.batches

/** A catalogue of so many texts, among them one with placeholders, a plural message, a long and a short one. */
function catalogue(texts: number): string {
  const words = Array.from({ length: texts }, (_, at) => [`line_${at}`, `Line number ${at} of them`])
  const risky = {
    greeting: 'Hello {name}, you have {count} new messages in {folder}',
    apples: '{count, plural, one {# apple} other {# apples}}',
    long: `This one is ${'very '.repeat(40)}long`,
    ok: 'OK',
  }
  return JSON.stringify({ ...Object.fromEntries(words), ...risky })
}

let files = 0
async function created(content = catalogue(20), instruction = 'Translate from English into German.') {
  files += 1
  const body = { content, filename: `app-${files}.json`, instruction }
  const made = await world.call(create, { body })
  return { id: made.batch.id, revision: made.plan_revision ?? '', cost: made.credit_cost ?? 0 }
}

const at = (batch_id: string) => ({ params: { batch_id } })
const sampleOf = (id: string, expected_plan_revision: string) =>
  world.call(sample, { ...at(id), body: { expected_plan_revision } })
const refusedSample = (id: string, expected_plan_revision: string) =>
  world.refuse(sample, { ...at(id), body: { expected_plan_revision } })
const approved = (id: string, expected_plan_revision?: string | null) =>
  world.call(approve, { ...at(id), body: expected_plan_revision ? { expected_plan_revision } : {} })

/** Samples a translation, pays for it, and waits until it is done. */
async function sampled(id: string, revision: string) {
  const offered = await sampleOf(id, revision)
  await approved(offered.batch.id, offered.plan_revision)
  await reaches(world, offered.batch.id, 'completed')
  return offered
}

async function settledFor(...ids: string[]): Promise<number> {
  const rows = await world.db.selectFrom('credit_reservations').selectAll().where('batch_id', 'in', ids).execute()
  expect(rows.every(({ state }) => state === 'settled')).toBe(true)
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

describe('a sample', () => {
  it('translates five risky texts at their own cost, and the rest costs what is left [APR-1, CRD-2]', async () => {
    const { id, revision, cost } = await created()
    const offered = await sampleOf(id, revision)
    expect(offered.counts).toMatchObject({ segments: 24, selected_segments: 5 })
    expect(offered.plan).toMatchObject({ sample_of: id, target_languages: ['de'] })
    const parts = offered.plan?.included.map(({ part }) => part) ?? []
    expect(parts).toEqual(expect.arrayContaining(['greeting', 'apples', 'long', 'ok']))
    expect(offered.credit_cost).toBeGreaterThan(0)
    expect(offered.credit_cost).toBeLessThan(cost)

    await approved(offered.batch.id, offered.plan_revision)
    await reaches(world, offered.batch.id, 'completed')
    const query = { target_language: 'de', from_id: '1', limit: '20' }
    const { found } = await world.call(segments, { ...at(offered.batch.id), query })
    expect(found?.lines.map(({ key }) => key)).toEqual(parts)
    expect(found?.lines.every(({ translation }) => translation?.startsWith('⟦de '))).toBe(true)

    const rest = await world.call(getPlan, at(id))
    expect(rest.plan_revision).not.toBe(revision)
    expect((rest.credit_cost ?? 0) + (offered.credit_cost ?? 0)).toBe(cost)
    expect(rest.plan?.advice.join()).toContain('A sample of 5 texts is translated already')
    expect(rest.counts).toMatchObject({ selected_segments: 24 })

    const late = await world.refuse(approve, { ...at(id), body: { expected_plan_revision: revision } })
    expect(late).toMatchObject({ code: 'plan_changed' })
    await approved(id, rest.plan_revision)
    await reaches(world, id, 'completed')
    expect(await settledFor(id, offered.batch.id)).toBe(cost)
    await expectConserved(world)
    const { file, result } = await resultOf(world, id)
    expect(file.text.match(/⟦de /g)?.length).toBe(24)
    expect(result.quality).toMatchObject({ segments: 24, kept_source: 0 })
  })

  it('does not ask the engine for the five again: what was corrected in the sample stays [APR-1]', async () => {
    const { id, revision } = await created()
    const offered = await sampled(id, revision)
    await world.db
      .updateTable('translations')
      .set({ text: 'In Ordnung' })
      .where('batch_id', '=', id)
      .where('text', 'like', '%ÖĶ%')
      .execute()
    const rows = await world.db.selectFrom('translations').selectAll().where('batch_id', '=', id).execute()
    expect(rows).toHaveLength(5)
    await approved(id)
    await reaches(world, id, 'completed')
    expect((await resultOf(world, id)).file.text).toContain('In Ordnung')
    expect(await settledFor(offered.batch.id)).toBe(offered.credit_cost)
  })

  it('is the same one however often it is asked for, also after it was translated [APR-2]', async () => {
    const { id, revision } = await created()
    const both = await Promise.all([sampleOf(id, revision), sampleOf(id, revision)])
    expect(new Set(both.map(({ batch }) => batch.id)).size).toBe(1)
    const offered = await sampled(id, revision)
    expect(offered.batch.id).toBe(both[0]?.batch.id)
    const again = await sampleOf(id, revision)
    expect(again.batch).toMatchObject({ id: offered.batch.id, status: 'completed' })
    const late = await world.refuse(approve, { ...at(again.batch.id), body: {} })
    expect(late).toMatchObject({ code: 'batch_not_awaiting_approval' })
  })

  it('of the rest takes other texts, and the sum stays the same [APR-1]', async () => {
    const { id, revision, cost } = await created()
    const first = await sampled(id, revision)
    const rest = await world.call(getPlan, at(id))
    const second = await sampled(id, rest.plan_revision ?? '')
    const parts = (planned: typeof first) => planned.plan?.included.map(({ part }) => part) ?? []
    expect(parts(first).some(part => parts(second).includes(part))).toBe(false)
    const last = await world.call(getPlan, at(id))
    expect((first.credit_cost ?? 0) + (second.credit_cost ?? 0) + (last.credit_cost ?? 0)).toBe(cost)
  })

  it('is in the list once it is approved, and not before [BAT-1]', async () => {
    const { id, revision } = await created()
    const listed = async () => (await world.list(list, { query: { limit: '100' } })).data.map(({ id: each }) => each)
    const offered = await sampleOf(id, revision)
    expect(await listed()).not.toContain(offered.batch.id)
    await sampled(id, revision)
    expect(await listed()).toContain(offered.batch.id)
    expect((await world.call(get, at(offered.batch.id))).name).toMatch(/^app-\d+\.json \(sample\)$/)
  })

  it('is refused where the plan is another, or nothing would be saved [APR-1, PLN-1]', async () => {
    const { id, revision } = await created()
    expect(await refusedSample(id, 'pr_other')).toMatchObject({ code: 'plan_changed' })
    const offered = await sampleOf(id, revision)
    expect(await refusedSample(offered.batch.id, offered.plan_revision ?? '')).toMatchObject({ code: 'plan_invalid' })
    const body = { instruction: 'Into French.' }
    expect(await world.refuse(plan, { ...at(offered.batch.id), body })).toMatchObject({ code: 'plan_invalid' })
    await world.call(plan, { ...at(id), body: { instruction: 'Also French.' } })
    expect(await world.refuse(approve, { ...at(offered.batch.id), body: {} })).toMatchObject({ code: 'plan_changed' })
    const small = await created(JSON.stringify({ a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' }))
    const refused = await refusedSample(small.id, small.revision)
    expect(refused).toMatchObject({ code: 'plan_invalid', message: expect.stringContaining('no smaller') })
    const none = await world.call(create, { body: { content: catalogue(9), filename: 'none.json' } })
    expect(await refusedSample(none.batch.id, 'pr_any')).toMatchObject({ code: 'no_plan_yet' })
    const left = await world.db.selectFrom('batches').select('id').where('sample_of', '=', small.id).execute()
    expect(left).toEqual([])
  })

  it('stands alone: while it is translated, neither plan nor approval of the whole goes on, and the other way round [APR-2]', async () => {
    const { id, revision } = await created()
    const offered = await sampleOf(id, revision)
    const set = (status: 'translating' | 'awaiting_review') =>
      world.db
        .updateTable('batches')
        .set({ status, lease_owner: 'other', lease_until: Date.now() + 14_000 })
        .where('id', '=', offered.batch.id)
        .execute()
    await set('translating')
    expect(await world.refuse(approve, { ...at(id), body: {} })).toMatchObject({ code: 'plan_changed' })
    const body = { instruction: 'Also French.' }
    expect(await world.refuse(plan, { ...at(id), body })).toMatchObject({ code: 'batch_not_awaiting_approval' })
    await set('awaiting_review')
    await approved(id, revision)
    const refused = await world.refuse(approve, { ...at(offered.batch.id), body: {} })
    expect(refused).toMatchObject({
      code: 'batch_not_awaiting_approval',
      message: expect.stringContaining('Nothing was spent'),
    })
    await reaches(world, id, 'completed')
    await expectConserved(world)
  })

  it('outlives the file of the whole, and the other way round', async () => {
    const { id, revision } = await created()
    const offered = await sampleOf(id, revision)
    const blobs = await world.db
      .selectFrom('batches')
      .select('file_blob')
      .where('id', 'in', [id, offered.batch.id])
      .execute()
    expect(new Set(blobs.map(({ file_blob }) => file_blob)).size).toBe(2)
    await approved(offered.batch.id, offered.plan_revision)
    await world.db.updateTable('batches').set({ file_blob: null }).where('id', '=', id).execute()
    await reaches(world, offered.batch.id, 'completed')
  })

  it('and the rest cost together what the plan cost, for any file, tier and languages [APR-1, CRD-2]', async () => {
    const texts = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 6, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.boolean(),
        fc.subarray(['German', 'French', 'Polish'], { minLength: 1 }),
        async (lengths, lite, targets) => {
          const content = JSON.stringify(
            Object.fromEntries(lengths.map(length => [`key_${length}`, `n${length} ${'word '.repeat(length)}end`])),
          )
          const made = await created(
            content,
            `Translate from English into ${targets.join(' and ')}${lite ? ', lite quality' : ''}.`,
          )
          const offered = await sampled(made.id, made.revision)
          const rest = await world.call(getPlan, at(made.id))
          expect((rest.credit_cost ?? 0) + (offered.credit_cost ?? 0)).toBe(made.cost)
        },
      ),
      { numRuns: rounds(40) },
    )
  })
})
