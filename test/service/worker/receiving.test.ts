import { afterEach, beforeEach, expect, it } from 'vitest'
import { SILENT } from '../../../src/contract/telemetry.ts'
import { createEngines } from '../../../src/service/engine/choice.ts'
import { makeEngines } from '../../../src/service/engine/made.ts'
import type { Files } from '../../../src/service/ports.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import type { FromThread } from '../../../src/service/worker/messages.ts'
import { createReceiver } from '../../../src/service/worker/receiving.ts'
import { gated, openWorkshop, type Workshop } from './workshop.ts'

let shop: Workshop
beforeEach(async () => {
  shop = await openWorkshop()
})
afterEach(() => shop.close())

async function receiver(files: Files = shop.files) {
  const said: FromThread[] = []
  const settings = { ...DEFAULT_SETTINGS, engine: 'pseudo' }
  const engines = createEngines(settings, await makeEngines(settings))
  const world = { db: shop.db, files, engines, settings, clock: shop.clock, telemetry: SILENT }
  const receive = createReceiver({ world, owner: 'one', report: message => said.push(message) })
  return { receive, said }
}

/** A batch that has a plan. */
async function planned(): Promise<string> {
  const { id } = await shop.batchOf('Read the manual first.\n\nThen open the box.\n')
  const first = shop.worker('planner')
  first.wake()
  await expect.poll(async () => (await shop.row(id)).status, { interval: 5 }).toBe('awaiting_review')
  await first.close()
  return id
}
const planOf = (id: string) =>
  shop.db.selectFrom('plans').selectAll().where('batch_id', '=', id).executeTakeFirstOrThrow()

it('a plan that is cancelled while its file is read stops there, and changes nothing', async () => {
  const id = await planned()
  const before = await planOf(id)
  const held = gated(shop.files)
  const { receive, said } = await receiver(held.files)
  const asked = receive({ type: 'plan', request: 7, batchId: id, instruction: 'Translate it into French.' })
  await held.reached
  await receive({ type: 'cancel', request: 7 })
  held.open()
  await asked
  expect(said).toEqual([
    { type: 'planned', request: 7, refusal: expect.objectContaining({ code: 'service_unavailable' }) },
  ])
  expect(await planOf(id)).toEqual(before)
  await receive({ type: 'plan', request: 8, batchId: id, instruction: 'Translate it into French.' })
  expect((await planOf(id)).plan_json).toContain('"fr"')
  await receive({ type: 'close' })
})

it('answers that nobody waits for any more are checked no further', async () => {
  const { receive, said } = await receiver()
  const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }
  const answers = Array.from({ length: 3 }, () => ({ segment: { text: 'Box' }, text: 'Kasten' }))
  const asked = receive({ type: 'judge', request: 1, answers, conditions })
  await receive({ type: 'cancel', request: 1 })
  await asked
  await receive({ type: 'judge', request: 2, answers, conditions })
  expect(said).toMatchObject([
    { type: 'judged', request: 1, judged: { code: 'service_unavailable' } },
    { type: 'judged', request: 2, judged: answers.map(({ text }) => ({ text })) },
  ])
  await receive({ type: 'close' })
})

it('a request under way tells of turns, so that long ones are not taken for one that gives none', async () => {
  const id = await planned()
  const held = gated(shop.files)
  const { receive, said } = await receiver(held.files)
  const asked = receive({ type: 'plan', request: 7, batchId: id, instruction: 'Translate it into French.' })
  await held.reached
  await expect.poll(() => said.map(({ type }) => type), { interval: 20 }).toContain('turn')
  held.open()
  await asked
  await receive({ type: 'close' })
})
