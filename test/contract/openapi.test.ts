import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BATCH_STATUSES } from '../../src/contract/batch.ts'
import { ERRORS } from '../../src/contract/errors.ts'
import { openApiDocument } from '../../src/contract/openapi/document.ts'
import { ANSWERS, BODIES } from '../../src/contract/openapi/examples.ts'
import { schemaName } from '../../src/contract/openapi/schemas.ts'
import { PARAMETER_WORDS, TAGS } from '../../src/contract/openapi/words.ts'
import { COMMON_ERRORS } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { REMEDIES } from '../../src/contract/remedies.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'

const DOCS = 'https://docs.example.com'
const at = (path: string) => `https://id.example.com${path}`
const oauth = { authorization: at('/authorize'), token: at('/token'), device: at('/device'), metadata: at('/metadata') }
const made = openApiDocument({ docsUrl: DOCS, oauth })

const Media = z.looseObject({ schema: z.looseObject({}), example: z.unknown().optional() })
const Described = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  description: z.string().min(1),
  'x-scope': z.string(),
  'x-retry': z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string().optional(), $ref: z.string().optional() })).default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      'x-error-codes': z.array(z.string()).default([]),
      content: z.record(z.string(), Media).default({}),
    }),
  ),
})
const Paths = z.record(z.string(), z.record(z.string(), z.unknown()))
const document = z.looseObject({ paths: Paths, components: z.looseObject({}) }).parse(made)
const describedAs = (one: (typeof OPERATIONS)[number]) =>
  Described.parse(document.paths[one.path]?.[one.method.toLowerCase()])

const elsewhere = (value: object) =>
  z.looseObject({}).parse(JSON.parse(JSON.stringify(value).replaceAll('"#/', '"https://api.example.com/#/')))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'https://api.example.com/', components: elsewhere(document.components) })

/** A schema of the document as a check, its references included. */
const checkOf = (schema: object) => ajv.compile(elsewhere(schema))

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, for a public validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(made))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const broken = { ...structuredClone(made), paths: { '/v1/account': { get: { parameters: 3 } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it.each(OPERATIONS)(
    'describes $id as the contract has it: scope, retry, parameters, statuses and every code',
    one => {
      const described = describedAs(one)
      expect(described.operationId).toBe(one.id.replace('.', '_'))
      expect(described.tags.filter(tag => !(tag in TAGS))).toEqual([])
      expect([described['x-scope'], described['x-retry']]).toEqual([one.scope, one.retry])
      expect(described.security).toEqual([{ bearer: [one.scope] }, { oauth: [one.scope] }])
      const named = [...Object.keys(one.params.shape), ...Object.keys(one.query.shape)]
      expect(described.parameters.flatMap(({ name }) => name ?? [])).toEqual(named)
      expect(described.parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))).toBe(one.retry === 'keyed')
      expect(Object.keys(described.requestBody?.content ?? {}).includes('multipart/form-data')).toBe(one.multipart)
      expect(described.responses[one.status]).toBeDefined()
      const codes = Object.entries(described.responses).flatMap(([status, answer]) =>
        answer['x-error-codes'].map(code => `${status} ${code}`),
      )
      const expected = [...COMMON_ERRORS, ...one.errors].map(code => `${ERRORS[code].status} ${code}`)
      expect(codes.sort()).toEqual(expected.sort())
    },
  )

  it.each(OPERATIONS)('shows for $id an answer and a body that its own schemas take', one => {
    const { responses, requestBody } = describedAs(one)
    const { schema = {}, example } = responses[one.status]?.content['application/json'] ?? {}
    const check = checkOf(schema)
    expect(check(example), JSON.stringify(check.errors)).toBe(true)
    expect(check({ data: example, request_id: 1 })).toBe(false)
    expect(one.data.parse(ANSWERS[one.id])).toEqual(ANSWERS[one.id])
    const sent = requestBody?.content['application/json']
    expect(sent === undefined).toBe(BODIES[one.id] === undefined)
    if (sent === undefined) return
    expect(one.body.parse(sent.example)).toEqual(BODIES[one.id])
    expect(checkOf(sent.schema)(sent.example)).toBe(true)
    expect(checkOf(sent.schema)({ ...z.looseObject({}).parse(sent.example), surely_unknown: 1 })).toBe(false)
  })

  it('names the schema of every answer, and closes every object, as the contract does [ENV-2]', () => {
    expect(OPERATIONS.filter(({ data }) => schemaName(data) === undefined).map(({ id }) => id)).toEqual([])
    const open = [...JSON.stringify(document.components).matchAll(/"type":"object"/g)].length
    const closed = [...JSON.stringify(document.components).matchAll(/"additionalProperties":false/g)].length
    expect([open > 30, closed]).toEqual([true, open])
  })

  it('explains every parameter, and none that there is not', () => {
    const names = OPERATIONS.flatMap(({ params, query }) => [...Object.keys(params.shape), ...Object.keys(query.shape)])
    expect(Object.keys(PARAMETER_WORDS).sort()).toEqual([...new Set(names)].sort())
  })

  it('has every code with its remedy, an example, and the address of its explanation [ERR-2]', () => {
    const { examples } = z.looseObject({ examples: z.record(z.string(), z.unknown()) }).parse(document.components)
    const table = z.record(z.string(), z.looseObject({ status: z.int(), remedy: z.string() })).parse(made['x-errors'])
    for (const code of Object.keys(ERRORS)) {
      expect(examples[code], code).toMatchObject({ value: { error: { code, docs_url: `${DOCS}/errors#${code}` } } })
      expect(table[code]?.remedy.length, code).toBeGreaterThan(20)
    }
    expect(Object.keys(REMEDIES).sort()).toEqual(Object.keys(ERRORS).sort())
  })

  it('gives the values that the contract declares, and no others, also where the client reads more [BAT-5]', () => {
    const schemas = z
      .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }) })
      .parse(made).components.schemas
    const values = (name: string, field: string) =>
      z.looseObject({ properties: z.looseObject({}) }).parse(schemas[name]).properties[field]
    expect(values('Batch', 'status')).toMatchObject({ type: 'string', enum: [...BATCH_STATUSES] })
    expect(values('Credential', 'kind')).toMatchObject({ enum: ['api_key', 'oauth'] })
    expect(values('Credential', 'scopes')).toMatchObject({ items: { enum: [...SCOPE_NAMES] } })
    expect(values('Usage', 'granularity')).toMatchObject({ enum: ['day', 'week', 'month'] })
  })

  it('offers OAuth only where tokens are taken, and leads to its server', () => {
    const { oauth: none, bearer } = z
      .looseObject({ components: z.looseObject({ securitySchemes: z.looseObject({}) }) })
      .parse(openApiDocument({ docsUrl: DOCS })).components.securitySchemes
    expect([none, bearer]).toEqual([undefined, expect.objectContaining({ scheme: 'bearer' })])
    expect(JSON.stringify(openApiDocument({ docsUrl: DOCS }))).not.toContain('oauth":[')
    expect(JSON.stringify(made)).toContain('"authorizationUrl":"https://id.example.com/authorize"')
  })
})
