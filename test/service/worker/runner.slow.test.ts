import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../../src/service/domain/time.ts'
import type { Files } from '../../../src/service/ports.ts'
import {
  CLOCKS_DIFFER_MS,
  claim,
  giveUp,
  MAX_STARTS,
  noteOverrun,
  renew,
  unclaimedWork,
} from '../../../src/service/store/leases.ts'
import { completeBatch, failBatch, finishAnalysis, noteProgress } from '../../../src/service/store/outcomes.ts'
import { keepTranslations } from '../../../src/service/store/translations.ts'
import { listedIn } from '../files/any-place.ts'
import { gated, LEASE_MS, openWorkshop, type Workshop } from './workshop.ts'

const TEXT = 'Read the manual first.\n\nThen open the box.\n\nKeep the box for later.\n'
let shop: Workshop
let closing: (() => Promise<void>)[]

beforeEach(async () => {
  shop = await openWorkshop()
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  await shop.close()
})

function worker(...given: Parameters<Workshop['worker']>) {
  const made = shop.worker(...given)
  closing.push(() => made.close())
  return made
}

/** Waits until a batch has a status. */
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await shop.row(id)).status, { interval: 10, timeout: 10_000 }).toBe(status)

/** A batch that is approved and waits for a worker. */
async function approved(content = TEXT, facts: Parameters<Workshop['batchOf']>[1] = {}) {
  const { id } = await shop.batchOf(content, facts)
  const first = shop.worker('planner')
  first.wake()
  await becomes(id, 'awaiting_review')
  await first.close()
  await shop.approve(id)
  return await shop.row(id)
}

describe('a worker', () => {
  it('does everything that waits, oldest first, and ends its claims [BAT-5, CRD-2]', async () => {
    const ids: string[] = []
    for (let at = 0; at < 9; at++) ids.push((await shop.batchOf(`${TEXT}\n\nNumber ${at} of them.`)).id)
    const one = worker('one')
    one.wake()
    for (const id of ids) await becomes(id, 'awaiting_review')
    for (const id of ids)
      expect(await shop.row(id)).toMatchObject({ lease_owner: null, lease_until: null, attempts: 0 })
    expect(new Set(one.said.map(message => (message.type === 'analyzed' ? message.batchId : '')))).toEqual(new Set(ids))
    for (const id of ids) await shop.approve(id)
    one.wake()
    for (const id of ids) await becomes(id, 'completed')
    const costs = await Promise.all(ids.map(async id => (await shop.row(id)).credit_cost ?? 0))
    expect(await shop.credits()).toEqual({ used: costs.reduce((sum, cost) => sum + cost), reserved: 0 })
    // Until the file goes, so that they can be corrected.
    const kept = await shop.db.selectFrom('translations').select('batch_id').distinct().execute()
    expect(new Set(kept.map(row => row.batch_id))).toEqual(new Set(ids))
  })

  it('shares what waits with the others: each batch is done once, by one of them [CRD-2]', async () => {
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push((await shop.batchOf(`${TEXT}\n\nNumber ${at} of them.`)).id)
    const workers = ['one', 'two', 'three'].map(owner => worker(owner))
    for (const each of workers) each.wake()
    for (const id of ids) await becomes(id, 'awaiting_review')
    const analyzed = workers.flatMap(({ said }) =>
      said.map(message => (message.type === 'analyzed' ? message.batchId : '')),
    )
    expect(analyzed.sort()).toEqual([...ids].sort())
    for (const id of ids) await shop.approve(id)
    for (const each of workers) each.wake()
    for (const id of ids) await becomes(id, 'completed')
    const settled = await shop.db.selectFrom('credit_reservations').select(['batch_id', 'state']).execute()
    expect(settled.map(row => row.state)).toEqual(Array(settled.length).fill('settled'))
    expect(new Set(settled.map(row => row.batch_id)).size).toBe(settled.length)
    expect(workers.flatMap(({ said }) => said.filter(({ type }) => type === 'log'))).toEqual([])
  })

  it('leaves alone what another holds, to the last millisecond, and takes it over then [CRD-2]', async () => {
    const { id } = await approved()
    await claim(shop.db, 'translate', { owner: 'gone', length: LEASE_MS }, shop.clock)
    const next = worker('next')
    shop.clock.advance(LEASE_MS - 1)
    next.wake()
    await next.plan('bat_none', 'x')
    expect(await shop.row(id)).toMatchObject({ status: 'translating', lease_owner: 'gone', attempts: 1 })
    shop.clock.advance(1)
    next.wake()
    await becomes(id, 'completed')
    expect((await shop.credits()).reserved).toBe(0)
  })

  it('takes over at once what a clock that was ahead holds for longer than one lease, or puts off beyond a day [CRD-2]', async () => {
    const until = (id: string, lease_owner: string | null, lease_until: number) =>
      shop.db.updateTable('batches').set({ lease_owner, lease_until }).where('id', '=', id).execute()
    const held = await approved()
    await until(held.id, 'ahead', shop.clock() + LEASE_MS + CLOCKS_DIFFER_MS)
    const delayed = await approved()
    await until(delayed.id, null, shop.clock() + DAY + CLOCKS_DIFFER_MS)
    const take = () => claim(shop.db, 'translate', { owner: 'next', length: LEASE_MS }, shop.clock)
    const waiting = () => unclaimedWork(shop.db, { now: shop.clock(), length: LEASE_MS }, { lacking: [] })
    expect([await take(), (await waiting()).usual]).toEqual([undefined, false])
    await until(held.id, 'ahead', shop.clock() + LEASE_MS + CLOCKS_DIFFER_MS + 1)
    expect((await waiting()).usual).toBe(true)
    expect(await take()).toMatchObject({ id: held.id })
    await until(delayed.id, null, shop.clock() + DAY + CLOCKS_DIFFER_MS + 1)
    expect(await take()).toMatchObject({ id: delayed.id })
    expect(await renew(shop.db, { owner: 'ahead', length: LEASE_MS }, [held.id], shop.clock())).toEqual(new Set())
  })

  it('leaves alone what a process holds whose clock is a few seconds ahead [CRD-2]', async () => {
    const { id } = await approved()
    await claim(shop.db, 'translate', { owner: 'ahead', length: LEASE_MS }, () => shop.clock() + 3000)
    const take = () => claim(shop.db, 'translate', { owner: 'next', length: LEASE_MS }, shop.clock)
    expect(await take()).toBeUndefined()
    expect(await shop.row(id)).toMatchObject({ lease_owner: 'ahead' })
    shop.clock.advance(LEASE_MS + 3000)
    expect(await take()).toMatchObject({ id })
  })

  it('changes nothing of a batch that was taken over from it [CRD-2]', async () => {
    const { id } = await approved()
    const late = { id, owner: 'late' }
    await claim(shop.db, 'translate', { owner: 'late', length: LEASE_MS }, shop.clock)
    shop.clock.advance(LEASE_MS)
    await claim(shop.db, 'translate', { owner: 'next', length: LEASE_MS }, shop.clock)
    const before = await shop.row(id)
    const quality = { segments: 1, repaired: 0, kept_source: 0, findings: [] }
    const file = { blob: 'blb_late', file_name: 'a.txt', media_type: 'text/plain', size_bytes: 1 }
    const analysis = { survey: JSON.parse('{"words":1}'), suggestions: undefined, plan: undefined }
    const now = shop.clock()
    await noteProgress(shop.db, late, 'writing', 99, now)
    expect(await completeBatch(shop.db, late, { ...file, quality, made_under: null, keep_until: 1 }, now)).toBe(false)
    expect(await failBatch(shop.db, late, { code: 'internal_error', message: 'late' }, now)).toBe(false)
    expect(await finishAnalysis(shop.db, late, analysis, now)).toBe(false)
    await giveUp(shop.db, id, 'late')
    expect(await renew(shop.db, { owner: 'late', length: LEASE_MS }, [id], now)).toEqual(new Set())
    expect(await shop.row(id)).toEqual(before)
    expect(await shop.db.selectFrom('results').selectAll().execute()).toEqual([])
    expect((await shop.credits()).used).toBe(0)
  })

  it('that lost its claim keeps no segment, and does not clear the error of a batch that another one failed [CRD-2]', async () => {
    const { id } = await approved()
    const late = { id, owner: 'late' }
    await claim(shop.db, 'translate', { owner: 'late', length: LEASE_MS }, shop.clock)
    shop.clock.advance(LEASE_MS)
    await claim(shop.db, 'translate', { owner: 'next', length: LEASE_MS }, shop.clock)
    await keepTranslations(shop.db, { id, owner: 'next' }, 'de', [{ source_hash: 'a', text: 'new', finding: null }])
    await failBatch(shop.db, { id, owner: 'next' }, { code: 'internal_error', message: 'It failed.' }, shop.clock())
    const kept = await keepTranslations(shop.db, late, 'de', [{ source_hash: 'a', text: 'old', finding: null }])
    expect(kept).toBe(false)
    expect(await shop.row(id)).toMatchObject({ status: 'failed', error_message: 'It failed.' })
    expect(await shop.db.selectFrom('translations').select('text').execute()).toEqual([{ text: 'new' }])
  })

  it('is not trusted with work that ended its process again and again: it fails, and costs nothing [CRD-2]', async () => {
    const { id, credit_cost } = await approved()
    expect((await shop.credits()).reserved).toBe(credit_cost)
    for (let start = 1; start <= MAX_STARTS; start++) {
      const claimed = await claim(shop.db, 'translate', { owner: `dead${start}`, length: LEASE_MS }, shop.clock)
      expect(claimed).toMatchObject({ id, attempt: start })
      shop.clock.advance(LEASE_MS)
    }
    worker('next').wake()
    await becomes(id, 'failed')
    expect(await shop.row(id)).toMatchObject({ error_code: 'internal_error', lease_owner: null })
    expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
  })
})

describe('a worker that is closed', () => {
  it('gives an analysis back in the middle of the file, and that is no attempt [BAT-5]', async () => {
    const { id } = await shop.batchOf(TEXT)
    const slow = gated(shop.files)
    const one = shop.worker('one', slow.files)
    one.wake()
    await slow.reached
    const closed = one.close()
    slow.open()
    await closed
    expect(await shop.row(id)).toMatchObject({ status: 'analyzing', lease_owner: null, lease_until: null, attempts: 0 })
    expect(one.said).toEqual([])
    worker('two').wake()
    await becomes(id, 'awaiting_review')
  })

  it('gives a translation back with what is finished, which nobody translates again [CRD-2]', async () => {
    const { id } = await approved(Array.from({ length: 400 }, (_, at) => `Paragraph number ${at}.`).join('\n\n'))
    const one = shop.worker('one')
    one.wake()
    const kept = async () => (await shop.db.selectFrom('translations').select('source_hash').execute()).length
    await expect.poll(kept, { interval: 1 }).toBeGreaterThan(0)
    await one.close()
    const row = await shop.row(id)
    if (row.status !== 'completed') expect(row).toMatchObject({ status: 'translating', lease_owner: null, attempts: 0 })
    worker('two').wake()
    await becomes(id, 'completed')
    expect(await shop.credits()).toEqual({ used: row.credit_cost, reserved: 0 })
  })

  it('gives back no more attempts than there were [CRD-2]', async () => {
    const { id } = await approved()
    await claim(shop.db, 'translate', { owner: 'one', length: LEASE_MS }, shop.clock)
    await shop.db.updateTable('batches').set({ attempts: 0 }).where('id', '=', id).execute()
    await giveUp(shop.db, id, 'one')
    expect((await shop.row(id)).attempts).toBe(0)
  })

  it('starts nothing any more, and closes twice [BAT-5]', async () => {
    const one = shop.worker('one')
    await one.close()
    const { id } = await shop.batchOf(TEXT)
    one.wake()
    await one.close()
    expect(await shop.row(id)).toMatchObject({ status: 'queued', lease_owner: null })
  })
})

describe('work that cannot be done', () => {
  it('fails alone: what waits beside it is done [BAT-5, CRE-9]', async () => {
    const json = { file_name: 'a.json' }
    const good = [await shop.batchOf('{"a": "Read the manual."}', json), await shop.batchOf(TEXT)]
    const bad = [
      [await shop.batchOf('{"a": "Read the', json), 'invalid_request'],
      [await shop.batchOf('\0\0\0\0'), 'invalid_request'],
      [await shop.batchOf('   \n\n  '), 'plan_invalid'],
      [await shop.batchOf(TEXT, { instruction: 'Do something nice.' }), 'plan_invalid'],
      [await shop.batchOf(TEXT, { file_blob: 'blb_gone' }), 'file_expired'],
      [await shop.batchOf(TEXT, { file_blob: null }), 'file_retention_expired'],
      [await shop.batchOf(TEXT, { file_name: 'a.exe' }), 'unsupported_format'],
    ] as const
    const one = worker('one')
    one.wake()
    for (const { id } of good) await becomes(id, 'awaiting_review')
    for (const [{ id }, code] of bad) {
      await becomes(id, 'failed')
      const row = await shop.row(id)
      expect(row, code).toMatchObject({ error_code: code, lease_owner: null, attempts: 0 })
      expect(row.error_message).not.toMatch(/\/|blb_|ENOENT/)
    }
    expect(one.said.filter(({ type }) => type === 'log')).toEqual([])
  })

  it.each([
    ['broke in the middle', '{"a": "Read the manual.", "b": ', 'invalid_request'],
    ['is another now', '{"a": "Read the manual again, which is longer."}', undefined],
  ])('of a file that %s since its plan never charges for half of it [CRD-2, BAT-5]', async (_, content, code) => {
    const { id } = await shop.batchOf('{"a": "Read the manual."}', { file_name: 'a.json' })
    const one = worker('one')
    one.wake()
    await becomes(id, 'awaiting_review')
    const { blob } = await shop.files.put(chunk(content), 1000)
    await shop.db.updateTable('batches').set({ file_blob: blob }).where('id', '=', id).execute()
    await shop.approve(id)
    one.wake()
    await becomes(id, code === undefined ? 'completed' : 'failed')
    const { error_code, credit_cost } = await shop.row(id)
    expect(error_code).toBe(code ?? null)
    expect(await shop.credits()).toEqual({ used: code === undefined ? credit_cost : 0, reserved: 0 })
    expect((await listedIn(shop.files)).length).toBe(code === undefined ? 3 : 2)
  })

  it('for want of its engine fails in plain words and costs nothing [ENG-1, CRD-2]', async () => {
    const { id } = await approved()
    await shop.rewritePlan(id, plan => plan.replace('"engine":"pseudo"', '"engine":"departed"'))
    worker('one').wake()
    await becomes(id, 'failed')
    expect((await shop.row(id)).error_code).toBe('service_unavailable')
    expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
  })

  it('for a reason nobody foresaw says nothing of it to the caller, and all to the operator [BAT-5, ERR-2]', async () => {
    const { id } = await shop.batchOf(TEXT)
    const open = () => {
      throw Object.assign(new Error('no read of /home/someone/secret\n  at all'), { code: 'EIO' })
    }
    const one = worker('one', { ...shop.files, open })
    one.wake()
    await becomes(id, 'failed')
    const row = await shop.row(id)
    expect(row.error_code).toBe('internal_error')
    expect(row.error_message).not.toContain('secret')
    await expect.poll(() => one.said.map(({ type }) => type)).toEqual(['log', 'analyzed'])
    expect(JSON.stringify(one.said[0])).toMatch(/EIO.*runner/)
    expect(JSON.stringify(one.said[0])).not.toContain('secret')
  })

  it.each(['ENOSPC', 'EMFILE', 'EACCES', 'SQLITE_BUSY'])(
    'for now (%s) is put off, and keeps what is finished [CRD-2, BAT-5]',
    async code => {
      const { id, credit_cost } = await approved()
      const put = () => Promise.reject(Object.assign(new Error('full'), { code }))
      const one = worker('one', { ...shop.files, put })
      one.wake()
      await expect.poll(async () => one.said.length, { interval: 10 }).toBeGreaterThan(0)
      await expect.poll(async () => (await shop.row(id)).lease_owner, { interval: 10 }).toBeNull()
      expect(await shop.row(id)).toMatchObject({ status: 'translating', attempts: 0 })
      expect((await shop.db.selectFrom('translations').select('text').execute()).length).toBe(3)
      expect((await shop.credits()).reserved).toBe(credit_cost)
      const two = worker('two')
      two.wake()
      await two.plan('bat_none', 'x')
      expect((await shop.row(id)).status).toBe('translating')
      // It may look once more: if it found this again when its time has come, it would put it off for longer.
      await one.close()
      shop.clock.advance(LEASE_MS)
      // It may still be looking from the first time: what a call at that moment does is not what this is about.
      const status = async () => {
        two.wake()
        return (await shop.row(id)).status
      }
      await expect.poll(status, { interval: 50 }).toBe('completed')
    },
  )

  it('at any start, however often, is put off and ends when it can; at the end of its retention it gives all back [CRD-2, LIM-5]', async () => {
    const { id } = await approved()
    let code: string | undefined = 'EACCES'
    const size = (blob: string) =>
      code === undefined ? shop.files.size(blob) : Promise.reject(Object.assign(new Error('x'), { code }))
    const one = worker('one', { ...shop.files, size })
    const putOff = () => one.said.filter(said => said.type === 'log' && said.message === 'A job was put off.').length
    for (let start = 1; start <= MAX_STARTS + 3; start++) {
      one.wake()
      await expect.poll(putOff, { interval: 5 }).toBe(start)
      await expect.poll(async () => (await shop.row(id)).lease_owner, { interval: 5 }).toBeNull()
      expect((await shop.row(id)).status).toBe('translating')
      shop.clock.advance(LEASE_MS * 8)
    }
    const { file_expires_at } = await shop.row(id)
    code = undefined
    one.wake()
    await becomes(id, 'completed')
    const late = await approved()
    code = 'EACCES'
    shop.clock.advance(Math.max(0, file_expires_at - shop.clock()))
    await shop.db.updateTable('batches').set({ file_expires_at: shop.clock() }).where('id', '=', late.id).execute()
    one.wake()
    await becomes(late.id, 'failed')
    expect((await shop.row(late.id)).error_code).toBe('file_retention_expired')
    expect((await shop.credits()).reserved).toBe(0)
  })

  it('when planned on demand is refused by the reason, and leaves the plan as it was [PLN-1]', async () => {
    const { id } = await shop.batchOf(TEXT)
    const one = worker('one')
    one.wake()
    await becomes(id, 'awaiting_review')
    const plan = () => shop.db.selectFrom('plans').selectAll().where('batch_id', '=', id).executeTakeFirst()
    const before = await plan()
    expect(await one.plan(id, 'Translate into Klingon.')).toMatchObject({
      code: expect.stringMatching(/plan_invalid|language_not_supported/),
    })
    expect(await plan()).toEqual(before)
    expect(await one.plan(id, 'Translate into French.')).toBeUndefined()
    expect(await plan()).not.toEqual(before)
    await shop.approve(id)
    expect(await one.plan(id, 'Translate into Spanish.')).toMatchObject({ code: 'batch_not_awaiting_approval' })
  })
})

describe('a result that does not read back as it was written', () => {
  /** Files that store something else than they were given. */
  const spoiling = (spoil: (text: string) => string): Files => ({
    ...shop.files,
    async put(source, limit) {
      const pieces: Uint8Array[] = []
      for await (const piece of source) pieces.push(piece)
      return shop.files.put(chunk(spoil(Buffer.concat(pieces).toString())), limit)
    },
  })

  it.each([
    ['a byte outside of the texts', (text: string) => `${text}\n`],
    ['a text that is gone', (text: string) => text.slice(0, text.lastIndexOf('\n\n') + 2)],
    ['a paragraph too many', (text: string) => `${text}\nOne more.\n`],
  ])('for %s is given to nobody, kept nowhere, and costs nothing [RES-2, CRD-2]', async (_what, spoil) => {
    const { id } = await approved()
    worker('one', spoiling(spoil)).wake()
    await becomes(id, 'failed')
    const { error_code, error_message } = await shop.row(id)
    expect(error_code).toBe('internal_error')
    expect(error_message).toContain('could not be written so that it reads back')
    expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
    expect(await listedIn(shop.files)).toHaveLength(1)
  })

  it('for one text alone has its source there, and says so [RES-2, ENG-2]', async () => {
    const { id } = await approved('{"a": "Read the manual.", "b": "Open the box."}', { file_name: 'a.json' })
    const first = (text: string) => text.replace('⟧", "b"', '⟩", "b"')
    worker('one', spoiling(first)).wake()
    await becomes(id, 'completed')
    const { blob, quality_json } = await shop.db.selectFrom('results').selectAll().executeTakeFirstOrThrow()
    const pieces: Uint8Array[] = []
    for await (const piece of shop.files.open(blob)) pieces.push(piece)
    const { a, b } = JSON.parse(Buffer.concat(pieces).toString())
    expect(a).toBe('Read the manual.')
    expect(b).toMatch(/^⟦de .*⟧$/)
    expect(JSON.parse(quality_json)).toMatchObject({ segments: 2, kept_source: 1 })
    expect(await listedIn(shop.files)).toHaveLength(2)
  })
})

async function* chunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('work that went over its budget', () => {
  const overran = (id: string, owner: string, alone: boolean) => noteOverrun(shop.db, [id], owner, alone)
  const lease = (owner: string) => ({ owner, length: LEASE_MS })

  it('is done by a worker that does nothing else meanwhile, and fails at the second time, at no cost [CRD-2]', async () => {
    const { id } = await approved()
    await claim(shop.db, 'translate', lease('one'), shop.clock)
    await overran(id, 'one', false)
    expect(await shop.row(id)).toMatchObject({ lease_owner: null, attempts: 0, overruns: 1 })
    expect(await claim(shop.db, 'translate', lease('two'), shop.clock)).toBeUndefined()
    const suspects = { suspects: true }
    const claimed = await claim(shop.db, 'translate', lease('two'), shop.clock, [], suspects)
    expect(claimed).toMatchObject({ id, overruns: 1 })
    // What it kept meanwhile makes no difference.
    await keepTranslations(shop.db, { id, owner: 'two' }, 'de', [{ source_hash: 'x', text: 'y', finding: null }])
    await overran(id, 'two', true)
    worker('three', shop.files, true).wake()
    await becomes(id, 'failed')
    expect((await shop.row(id)).error_message).toContain('went over its limit of computing time or memory twice')
    expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
  })

  it('is not blamed twice for what another one beside it may have done, nor by a worker that lost its claim', async () => {
    const { id } = await approved()
    for (const [turn, owner] of ['one', 'two', 'three'].entries()) {
      await claim(shop.db, 'translate', lease(owner), shop.clock, [], { suspects: turn > 0 })
      await overran(id, 'gone', true)
      await overran(id, owner, false)
    }
    expect(await shop.row(id)).toMatchObject({ overruns: 1 })
    worker('four', shop.files, true).wake()
    await becomes(id, 'completed')
    expect(await shop.row(id)).toMatchObject({ overruns: 0 })
  })

  it('is done one at a time, by its own worker alone, and all else goes on meanwhile [CRD-2]', async () => {
    const suspects = await Promise.all([1, 2].map(at => shop.batchOf(`${TEXT}\n\nNumber ${at}.`, { overruns: 1 })))
    const held = gated(shop.files)
    const apart = worker('apart', held.files, true)
    apart.wake()
    await held.reached
    apart.wake()
    const honest = await shop.batchOf(TEXT)
    worker('usual').wake()
    await becomes(honest.id, 'awaiting_review')
    const rows = await Promise.all(suspects.map(({ id }) => shop.row(id)))
    expect(rows.map(({ lease_owner }) => lease_owner).sort()).toEqual(['apart', null])
    held.open()
    for (const { id } of suspects) await becomes(id, 'awaiting_review')
  })
})

describe('work that waits', () => {
  it('is taken in turn between those who wait: one batch of somebody does not wait for hundreds of another', async () => {
    const queued = async (created_by: string, times: number) => {
      for (let at = 0; at < times; at++) await shop.batchOf(TEXT, { created_by })
    }
    await queued('key_busy', 5)
    await queued('key_other', 2)
    const order: string[] = []
    for (let at = 0; at < 7; at++) {
      const claimed = await claim(shop.db, 'analyze', { owner: `w${at}`, length: LEASE_MS }, shop.clock)
      order.push((await shop.row(claimed?.id ?? '')).created_by)
    }
    expect(order.map(by => by.slice(4)).join(' ')).toBe('busy other busy other busy busy busy')
  })
})
