import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { afterFile } from '../support/after-file.ts'
import { ACCOUNT, batch, GLOSSARY, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'

const TERMS = { terms: [{ source: 'file', target: 'Datei' }] }
/** Each tool that changes something, and the request that does. */
const CHANGES: readonly (readonly [tool: string, request: RegExp, input: object])[] = [
  ['create_batch', /^POST .*\/batches$/, { content: 'x', filename: 'a.txt', target_languages: ['de'] }],
  ['plan_batch', /^POST .*\/plan$/, { batch_id: 'bat_1', target_languages: ['de'] }],
  ['approve_batch', /^POST .*\/approve$/, { batch_id: 'bat_1', plan_revision: 'pr_k2x' }],
  ['update_batch', /^PATCH /, { batch_id: 'bat_1', name: 'New' }],
  ['manage_glossary', /^PATCH /, { action: 'add_terms', language_pair: 'en-de', ...TERMS }],
  ['manage_glossary', /^PUT /, { action: 'replace_all', language_pair: 'en-de', ...TERMS, expected_term_count: 2 }],
  ['manage_glossary', /^DELETE /, { action: 'delete', language_pair: 'en-de', expected_term_count: 2 }],
]
const CANNED: Canned = {
  'GET /v1/account': ACCOUNT,
  'GET /v1/batches/bat_1': batch(),
  'GET /v1/batches/bat_1/plan': planned(),
  'GET /v1/glossaries/en-de': GLOSSARY,
}
/** A client that tries once. */
function onceAt(baseUrl: string) {
  const connect = async () => ({ baseUrl, credential: 'k' })
  const client = createClient({ connect, userAgent: 'test', maxAttempts: 1 })
  afterFile(() => client.close())
  return client
}

const MAY_HAVE = /may have happened|If this call made|whether the work has started|outcome is unknown/

describe.each(CHANGES)('%s by %s', (tool, request, input) => {
  it('where its request finds nobody: it is told that nothing was changed, and no look is asked for [ERR-3, ERR-4]', async () => {
    const { parts, faults } = await cannedParts(CANNED)
    const away = onceAt('http://127.0.0.1:9')
    const { client } = parts
    const call: typeof client.call = (operation, given, options) =>
      (request.test(`${operation.method} ${operation.path}`) ? away : client).call(operation, given, options)
    const host = await openHost({ ...parts, client: { ...client, call } }, { answers: [{ action: 'accept' }] })
    const { failed, text } = await host.call(tool, { ...input })
    expect(failed).toBe(true)
    expect(text).toContain('cannot be reached (ECONNREFUSED)')
    expect(text).toContain('Nothing was changed or spent.')
    expect(text).not.toMatch(MAY_HAVE)
    expect(faults.seen.filter(({ method, path }) => request.test(`${method} ${path}`))).toEqual([])
  })

  it('where its answer is lost: it is told that it may have happened [ERR-3, ERR-4]', async () => {
    const { parts, faults } = await cannedParts(CANNED)
    faults.always({ kind: 'reset' }, ({ method, path }) => request.test(`${method} ${path}`))
    const host = await openHost({ ...parts, client: onceAt(faults.url) }, { answers: [{ action: 'accept' }] })
    const { text } = await host.call(tool, { ...input })
    expect(text).toMatch(MAY_HAVE)
    expect(text).not.toContain('Nothing was changed or spent.')
  })
})

it('a failure to read before a change says that nothing was changed [ERR-4]', async () => {
  const { parts, faults } = await cannedParts(CANNED)
  faults.always({ kind: 'reset' }, ({ path }) => path.endsWith('/batches/bat_1'))
  const host = await openHost({ ...parts, client: onceAt(faults.url) })
  const { text } = await host.call('approve_batch', { batch_id: 'bat_1', plan_revision: 'pr_k2x' })
  expect(text).toContain('Nothing was changed or spent.')
  expect(text).not.toMatch(MAY_HAVE)
})

it('a failure to read after a change does not say so, and names the call that shows it [ERR-4]', async () => {
  const made = { ...planned(), plan: null, plan_revision: null, batch: batch() }
  const { parts } = await cannedParts({
    ...CANNED,
    'POST /v1/batches': () => found(made, 201),
    'GET /v1/batches/bat_1/plan': () => refused(403, 'insufficient_scope', 'Not for you'),
  })
  const file = { content: 'x', filename: 'a.txt', target_languages: ['de'] }
  const { failed, text } = await (await openHost(parts)).call('create_batch', file)
  expect(failed, text).toBe(true)
  expect(text).not.toMatch(/Nothing was (?:changed|sent)/)
  expect(text).toMatch(/If this call made a translation/)
  expect(text).toContain('list_batches')
})
