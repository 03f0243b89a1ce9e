import { describe, expect, it } from 'vitest'
import { PROJECT_HEADER } from '../../../src/contract/limits.ts'
import { type ApiOperation, api, OPERATIONS } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '../../../src/contract/scopes.ts'
import { write } from '../../../src/service/store/database.ts'
import { insertGlossary } from '../../../src/service/store/glossaries.ts'
import { revokeKey, rotateKey } from '../../../src/service/store/keys.ts'
import { insertUpload } from '../../../src/service/store/uploads.ts'
import { plantBatch, plantWorkspace } from '../../support/plant.ts'
import { manualClock, refusalIn, startWorld } from '../../support/world.ts'
import { fieldsOf } from './wrong-values.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })

/** What each operation is sent to get past the check of its body. */
const BODIES: Readonly<Record<string, unknown>> = {
  'batches.create': { content: 'x', filename: 'x.exe' },
  'batches.update': { name: 'mine' },
  'batches.plan': { instruction: 'Translate into German.' },
  'batches.approve': {},
  'batches.sample': { expected_plan_revision: 'pr_x' },
  'batches.answerSegments': { plan_revision: 'x', target_language: 'de', translations: [] },
  'uploads.create': { filename: 'x.exe' },
  'uploads.complete': {},
  'glossaries.create': { language_pair: 'none' },
  'glossaries.update': { name: 'mine' },
  'glossaries.replace': { terms: [] },
  'glossaries.remove': {},
  'project_glossaries.update': { name: 'mine' },
  'project_glossaries.replace': { terms: [] },
  'project_glossaries.remove': {},
}

function send(operation: ApiOperation, id: string, key: string | null = world.key) {
  const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(id))
  const body = BODIES[operation.id]
  const project = { [PROJECT_HEADER]: 'shop' }
  const headers = { ...project, 'content-type': 'application/json' }
  const sent = body === undefined ? { headers: project } : { headers, body: JSON.stringify(body) }
  return world.send(operation.method, path, { key, ...sent })
}

describe('a key with one scope alone', () => {
  it.each(SCOPE_NAMES)('%s opens exactly the operations of that scope [SCP-1, EVT-1]', async scope => {
    const { id, secret } = await world.issueKey([scope])
    const opened: string[] = []
    for (const operation of OPERATIONS) {
      const answer = await send(operation, 'none', secret)
      if (answer.status < 400 || refusalIn(answer).code !== 'insufficient_scope') opened.push(operation.id)
      else expect(refusalIn(answer), operation.id).toMatchObject({ status: 403, type: 'permission_error' })
    }
    expect(opened).toEqual(OPERATIONS.filter(operation => operation.scope === scope).map(operation => operation.id))
    expect(opened.length === 0).toBe(SCOPES[scope].reserved)
    await write(world.db, tx => revokeKey(tx, { workspace_id: world.workspace.id, id, now: clock() }))
  })

  it('stands for all scopes but the reserved ones somewhere [SCP-1]', () => {
    const used = new Set<Scope>(OPERATIONS.map(operation => operation.scope))
    expect(SCOPE_NAMES.filter(scope => !used.has(scope))).toEqual(['files:write', 'webhooks:write'])
  })
})

/** A key in each state that opens nothing, with the code that says so. */
async function closedKeys(): Promise<readonly (readonly [string, string | null, string])[]> {
  const here = { workspace_id: world.workspace.id, newId: world.newId }
  const [revoked, replaced] = [await world.issueKey(SCOPE_NAMES), await world.issueKey(SCOPE_NAMES)]
  const expired = await world.issueKey(SCOPE_NAMES, clock() + 1)
  clock.advance(1)
  await write(world.db, tx => revokeKey(tx, { ...here, id: revoked.id, now: clock() }))
  await write(world.db, tx => rotateKey(tx, { ...here, id: replaced.id, now: clock() }))
  return [
    ['none', null, 'authentication_required'],
    ['an unknown one', `tsk_live_${'x'.repeat(43)}`, 'invalid_api_key'],
    ['one of another service', 'sk-test-123', 'invalid_api_key'],
    ['one cut short', world.key.slice(0, -1), 'invalid_api_key'],
    ['one in capitals', world.key.toUpperCase(), 'invalid_api_key'],
    ['a revoked one', revoked.secret, 'api_key_revoked'],
    ['a replaced one', replaced.secret, 'api_key_revoked'],
    ['an expired one', expired.secret, 'api_key_expired'],
  ]
}

describe.each(await closedKeys())('with %s', (_, key, code) => {
  it(`every operation answers alike, whatever it is sent: ${code} [ERR-2, KEY-2, ENV-5]`, async () => {
    const { id } = await plantBatch(world)
    const answers = new Set<string>()
    for (const operation of OPERATIONS) {
      for (const subject of ['none', id]) {
        const answer = await send(operation, subject, key)
        expect(answer.headers.get('www-authenticate'), operation.id).toBe('Bearer')
        const { request_id: _, ...rest } = JSON.parse(answer.text)
        answers.add(JSON.stringify([answer.status, rest]))
      }
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain(`"code":"${code}"`)
    if (key !== null) expect([...answers][0]).not.toContain(key)
  })
})

/** What another workspace has, by the parameter that names it. */
async function foreignThings(): Promise<Readonly<Record<string, string>>> {
  const workspace = await plantWorkspace(world)
  const batch = await plantBatch({ ...world, workspace }, { status: 'completed' })
  const facts = { workspace_id: workspace.id, created_at: clock(), updated_at: clock() }
  const pair = { language_pair: 'fr-sv', source_language: 'fr', target_language: 'sv', name: null, version: 1 }
  for (const project of ['', 'shop'])
    await insertGlossary(world.db, { id: world.newId('gls'), project, ...facts, ...pair })
  const upload_id = world.newId('upl')
  await insertUpload(world.db, {
    ...{
      id: upload_id,
      workspace_id: workspace.id,
      created_by: 'key_other',
      file_name: 'a.txt',
      media_type: 'text/plain',
    },
    ...{ blob: 'blb_x', size_bytes: 1, sha256: 'x', state: 'completed', batch_id: batch.id },
    ...{ created_at: clock(), expires_at: clock() + 3_600_000 },
  })
  return { batch_id: batch.id, language_pair: 'fr-sv', upload_id }
}

/** What makes what is not there; it makes the caller's own. */
const MAKES: ReadonlySet<string> = new Set([api.project_glossaries.update.id, api.project_glossaries.replace.id])

const MISSING: Readonly<Record<string, string>> = {
  batch_id: 'bat_01M7YXDQAKMRC85K59N39V7DAD',
  language_pair: 'fr-nb',
  upload_id: 'upl_01M7YXDQAKMRC85K59N39V7DAD',
}

describe("another workspace's resource", async () => {
  const foreign = await foreignThings()
  const byId = OPERATIONS.filter(({ id, path }) => path.includes('{') && !MAKES.has(id))
  const strip = (text: string, ...names: readonly string[]) =>
    names.reduce((all, name) => all.replaceAll(name, '*'), text.replace(/"request_id":"\w+"/, ''))

  it.each(byId)('answers $id to the byte like one that does not exist [ENV-5]', async operation => {
    const param = /\{(\w+)\}/.exec(operation.path)?.[1] ?? ''
    const [theirs, none] = [foreign[param] ?? '', MISSING[param] ?? '']
    const [one, other] = [await send(operation, theirs), await send(operation, none)]
    expect(one.status).toBe(404)
    // The address of a glossary is the caller's own word and may come back in the message.
    expect(strip(one.text, theirs)).toBe(strip(other.text, none))
    const facts = (headers: Headers) =>
      [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name))
    expect(facts(one.headers)).toEqual(facts(other.headers))
    expect(one.headers.get('content-length')).toBe(other.headers.get('content-length'))
  })

  it('covers every operation that names a resource [ENV-5]', () => {
    const named = OPERATIONS.filter(({ id, params }) => fieldsOf(params).length > 0 && !MAKES.has(id))
    expect(byId).toEqual(named)
    expect(byId.length).toBeGreaterThanOrEqual(13)
  })

  it('makes no room or price for anybody else: lists and credits are the caller’s own [ENV-5]', async () => {
    expect((await world.list(api.glossaries.list)).data).toEqual([])
    const ids = (await world.list(api.batches.list, { query: { limit: '100' } })).data.map(({ id }) => id)
    expect(ids).not.toContain(foreign.batch_id)
    const created = await world.call(api.glossaries.create, { body: { language_pair: 'fr-sv' } })
    expect(created.term_count).toBe(0)
    await world.call(api.glossaries.remove, { params: { language_pair: 'fr-sv' } })
    const rows = await world.db.selectFrom('glossaries').select('workspace_id').execute()
    expect(rows).toHaveLength(2)
  })

  it('is not used by naming its upload in a creation [ENV-5, UPL-1]', async () => {
    const answers = []
    for (const upload_id of [foreign.upload_id ?? '', MISSING.upload_id ?? '']) {
      answers.push(await world.refuse(api.batches.create, { body: { upload_id } }))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404, code: 'resource_not_found' })
  })
})
