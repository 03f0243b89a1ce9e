import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { ROOT } from '../support/tree.ts'
import { beyondTables, fieldsFor, OF_DOCUMENT } from './asked-fields.ts'

function namesOf(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['not an object']
}

describe('a request has the fields of the contract and no other [ENV-3]', () => {
  it.each(OPERATIONS.map(one => [`${one.method} ${one.path}`, one] as const))('%s', (asked, { query, body }) => {
    expect({ query: namesOf(query), body: namesOf(body) }).toEqual(fieldsFor(asked))
  })

  it('which are those that the document names', () => {
    const document = join(ROOT, '..', 'shared', 'translation-service-api.md')
    if (!existsSync(document)) return
    const written = readFileSync(document, 'utf8')
    for (const [asked, { query, body }] of Object.entries(OF_DOCUMENT)) {
      expect(written).toContain(asked)
      for (const name of [...query, ...body]) expect(written).toMatch(new RegExp(`\\b${name}\\b`))
    }
  })

  it('and one more would be found, wherever it stood', () => {
    const form =
      '--x\r\nContent-Disposition: form-data; name="tone"\r\n\r\nfriendly\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"'
    const seen = [
      { method: 'GET', path: '/v1/batches?limit=3&offset=2', body: '' },
      { method: 'POST', path: '/v1/batches', body: '{"content":"x","tone":"friendly"}' },
      { method: 'POST', path: '/v1/batches', body: form },
      { method: 'POST', path: '/v1/batches/a%2Fb/plan?dry=1', body: '{"instruction":"x","file":"x"}' },
      { method: 'GET', path: '/v1/health', body: '' },
      { method: 'GET', path: '/v1/glossaries/en-de', body: '' },
    ]
    expect(beyondTables(seen.map(one => ({ ...one, at: 'api', credential: true })))).toEqual([
      'GET /v1/batches: offset',
      'POST /v1/batches: tone',
      'POST /v1/batches: tone',
      'POST /v1/batches/{batch_id}/plan: dry',
      'POST /v1/batches/{batch_id}/plan: file',
      'GET /v1/health',
    ])
  })
})
