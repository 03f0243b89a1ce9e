import type { SeenByStranger } from './stranger.ts'

/** What a request may have: the names of its query, and the fields of its body. */
export interface RequestFields {
  readonly query: readonly string[]
  readonly body: readonly string[]
}

const PAGED = ['limit', 'cursor']
const nothing: RequestFields = { query: [], body: [] }

/** What the document of the API itself says that a request may have, by method and path. */
export const OF_DOCUMENT: Readonly<Record<string, RequestFields>> = {
  'GET /v1/account': nothing,
  'GET /v1/credits': nothing,
  'GET /v1/usage': { query: ['from', 'to', 'granularity'], body: [] },
  'GET /v1/languages': nothing,
  'GET /v1/batches': {
    query: [...PAGED, 'status', 'archived', 'quality_tier', 'created_after', 'created_before', 'search'],
    body: [],
  },
  'POST /v1/batches': {
    query: [],
    body: ['content', 'file_url', 'upload_id', 'filename', 'instruction', 'idempotency_key'],
  },
  'GET /v1/batches/{batch_id}': nothing,
  'POST /v1/batches/{batch_id}/plan': { query: [], body: ['instruction'] },
  'POST /v1/batches/{batch_id}/approve': { query: [], body: ['expected_plan_revision'] },
  'GET /v1/batches/{batch_id}/result': nothing,
}

/** What is assumed for operations that the document does not show. */
export const ASSUMED: Readonly<Record<string, RequestFields>> = {
  'PATCH /v1/batches/{batch_id}': { query: [], body: ['name', 'archived'] },
  'GET /v1/batches/{batch_id}/plan': nothing,
  'GET /v1/batches/{batch_id}/segments': {
    query: ['plan_revision', 'target_language', 'whole', 'anew', 'hand_out', 'search', 'from_id', 'limit'],
    body: [],
  },
  'POST /v1/batches/{batch_id}/segments': {
    query: [],
    body: ['plan_revision', 'target_language', 'translations', 'hand_out'],
  },
  'POST /v1/uploads': { query: [], body: ['filename'] },
  'POST /v1/uploads/{upload_id}/complete': nothing,
  'GET /v1/glossaries': { query: PAGED, body: [] },
  'POST /v1/glossaries': { query: [], body: ['language_pair', 'name', 'terms'] },
  'GET /v1/glossaries/{language_pair}': nothing,
  'PATCH /v1/glossaries/{language_pair}': { query: [], body: ['name', 'terms', 'remove'] },
  'PUT /v1/glossaries/{language_pair}': { query: [], body: ['name', 'terms'] },
  'DELETE /v1/glossaries/{language_pair}': nothing,
}

/** What we ask for beside the document: a service that does not know a parameter ignores it, as the document says. */
export const BESIDE: Readonly<Record<string, RequestFields>> = {
  'GET /v1/batches': { query: ['search_languages', 'target_language'], body: [] },
  'GET /v1/batches/{batch_id}': { query: ['wait_ms', 'unlike', 'progress_ms'], body: [] },
  'GET /v1/batch-plans': { query: ['ids'], body: [] },
  'GET /v1/prices': nothing,
  'POST /v1/batches/{batch_id}/sample': { query: [], body: ['expected_plan_revision'] },
  'GET /v1/project-glossaries': { query: PAGED, body: [] },
  'GET /v1/project-glossaries/{language_pair}': nothing,
  'PATCH /v1/project-glossaries/{language_pair}': { query: [], body: ['name', 'terms', 'remove'] },
  'PUT /v1/project-glossaries/{language_pair}': { query: [], body: ['name', 'terms'] },
  'DELETE /v1/project-glossaries/{language_pair}': nothing,
}

/** What a request may have in all; undefined for one that nobody makes. */
export function fieldsFor(asked: string): RequestFields | undefined {
  const rows = [OF_DOCUMENT[asked], ASSUMED[asked], BESIDE[asked]].filter(row => row !== undefined)
  if (rows.length === 0) return undefined
  return { query: rows.flatMap(({ query }) => query), body: rows.flatMap(({ body }) => body) }
}

/** The part of a form that holds the file. */
const FILE = 'file'

/** What requests to the API had that neither table has: unknown paths, names of a query, fields of a body. */
export function beyondTables(seen: readonly SeenByStranger[]): readonly string[] {
  return seen
    .filter(({ at, path }) => at === 'api' && path.startsWith('/v1/'))
    .flatMap(one => {
      const { pathname, searchParams } = new URL(one.path, 'http://api.test')
      const asked = tableRow(`${one.method} ${pathname}`) ?? ''
      const fields = fieldsFor(asked)
      if (fields === undefined) return [`${one.method} ${pathname}`]
      const isForm = one.body.startsWith('--')
      const body = fieldsOfBody(one.body).filter(name => !fields.body.includes(name) && !(isForm && name === FILE))
      const query = [...searchParams.keys()].filter(name => !fields.query.includes(name))
      return [...query, ...body].map(name => `${asked}: ${name}`)
    })
}

function tableRow(asked: string): string | undefined {
  return Object.keys({ ...OF_DOCUMENT, ...ASSUMED, ...BESIDE }).find(row =>
    new RegExp(`^${row.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  )
}

function fieldsOfBody(body: string): readonly string[] {
  if (body === '') return []
  if (body.startsWith('--'))
    return [...body.matchAll(/^content-disposition: form-data; name="([^"]+)"/gim)].map(([, name = '']) => name)
  const read: unknown = JSON.parse(body)
  return Object.keys(Object(read))
}
