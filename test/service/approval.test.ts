import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { openFiles } from '../../src/service/files/blobs.ts'
import { retainFiles } from '../../src/service/retention.ts'
import { createMenu, follow, MENU, reaches, resultOf, translate } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const { approve, plan, getPlan, result } = api.batches
const credits = () => world.call(api.credits.get)
const unplanned = () => world.call(api.batches.create, { body: { content: MENU, filename: 'menu.json' } })
const at = ({ batch }: { batch: { id: string } }) => ({ params: { batch_id: batch.id } })

describe('planning', () => {
  it('refines the last plan, and the revision changes only with the content [PLN-1, PLN-2]', async () => {
    const created = await createMenu(world)
    const same = await world.call(plan, { ...at(created), body: { instruction: 'Translate everything into German.' } })
    expect(same.plan_revision).toBe(created.plan_revision)
    const refined = await world.call(plan, { ...at(created), body: { instruction: 'Without the help.' } })
    expect(refined.plan_revision).not.toBe(created.plan_revision)
    expect(refined.plan?.target_languages).toEqual(['de'])
    expect(refined.plan?.not_included.map(({ part }) => part)).toContain('help')
    expect(refined.batch.translation_mode).toBe('selected')
    expect(await world.call(getPlan, at(created))).toEqual(refined)
  })

  it('refuses words that are no plan, and keeps the plan there was [PLN-1]', async () => {
    const created = await createMenu(world)
    const refused = await world.refuse(plan, { ...at(created), body: { instruction: 'Translate into Klingon.' } })
    expect(refused).toMatchObject({ status: 422 })
    expect((await world.call(getPlan, at(created))).plan_revision).toBe(created.plan_revision)
  })

  it('refuses a refinement that nothing comes of, and changes no revision; what mixes goes on [PLN-1, PLN-2, MCP-14]', async () => {
    const created = await createMenu(world)
    for (const instruction of ['zzz qqq', 'also Klingon', 'Please?']) {
      const refused = await world.refuse(plan, { ...at(created), body: { instruction } })
      expect(refused).toMatchObject({ status: 422, code: 'plan_invalid' })
      expect(refused.message).toContain('it stays as it is')
      expect((await world.call(getPlan, at(created))).plan_revision).toBe(created.plan_revision)
    }
    const mixed = await world.call(plan, { ...at(created), body: { instruction: 'Also French. zzz qqq' } })
    expect(mixed.plan).toMatchObject({ target_languages: ['de', 'fr'], not_understood: ['zzz qqq'] })
    expect(mixed.plan_revision).not.toBe(created.plan_revision)
  })

  it('is over once the work has started [PLN-1]', async () => {
    const created = await createMenu(world)
    await translate(world, created)
    const refused = await world.refuse(plan, { ...at(created), body: { instruction: 'Into French.' } })
    expect(refused).toMatchObject({ code: 'batch_not_awaiting_approval', status: 409 })
  })
})

describe('approval', () => {
  it('reserves the cost, and completion settles it [APR-1, CRD-2]', async () => {
    const before = await credits()
    const created = await createMenu(world)
    const cost = created.credit_cost ?? 0
    const body = { expected_plan_revision: created.plan_revision ?? '' }
    const approved = await world.call(approve, { ...at(created), body })
    expect(approved).toMatchObject({ credits_reserved: cost, credit_balance: before.balance - cost })
    expect(approved.batch).toMatchObject({ status: 'translating', completed_at: null })
    const done = await reaches(world, created.batch.id, 'completed')
    expect(done).toMatchObject({ progress: { phase: 'done', percent: 100 }, error: null })
    expect(done.completed_at).not.toBeNull()
    const rows = await world.db.selectFrom('credit_reservations').selectAll().where('batch_id', '=', done.id).execute()
    expect(rows.map(({ state, amount }) => [state, amount])).toEqual([['settled', cost]])
    expect((await credits()).balance).toBe(before.balance - cost)
  })

  it('is refused before a plan, for another revision, and when it is too late [APR-1]', async () => {
    const none = await unplanned()
    expect(await world.refuse(approve, { ...at(none), body: {} })).toMatchObject({ code: 'no_plan_yet', status: 409 })
    const created = await createMenu(world)
    const changed = await world.refuse(approve, { ...at(created), body: { expected_plan_revision: 'pr_other' } })
    expect(changed).toMatchObject({ code: 'plan_changed', status: 409 })
    await translate(world, created)
    const late = await world.refuse(approve, { ...at(created), body: {} })
    expect(late).toMatchObject({ code: 'batch_not_awaiting_approval', status: 409 })
    const missing = await world.refuse(approve, { params: { batch_id: 'bat_none' }, body: {} })
    expect(missing).toMatchObject({ code: 'batch_not_found', status: 404 })
  })

  it('is refused, like planning, while the translation is archived, and possible once it is back [APR-1, BAT-6]', async () => {
    const created = await createMenu(world)
    const archive = (archived: boolean) => world.call(api.batches.update, { ...at(created), body: { archived } })
    const before = await credits()
    await archive(true)
    const refusal = { code: 'batch_not_awaiting_approval', status: 409, message: expect.stringContaining('archived') }
    expect(await world.refuse(approve, { ...at(created), body: {} })).toMatchObject(refusal)
    expect(await world.refuse(plan, { ...at(created), body: { instruction: 'Into French.' } })).toMatchObject(refusal)
    expect((await credits()).balance).toBe(before.balance)
    await archive(false)
    expect((await world.call(getPlan, at(created))).plan_revision).toBe(created.plan_revision)
    await translate(world, created)
  })

  it('is refused when a glossary of its plan changed after the plan was read: the plan shows the new one [APR-1, PLN-2, GLO-3]', async () => {
    const own = await startWorld()
    const created = await createMenu(own)
    const pair = { language_pair: 'en-de' }
    const approveAs = (expected_plan_revision: string | null) =>
      ({ ...at(created), body: { expected_plan_revision: expected_plan_revision ?? '' } }) as const
    const seen = [created.plan_revision]
    for (const change of [
      () => own.call(api.glossaries.create, { body: { ...pair, terms: [{ source: 'file', target: 'Datei' }] } }),
      () => own.call(api.glossaries.update, { params: pair, body: { terms: [{ source: 'file', target: 'Akte' }] } }),
    ]) {
      await change()
      const refused = await own.refuse(approve, approveAs(seen.at(-1) ?? null))
      expect(refused).toMatchObject({ code: 'plan_changed', status: 409 })
      const now = await own.call(getPlan, at(created))
      expect(now.plan?.glossaries).toMatchObject([{ ...pair, term_count: 1 }])
      expect(seen).not.toContain(now.plan_revision)
      seen.push(now.plan_revision)
    }
    expect(await own.db.selectFrom('credit_reservations').selectAll().execute()).toEqual([])
    // A glossary of another pair is no part of this plan.
    await own.call(api.glossaries.create, {
      body: { language_pair: 'en-fr', terms: [{ source: 'file', target: 'fichier' }] },
    })
    await own.call(approve, approveAs(seen.at(-1) ?? null))
    await reaches(own, created.batch.id, 'completed')
    expect((await resultOf(own, created.batch.id)).file.text).toContain('Akte')
    // What was approved is what is shown from then on.
    await own.call(api.glossaries.remove, { params: pair })
    expect((await own.call(getPlan, at(created))).plan_revision).toBe(seen.at(-1))
  })

  it('reserves nothing when the balance is too small, and stays possible [APR-1]', async () => {
    const poor = await startWorld({ settings: { seed_credits: 3, monthly_credits: null } })
    const created = await createMenu(poor)
    const refused = await poor.refuse(approve, { ...at(created), body: {} })
    expect(refused).toMatchObject({ code: 'insufficient_credits', status: 402 })
    expect(await poor.db.selectFrom('credit_reservations').selectAll().execute()).toEqual([])
    expect(await poor.call(api.batches.get, at(created))).toMatchObject({ status: 'awaiting_review' })
  })

  it('is won by one of two that race [APR-2]', async () => {
    const created = await createMenu(world)
    const path = `/v1/batches/${created.batch.id}/approve`
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.send('POST', path)))
    const refused = answers.filter(({ status }) => status !== 200).map(refusalIn)
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('batch_not_awaiting_approval'))
    const rows = await world.db
      .selectFrom('credit_reservations')
      .selectAll()
      .where('batch_id', '=', created.batch.id)
      .execute()
    expect(rows.length).toBe(1)
  })
})

describe('the result', () => {
  it('is refused before completion [RES-1]', async () => {
    const refused = await world.refuse(result, at(await createMenu(world)))
    expect(refused).toMatchObject({ code: 'result_not_ready', status: 409 })
  })

  it('is a link that works without a credential and leads nowhere else [RES-1, RES-2]', async () => {
    const done = await translate(world, await createMenu(world))
    const { result: link, file } = await resultOf(world, done.id)
    expect(file.status).toBe(200)
    expect(file.text.replace(/⟦de [^⟧]*⟧/g, '*')).toBe(
      MENU.replace(/Open the file|Save \{name\} now|Read the manual/g, '*'),
    )
    expect(file.text).toContain('{name}')
    expect(Number(file.headers.get('content-length'))).toBe(link.size_bytes)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('cache-control')).toBe('no-store')
    const other = await translate(world, await createMenu(world))
    for (const altered of [
      link.url.replace(done.id, other.id),
      link.url.replace(/expires=\d/, 'expires=9'),
      link.url.replace('menu.de.json', 'menu.fr.json'),
      link.url.replace(/sig=.*/, 'sig='),
      link.url.replace(/\?.*/, ''),
    ]) {
      expect(refusalIn(await follow(altered))).toMatchObject({ code: 'resource_not_found', status: 404 })
    }
  })

  it('is a link that expires [RES-1]', async () => {
    const brief = await startWorld({ settings: { link_minutes: 0 } })
    const done = await translate(brief, await createMenu(brief))
    const { file } = await resultOf(brief, done.id)
    expect(refusalIn(file)).toMatchObject({ code: 'resource_not_found' })
  })

  it('is a zip with a file a language for several languages [RES-2]', async () => {
    const created = await createMenu(world, 'Translate everything into German and French.')
    const done = await translate(world, created)
    const { result: link, file } = await resultOf(world, done.id)
    expect(link).toMatchObject({ file_name: 'menu.translations.zip', media_type: 'application/zip' })
    const entries = unzipSync(file.bytes)
    expect(Object.keys(entries)).toEqual(['menu.de.json', 'menu.fr.json'])
    expect(new TextDecoder().decode(entries['menu.fr.json'])).toContain('⟦fr ')
  })

  it('is refused when it is too large to return [RES-1]', async () => {
    const small = await startWorld({ settings: { max_result_bytes: 10 } })
    const done = await translate(small, await createMenu(small))
    const refused = await small.refuse(result, { params: { batch_id: done.id } })
    expect(refused).toMatchObject({ code: 'result_too_large', status: 413 })
  })

  it('honours the glossary of its pair, whose terms the plan names [GLO-3]', async () => {
    const own = await startWorld()
    const terms = [{ source: 'manual', target: 'Handbuch' }]
    await own.call(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
    const created = await createMenu(own)
    expect(created.plan?.glossaries).toMatchObject([{ language_pair: 'en-de', term_count: 1 }])
    const done = await translate(own, created)
    expect((await resultOf(own, done.id)).file.text).toContain('Handbuch')
  })
})

describe('files whose time is over', () => {
  it('are refused with file_retention_expired, originals and results [CRE-9]', async () => {
    const open = await createMenu(world)
    const done = await translate(world, await createMenu(world))
    await world.db
      .updateTable('batches')
      .set({ file_expires_at: 1 })
      .where('id', 'in', [open.batch.id, done.id])
      .execute()
    const files = openFiles(join(world.dataDir, 'files'), () => world.newId('blb'))
    await retainFiles(world.db, files, Date.now())
    const expired = { code: 'file_retention_expired', status: 403 }
    expect(await world.refuse(plan, { ...at(open), body: { instruction: 'Into French.' } })).toMatchObject(expired)
    expect(await world.refuse(approve, { ...at(open), body: {} })).toMatchObject(expired)
    expect(await world.refuse(result, { params: { batch_id: done.id } })).toMatchObject(expired)
  })

  it('are refused with file_expired when they are gone before it [CRE-9]', async () => {
    const created = await createMenu(world)
    const done = await translate(world, await createMenu(world))
    for (const name of readdirSync(join(world.dataDir, 'files'))) rmSync(join(world.dataDir, 'files', name))
    const gone = { code: 'file_expired', status: 410 }
    expect(await world.refuse(plan, { ...at(created), body: { instruction: 'Into French.' } })).toMatchObject(gone)
    expect(await world.refuse(approve, { ...at(created), body: {} })).toMatchObject(gone)
    expect(await world.refuse(result, { params: { batch_id: done.id } })).toMatchObject(gone)
  })
})
