import { expect, it } from 'vitest'
import { ACCOUNT, batch, GLOSSARY, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import type { Told } from '../support/faults.ts'
import { openHost } from '../support/mcp.ts'

const page = (status: number): Told => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Nothing was changed, says somebody</body></html>',
})
/** Answers that are none of the API. */
const NON_ANSWERS: Readonly<Record<string, Told>> = {
  'a page with status 200': page(200),
  'text with status 200': { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' },
  'nothing with status 200': { status: 200 },
  'JSON of no envelope': { status: 201, body: [] },
  'a redirect to a login': { status: 302, headers: { location: '/login?next=%2F' } },
  'the page of a proxy that wants a name': page(407),
  'the page of a proxy that forbids': page(403),
}

const BATCH = 'get_batch {"batch_id":"bat_1"'
const PAIR = { language_pair: 'en-de' }
const TERMS = { terms: [{ source: 'file', target: 'Datei' }] }
/** Each operation that changes something: the tool, its request and its arguments; what it says may have happened, and the next call. */
const OPERATIONS: readonly (readonly [name: string, tool: string, request: string, input: object, next: string])[] = [
  [
    'create',
    'create_batch',
    'POST /v1/batches',
    { content: 'x', filename: 'a.txt' },
    'the same call makes no second one',
  ],
  [
    'create another',
    'create_batch',
    'POST /v1/batches',
    { content: 'x', filename: 'a.txt', make_new: true },
    'list_batches',
  ],
  ['plan', 'plan_batch', 'POST /v1/batches/bat_1/plan', { batch_id: 'bat_1', target_languages: ['de'] }, BATCH],
  ['approve', 'approve_batch', 'POST /v1/batches/bat_1/approve', { batch_id: 'bat_1', plan_revision: 'pr_k2x' }, BATCH],
  ['rename', 'update_batch', 'PATCH /v1/batches/bat_1', { batch_id: 'bat_1', name: 'New' }, BATCH],
  ['archive', 'update_batch', 'PATCH /v1/batches/bat_1', { batch_id: 'bat_1', archived: true }, BATCH],
  [
    'create a glossary',
    'manage_glossary',
    'POST /v1/glossaries',
    { action: 'create', ...PAIR, ...TERMS },
    'get_glossary',
  ],
  [
    'add terms',
    'manage_glossary',
    'PATCH /v1/glossaries/en-de',
    { action: 'add_terms', ...PAIR, ...TERMS },
    'get_glossary',
  ],
  [
    'remove terms',
    'manage_glossary',
    'PATCH /v1/glossaries/en-de',
    { action: 'remove_terms', ...PAIR, remove: ['a'] },
    'get_glossary',
  ],
  [
    'replace terms',
    'manage_glossary',
    'PUT /v1/glossaries/en-de',
    { action: 'replace_all', ...PAIR, ...TERMS, expected_term_count: 2 },
    'get_glossary',
  ],
  [
    'delete a glossary',
    'manage_glossary',
    'DELETE /v1/glossaries/en-de',
    { action: 'delete', ...PAIR, expected_term_count: 2 },
    'get_glossary',
  ],
]
const TABLE = OPERATIONS.flatMap(operation =>
  Object.keys(NON_ANSWERS).map(kind => [operation[0], kind, operation] as const),
)

it.each(TABLE)(
  '%s, answered by %s: says that it may have happened, and the call that shows it [ERR-4]',
  async (_, kind, operation) => {
    const [, tool, request, input, next] = operation
    const canned: Canned = {
      'GET /v1/account': ACCOUNT,
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': planned(),
      'GET /v1/glossaries/en-de': GLOSSARY,
      [request]: () => NON_ANSWERS[kind] ?? { status: 500 },
    }
    const { parts, faults } = await cannedParts(canned)
    const { failed, text } = await (await openHost(parts, { answers: [{ action: 'accept' }] })).call(tool, { ...input })
    expect(faults.seen.filter(({ method, path }) => `${method} ${path}` === request)).toHaveLength(1)
    expect(failed, text).toBe(true)
    expect(text).not.toMatch(/Nothing was (?:changed|sent)|unchanged|somebody/)
    expect(text).toMatch(/may have happened|If this call made|whether the work has started/)
    expect(text).toMatch(/^Next: /m)
    const [, then = ''] = text.split('Next: ')
    expect(then).toContain(next)
    expect(then).toContain('If that fails too: ask the person to check TRANSLATION_API_URL')
  },
)

it('tells a deletion as done whose answer was lost, when the next attempt finds nothing [ERR-3, ERR-4]', async () => {
  let asked = 0
  const remove = () => (asked++ === 0 ? found(GLOSSARY) : refused(404, 'glossary_not_found', 'There is none.'))
  const { parts, faults } = await cannedParts({
    'GET /v1/glossaries/en-de': GLOSSARY,
    'DELETE /v1/glossaries/en-de': remove,
  })
  faults.script({ kind: 'pass' }, { kind: 'lose' })
  const deletion = { action: 'delete', ...PAIR, expected_term_count: 2 }
  const { failed, text } = await (await openHost(parts)).call('manage_glossary', deletion)
  expect(asked).toBe(2)
  expect(failed, text).toBe(false)
  expect(text).toMatch(/^Deleted/)
  expect(text).toContain('The answer to the deletion was lost; the glossary is gone.')
})
