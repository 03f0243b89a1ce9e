import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts'
import { api } from '../../src/contract/operations.ts'
import { revokeKey } from '../../src/service/store/keys.ts'
import { setLimit } from '../../src/service/store/limits.ts'
import { createMenu, MENU, reaches, refuseForm, translate } from '../support/flow.ts'
import { plantBatch } from '../support/plant.ts'
import { type Refused, refusalIn, startWorld, type World } from '../support/world.ts'

/** How each code of the contract comes about in the service itself. */
type Provoke = (world: World) => Promise<Refused>

const { account, batches, glossaries } = api
const pair = { language_pair: 'en-de' }
const term = { source: 'file', target: 'Datei' }

const raw = async (world: World, ...request: Parameters<World['send']>) => refusalIn(await world.send(...request))

async function planned(world: World) {
  const created = await createMenu(world)
  return { params: { batch_id: created.batch.id }, revision: created.plan_revision ?? '' }
}

async function removeFile(world: World, batch_id: string) {
  const { file_blob } = await world.db
    .selectFrom('batches')
    .select('file_blob')
    .where('id', '=', batch_id)
    .executeTakeFirstOrThrow()
  rmSync(join(world.dataDir, 'files', file_blob ?? 'none'))
}

const PROVOKED: Record<ErrorCode, Provoke> = {
  admin_required: async world => {
    const { params } = await planned(world)
    const day = { unit: 'credits', period: 'day', currency: null } as const
    await setLimit(world.db, world.workspace.id, { kind: 'local' }, { ...day, amount: 1 })
    const refused = await world.refuse(batches.approve, { params, body: {} })
    await setLimit(world.db, world.workspace.id, { kind: 'local' }, { ...day, amount: null })
    return refused
  },
  authentication_required: world => world.refuse(account.get, { key: null }),
  invalid_api_key: world => world.refuse(account.get, { key: 'tsk_live_nobody' }),
  api_key_expired: async world => {
    const { secret } = await world.issueKey(['account:read'], Date.now() - 1)
    return world.refuse(account.get, { key: secret })
  },
  api_key_revoked: async world => {
    const { id, secret } = await world.issueKey(['account:read'])
    await revokeKey(world.db, { workspace_id: world.workspace.id, id, now: Date.now() })
    return world.refuse(account.get, { key: secret })
  },
  insufficient_scope: async world => {
    const { secret } = await world.issueKey(['usage:read', 'files:write', 'webhooks:write'])
    return world.refuse(account.get, { key: secret })
  },
  feature_not_available: async () => {
    const off = await startWorld({ settings: { batch_creation: false } })
    return off.refuse(batches.create, { body: { content: MENU } })
  },
  invalid_request: world =>
    raw(world, 'POST', '/v1/batches', { body: '{', headers: { 'content-type': 'application/json' } }),
  unknown_field: world =>
    raw(world, 'POST', '/v1/glossaries', { body: '{"pair":"en-de"}', headers: { 'content-type': 'application/json' } }),
  invalid_parameter: world => world.refuse(batches.list, { query: { limit: 'many' } }),
  invalid_cursor: world => world.refuse(batches.list, { query: { cursor: 'somewhere' } }),
  request_too_large: async () => {
    const small = await startWorld({ settings: { json_body_bytes: 1000 } })
    return small.refuse(batches.create, { body: { content: 'x'.repeat(2000) } })
  },
  batch_not_found: world => world.refuse(batches.get, { params: { batch_id: 'bat_none' } }),
  glossary_not_found: world => world.refuse(glossaries.get, { params: { language_pair: 'en-fr' } }),
  resource_not_found: world => raw(world, 'GET', '/v1/nothing'),
  glossary_already_exists: async world => {
    await world.call(glossaries.create, { body: { ...pair, terms: [term] } })
    return world.refuse(glossaries.create, { body: pair })
  },
  result_not_ready: async world => world.refuse(batches.result, { params: (await planned(world)).params }),
  batch_not_editable: async world => {
    const { id } = await plantBatch(world, { archived: 1 })
    return world.refuse(batches.update, { params: { batch_id: id }, body: { name: 'Other' } })
  },
  language_not_supported: world => world.refuse(glossaries.create, { body: { language_pair: 'en-tlh' } }),
  invalid_language_pair: world => world.refuse(glossaries.create, { body: { language_pair: 'german' } }),
  glossary_term_limit_reached: async () => {
    const narrow = await startWorld({ settings: { max_terms_per_glossary: 1 } })
    return narrow.refuse(glossaries.create, { body: { ...pair, terms: [term, { source: 'save', target: 'sichern' }] } })
  },
  glossary_limit_reached: async () => {
    const narrow = await startWorld({ settings: { max_glossaries: 0 } })
    return narrow.refuse(glossaries.create, { body: pair })
  },
  invalid_glossary_terms: world =>
    world.refuse(glossaries.create, { body: { language_pair: 'en-es', terms: [{ source: ' ', target: '' }] } }),
  rate_limited: async () => {
    const slow = await startWorld({
      settings: { requests_per_minute: 1 },
      clock: () => Date.parse('2026-03-01T00:00:30Z'),
    })
    await slow.call(account.get)
    return slow.refuse(account.get)
  },
  internal_error: async () => {
    const broken = await startWorld()
    await sql`drop table glossary_terms`.execute(broken.db)
    return broken.refuse(glossaries.create, { body: { ...pair, terms: [term] } })
  },
  service_unavailable: async () => {
    const alone = await startWorld({
      settings: { engine: 'apertium', engines: { apertium: { url: 'http://127.0.0.1:9' } } },
    })
    return alone.refuse(batches.create, {
      body: { content: MENU, filename: 'menu.json', instruction: 'Into Spanish.' },
    })
  },
  file_retention_expired: async world => {
    const { params } = await planned(world)
    await world.db.updateTable('batches').set({ file_blob: null }).where('id', '=', params.batch_id).execute()
    return world.refuse(batches.approve, { params, body: {} })
  },
  idempotency_key_reused: async world => {
    const body = { content: MENU, filename: 'menu.json', idempotency_key: 'twice' }
    await world.call(batches.create, { body })
    return world.refuse(batches.create, { body: { ...body, filename: 'other.json' } })
  },
  no_plan_yet: async world => {
    const { batch } = await world.call(batches.create, { body: { content: MENU } })
    return world.refuse(batches.approve, { params: { batch_id: batch.id }, body: {} })
  },
  plan_changed: async world => {
    const { params } = await planned(world)
    return world.refuse(batches.approve, { params, body: { expected_plan_revision: 'another' } })
  },
  batch_not_awaiting_approval: async world => {
    const created = await createMenu(world)
    await translate(world, created)
    return world.refuse(batches.approve, { params: { batch_id: created.batch.id }, body: {} })
  },
  file_too_large: world => refuseForm(world, { name: 'big.txt', bytes: 'x '.repeat(4 * 1024 * 1024 + 1) }),
  result_too_large: async () => {
    const narrow = await startWorld({ settings: { max_result_bytes: 10 } })
    const created = await createMenu(narrow)
    await translate(narrow, created)
    return narrow.refuse(batches.result, { params: { batch_id: created.batch.id } })
  },
  unsupported_format: world => world.refuse(batches.create, { body: { content: 'x', filename: 'program.exe' } }),
  file_fetch_failed: world => world.refuse(batches.create, { body: { file_url: 'https://127.0.0.1/a.txt' } }),
  plan_invalid: world => world.refuse(batches.create, { body: { content: MENU, instruction: 'Do it well.' } }),
  insufficient_credits: async () => {
    const poor = await startWorld({ settings: { seed_credits: 1, monthly_credits: null } })
    const { params, revision } = await planned(poor)
    const refused = await poor.refuse(batches.approve, { params, body: { expected_plan_revision: revision } })
    expect((await reaches(poor, params.batch_id, 'awaiting_review')).credit_cost).toBeGreaterThan(1)
    return refused
  },
  file_expired: async world => {
    const { params, revision } = await planned(world)
    await removeFile(world, params.batch_id)
    return world.refuse(batches.approve, { params, body: { expected_plan_revision: revision } })
  },
}

describe('every code of the contract', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })

  it.each(Object.entries(PROVOKED))(
    '%s comes with its status, its type and the address of its explanation [ERR-1, ERR-2]',
    async (code, provoke) => {
      const refused = await provoke(world)
      const expected = Object.entries(ERRORS).find(([name]) => name === code)?.[1]
      expect(refused).toMatchObject({ code, status: expected?.status, type: expected?.type })
      expect(refused.docs_url).toMatch(new RegExp(`/errors#${code}$`))
      expect(refused.message).not.toContain(world.dataDir)
    },
  )

  it('is explained on the page its docs_url leads to [ERR-2]', async () => {
    const { docs_url } = await world.refuse(account.get, { key: null })
    const { pathname, hash } = new URL(docs_url)
    const page = await world.send('GET', pathname, { key: null })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`id="${hash.slice(1)}"`)
    for (const code of Object.keys(ERRORS)) expect(page.text).toContain(`<dt id="${code}">`)
  })
})
