import { type Answer, type Asked, checkFields, did, pageOf, text } from './answering.ts'
import type { Choices } from './choices.ts'
import { type Entries, glossaryOf, languages, time, uploadOf } from './shapes.ts'
import { newId, newSecret, Refusal, type State } from './state.ts'
import { costOf, LANGUAGES } from './work.ts'

const DAY_MS = 86_400_000
const SCOPES = [
  ...['account:read', 'usage:read', 'batches:read', 'batches:write', 'batches:create'],
  ...['glossaries:read', 'glossaries:write'],
]

/** The most bytes of a file. */
export function largest({ limits }: Choices): number {
  return limits === 'wide' ? 60_000_000 : 4000
}

/** GET /v1/account */
export function account({ choices, balance, key }: State): Answer {
  const data = {
    workspace: { id: 'ws-1', name: 'Elsewhere', slug: 'elsewhere', plan: 'studio' },
    credit_balance: balance,
    entitlements: {
      ...{ quality_tiers: ['standard'], custom_guidelines: false, max_glossaries: 2, max_terms_per_glossary: 50 },
      max_upload_bytes: largest(choices),
    },
    credential: {
      ...{ id: 'cred-1', kind: 'api_key', name: null, prefix: key.slice(0, 10), scopes: SCOPES },
      ...{ created_at: time(0, choices), expires_at: null },
    },
    capabilities: { batch_creation: true, webhooks: false, supported_formats: ['txt', 'json'] },
  }
  return { status: 200, data }
}

/** GET /v1/credits */
export function credits({ choices, balance }: State): Answer {
  const used = 10_000 - balance
  const grant = { id: 'grant-1', type: 'welcome', amount: 10_000, used, remaining: balance }
  const grants = [{ ...grant, granted_at: time(0, choices), expires_at: null }]
  return {
    status: 200,
    data: { balance, plan: 'studio', monthly_allowance: null, next_refill_estimated_at: null, grants },
  }
}

/** GET /v1/usage */
export function usage(state: State, { query }: Asked): Answer {
  const to = momentIn(query, 'to') ?? state.now()
  const from = momentIn(query, 'from') ?? to - 30 * DAY_MS
  if (from > to) throw new Refusal(400, 'invalid_parameter', 'from is after to', 'from')
  const days = (to - from) / DAY_MS
  const granularity = query.get('granularity') ?? (days <= 31 ? 'day' : days <= 180 ? 'week' : 'month')
  if (!['day', 'week', 'month'].includes(granularity)) {
    throw new Refusal(400, 'invalid_parameter', 'granularity is day, week or month', 'granularity')
  }
  const done = [...state.works.values()].filter(({ completed }) => completed !== null && completed <= to)
  const totals = {
    credits_used: done.reduce((sum, work) => sum + costOf(work), 0),
    batches_completed: done.length,
    words_translated: done.reduce((sum, { words }) => sum + words, 0),
  }
  const points = done.length === 0 ? [] : [{ date: new Date(to).toISOString().slice(0, 10), ...totals }]
  const bounds = { from: time(from, state.choices), to: time(to, state.choices) }
  return { status: 200, data: { ...bounds, granularity, totals, points } }
}

function momentIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  const at = Date.parse(value)
  if (!Number.isNaN(at)) return at
  throw new Refusal(400, 'invalid_parameter', `${name} is no moment`, name)
}

/** GET /v1/languages: a list where the choice is a list, else one object. */
export function listLanguages({ choices }: State): Answer {
  const data = languages(choices)
  if (!Array.isArray(data)) return { status: 200, data }
  return { status: 200, page: { items: data, next_cursor: null, limit: data.length } }
}

/** POST /v1/uploads */
export function openUpload(state: State, asked: Asked): Answer {
  checkFields(asked, 'filename')
  const filename = text(asked, 'filename', 255)
  if (filename === undefined) throw new Refusal(400, 'invalid_parameter', 'filename is missing', 'filename')
  const upload = { id: newId(state, 'up'), secret: newSecret(), filename, bytes: null, complete: false, batch: null }
  state.uploads.set(upload.id, upload)
  const url = `${asked.origin}/incoming/${upload.secret}`
  return did(state, 'made', uploadOf(upload.id, url, state.now() + 3_600_000, state.choices))
}

/** POST /v1/uploads/{upload_id}/complete */
export function completeUpload(state: State, asked: Asked): Answer {
  checkFields(asked)
  const upload = state.uploads.get(asked.caught[0] ?? '')
  if (upload === undefined) throw new Refusal(404, 'resource_not_found', 'there is no such upload')
  if (upload.bytes === null) throw new Refusal(409, 'upload_has_no_bytes', 'no byte has arrived')
  upload.complete = true
  return { status: 200, data: uploadOf(upload.id, `${asked.origin}/incoming/done`, state.now(), state.choices) }
}

/** GET /v1/glossaries */
export function listGlossaries(state: State, asked: Asked): Answer {
  const all = [...state.glossaries.values()].map(one => withoutTerms(glossaryOf(one, state.choices)))
  return pageOf(state, asked, all)
}

function withoutTerms({ terms: _, entries: __, ...rest }: Readonly<Record<string, unknown>>): unknown {
  return rest
}

function found(state: State, { caught: [pair = ''] }: Asked): Entries {
  const entries = state.glossaries.get(pair)
  if (entries !== undefined) return entries
  pairOf(pair)
  throw new Refusal(404, 'glossary_not_found', 'there is no glossary for this pair')
}

function pairOf(id: string): [string, string] {
  const tags = Object.keys(LANGUAGES)
  const source = tags.find(tag => id.startsWith(`${tag}-`) && tags.includes(id.slice(tag.length + 1)))
  if (source !== undefined) return [source, id.slice(source.length + 1)]
  throw new Refusal(422, 'invalid_language_pair', 'this is no pair of two tags')
}

/** GET /v1/glossaries/{language_pair} */
export function readGlossary(state: State, asked: Asked): Answer {
  return { status: 200, data: glossaryOf(found(state, asked), state.choices) }
}

/** POST /v1/glossaries */
export function createGlossary(state: State, asked: Asked): Answer {
  checkFields(asked, 'language_pair', 'name', 'terms')
  const id = text(asked, 'language_pair') ?? ''
  const pair = pairOf(id)
  if (state.glossaries.has(id)) throw new Refusal(409, 'glossary_already_exists', 'there is one for this pair')
  if (state.glossaries.size >= 2) throw new Refusal(422, 'glossary_limit_reached', 'two glossaries are all')
  const entries: Entries = {
    ...{ pair, name: text(asked, 'name') ?? null, terms: new Map() },
    ...{ created: state.now(), changed: state.now() },
  }
  write(entries, asked)
  state.glossaries.set(id, entries)
  return did(state, 'made', glossaryOf(entries, state.choices))
}

/** PATCH /v1/glossaries/{language_pair} */
export function changeGlossary(state: State, asked: Asked): Answer {
  checkFields(asked, 'name', 'terms', 'remove')
  const entries = found(state, asked)
  const remove = asked.fields.get('remove')
  write(entries, asked)
  if (Array.isArray(remove)) for (const source of remove) entries.terms.delete(String(source))
  entries.changed = state.now()
  return did(state, 'changed', glossaryOf(entries, state.choices))
}

/** PUT /v1/glossaries/{language_pair} */
export function replaceGlossary(state: State, asked: Asked): Answer {
  checkFields(asked, 'name', 'terms')
  const entries = found(state, asked)
  const replaced = { ...entries, terms: new Map() }
  write(replaced, asked)
  Object.assign(entries, replaced, { changed: state.now() })
  return did(state, 'changed', glossaryOf(entries, state.choices))
}

/** DELETE /v1/glossaries/{language_pair} */
export function removeGlossary(state: State, asked: Asked): Answer {
  const entries = found(state, asked)
  state.glossaries.delete(entries.pair.join('-'))
  return did(state, 'changed', withoutTerms(glossaryOf(entries, state.choices)))
}

function write(entries: Entries, asked: Asked): void {
  const terms = asked.fields.get('terms') ?? []
  if (!Array.isArray(terms)) throw new Refusal(422, 'invalid_glossary_terms', 'terms is a list', 'terms')
  const read = terms.map((term: unknown, at) => {
    const field = (name: string): unknown => (typeof term === 'object' && term ? Reflect.get(term, name) : undefined)
    const [source, target, note] = ['source', 'target', 'note'].map(field)
    if (typeof source !== 'string' || typeof target !== 'string' || !source || !target) {
      throw new Refusal(422, 'invalid_glossary_terms', 'a term needs source and target', `terms[${at}]`)
    }
    return {
      source,
      target,
      note: typeof note === 'string' ? note : null,
      case_sensitive: field('case_sensitive') === true,
    }
  })
  const sources = new Set([...entries.terms.keys(), ...read.map(({ source }) => source)])
  if (sources.size > 50) throw new Refusal(422, 'glossary_term_limit_reached', 'fifty terms are all')
  entries.name = text(asked, 'name') ?? entries.name
  for (const { source, ...rest } of read) entries.terms.set(source, rest)
}
