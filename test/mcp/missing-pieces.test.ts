import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts'
import { ACCOUNT, batch, CREDITS, GLOSSARY, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import type { Told } from '../support/faults.ts'
import { openHost } from '../support/mcp.ts'

interface Row {
  /** The tool that makes the request, or the address of a resource. */
  readonly by: string
  readonly input: object
  /** What the service answers in place of the operation's data: an answer without a piece; absent where every success can be read. */
  readonly lacking?: object
  /** The piece that is named, and what works instead. */
  readonly piece?: string
  readonly instead: string
  /** What is told where the service does not have the operation at all, if not `instead`. */
  readonly absent?: string
  /** Every service has the operation: without it the address is wrong. */
  readonly everywhere?: true
  readonly others?: Canned
}

const BATCH = { batch_id: 'bat_1' }
const REVISION = { ...BATCH, plan_revision: 'pr_k2x' }
const PAIR = { language_pair: 'en-de' }
const OF_PROJECT = { ...PAIR, project_of: 'menu.json' }
const FILE = { content: 'x', filename: 'a.txt' }
const WEB_APP = 'the person can do it in the web app of the service'
const WORDS = 'the instruction of create_batch and plan_batch'
const WIDE = 'the glossary of the language pair without project_of'
const ITSELF =
  'this service shows no lines, neither to translate nor to correct; it translates by itself.\nget_batch waits for it; get_result fetches'
const { status: _, ...STATELESS } = batch()
const { not_included: __, ...UNCHECKED } = plan()
const { credit_balance: ___, ...PENNILESS } = ACCOUNT
const { grants: ____, ...GRANTLESS } = CREDITS
const OWN = plan({ engine: 'agent', credit_cost: 0, billing: { who: 'assistant', unit: 'tokens', estimate: 5 } })
const AT_WORK: Canned = {
  'GET /v1/batches/bat_1': batch({ status: 'translating' }),
  'GET /v1/batches/bat_1/plan': planned({ plan: OWN }),
}

/** Every operation that a tool or resource calls. Another one does not compile until it has a row. */
const TABLE: Readonly<Record<Exclude<OperationId, `uploads.${string}`>, Row>> = {
  'account.get': {
    ...{ by: 'get_account', input: {}, lacking: PENNILESS, piece: 'data.credit_balance' },
    ...{ instead: 'list_batches, get_batch and get_result', everywhere: true },
  },
  'credits.get': {
    ...{ by: 'translation://credits', input: {}, lacking: GRANTLESS, piece: 'data.grants' },
    instead: 'get_usage shows what was spent',
  },
  'prices.get': {
    ...{ by: 'get_account', input: {}, lacking: { rates: 'none' }, piece: 'data.rates' },
    instead: 'create_batch, which is free',
  },
  'usage.get': {
    ...{ by: 'get_usage', input: {}, lacking: { from: 'a', to: 'b', granularity: 'day', points: [] } },
    ...{ piece: 'data.totals', instead: 'get_account shows the balance' },
  },
  'languages.list': {
    ...{ by: 'list_languages', input: {}, lacking: { supported: 5 }, piece: 'data' },
    instead: 'create_batch with the languages in target_languages',
  },
  'batches.list': {
    ...{ by: 'list_batches', input: {}, lacking: [STATELESS], piece: 'data.0.status' },
    ...{ instead: 'get_batch with the batch_id', everywhere: true },
  },
  'batches.plans': {
    ...{ by: 'list_batches', input: { target_language: 'de' }, lacking: [{}], piece: 'data.0.batch_id' },
    ...{ instead: 'list_batches without target_language', others: { 'GET /v1/batches': [batch()] } },
  },
  'batches.get': {
    ...{ by: 'get_batch', input: BATCH, lacking: STATELESS, piece: 'data.status' },
    ...{ instead: 'list_batches shows the state of each', everywhere: true },
  },
  'batches.create': {
    ...{ by: 'create_batch', input: FILE, lacking: {}, piece: 'the id of the translation' },
    instead: 'list_batches shows the translation, if it was made',
    absent: `does not offer creating translations. What works instead: ${WEB_APP}`,
  },
  'batches.update': { by: 'update_batch', input: { ...BATCH, name: 'New' }, instead: WEB_APP },
  'batches.plan': {
    ...{ by: 'plan_batch', input: { ...BATCH, target_languages: ['de'] } },
    ...{ lacking: { batch: batch(), plan: UNCHECKED }, piece: 'what the plan leaves out (not_included)' },
    instead: WEB_APP,
  },
  'batches.getPlan': {
    ...{ by: 'approve_batch', input: REVISION, lacking: { batch: batch(), plan: UNCHECKED } },
    ...{ piece: 'what the plan leaves out (not_included)', instead: 'plan_batch plans it' },
  },
  'batches.sample': {
    ...{ by: 'approve_batch', input: { ...REVISION, sample: true }, instead: 'plan_batch with only' },
  },
  'batches.approve': { by: 'approve_batch', input: REVISION, instead: WEB_APP },
  'batches.result': {
    ...{ by: 'get_result', input: BATCH, instead: WEB_APP },
    lacking: { download_url: 'https://files.test/a', link: 'https://files.test/b' },
    piece: 'one link to the file (there is none, or several could be meant)',
    others: { 'GET /v1/batches/bat_1': batch({ status: 'completed' }) },
  },
  'batches.segments': {
    ...{ by: 'translate_segments', input: REVISION, lacking: {}, piece: 'data.' },
    ...{ instead: 'a plan with another engine', others: AT_WORK, absent: ITSELF },
  },
  'batches.answerSegments': {
    ...{ by: 'translate_segments', input: { ...REVISION, target_language: 'de', translations: ['1 Hallo'] } },
    ...{ lacking: {}, piece: 'data.', instead: 'a plan with another engine', others: AT_WORK, absent: ITSELF },
  },
  'glossaries.list': { by: 'get_glossary', input: {}, lacking: { many: 5 }, piece: 'data', instead: WORDS },
  'glossaries.get': {
    ...{ by: 'get_glossary', input: PAIR, lacking: { ...GLOSSARY, terms: null }, piece: 'data.terms', instead: WORDS },
  },
  'glossaries.create': { by: 'manage_glossary', input: { action: 'create', ...PAIR }, instead: WORDS },
  'glossaries.update': {
    ...{ by: 'manage_glossary', input: { action: 'remove_terms', ...PAIR, remove: ['Acme'] }, instead: WORDS },
  },
  'glossaries.replace': {
    ...{ by: 'manage_glossary', instead: WORDS },
    input: { action: 'replace_all', ...PAIR, terms: [], expected_term_count: 2 },
  },
  'glossaries.remove': {
    ...{ by: 'manage_glossary', input: { action: 'delete', ...PAIR, expected_term_count: 2 }, instead: WORDS },
  },
  'project_glossaries.list': {
    ...{ by: 'get_glossary', input: { project_of: 'menu.json' }, lacking: { many: 5 }, piece: 'data', instead: WIDE },
  },
  'project_glossaries.get': {
    ...{ by: 'get_glossary', input: OF_PROJECT, lacking: { ...GLOSSARY, terms: null }, piece: 'data.terms' },
    instead: WIDE,
  },
  'project_glossaries.update': {
    ...{ by: 'manage_glossary', input: { action: 'remove_terms', ...OF_PROJECT, remove: ['Acme'] }, instead: WIDE },
  },
  'project_glossaries.replace': {
    ...{ by: 'manage_glossary', instead: WIDE },
    input: { action: 'replace_all', ...OF_PROJECT, terms: [], expected_term_count: 2 },
  },
  'project_glossaries.remove': {
    ...{ by: 'manage_glossary', input: { action: 'delete', ...OF_PROJECT, expected_term_count: 2 }, instead: WIDE },
  },
}
const ROWS = OPERATIONS.flatMap(({ id, method, path }) => {
  const row = Object.entries(TABLE).find(([name]) => name === id)?.[1]
  return row === undefined ? [] : [{ id, place: `${method} ${path}`, row }]
})

/** Calls what makes the request; the operation is answered so. */
async function toldBy({ place, row }: (typeof ROWS)[number], answer: () => Told): Promise<string> {
  const request = place.replace('{batch_id}', 'bat_1').replace('{language_pair}', 'en-de')
  const { parts, faults, folder } = await cannedParts({
    'GET /v1/account': ACCOUNT,
    'GET /v1/credits': CREDITS,
    'GET /v1/batches/bat_1': batch(),
    'GET /v1/batches/bat_1/plan': planned(),
    'GET /v1/glossaries/en-de': GLOSSARY,
    'GET /v1/project-glossaries/en-de': { ...GLOSSARY, project: 'shop-1' },
    ...row.others,
    [request]: answer,
  })
  writeFileSync(join(folder, 'menu.json'), '{}')
  const host = await openHost({ ...parts, pause: async () => undefined }, { answers: [{ action: 'accept' }] })
  const text = row.by.includes(':')
    ? await host.request('resources/read', { uri: row.by }).then(String, String)
    : (await host.call(row.by, { ...row.input })).text
  expect(faults.seen.map(({ method, path }) => `${method} ${path.split('?', 1)[0]}`)).toContain(request)
  return text
}

describe.each(ROWS.map(one => [one.id, one] as const))('%s', (id, one) => {
  const { row } = one
  const { lacking, piece = '' } = row
  // A plan that cannot be read is the one last shown; nothing fails.
  if (id !== 'batches.getPlan')
    it('that a service does not have is named, with what works instead [ENV-4, ERR-4]', async () => {
      const text = await toldBy(one, () => refused(404, 'resource_not_found', 'Nothing is here.'))
      const address = `, which every Translation Service has`
      const works = `. What works instead: ${row.instead}`
      expect(text).toContain(row.everywhere ? address : (row.absent ?? works))
      if (row.everywhere) expect(text).toContain('ask the person to check TRANSLATION_API_URL')
    })

  if (lacking !== undefined)
    it('whose answer lacks a piece: it is named, with what works instead [ENV-4]', async () => {
      const text = await toldBy(one, () => found(lacking))
      expect(text).toMatch(new RegExp(`does not offer ${piece.replaceAll(/[().]/g, '\\$&')}`))
      expect(text).toContain(`as declared. What works instead: ${row.instead}`)
    })
})

describe('create_batch that is answered with 404', () => {
  const create = async (answer: Told, input: object = FILE) => {
    const { parts } = await cannedParts({ 'GET /v1/account': ACCOUNT, 'POST /v1/batches': () => answer })
    return (await (await openHost(parts)).call('create_batch', { ...input, target_languages: ['de'] })).text
  }

  it('is told that the service does not create, where it has no such operation [ERR-4]', async () => {
    const text = await create(refused(404, 'resource_not_found', 'No route.'))
    expect(text).toContain('does not offer creating translations.')
    expect(text).not.toContain('upload')
  })

  it('is told of the upload, where it names one [CRE-4, ERR-4]', async () => {
    const text = await create(refused(404, 'resource_not_found', 'No such upload.'), { upload_id: 'upl_1' })
    expect(text).toContain('does not offer this upload, or temporary uploads at all')
    expect(text).toContain('create_batch with file_path, content or file_url sends the file itself')
  })

  it('is told of the glossary, where that is missing [GLO-1, ERR-4]', async () => {
    const text = await create(refused(404, 'glossary_not_found', 'No glossary for en-de.'))
    expect(text).toContain('Nothing was changed or spent.')
    expect(text).toContain('Next: get_glossary without arguments lists the glossaries')
    expect(text).not.toContain('does not offer')
  })

  it('is told of the address, where a page answers [ERR-4]', async () => {
    const text = await create({ status: 404, headers: { 'content-type': 'text/html' }, body: '<html>404</html>' })
    expect(text).toContain('The configured address does not answer like a Translation Service.')
    expect(text).toContain('ask the person to check TRANSLATION_API_URL')
  })
})

const ENVELOPE = (code: string) => refused(404, code, 'It is not here.')
/** What a link may answer that has expired, or whose file is gone. */
const LINKS: readonly (readonly [name: string, answer: Told])[] = [
  ['the envelope of the API with resource_not_found', ENVELOPE('resource_not_found')],
  ['an envelope with a code of a store', ENVELOPE('NoSuchKey')],
  ['401 as from the API', refused(401, 'authentication_required', 'Sign in.')],
  ['403 as from the API', refused(403, 'insufficient_scope', 'No.')],
  ['the XML of a store', { status: 403, headers: { 'content-type': 'application/xml' }, body: '<Error/>' }],
  ['a page', { status: 404, headers: { 'content-type': 'text/html' }, body: '<html/>' }],
]

it.each(LINKS)(
  'a link that answers %s is told as a link, not as an operation or a credential [RES-2, ERR-4]',
  async (_name, answer) => {
    const { parts, faults } = await cannedParts({
      'GET /v1/batches/bat_1': batch({ status: 'completed' }),
      'GET /v1/batches/bat_1/plan': planned(),
      'GET /v1/batches/bat_1/result': seen => found({ url: `http://${seen.headers.host}/files/1?sig=a` }),
      'GET /files/1': () => answer,
    })
    const { failed, text } = await (await openHost(parts)).call('get_result', BATCH)
    expect(failed, text).toBe(true)
    expect(text).toMatch(/\(link_refused\): «The link is refused with status 40[134]( \(\w+\))?: it may have expired/)
    expect(text).toContain('Calling get_result again makes a new link.')
    expect(text).not.toMatch(/does not offer|TRANSLATION_API|credential|sign in/i)
    expect(faults.seen.filter(({ path }) => path.startsWith('/files/1'))).toHaveLength(1)
  },
)
