import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { databaseFile } from '../../../src/service/data-folder.ts'
import { resourcesOf } from '../../../src/service/oauth/options.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { reaches, resultOf } from '../../support/flow.ts'
import { agentWorld, answer, answersTo, next } from '../../support/segments.ts'
import { discovered, signIn } from '../../support/sign-in.ts'
import { startWorld, type World } from '../../support/world.ts'
import { copyOf, LASTING } from './folder.ts'

/** What the grants of all months have spent, and what approved batches hold. */
async function ledger(world: World): Promise<{ spent: number; reserved: number }> {
  const total = (column: 'used' | 'reserved') => world.db.fn.sum<number>(column)
  const sums = world.db
    .selectFrom('credit_grants')
    .select([total('used').as('spent'), total('reserved').as('reserved')])
  return await sums.executeTakeFirstOrThrow()
}

/** Proves of each of these kept folders that this build opens it and goes on with all that is in it. */
export function proveFolders(names: readonly string[]): void {
  describe.each(names)('the data folder %s of an earlier build', name => proveFolder(name))
}

/** The same of one folder, after something was done with it. */
export function proveFolder(name: string, done: (dataDir: string) => Promise<unknown> = async () => undefined): void {
  const { dataDir, facts } = copyOf(name)
  const { batches, revisions } = facts

  it('has a batch in every state and its schema, before this build opens it', async () => {
    const db = openDatabase(databaseFile(dataDir))
    const rows = await db.selectFrom('batches').select(['id', 'status']).execute()
    const version = await sql<{ user_version: number }>`pragma user_version`.execute(db)
    await db.destroy()
    expect(version.rows).toEqual([{ user_version: facts.schema }])
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [batches.completed]: 'completed',
      [batches.archived]: 'completed',
      [batches.remembered]: 'completed',
      [batches.reviewed]: 'awaiting_review',
      [batches.unplanned]: 'awaiting_review',
      [batches.answered]: 'translating',
      [batches.interrupted]: 'translating',
      [batches.failed]: 'failed',
    })
  })

  describe('opened by a service that translates for credits', () => {
    let world: World
    beforeAll(async () => {
      await done(dataDir)
      world = await startWorld({ dataDir, settings: LASTING, oauth: {} })
    })
    afterAll(() => world.close())
    const params = (batch_id: string) => ({ params: { batch_id } })

    it('has its key, its workspace, its glossary and what it spent', async () => {
      expect(world.key).toBe(facts.key)
      expect(await world.call(api.account.get)).toMatchObject({ workspace: { slug: 'local' } })
      const glossary = await world.call(api.glossaries.get, { params: { language_pair: 'en-de' } })
      expect(glossary).toMatchObject({
        name: 'Kitchen',
        terms: [{ source: 'spoon', target: 'Löffel', note: 'for soup' }],
      })
      const own = { params: { language_pair: 'en-de' }, project: 'kitchen-1' }
      const terms = [{ source: 'fork', target: 'Gabel' }]
      expect(await world.call(api.project_glossaries.update, { ...own, body: { terms } })).toMatchObject({ terms })
      expect(await world.call(api.glossaries.get, { params: { language_pair: 'en-de' } })).toEqual(glossary)
      expect((await ledger(world)).spent).toBeGreaterThanOrEqual(facts.credits.spent)
      const usage = await world.call(api.usage.get, {
        query: { from: '2026-01-01', to: '2099-01-01', granularity: 'month' },
      })
      expect(usage.totals.credits_used).toBeGreaterThanOrEqual(facts.credits.spent)
    })

    it('reads every batch, and every plan there is', async () => {
      const shown = await world.list(api.batches.list, { query: { limit: '50' } })
      expect(shown.data.map(({ id }) => id).sort()).toEqual(
        Object.values(batches)
          .filter(id => id !== batches.archived)
          .sort(),
      )
      expect(await world.call(api.batches.get, params(batches.archived))).toMatchObject({
        archived: true,
        name: 'The old table',
      })
      expect(await world.call(api.batches.get, params(batches.failed))).toMatchObject({
        error: { code: expect.any(String) },
      })
      expect(await world.call(api.batches.getPlan, params(batches.reviewed))).toMatchObject({
        plan_revision: revisions.reviewed,
        plan: { target_languages: ['de', 'fr'], keep_untranslated: ['Acme'], glossaries: [{ language_pair: 'en-de' }] },
      })
      for (const id of [batches.completed, batches.answered, batches.interrupted]) {
        expect((await world.call(api.batches.getPlan, params(id))).plan_revision).not.toBeNull()
      }
      expect((await world.call(api.batches.getPlan, params(batches.unplanned))).plan).toBeNull()
    })

    it('lists by language what earlier builds planned', async () => {
      const listed = async (target_language: string) =>
        (await world.list(api.batches.list, { query: { target_language, limit: '50' } })).data.map(({ id }) => id)
      const { data } = await world.list(api.batches.plans, { query: { ids: Object.values(batches).join(',') } })
      for (const tag of ['de', 'fr']) {
        const into = data.filter(
          ({ batch_id, target_languages }) => batch_id !== batches.archived && target_languages.includes(tag),
        )
        expect((await listed(tag)).sort()).toEqual(into.map(({ batch_id }) => batch_id).sort())
      }
      expect(await listed('de')).toContain(batches.reviewed)
    })

    it('fetches the finished file, and finds its batch by the key that it was created with', async () => {
      const { file } = await resultOf(world, batches.completed)
      expect(file.text).toBe(facts.result)
      const again = await world.call(api.batches.create, {
        body: {
          content: '{"open": "Open the drawer", "take": "Take a spoon, {name}"}',
          filename: 'menu.json',
          instruction: 'Translate from English into German.',
          idempotency_key: facts.idempotency_key,
        },
      })
      expect(again.batch.id).toBe(batches.completed)
    })

    it('ends the interrupted translation and settles what it held, also from a grant that has expired', async () => {
      await reaches(world, batches.interrupted, 'completed')
      const { spent, reserved } = facts.credits
      expect(await ledger(world)).toEqual({ spent: spent + reserved, reserved: 0 })
      expect((await resultOf(world, batches.interrupted)).file.text).toContain('999')
    })

    it('approves the plan that was reviewed, and honours its words', async () => {
      const before = await ledger(world)
      const { batch } = await world.call(api.batches.approve, {
        ...params(batches.reviewed),
        body: { expected_plan_revision: revisions.reviewed },
      })
      const done = await reaches(world, batches.reviewed, 'completed')
      expect(await ledger(world)).toEqual({ spent: before.spent + (batch.credit_cost ?? 0), reserved: 0 })
      expect(done.credit_cost).toBeGreaterThan(0)
      const { result } = await resultOf(world, batches.reviewed)
      expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
    })

    it('plans the batch that had no plan, from what was found out about its file', async () => {
      const body = { instruction: 'Translate from English into Spanish.' }
      const { plan_revision } = await world.call(api.batches.plan, { ...params(batches.unplanned), body })
      const approval = { expected_plan_revision: plan_revision ?? '' }
      await world.call(api.batches.approve, { ...params(batches.unplanned), body: approval })
      await reaches(world, batches.unplanned, 'completed')
      expect((await resultOf(world, batches.unplanned)).file.text).toMatch(/^# ⟦es .*\n\n.*\*\*/)
    })

    it('makes a batch of the file that was sent', async () => {
      const { batch } = await world.call(api.batches.create, { body: { upload_id: facts.upload_id } })
      expect(batch).toMatchObject({ file_name: 'sent.txt', status: 'awaiting_review', word_count: 5 })
    })

    it('shows the connection, and lets its member sign in again', async () => {
      const rows = await world.db.selectFrom('connections').selectAll().execute()
      expect(rows.length).toBe(1)
      const issuer = world.service.oauth?.issuer ?? ''
      const speaker = { api: resourcesOf(issuer).api, client: discovered(issuer) }
      const tokens = await signIn(speaker, { member: 'olga', scope: 'account:read batches:read' })
      const seen = await world.call(api.batches.get, { ...params(batches.completed), key: tokens.access_token })
      expect(seen.status).toBe('completed')
    })
  })

  describe('opened by a service whose callers translate', () => {
    let world: World
    beforeAll(async () => {
      world = await agentWorld({ dataDir, settings: LASTING })
    })
    afterAll(() => world.close())
    const handed = { batch_id: batches.answered, plan_revision: revisions.answered, languages: ['de', 'fr'] }

    it('goes on where the answers ended, and asks for nothing twice', async () => {
      expect(await next(world, handed, { hand_out: 'false' })).toMatchObject({
        target_language: 'fr',
        remaining: 2,
        open_languages: ['fr'],
      })
      const { segments } = await next(world, handed, { target_language: 'fr' })
      expect(segments.map(({ text }) => text)).toEqual(['The second lamp is dark.', 'The third lamp is gone.'])
      await answer(world, handed, answersTo(segments), { target_language: 'fr' })
      await reaches(world, handed.batch_id, 'completed')
      const { result } = await resultOf(world, handed.batch_id)
      expect(result.quality).toMatchObject({ segments: 6, kept_source: 0 })
    })

    it('remembers what was translated before', async () => {
      const content = 'Remember this sentence.\n\nAnd a new one.\n'
      const body = { content, filename: 'again.txt', instruction: 'Translate from English into German.' }
      const { plan } = await world.call(api.batches.create, { body })
      expect(plan).toMatchObject({ new_words: 4, reused_words: 3 })
    })
  })
}
