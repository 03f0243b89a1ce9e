import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { Created } from '../../src/contract/plan.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { scopesFor } from '../../src/mcp/needs.ts'
import { RESOURCE_TEMPLATES, RESOURCES } from '../../src/mcp/resources/index.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { ACCOUNT, batch, CREDITS, GLOSSARY, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import type { Seen } from '../support/faults.ts'
import { UPLOAD_TERMS } from '../support/http.ts'
import { openHost } from '../support/mcp.ts'
import { uploadsAtOrigin } from '../support/uploads.ts'

/** The tools that cannot do without the service. */
const CALLING = TOOLS.filter(({ calls }) => calls.length > 0)

const toolScopes = (name: string) => scopesFor({ method: 'tools/call', params: { name } })

/** The operation that a request calls, by its method and path. */
function operationOf({ method, path }: Seen): Operation | undefined {
  const [plain = ''] = path.split('?')
  const form = ({ path: template }: Operation) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain)
  return OPERATIONS.find(operation => operation.method === method && form(operation))
}

const idsOf = (operations: readonly (Operation | undefined)[]) =>
  [...new Set(operations.map(operation => operation?.id ?? 'unknown'))].sort()
const declaredBy = (name: string) => TOOLS.find(tool => tool.name === name)?.calls ?? []
const besides = (name: string) => TOOLS.find(tool => tool.name === name)?.besides ?? []

const ROUND = {
  ...{ plan_revision: 'pr_k2x', target_language: 'de', remaining: 1, done: false, open_languages: ['de'] },
  segments: [{ id: '1', text: 'Open', part: 'menu' }],
}

/** A service whose glossary is gone once it was deleted. */
function service(): Canned {
  let isGone = false
  const remove = () => {
    isGone = true
    return found(GLOSSARY)
  }
  const look = () => (isGone ? refused(404, 'glossary_not_found', 'There is none.') : found(GLOSSARY))
  return { ...SERVICE, 'GET /v1/glossaries/en-de': look, 'DELETE /v1/glossaries/en-de': remove }
}

const SERVICE: Canned = {
  'GET /v1/account': ACCOUNT,
  'GET /v1/credits': CREDITS,
  'GET /v1/usage': {
    ...{ from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', granularity: 'day', points: [] },
    totals: { credits_used: 0, batches_completed: 0, words_translated: 0 },
  },
  'GET /v1/languages': [{ tag: 'de', name: 'German' }],
  'GET /v1/batches': [batch()],
  'POST /v1/batches': () => found(planned(), 201),
  'GET /v1/batches/bat_1': batch(),
  'PATCH /v1/batches/bat_1': batch({ name: 'New' }),
  'GET /v1/batches/bat_1/plan': planned({ plan: plan({ credit_cost: 0 }) }),
  'POST /v1/batches/bat_1/plan': planned(),
  'POST /v1/batches/bat_1/approve': { batch: batch({ status: 'translating' }) },
  'GET /v1/batches/bat_2': batch({ id: 'bat_2', status: 'completed' }),
  'GET /v1/batches/bat_2/plan': planned(),
  'GET /v1/batches/bat_2/result': { url: 'https://files.test/r/1' },
  'GET /v1/batches/bat_3': batch({ id: 'bat_3' }),
  'GET /v1/batches/bat_3/plan': planned({ plan: plan({ engine: 'agent', credit_cost: 0 }) }),
  'POST /v1/batches/bat_3/approve': { batch: batch({ id: 'bat_3', status: 'translating' }) },
  'GET /v1/batches/bat_3/segments': ROUND,
  'POST /v1/batches/bat_3/segments': ROUND,
  'GET /v1/glossaries': [],
  'PATCH /v1/glossaries/en-de': GLOSSARY,
  'PUT /v1/glossaries/en-de': GLOSSARY,
  'POST /v1/glossaries': () => found(GLOSSARY, 201),
}

const PAIR = { language_pair: 'en-de' }
/** Those that the glossary shows: what was written is looked for. */
const TERMS = { terms: GLOSSARY.terms.map(({ source, target }) => ({ source, target })) }
const LINES = { batch_id: 'bat_3', plan_revision: 'pr_k2x', target_language: 'de' }
/** Usual calls of every tool. `UPLOAD` stands for the id of an upload whose file has arrived. */
const UPLOAD = 'of an upload'
const WAYS: readonly (readonly [string, object])[] = [
  ['get_account', {}],
  ['list_batches', {}],
  ['get_batch', { batch_id: 'bat_1' }],
  ['create_batch', { content: 'x', filename: 'a.txt', target_languages: ['de'] }],
  ['create_batch', { upload_id: UPLOAD }],
  ['create_batch', { upload_id: UPLOAD, target_languages: ['de'] }],
  ['plan_batch', { batch_id: 'bat_1', target_languages: ['de'] }],
  ['approve_batch', { batch_id: 'bat_1', plan_revision: 'pr_k2x' }],
  ['translate_segments', LINES],
  ['translate_segments', { ...LINES, translations: ['1 Öffnen'] }],
  ['get_result', { batch_id: 'bat_2' }],
  ['update_batch', { batch_id: 'bat_1', name: 'New' }],
  ['get_glossary', {}],
  ['get_glossary', PAIR],
  ['manage_glossary', { action: 'create', ...PAIR, ...TERMS }],
  ['manage_glossary', { action: 'add_terms', ...PAIR, ...TERMS }],
  ['manage_glossary', { action: 'remove_terms', ...PAIR, remove: ['gone'] }],
  ['manage_glossary', { action: 'replace_all', ...PAIR, ...TERMS, expected_term_count: 2 }],
  ['manage_glossary', { action: 'delete', ...PAIR, expected_term_count: 2 }],
  ['list_languages', {}],
  ['get_usage', {}],
]

/** The operations that one call of a tool makes, through a real client and over real HTTP. */
async function operationsCalled(tool: string, input: object): Promise<readonly (Operation | undefined)[]> {
  const { parts, faults } = await cannedParts(service(), { transport: 'http' })
  const uploads = await uploadsAtOrigin('http://upload.test', 60_000, parts.clock)
  const { upload_id } = await uploads.open('local', { filename: 'a.txt', instruction: undefined, terms: UPLOAD_TERMS })
  const handle = await uploads.find('local', upload_id)
  const turn = handle && (await uploads.begin(handle))
  turn?.handle.arrived.push({
    name: 'a.txt',
    created: Created.parse(planned()),
    request_id: 'req_1',
    instruction: undefined,
    read_at: 0,
  })
  await turn?.end()
  const given = 'upload_id' in input ? { ...input, upload_id } : input
  const { failed, text } = await (await openHost({ ...parts, uploads })).call(tool, { ...given })
  expect(failed, text).toBe(false)
  return faults.seen.map(operationOf)
}

describe('the operations of a tool', () => {
  it.each(WAYS)('%s %j are declared in its definition, as are their scopes [SCP-1, OAU-5]', async (tool, input) => {
    const all = await operationsCalled(tool, input)
    for (const operation of all) expect([...declaredBy(tool), ...besides(tool)]).toContain(operation)
    const called = all.filter(operation => !besides(tool).some(({ id }) => id === operation?.id))
    // A way that only reads needs less than the tool, which may write.
    const reading = tool === 'manage_glossary' || tool === 'approve_batch' || tool === 'create_batch'
    const asked = new Set(called.map(operation => operation?.scope))
    for (const scope of asked) expect(toolScopes(tool)).toContain(scope)
    if (!reading) expect(new Set(toolScopes(tool))).toEqual(asked)
  })

  it('are none for a tool that reads files of this machine alone', () => {
    expect(TOOLS.filter(tool => !CALLING.includes(tool)).map(({ name }) => name)).toEqual(['plan_sync'])
  })

  it.each(CALLING.map(({ name }) => name))(
    '%s are all called on a usual way: none is declared for nothing [SCP-1]',
    async name => {
      const called: (Operation | undefined)[] = []
      for (const [tool, input] of WAYS) if (tool === name) called.push(...(await operationsCalled(tool, input)))
      expect(idsOf(called)).toEqual(idsOf([...declaredBy(name), ...besides(name)]))
    },
  )
})

describe('the scopes of a call', () => {
  it('are declared for every tool, in the order of the contract, without a reserved one [SCP-1]', () => {
    for (const { name } of CALLING) {
      const scopes = toolScopes(name)
      expect(scopes.length, name).toBeGreaterThan(0)
      expect(scopes).toEqual(SCOPE_NAMES.filter(scope => scopes.includes(scope)))
      expect(scopes).not.toContain('files:write')
      expect(scopes).not.toContain('webhooks:write')
    }
  })

  it('hold spending apart: only what creates, plans, approves or translates needs batches:create [OAU-3]', () => {
    const spending = TOOLS.map(({ name }) => name).filter(name => toolScopes(name).includes('batches:create'))
    expect(spending.sort()).toEqual(['approve_batch', 'create_batch', 'plan_batch', 'translate_segments'])
  })

  it('of a tool that only looks are for reading alone [SCP-1]', () => {
    for (const { name, effect } of TOOLS) {
      if (effect === 'read')
        expect(
          toolScopes(name).filter(scope => !scope.endsWith(':read')),
          name,
        ).toEqual([])
    }
  })

  const templates = RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate)
  it.each([...RESOURCES.map(({ uri }) => uri), ...templates])(
    'of the resource %s are for reading it [SCP-1, MCP-2]',
    address => {
      const uri = address.replace(/\{\w+\}/, 'x')
      const scopes = scopesFor({ method: 'resources/read', params: { uri } })
      expect(scopes).toHaveLength(1)
      expect(scopes[0]).toMatch(/:read$/)
      const completing = { method: 'completion/complete', params: { ref: { type: 'ref/resource', uri: address } } }
      expect(scopesFor(completing)).toEqual(scopes)
    },
  )

  it.each([
    ['tools/list', undefined],
    ['initialize', { name: 'get_account' }],
    ['tools/call', { name: 'toString' }],
    ['tools/call', { name: 1 }],
    ['resources/read', { uri: 'translation://batches/' }],
    ['resources/read', { uri: 'translation://usage/more' }],
    ['tools/call', {}],
    ['resources/read', { uri: 'file:///etc/passwd' }],
    ['resources/read', { uri: ['translation://usage'] }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }],
    ['completion/complete', { ref: null }],
    ['completion/complete', { ref: 'translation://usage' }],
  ])('of %s %j are none: it calls nothing [SCP-1]', (method, params) => {
    expect(scopesFor(params === undefined ? { method } : { method, params })).toEqual([])
  })
})
