import { mkdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BATCH_STATUSES } from '../../src/contract/batch.ts'
import { api } from '../../src/contract/operations.ts'
import { DAY, HOUR } from '../../src/service/domain/time.ts'
import { openFiles } from '../../src/service/files/blobs.ts'
import type { Files } from '../../src/service/ports.ts'
import { retainFiles } from '../../src/service/retention.ts'
import { creditBalance, grantMonth, reserve } from '../../src/service/store/credits.ts'
import { write } from '../../src/service/store/database.ts'
import { noteFact } from '../../src/service/store/facts.ts'
import { keepTranslations } from '../../src/service/store/translations.ts'
import { insertUpload } from '../../src/service/store/uploads.ts'
import { createMenu, follow, MENU, resultOf, storedIn, translate } from '../support/flow.ts'
import { plantBatch } from '../support/plant.ts'
import { manualClock, refusalIn, startWorld, type World } from '../support/world.ts'

const START = '2026-03-10T12:00:00Z'
let clock: ReturnType<typeof manualClock>
let world: World
let files: Files

beforeEach(async () => {
  clock = manualClock(START)
  world = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })
  files = openFiles(join(world.dataDir, 'files'), () => world.newId('blb'))
})

const pass = () => retainFiles(world.db, files, clock())
const stored = () => storedIn(world.dataDir).sort()
async function put(text = 'x'): Promise<string> {
  async function* content() {
    yield Buffer.from(text)
  }
  return (await files.put(content(), 1000)).blob
}
/** Makes a content as old as the standing clock says, whatever the machine's own clock. */
function written(blob: string, at: number): void {
  utimesSync(join(world.dataDir, 'files', blob), at / 1000, at / 1000)
}

describe('from the moment on that their time is over, before the next pass', () => {
  const expired = { status: 403, code: 'file_retention_expired' }
  const ends = (id: string, at: number) =>
    world.db.updateTable('batches').set({ file_expires_at: at }).where('id', '=', id).execute()

  it('results are refused, and links to them lead nowhere; a link says no later end than that [RES-1, CRE-9]', async () => {
    const done = await translate(world, await createMenu(world))
    await ends(done.id, clock() + 60_000)
    const { result } = await resultOf(world, done.id)
    expect(result.expires_at).toBe(new Date(clock() + 60_000).toISOString())
    // A link that was made while the time was longer.
    await ends(done.id, clock() + DAY)
    const { url } = (await resultOf(world, done.id)).result
    await ends(done.id, clock() + 1)
    expect((await follow(url)).status).toBe(200)
    clock.advance(1)
    expect(refusalIn(await follow(url))).toMatchObject({ status: 410, code: 'file_expired' })
    expect(await world.refuse(api.batches.result, { params: { batch_id: done.id } })).toMatchObject(expired)
    expect(stored()).toHaveLength(2)
  })

  it('originals are planned and approved no more, and nothing is reserved [CRE-9, CRD-2]', async () => {
    const { batch } = await createMenu(world)
    await ends(batch.id, clock() + 1)
    const params = { batch_id: batch.id }
    const { plan_revision } = await world.call(api.batches.plan, { params, body: { instruction: 'Into Spanish.' } })
    clock.advance(1)
    const balance = await creditBalance(world.db, world.workspace.id, clock())
    const instruction = 'Into French.'
    expect(await world.refuse(api.batches.plan, { params, body: { instruction } })).toMatchObject(expired)
    expect(await world.refuse(api.batches.approve, { params, body: {} })).toMatchObject(expired)
    expect(await creditBalance(world.db, world.workspace.id, clock())).toBe(balance)
    expect((await world.call(api.batches.getPlan, { params })).plan_revision).toBe(plan_revision)
  })

  it('uploads take no bytes, are not completed, and make no batch [UPL-1]', async () => {
    const open = async () => {
      const upload = await world.call(api.uploads.create, { body: { filename: 'a.txt' } })
      await follow(upload.url, { method: 'PUT', body: 'Hello there' })
      return upload
    }
    const [received, completed] = [await open(), await open()]
    await world.call(api.uploads.complete, { params: { upload_id: completed.id } })
    clock.advance(HOUR)
    const gone = { status: 404, code: 'resource_not_found' }
    expect(refusalIn(await follow(received.url, { method: 'PUT', body: 'Again' }))).toMatchObject(gone)
    expect(await world.refuse(api.uploads.complete, { params: { upload_id: received.id } })).toMatchObject(gone)
    for (const { id } of [received, completed])
      expect(await world.refuse(api.batches.create, { body: { upload_id: id } })).toMatchObject(gone)
    expect(stored()).toHaveLength(2)
  })
})

describe('the scheduled pass over files', () => {
  it('removes the content that a batch took over from an upload and let go, where a process ended before it did [CRE-9, UPL-1]', async () => {
    const { id, url } = await world.call(api.uploads.create, { body: { filename: 'a.txt' } })
    await follow(url, { method: 'PUT', body: 'Good morning' })
    await world.call(api.uploads.complete, { params: { upload_id: id } })
    const { batch } = await world.call(api.batches.create, { body: { upload_id: id, instruction: 'Into German.' } })
    for (const blob of stored()) written(blob, clock() - 2 * HOUR)
    await pass()
    expect(stored()).toHaveLength(1)
    await world.db.updateTable('batches').set({ file_blob: null }).where('id', '=', batch.id).execute()
    await pass()
    expect(stored()).toEqual([])
    const again = await world.call(api.batches.create, { body: { upload_id: id } })
    expect(again.batch.id).toBe(batch.id)
  })

  it('lets an original go at the moment its days are over, not before [CRE-9]', async () => {
    const blob = await put()
    const { id } = await plantBatch(world, { file_blob: blob, file_expires_at: clock() + 30 * DAY })
    clock.advance(30 * DAY - 1)
    await pass()
    expect(stored()).toEqual([blob])
    clock.advance(1)
    await pass()
    expect(stored()).toEqual([])
    const refused = await world.refuse(api.batches.plan, {
      params: { batch_id: id },
      body: { instruction: 'Into German.' },
    })
    expect(refused).toMatchObject({ status: 403, code: 'file_retention_expired' })
    expect(await world.call(api.batches.get, { params: { batch_id: id } })).toMatchObject({ status: 'awaiting_review' })
  })

  it.each(BATCH_STATUSES)('keeps the file of work that runs: %s [CRE-9, CRD-2]', async status => {
    const lease = { lease_owner: 'elsewhere', lease_until: Date.now() + DAY }
    const blob = await put()
    await plantBatch(world, { status, ...lease, file_blob: blob, file_expires_at: clock() - DAY })
    written(blob, clock() - DAY)
    await pass()
    const running = status === 'queued' || status === 'analyzing' || status === 'translating'
    expect(stored()).toEqual(running ? [blob] : [])
  })

  it('ends work whose engine did not come back before the days were over, and no other [CRE-9, CRD-2, ENG-1]', async () => {
    const translating = { status: 'translating', phase: 'translating', file_expires_at: clock() } as const
    const elsewhere = { lease_owner: 'elsewhere', lease_until: clock() + 1 }
    const batches = []
    for (const facts of [
      { engine: 'deepl' },
      { engine: 'deepl', lease_until: clock() },
      { engine: 'deepl', ...elsewhere },
      { engine: 'deepl', file_expires_at: clock() + 1 },
      { engine: 'openai' },
      { engine: 'deepl', status: 'analyzing' } as const,
    ])
      batches.push(await plantBatch(world, { ...translating, file_blob: await put(), ...facts }))
    const [{ id = '' } = {}] = batches
    const order = { workspace_id: world.workspace.id, batch_id: id, amount: 7, now: clock(), newId: world.newId }
    const left = await write(world.db, tx => reserve(tx, order))
    await retainFiles(world.db, files, clock(), { lacking: ['deepl'] })
    expect(stored()).toEqual(batches.slice(2).flatMap(({ file_blob }) => file_blob ?? []))
    const { status, error } = await world.call(api.batches.get, { params: { batch_id: id } })
    expect([status, error?.code]).toEqual(['failed', 'file_retention_expired'])
    expect(await creditBalance(world.db, world.workspace.id, clock())).toBe(left + 7)
  })

  it('forgets the segments of a file that was let go, also those that an ended pass left, and no others [CRE-9]', async () => {
    const ids: string[] = []
    for (const facts of [
      { file_blob: await put(), file_expires_at: clock() },
      { file_blob: null, file_expires_at: clock() - DAY },
      { file_blob: await put(), file_expires_at: clock() + DAY },
    ]) {
      const { id } = await plantBatch(world, { ...facts, lease_owner: 'wrk_1' })
      ids.push(id)
      const kept = Array.from({ length: 4_500 }, (_, at) => ({ source_hash: `${at}`, text: 'x', finding: null }))
      await keepTranslations(world.db, { id, owner: 'wrk_1' }, 'de', kept)
    }
    await pass()
    const left = await world.db.selectFrom('translations').select('batch_id').distinct().execute()
    expect(left.map(({ batch_id }) => batch_id)).toEqual(ids.slice(2))
  })

  it('lets a result go with its original, and its link then leads nowhere [CRE-9, RES-1]', async () => {
    const done = await translate(world, await createMenu(world))
    const { result } = await resultOf(world, done.id)
    const row = await world.db.selectFrom('batches').selectAll().where('id', '=', done.id).executeTakeFirstOrThrow()
    await retainFiles(world.db, files, row.file_expires_at - 1)
    expect((await follow(result.url)).status).toBe(200)
    await retainFiles(world.db, files, row.file_expires_at)
    expect(refusalIn(await follow(result.url))).toMatchObject({ status: 410, code: 'file_expired' })
    expect(await world.refuse(api.batches.result, { params: { batch_id: done.id } })).toMatchObject({
      code: 'file_retention_expired',
    })
    expect(stored()).toEqual([])
    const { status, credit_cost } = await world.call(api.batches.get, { params: { batch_id: done.id } })
    expect({ status, credit_cost }).toEqual({ status: 'completed', credit_cost: done.credit_cost })
  })

  it('counts the days of a result anew from its completion [CRE-9]', async () => {
    const created = await createMenu(world)
    await world.db
      .updateTable('batches')
      .set({ file_expires_at: clock() + 1 })
      .where('id', '=', created.batch.id)
      .execute()
    const done = await translate(world, created)
    const row = await world.db.selectFrom('batches').selectAll().where('id', '=', done.id).executeTakeFirstOrThrow()
    expect(row.file_expires_at).toBe((row.completed_at ?? 0) + 30 * DAY)
  })

  it('clears away what nobody holds after an hour, and half-written contents too, but nothing arriving [CRE-9]', async () => {
    const [held, old, fresh] = [await put(), await put(), await put()]
    await plantBatch(world, { file_blob: held, file_expires_at: clock() + DAY })
    written(held, clock() - 10 * DAY)
    written(old, clock() - HOUR)
    written(fresh, clock() - HOUR + 1000)
    await pass()
    expect(stored()).toEqual([held, fresh].sort())
  })

  it('may run in many processes at once [CRE-9]', async () => {
    for (let at = 0; at < 5; at++) await plantBatch(world, { file_blob: await put(), file_expires_at: clock() })
    await Promise.all(Array.from({ length: 4 }, pass))
    expect(stored()).toEqual([])
    const rows = await world.db.selectFrom('batches').select('file_blob').execute()
    expect(rows).toEqual(Array(5).fill({ file_blob: null }))
  })
})

describe('the scheduled pass over uploads and keys', () => {
  const plantUpload = async (facts: { blob: string; batch_id: string | null; expires_at: number }) => {
    const id = world.newId('upl')
    const created_by = (await world.call(api.account.get)).credential.id
    await insertUpload(world.db, {
      ...{ id, workspace_id: world.workspace.id, created_by, file_name: 'menu.json' },
      ...{ media_type: 'application/json', size_bytes: MENU.length, sha256: 'x', state: 'completed' },
      ...{ created_at: clock(), ...facts },
    })
    return id
  }

  it('removes an upload at the end of its hour, with its bytes [UPL-1]', async () => {
    const upload_id = await plantUpload({ blob: await put(), batch_id: null, expires_at: clock() + HOUR })
    clock.advance(HOUR - 1)
    await pass()
    expect(stored()).toHaveLength(1)
    clock.advance(1)
    expect(await world.refuse(api.batches.create, { body: { upload_id } })).toMatchObject({
      code: 'resource_not_found',
    })
    await pass()
    expect(stored()).toEqual([])
    expect(await world.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  it('keeps an upload that became a translation: its bytes are that one’s, and a repeat finds it [UPL-1, CRE-4]', async () => {
    const blob = await put(MENU)
    const { id } = await plantBatch(world, { file_blob: blob, file_expires_at: clock() + 30 * DAY })
    const upload_id = await plantUpload({ blob, batch_id: id, expires_at: clock() + HOUR })
    clock.advance(2 * HOUR)
    await pass()
    expect(stored()).toEqual([blob])
    expect((await world.call(api.batches.create, { body: { upload_id } })).batch.id).toBe(id)
  })

  it('forgets an idempotency key at the end of its day: the same words then make a new batch [CRE-6]', async () => {
    const create = () =>
      world.call(api.batches.create, { body: { content: MENU, filename: 'menu.json', idempotency_key: 'k' } })
    const first = await create()
    clock.advance(DAY - 1)
    expect((await create()).batch.id).toBe(first.batch.id)
    clock.advance(1)
    await pass()
    expect(await world.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
    expect((await create()).batch.id).not.toBe(first.batch.id)
  })
})

describe('the monthly pass', () => {
  const run = () => grantMonth(world.db, clock(), world.newId)
  const months = async () => {
    const rows = await world.db.selectFrom('credit_grants').selectAll().where('type', '=', 'monthly').execute()
    return rows.map(({ period }) => period).sort()
  }

  it('leaves no moment without its month and none with two, over the turn of a year [CRD-3]', async () => {
    const boundary = Date.parse('2027-01-01T00:00:00Z')
    clock.advance(boundary - 1 - clock())
    await run()
    const last = await world.call(api.credits.get)
    expect(last.next_refill_estimated_at).toBe('2027-01-01T00:00:00.000Z')
    clock.advance(1)
    const between = await world.call(api.credits.get)
    expect(between.balance).toBe(100_000)
    await run()
    const first = await world.call(api.credits.get)
    expect(first.balance).toBe(200_000)
    expect(first.next_refill_estimated_at).toBe('2027-02-01T00:00:00.000Z')
    expect(await months()).toEqual(['2026-03', '2026-12', '2027-01'])
  })

  it('grants no month twice when the clock is put back and forth [CRD-3]', async () => {
    const balances: number[] = []
    for (const days of [30, -30, 30, 0, -30, 31]) {
      clock.advance(days * DAY)
      await run()
      await run()
      balances.push((await world.call(api.credits.get)).balance)
    }
    expect(await months()).toEqual(['2026-03', '2026-04'])
    expect(balances).toEqual(Array(6).fill(200_000))
    expect((await world.call(api.credits.get)).next_refill_estimated_at).toBe('2026-05-01T00:00:00.000Z')
  })

  it('gives the credits of a month that a clock ahead granted when that month comes, and not before [CRD-3]', async () => {
    clock.advance(30 * DAY)
    await run()
    clock.advance(-30 * DAY)
    const now = await world.call(api.credits.get)
    expect([now.balance, now.next_refill_estimated_at]).toEqual([200_000, '2026-04-01T00:00:00.000Z'])
    expect(now.grants.map(({ expires_at }) => expires_at)).toEqual([null, '2026-04-01T00:00:00.000Z'])
    const { id: batch_id } = await plantBatch(world)
    const order = { workspace_id: world.workspace.id, batch_id, now: clock(), newId: world.newId }
    await expect(write(world.db, tx => reserve(tx, { ...order, amount: 200_001 }))).rejects.toMatchObject({
      code: 'insufficient_credits',
    })
    await write(world.db, tx => reserve(tx, { ...order, amount: 150_000 }))
    clock.advance(30 * DAY)
    await run()
    // The seed has 50,000 left; March ended with what was reserved from it.
    expect((await world.call(api.credits.get)).balance).toBe(150_000)
  })

  it('gives nothing for months that nobody was there, and the current one at once [CRD-3]', async () => {
    clock.advance(400 * DAY)
    expect((await world.call(api.credits.get)).balance).toBe(100_000)
    await run()
    expect((await world.call(api.credits.get)).balance).toBe(200_000)
    expect(await months()).toEqual(['2026-03', '2027-04'])
  })
})

/** The clock goes on as time does. */
function nextHour(): void {
  clock.advance(HOUR)
  vi.advanceTimersByTime(HOUR)
}

/** Spares a test the hours for which a clock that is far ahead has to go on (clock-ahead.test.ts). */
const trustClock = ({ db }: World) => noteFact(db, 'clock', 'yes', clock())

it('the scheduled pass clears nothing away while a clock leaps ahead and back: a repeat finds its batch, a link its file [CRE-6, RES-1, UPL-1]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })
  const body = { content: MENU, filename: 'menu.json', instruction: 'Into German.', idempotency_key: 'leap' }
  const created = await own.call(api.batches.create, { body })
  await translate(own, created)
  const { url } = (await resultOf(own, created.batch.id)).result
  const upload = await own.call(api.uploads.create, { body: { filename: 'a.txt' } })
  const months = async () => (await own.db.selectFrom('credit_grants').select('period').execute()).length
  const before = await months()
  clock.advance(40 * DAY)
  vi.advanceTimersByTime(HOUR)
  await expect.poll(months).toBe(before + 1)
  expect(refusalIn(await follow(url)).status).toBe(404)
  clock.advance(-40 * DAY)
  vi.advanceTimersByTime(HOUR)
  expect((await own.call(api.batches.create, { body })).batch.id).toBe(created.batch.id)
  expect((await follow(url)).text).toContain('⟦de')
  expect((await follow(upload.url, { method: 'PUT', body: 'Hello there' })).status).toBe(204)
})

it('the scheduled pass is run every hour, as long as the service runs: it grants the month and clears away [CRD-3, CRE-9]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = await startWorld({ clock })
  const months = async () => {
    const rows = await own.db.selectFrom('credit_grants').select('period').where('type', '=', 'monthly').execute()
    return rows.map(({ period }) => period).sort()
  }
  await expect.poll(months).toEqual(['2026-03'])
  const { batch } = await createMenu(own)
  const files = () => storedIn(own.dataDir).length
  expect(files()).toBe(1)
  clock.advance(31 * DAY)
  vi.advanceTimersByTime(HOUR)
  await expect.poll(months).toEqual(['2026-03', '2026-04'])
  await trustClock(own)
  nextHour()
  await expect.poll(files).toBe(0)
  expect((await own.call(api.batches.get, { params: { batch_id: batch.id } })).status).toBe('awaiting_review')
})

it('the scheduled pass goes on where one of its steps fails [CRE-9]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = await startWorld({ clock })
  await createMenu(own)
  const [blob = ''] = storedIn(own.dataDir)
  rmSync(join(own.dataDir, 'files', blob))
  // What cannot be removed as a file is.
  mkdirSync(join(own.dataDir, 'files', blob))
  const expired = { model: 'Session', id: 'one', payload: '{}', grant_id: null, user_code: null, uid: null }
  const row = { ...expired, expires_at: clock(), consumed_at: null, revoked_at: null }
  await own.db.insertInto('oauth_artifacts').values(row).execute()
  clock.advance(31 * DAY)
  vi.advanceTimersByTime(HOUR)
  await trustClock(own)
  nextHour()
  await expect.poll(() => own.db.selectFrom('oauth_artifacts').select('id').execute()).toEqual([])
  expect(own.logged.join()).toContain('The scheduled pass failed.')
})

it('the scheduled pass knows the engines that this process cannot use [CRE-9, ENG-1]', async () => {
  const facts = { status: 'translating', engine: 'deepl', file_blob: await put(), file_expires_at: clock() } as const
  const { id } = await plantBatch(world, facts)
  const next = await startWorld({ clock, dataDir: world.dataDir })
  await expect.poll(async () => (await next.call(api.batches.get, { params: { batch_id: id } })).status).toBe('failed')
})
