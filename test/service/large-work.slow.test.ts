import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createdIn, createMenu, sendForm } from '../support/flow.ts'
import { startWorld } from '../support/world.ts'

const PROSE =
  'Open the cover, take out the old filter and clean the seat with a dry cloth before you put the new one in. '.repeat(
    8,
  )

it('claims large work once, and leaves time for small work beside it [CRD-2, CRE-8]', { timeout: 60_000 }, async () => {
  const world = await startWorld({ thread: true, settings: { lease_seconds: 1, seed_credits: 10_000_000 } })
  await sql`create table claims_seen (batch_id text)`.execute(world.db)
  await sql`create trigger see_claims after update of attempts on batches when new.attempts > old.attempts
    begin insert into claims_seen values (new.id); end`.execute(world.db)
  const texts = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`step${at}`, `${at}. ${PROSE}`]))
  const file = { name: 'manual.json', bytes: JSON.stringify(texts) }
  expect(file.bytes.length).toBeGreaterThan(5_000_000)
  const { batch, plan_revision } = createdIn(await sendForm(world, file, { instruction: 'Translate into German.' }))
  const params = { batch_id: batch.id }
  await world.call(api.batches.approve, { params, body: { expected_plan_revision: plan_revision ?? '' } })
  const status = async () => (await world.call(api.batches.get, { params })).status
  let slowest = 0
  let beside = 0
  while ((await status()) === 'translating') {
    const started = performance.now()
    expect((await createMenu(world)).plan).not.toBeNull()
    slowest = Math.max(slowest, performance.now() - started)
    beside += 1
  }
  expect(await status()).toBe('completed')
  expect(beside).toBeGreaterThan(2)
  expect(slowest).toBeLessThan(2_000)
  const seen = await sql<{
    claims: number
  }>`select count(*) as claims from claims_seen where batch_id = ${batch.id}`.execute(world.db)
  // One for the analysis, one for the translation.
  expect(seen.rows[0]?.claims).toBe(2)
})
