import { describe, expect, it } from 'vitest'
import { PROJECT_HEADER } from '../../../src/contract/limits.ts'
import { COMMON_ERRORS } from '../../../src/contract/operation.ts'
import { type ApiOperation, api, OPERATIONS } from '../../../src/contract/operations.ts'
import { createMenu } from '../../support/flow.ts'
import { refusalIn, startWorld } from '../../support/world.ts'
import { fieldsOf, rightValue, wrongValues } from './wrong-values.ts'

const world = await startWorld({ settings: { requests_per_minute: 1_000_000 } })
const { batch } = await createMenu(world)
await world.call(api.glossaries.create, { body: { language_pair: 'en-de' } })
const { batch: planned } = await createMenu(world)
const upload = await world.call(api.uploads.create, { body: { filename: 'a.txt' } })
const HERE: Readonly<Record<string, string>> = { batch_id: batch.id, language_pair: 'en-de', upload_id: upload.id }

const pathOf = ({ path }: ApiOperation) => path.replace(/\{(\w+)\}/g, (_, name: string) => HERE[name] ?? '')
const PROJECT = { [PROJECT_HEADER]: 'shop' }
const JSON_TYPE = { ...PROJECT, 'content-type': 'application/json' }
const sendJson = (operation: ApiOperation, body: unknown) =>
  world.send(operation.method, pathOf(operation), { body: JSON.stringify(body), headers: JSON_TYPE })

const withBody = OPERATIONS.filter(({ method }) => method !== 'GET')
const withQuery = OPERATIONS.filter(({ query }) => fieldsOf(query).length > 0)

/** Everything a refusal must be, beside its code: declared for the operation, and without a word of what was sent. */
function expectDeclared(operation: ApiOperation, code: string): void {
  const declared: readonly string[] = [...COMMON_ERRORS, ...operation.errors]
  expect(declared, `${operation.id} answered ${code}`).toContain(code)
}

async function stateOfAll(): Promise<string> {
  const tables = ['batches', 'plans', 'glossaries', 'glossary_terms', 'uploads', 'credit_reservations'] as const
  const rows = await Promise.all(tables.map(table => world.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe.each(withBody)('the body of $id', operation => {
  const all = wrongValues(operation.body, '').filter(({ param }) => param !== '')

  it('is refused naming the property, whatever is wrong with it, and nothing changes [ENV-3, ERR-2]', async () => {
    const before = await stateOfAll()
    for (const { what, value, param, unknown } of all) {
      const refused = refusalIn(await sendJson(operation, value))
      const told = `${operation.id} ${param} ${what}: ${refused.message}`
      const own = param.startsWith('terms[') ? 'invalid_glossary_terms' : 'invalid_parameter'
      expect(refused, told).toMatchObject({ code: unknown ? 'unknown_field' : own, param })
      expect(refused.status, told).toBe(own === 'invalid_glossary_terms' && !unknown ? 422 : 400)
      expectDeclared(operation, refused.code)
    }
    expect(await stateOfAll()).toBe(before)
  })

  it('must be a JSON object [ERR-2]', async () => {
    for (const body of [[], 'text', 1, true, null, [{}]]) {
      const refused = refusalIn(await sendJson(operation, body))
      expect(refused, JSON.stringify(body)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    const endings = ['{', '{}{}', '{"a":1,}', "{'a':1}", '\ufeff{', 'undefined', '{"a":01}', '\0']
    for (const body of endings) {
      const refused = refusalIn(await world.send(operation.method, pathOf(operation), { body, headers: JSON_TYPE }))
      expect(refused, body).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  it('names the unknown property also where others are wrong [ENV-3]', async () => {
    const wrong = fieldsOf(operation.body).map(([name]) => [name, { a: { b: 1 } }])
    for (const name of ['colour', 'constructor', 'toString', 'Name', ' name', 'data', '']) {
      const refused = refusalIn(await sendJson(operation, { ...Object.fromEntries(wrong), [name]: null }))
      expect(refused, name).toMatchObject({ status: 400, code: 'unknown_field', param: name })
    }
  })
})

it('tries each property of each body: none is without a wrong value [ERR-2]', () => {
  for (const operation of withBody) {
    const tried = new Set(wrongValues(operation.body, '').map(({ param }) => param.split(/[.[]/)[0]))
    for (const [name] of fieldsOf(operation.body)) expect(tried, operation.id).toContain(name)
  }
  const terms = wrongValues(api.glossaries.create.body, '').filter(({ param }) => param.startsWith('terms[1].'))
  expect(new Set(terms.map(({ param }) => param))).toEqual(
    new Set(['source', 'target', 'note', 'case_sensitive', 'colour'].map(name => `terms[1].${name}`)),
  )
})

it('takes the values that the wrong ones are made from [ERR-2]', async () => {
  const { update, replace, remove } = api.glossaries
  const own = api.project_glossaries
  const ofProject = [own.update, own.replace, own.remove]
  for (const operation of [api.batches.update, update, replace, remove, ...ofProject, api.batches.approve]) {
    const answer = await sendJson(operation, rightValue(operation.body, ''))
    expect(answer.status, `${operation.id} ${answer.text}`).toBe(200)
  }
  await world.call(api.glossaries.create, { body: { language_pair: 'en-de' } })
})

describe.each(withQuery)('the query of $id', operation => {
  const WRONG: Readonly<Record<string, readonly string[]>> = {
    limit: ['', ' ', '0', '-1', '101', '1e1', '0x10', '1.0', ' 1', '+1', '٣', '1'.repeat(16), 'NaN', 'null'],
    cursor: ['', 'x', 'null', '%00'],
    status: ['', 'done', 'QUEUED', 'queued,failed', 'queued '],
    ...Object.fromEntries(
      ['archived', 'whole', 'anew', 'hand_out', 'search_languages'].map(name => [
        name,
        ['', '2', 'yes', 'TRUE', 'null', '00'],
      ]),
    ),
    wait_ms: ['', ' ', '-1', '30001', '1e1', '0x10', '1.0', '+1', 'NaN'],
    progress_ms: ['', ' ', '0', '99', '30001', '1e3', '-100', 'null'],
    unlike: ['', 'x'.repeat(201)],
    from_id: ['', ' ', '0', '-1', '1e1', '0x1', '1.0', '+1', 'NaN'],
    plan_revision: ['\0'],
    target_language: ['de\0'],
    ids: ['', ',', 'a,,b', 'a,', `${'a,'.repeat(50)}a`, 'a\0'],
    quality_tier: ['', 'Standard', 'gold'],
    granularity: ['', 'hour', 'Day', 'year'],
    search: ['', 'x'.repeat(201), 'a\0b', '\0'],
    ...Object.fromEntries(['created_after', 'created_before', 'from', 'to'].map(name => [name, BAD_MOMENTS])),
  }

  it('is refused naming the parameter, whatever is wrong with it [BAT-2, ERR-2]', async () => {
    for (const [name] of fieldsOf(operation.query)) {
      const values = WRONG[name] ?? []
      expect(values, name).not.toEqual([])
      for (const value of values) {
        const search = new URLSearchParams({ [name]: value })
        const refused = refusalIn(await world.send('GET', `${pathOf(operation)}?${search}`, { headers: PROJECT }))
        const code = name === 'cursor' && !value.includes('\0') ? 'invalid_cursor' : 'invalid_parameter'
        expect(refused, `${name}=${value}`).toMatchObject({ status: 400, code, param: name })
        expectDeclared(operation, refused.code)
      }
    }
  })

  it('is refused where a known parameter is there twice, and is not where an unknown one is [ENV-3]', async () => {
    for (const [name] of fieldsOf(operation.query)) {
      const refused = refusalIn(
        await world.send('GET', `${pathOf(operation)}?${name}=1&${name}=1`, { headers: PROJECT }),
      )
      expect(refused, name).toMatchObject({ status: 400, code: 'invalid_parameter', param: name })
    }
    const plain = await world.send('GET', pathOf(operation), { headers: PROJECT })
    const odd = await world.send('GET', `${pathOf(operation)}?colour=1&colour=2&LIMIT=0&limit[]=0&__proto__=1&%zz`, {
      headers: PROJECT,
    })
    expect(odd.status).toBe(plain.status)
  })
})

const BAD_MOMENTS = [
  ...['', 'now', '2026', '2026-03', '2026-3-1', '20260301', '2026-02-30', '2026-13-01', '2026-00-10', '2026-03-00'],
  ...['2026-03-01T10:00:00', '2026-03-01T25:00:00Z', '2026-03-01T10:60:00Z', '2026-03-01 10:00:00Z', '1772323200000'],
  ...['2026-03-01T10:00:00+24:00', '2026-03-01T10:00:00+1', '+02026-03-01', '2026-W10', ' 2026-03-01', '2026-03-01Z'],
]

it('answers each refusal with the type and status of its code [ERR-2]', async () => {
  for (const [method, path, status, type] of [
    ['GET', '/v1/batches?limit=x', 400, 'invalid_request_error'],
    ['GET', '/v1/batches/none', 404, 'not_found_error'],
    ['POST', '/v1/glossaries', 400, 'invalid_request_error'],
    ['GET', '/v1/glossaries/xx', 422, 'invalid_request_error'],
    ['GET', `/v1/batches/${planned.id}/result`, 409, 'conflict_error'],
  ] as const) {
    expect(refusalIn(await world.send(method, path)), path).toMatchObject({ status, type })
  }
})

it('is not reached by a path with odd characters: it names nothing, and never fails [ENV-3, BAT-4]', async () => {
  const odd = [
    '%ZZ',
    '%E0%A4%A',
    '%00',
    'a%2Fb',
    '%2e%2e',
    '%2e%2e%2faccount',
    "'; drop table batches",
    '\u{1f600}',
    '%25',
  ]
  for (const id of odd) {
    for (const tail of ['', '/plan', '/result']) {
      const refused = refusalIn(await world.send('GET', `/v1/batches/${id}${tail}`))
      expect(refused.status, id + tail).toBe(404)
    }
    expect(refusalIn(await world.send('GET', `/v1/glossaries/${id}`)).status, id).toBeGreaterThanOrEqual(404)
    expect(refusalIn(await world.send('POST', `/v1/uploads/${id}/complete`)).status, id).toBe(404)
  }
  expect(world.logged).toEqual([])
})
