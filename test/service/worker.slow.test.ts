import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { databaseOf } from '../../src/service/data-folder.ts'
import { startTranslating } from '../../src/service/store/approvals.ts'
import { reserve } from '../../src/service/store/credits.ts'
import { openDatabase, write } from '../../src/service/store/database.ts'
import { MAX_STARTS } from '../../src/service/store/leases.ts'
import type { BatchRow } from '../../src/service/store/schema.ts'
import { onPostgres } from '../support/databases.ts'
import { createMenu, reaches, resultOf } from '../support/flow.ts'
import { startWorld, temporaryFolder, type World } from '../support/world.ts'

/** A data folder with one approved batch that nobody works on, as an ended process leaves it. */
async function abandoned(change: Partial<BatchRow>) {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await startWorld({ dataDir })
  const created = await createMenu(first)
  const { id } = created.batch
  await first.close()
  const db = openDatabase(databaseOf(dataDir))
  await write(db, async tx => {
    const reservation = { workspace_id: first.workspace.id, batch_id: id, amount: created.credit_cost ?? 0 }
    await reserve(tx, { ...reservation, now: Date.now(), newId: first.newId })
    await startTranslating(tx, id, Date.now())
    await tx.updateTable('batches').set(change).where('id', '=', id).execute()
  })
  await db.destroy()
  return { dataDir, id, cost: created.credit_cost ?? 0 }
}

const balance = async (world: World) => (await world.call(api.credits.get)).balance
const states = async (world: World, id: string) =>
  (await world.db.selectFrom('credit_reservations').select('state').where('batch_id', '=', id).execute()).map(
    ({ state }) => state,
  )

describe('work that an ended process left behind', () => {
  it('goes on when any process starts, and is settled once [CRD-2]', async () => {
    const { dataDir, id } = await abandoned({ lease_owner: 'wrk_gone', lease_until: Date.now() - 1, attempts: 1 })
    const world = await startWorld({ thread: true, dataDir })
    await reaches(world, id, 'completed')
    expect((await resultOf(world, id)).file.text).toContain('⟦de ')
    expect(await states(world, id)).toEqual(['settled'])
  })

  it('waits for a claim that is alive, and goes on when that has run out', async () => {
    const lease_until = Date.now() + 600
    const { dataDir, id } = await abandoned({ lease_owner: 'wrk_other', lease_until })
    const world = await startWorld({ dataDir, settings: { lease_seconds: 1 } })
    const done = await reaches(world, id, 'completed')
    expect(Date.parse(done.completed_at ?? '')).toBeGreaterThanOrEqual(lease_until)
  })

  it('fails when it broke off again and again, and gives its credits back [CRD-2]', async () => {
    const { dataDir, id } = await abandoned({ attempts: MAX_STARTS })
    const world = await startWorld({ dataDir })
    const failed = await reaches(world, id, 'failed')
    expect(failed.error?.message).toContain('No credits were charged')
    expect(await states(world, id)).toEqual(['released'])
    expect(await balance(world)).toBe(200_000)
  })

  it('fails in plain words when its file is gone, and gives its credits back [CRD-2, BAT-5]', async () => {
    const { dataDir, id } = await abandoned({ file_blob: 'blb_missing' })
    const world = await startWorld({ dataDir })
    const failed = await reaches(world, id, 'failed')
    expect(failed.error).toMatchObject({ code: 'file_expired' })
    expect(await states(world, id)).toEqual(['released'])
    expect(await balance(world)).toBe(200_000)
  })
})

describe('an analysis that outlasts the answer', () => {
  it('answers without a plan, which appears by itself [CRE-8, PLN-1]', async () => {
    const world = await startWorld({ thread: true, settings: { creation_wait_seconds: 0 } })
    const created = await createMenu(world)
    expect(created).toMatchObject({ plan: null, plan_revision: null, batch: { status: 'queued' } })
    await reaches(world, created.batch.id, 'awaiting_review')
    const planned = await world.call(api.batches.getPlan, { params: { batch_id: created.batch.id } })
    expect(planned.plan_revision).not.toBeNull()
  })

  it('leaves a failed batch that says why [BAT-5]', async () => {
    // Done in the thread of the service, it may be over before the answer where that has to wait for a server.
    const world = await startWorld({ thread: onPostgres(), settings: { creation_wait_seconds: 0 } })
    const created = await createMenu(world, 'Do something nice.')
    const failed = await reaches(world, created.batch.id, 'failed')
    expect(failed.error?.code).toBe('plan_invalid')
    expect(failed.error?.message).not.toBe('')
  })
})

describe('closing the service', () => {
  it('gives up what it works on, and the work goes on at the next start [SCL-2]', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const world = await startWorld({ thread: true, dataDir })
    const content = Array.from({ length: 3_000 }, (_, at) => `Paragraph number ${at} of a long text.`).join('\n\n')
    const instruction = 'Translate from English into German.'
    const created = await world.call(api.batches.create, { body: { content, filename: 'long.txt', instruction } })
    const params = { batch_id: created.batch.id }
    await world.call(api.batches.approve, { params, body: {} })
    await world.close()
    const db = openDatabase(databaseOf(dataDir))
    const row = await db.selectFrom('batches').selectAll().where('id', '=', created.batch.id).executeTakeFirst()
    await db.destroy()
    expect(row).toMatchObject({ status: 'translating', lease_owner: null, lease_until: null, attempts: 0 })
    const again = await startWorld({ thread: true, dataDir })
    await reaches(again, created.batch.id, 'completed')
    expect((await resultOf(again, created.batch.id)).file.text.match(/⟦de /g)?.length).toBe(3_000)
  })
})

describe('the routes of the agent engine', () => {
  it('say that the service translates by itself, until it is done', async () => {
    const world = await startWorld()
    const created = await createMenu(world)
    const params = { batch_id: created.batch.id }
    expect((await world.refuse(api.batches.segments, { params })).code).toBe('batch_not_editable')
    const plan_revision = created.plan?.plan_revision ?? ''
    const body = { plan_revision, target_language: 'de', translations: [] }
    expect((await world.refuse(api.batches.answerSegments, { params, body })).code).toBe('batch_not_editable')
  })
})

it('works without the code that serves HTTP: the thread holds no path of the API', () => {
  const thread = readFileSync(new URL(inject('workerEntry')), 'utf8')
  const paths = [api.batches.create, api.batches.segments, api.uploads.create].map(({ path }) => path)
  expect(thread).toContain('segments')
  expect(paths.filter(path => thread.includes(path))).toEqual([])
})
