import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { serviceSettings } from '../../src/cli/service-settings.ts'
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts'
import { api } from '../../src/contract/operations.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { createMenu, MENU, reaches, refuseForm, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { manualClock, type Refused, refusalIn, startWorld, type World } from '../support/world.ts'

/** How a user meets each code of the contract: what she does, on the command line and over HTTP, and the words of the refusal. */
interface Row {
  readonly by: (world: World) => Promise<Refused>
  readonly says: RegExp
}

const { account, batches, glossaries } = api
const pair = { language_pair: 'en-de' }
const term = { source: 'file', target: 'Datei' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** A service that was started with these flags. */
const startedWith = (flags: string, options: Parameters<typeof startWorld>[0] = {}) => {
  const argv = ['service', '--engine', 'pseudo', ...flags.split(' ').filter(word => word !== '')]
  return startWorld({ ...options, settings: serviceSettings(readSettings(readArguments(argv), {})) })
}

/** Runs an order of the operator on the data folder of a world. */
const order = async ({ dataDir }: World, line: string) => {
  const { code, stderr } = await ran(line.split(' '), { TRANSLATION_DATA_DIR: dataDir })
  expect(code, stderr).toBe(0)
}

const raw = async (world: World, ...request: Parameters<World['send']>) => refusalIn(await world.send(...request))

async function planned(world: World) {
  const created = await createMenu(world)
  return { params: { batch_id: created.batch.id }, revision: created.plan_revision ?? '' }
}

const PROVOKED: Record<ErrorCode, Row> = {
  authentication_required: {
    says: /^Send a credential in the header Authorization/,
    by: world => world.refuse(account.get, { key: null }),
  },
  invalid_api_key: {
    says: /^This credential is unknown or malformed/,
    by: world => world.refuse(account.get, { key: 'tsk_live_nobody' }),
  },
  api_key_expired: {
    says: /^This API key reached its expiry\./,
    by: async () => {
      const clock = manualClock('2026-03-10T12:00:00Z')
      const world = await startedWith('', { clock })
      const { secret } = await world.issueKey(['account:read'], clock() + DAY)
      await world.call(account.get, { key: secret })
      clock.advance(DAY)
      return world.refuse(account.get, { key: secret })
    },
  },
  api_key_revoked: {
    says: /revoked/,
    by: async world => {
      const { id, secret } = await world.issueKey(['account:read'])
      await order(world, `keys revoke ${id}`)
      return world.refuse(account.get, { key: secret })
    },
  },
  insufficient_scope: {
    says: /account:read/,
    by: async world => {
      const { secret } = await world.issueKey(['usage:read', 'files:write', 'webhooks:write'])
      return world.refuse(account.get, { key: secret })
    },
  },
  feature_not_available: {
    says: /^Creating translations is switched off/,
    by: async () => (await startedWith('--batch-creation off')).refuse(batches.create, { body: { content: MENU } }),
  },
  admin_required: {
    says: /limit/,
    by: async () => {
      const world = await startedWith('')
      const { params } = await planned(world)
      await order(world, 'workspaces set local --local --daily-credits 1')
      return world.refuse(batches.approve, { params, body: {} })
    },
  },
  invalid_request: {
    says: /JSON/,
    by: world => raw(world, 'POST', '/v1/batches', { body: '{', headers: JSON_TYPE }),
  },
  unknown_field: {
    says: /pair/,
    by: world => raw(world, 'POST', '/v1/glossaries', { body: '{"pair":"en-de"}', headers: JSON_TYPE }),
  },
  invalid_parameter: {
    says: /limit/,
    by: world => world.refuse(batches.list, { query: { limit: 'many' } }),
  },
  invalid_cursor: {
    says: /Start without one/,
    by: world => world.refuse(batches.list, { query: { cursor: 'somewhere' } }),
  },
  request_too_large: {
    says: /1,?000 bytes/,
    by: async () =>
      (await startedWith('--max-request-bytes 1000')).refuse(batches.create, { body: { content: 'x'.repeat(2000) } }),
  },
  batch_not_found: {
    says: /translation/,
    by: world => world.refuse(batches.get, { params: { batch_id: 'bat_none' } }),
  },
  glossary_not_found: {
    says: /There is no glossary for en-fr/,
    by: world => world.refuse(glossaries.get, { params: { language_pair: 'en-fr' } }),
  },
  resource_not_found: { says: /No such route/, by: world => raw(world, 'GET', '/v1/nothing') },
  glossary_already_exists: {
    says: /en-de/,
    by: async world => {
      await world.call(glossaries.create, { body: { ...pair, terms: [term] } })
      return world.refuse(glossaries.create, { body: pair })
    },
  },
  result_not_ready: {
    says: /awaiting_review/,
    by: async world => world.refuse(batches.result, { params: (await planned(world)).params }),
  },
  batch_not_editable: {
    says: /archived/,
    by: async world => {
      const { params } = await planned(world)
      await world.call(batches.update, { params, body: { archived: true } })
      return world.refuse(batches.update, { params, body: { name: 'Other' } })
    },
  },
  language_not_supported: {
    says: /tlh/,
    by: world => world.refuse(glossaries.create, { body: { language_pair: 'en-tlh' } }),
  },
  invalid_language_pair: {
    says: /german/,
    by: world => world.refuse(glossaries.create, { body: { language_pair: 'german' } }),
  },
  glossary_term_limit_reached: {
    says: /^The glossary would have 2 terms/,
    by: async () => {
      const narrow = await startedWith('--max-terms 1')
      expect((await narrow.call(account.get)).entitlements.max_terms_per_glossary).toBe(1)
      const two = [term, { source: 'save', target: 'sichern' }]
      return narrow.refuse(glossaries.create, { body: { ...pair, terms: two } })
    },
  },
  glossary_limit_reached: {
    says: /^The plan allows 1 glossaries\. Nothing was changed/,
    by: async () => {
      const narrow = await startedWith('--max-glossaries 1')
      expect((await narrow.call(account.get)).entitlements.max_glossaries).toBe(1)
      await narrow.call(glossaries.create, { body: pair })
      return narrow.refuse(glossaries.create, { body: { language_pair: 'en-fr' } })
    },
  },
  invalid_glossary_terms: {
    says: /empty/,
    by: world =>
      world.refuse(glossaries.create, { body: { language_pair: 'en-es', terms: [{ source: ' ', target: '' }] } }),
  },
  rate_limited: {
    says: /^Over 1 requests in a minute\. Try again in 30 s\.$/,
    by: async () => {
      const slow = await startedWith('--requests-per-minute 1', { clock: manualClock('2026-03-01T00:00:30Z') })
      await slow.call(account.get)
      const sent = await slow.send('GET', '/v1/account')
      expect(sent.headers.get('retry-after')).toBe('30')
      return refusalIn(sent)
    },
  },
  internal_error: {
    says: /^Something failed unexpectedly\. Report it with the request_id\.$/,
    by: async () => {
      const broken = await startedWith('')
      rmSync(join(broken.dataDir, 'files'), { recursive: true })
      writeFileSync(join(broken.dataDir, 'files'), 'not a folder')
      return broken.refuse(batches.create, { body: { content: MENU } })
    },
  },
  service_unavailable: {
    says: /apertium/i,
    by: async () => {
      const alone = await startedWith('--engine apertium --apertium-url http://127.0.0.1:9')
      const body = { content: MENU, filename: 'menu.json', instruction: 'Into Spanish.' }
      return alone.refuse(batches.create, { body })
    },
  },
  file_retention_expired: {
    says: /Create the translation again from the file/,
    by: async () => {
      const clock = manualClock('2026-03-10T12:00:00Z')
      const world = await startedWith('--file-days 1', { clock })
      const { params } = await planned(world)
      clock.advance(DAY)
      return world.refuse(batches.approve, { params, body: {} })
    },
  },
  idempotency_key_reused: {
    says: /different file, name or instruction/,
    by: async world => {
      const body = { content: MENU, filename: 'menu.json', idempotency_key: 'twice' }
      await world.call(batches.create, { body })
      return world.refuse(batches.create, { body: { ...body, filename: 'other.json' } })
    },
  },
  no_plan_yet: {
    says: /no plan/,
    by: async world => {
      const { batch } = await world.call(batches.create, { body: { content: MENU } })
      return world.refuse(batches.approve, { params: { batch_id: batch.id }, body: {} })
    },
  },
  plan_changed: {
    says: /Nothing was spent/,
    by: async world => {
      const { params } = await planned(world)
      return world.refuse(batches.approve, { params, body: { expected_plan_revision: 'another' } })
    },
  },
  batch_not_awaiting_approval: {
    says: /completed cannot be approved.*Nothing was spent/,
    by: async world => {
      const created = await createMenu(world)
      await translate(world, created)
      return world.refuse(batches.approve, { params: { batch_id: created.batch.id }, body: {} })
    },
  },
  file_too_large: {
    says: /10 bytes\. Split it\./,
    by: async () => {
      const small = await startedWith('--max-upload-bytes 10')
      expect((await small.call(account.get)).entitlements.max_upload_bytes).toBe(10)
      return refuseForm(small, { name: 'big.txt', bytes: 'Eleven bytes' })
    },
  },
  result_too_large: {
    says: /more than can be returned\. Split the file/,
    by: async () => {
      const narrow = await startedWith('--max-result-bytes 10')
      const created = await createMenu(narrow)
      await translate(narrow, created)
      return narrow.refuse(batches.result, { params: { batch_id: created.batch.id } })
    },
  },
  unsupported_format: {
    says: /\.exe files are not accepted/,
    by: world => world.refuse(batches.create, { body: { content: 'x', filename: 'program.exe' } }),
  },
  file_fetch_failed: {
    says: /address/,
    by: world => world.refuse(batches.create, { body: { file_url: 'https://127.0.0.1/a.txt' } }),
  },
  plan_invalid: {
    says: /language/,
    by: world => world.refuse(batches.create, { body: { content: MENU, instruction: 'Do it well.' } }),
  },
  insufficient_credits: {
    says: /the balance is 1\. Nothing was reserved\./,
    by: async () => {
      const poor = await startedWith('--seed-credits 1 --monthly-credits 0')
      const { params, revision } = await planned(poor)
      const refused = await poor.refuse(batches.approve, { params, body: { expected_plan_revision: revision } })
      expect((await reaches(poor, params.batch_id, 'awaiting_review')).credit_cost).toBeGreaterThan(1)
      return refused
    },
  },
  file_expired: {
    says: /gone\. Create the translation again/,
    by: async () => {
      const world = await startedWith('')
      const { params, revision } = await planned(world)
      for (const blob of readdirSync(join(world.dataDir, 'files'))) rmSync(join(world.dataDir, 'files', blob))
      return world.refuse(batches.approve, { params, body: { expected_plan_revision: revision } })
    },
  },
}

describe('every code of the contract', () => {
  let world: World
  beforeAll(async () => {
    world = await startedWith('')
  })

  it('has a row in this table, and the table no other [ERR-1]', () => {
    expect(Object.keys(PROVOKED).sort()).toEqual(Object.keys(ERRORS).sort())
  })

  it.each(Object.entries(PROVOKED))(
    '%s can be met by a user, with its status, its type, its words and the address of its explanation [ERR-1, ERR-2]',
    async (code, { by, says }) => {
      const refused = await by(world)
      const expected = Object.entries(ERRORS).find(([name]) => name === code)?.[1]
      expect(refused).toMatchObject({ code, status: expected?.status, type: expected?.type })
      expect(refused.docs_url).toMatch(new RegExp(`/errors#${code}$`))
      expect(refused.message).toMatch(says)
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
