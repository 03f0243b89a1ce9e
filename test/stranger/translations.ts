import { type Answer, type Asked, checkFields, did, pageOf, text } from './answering.ts'
import { largest } from './rest.ts'
import { batchOf, besidePlan, planOf, resultOf, revisionOf } from './shapes.ts'
import { newId, newSecret, Refusal, type State } from './state.ts'
import { costOf, look, targetIn, type Work, wordsIn } from './work.ts'

const FORMATS = ['txt', 'json']
const STATUSES = ['queued', 'analyzing', 'awaiting_review', 'translating', 'completed', 'failed']
const LINK_MS = 600_000

/** The lengths that a service with low limits takes. */
function mostOf({ choices }: State) {
  return choices.limits === 'wide' ? { name: 200, instruction: 4000 } : { name: 40, instruction: 120 }
}

/** POST /v1/batches */
export function create(state: State, asked: Asked): Answer {
  checkFields(asked, 'content', 'file_url', 'upload_id', 'filename', 'instruction', 'idempotency_key')
  const given = ['content', 'file_url', 'upload_id'].filter(name => asked.fields.has(name))
  if (given.length + (asked.file ? 1 : 0) !== 1) throw new Refusal(400, 'invalid_request', 'exactly one file, please')
  const instruction = text(asked, 'instruction', mostOf(state).instruction)
  const upload_id = text(asked, 'upload_id')
  if (upload_id !== undefined) return fromUpload(state, asked, upload_id, instruction)
  if (asked.fields.has('file_url')) {
    throw new Refusal(422, 'file_fetch_failed', 'the address could not be fetched', 'file_url')
  }
  const content = asked.file?.text ?? text(asked, 'content') ?? ''
  const file_name = text(asked, 'filename') ?? asked.file?.name ?? 'text.txt'
  const key = asked.idempotencyKey ?? text(asked, 'idempotency_key', 255)
  if (key !== undefined && key.length > 255)
    throw new Refusal(400, 'invalid_request', 'a key has at most 255 characters')
  const made_from = JSON.stringify([content, file_name, instruction])
  const earlier = state.works.get(state.keys.get(key ?? '') ?? '')
  if (earlier !== undefined) {
    if (earlier.made_from === made_from) return made(state, earlier, 'repeated')
    throw new Refusal(409, 'idempotency_key_reused', 'this key was used with another file, name or instruction')
  }
  const work = add(state, { content, file_name, made_from }, instruction)
  if (key !== undefined) state.keys.set(key, work.id)
  return made(state, work, 'made')
}

function fromUpload(state: State, asked: Asked, id: string, instruction: string | undefined): Answer {
  if (asked.fields.has('filename')) throw new Refusal(400, 'invalid_parameter', 'an upload has a name', 'filename')
  const upload = state.uploads.get(id)
  if (upload?.bytes === undefined || upload.bytes === null || !upload.complete) {
    throw new Refusal(404, 'resource_not_found', 'there is no such finished upload', 'upload_id')
  }
  const earlier = state.works.get(upload.batch ?? '')
  if (earlier !== undefined) return made(state, earlier, 'repeated')
  const file = { content: upload.bytes.toString('utf8'), file_name: upload.filename, made_from: upload.id }
  const work = add(state, file, instruction)
  upload.batch = work.id
  return made(state, work, 'made')
}

function add(
  state: State,
  file: Pick<Work, 'content' | 'file_name' | 'made_from'>,
  instruction: string | undefined,
): Work {
  if (!FORMATS.includes(file.file_name.split('.').at(-1) ?? '')) {
    throw new Refusal(422, 'unsupported_format', `${file.file_name} has no extension that is read here`)
  }
  if (Buffer.byteLength(file.content) > largest(state.choices)) {
    throw new Refusal(413, 'file_too_large', `a file has at most ${largest(state.choices)} bytes here`)
  }
  const later = state.choices.analysis === 'later'
  const work: Work = {
    ...file,
    ...{ id: newId(state, 'tr'), words: wordsIn(file.content), created: state.now() },
    ...{ name: null, archived: false, completed: null, looks: 0 },
    ...{ status: later ? 'analyzing' : 'awaiting_review', target: null, revision: 0 },
  }
  if (instruction !== undefined) plan(work, instruction)
  state.works.set(work.id, work)
  return work
}

/** @throws {Refusal} plan_invalid */
function plan(work: Work, instruction: string): void {
  const target = targetIn(instruction)
  if (target === undefined) throw new Refusal(422, 'plan_invalid', 'no language is named', 'instruction')
  if (target === work.target) return
  work.target = target
  work.revision += 1
}

function made(state: State, work: Work, change: 'made' | 'repeated'): Answer {
  const { choices } = state
  const beside = {
    ...besidePlan(work, choices),
    ...(work.target === null ? { suggested_instructions: ['Translate into German (de).'] } : {}),
  }
  const forms = {
    batch: { batch: batchOf(work, choices), ...beside },
    id: { id: work.id, ...beside },
    id_only: { id: work.id },
    flat: { ...batchOf(work, choices), ...planOf(work, choices), ...withoutPlan(beside) },
  }
  return did(state, change, forms[choices.creation])
}

function withoutPlan({ plan: _, ...rest }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest
}

/** The translation that a path names. @throws {Refusal} batch_not_found */
function named(state: State, { caught: [id = ''] }: Asked): Work {
  const work = state.works.get(id)
  if (work !== undefined) return work
  throw new Refusal(404, 'batch_not_found', 'there is no such translation')
}

/** GET /v1/batches */
export function list(state: State, asked: Asked): Answer {
  const { query } = asked
  const status = query.get('status')
  if (status !== null && !STATUSES.includes(status)) invalid('status')
  const archived = query.get('archived') ?? 'false'
  if (!['0', '1', 'true', 'false'].includes(archived)) invalid('archived')
  const tier = query.get('quality_tier')
  if (tier !== null && tier !== 'standard' && tier !== 'lite') invalid('quality_tier')
  const search = query.get('search')
  if (search !== null && (search.length < 1 || search.length > 200)) invalid('search')
  const [after, before] = ['created_after', 'created_before'].map(name => momentIn(query, name))
  const all = [...state.works.values()]
    .reverse()
    .filter(work => work.archived === (archived === '1' || archived === 'true'))
    .filter(work => status === null || work.status === status)
    .filter(() => tier === null || tier === 'standard')
    .filter(({ created }) => created >= (after ?? 0) && created < (before ?? Number.POSITIVE_INFINITY))
    .filter(({ name, file_name }) => (name ?? file_name).includes(search ?? ''))
  return pageOf(
    state,
    asked,
    all.map(work => batchOf(work, state.choices)),
  )
}

function momentIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? invalid(name) : at
}

function invalid(param: string): never {
  throw new Refusal(400, 'invalid_parameter', `${param} cannot be that`, param)
}

/** GET /v1/batches/{batch_id} */
export function read(state: State, asked: Asked): Answer {
  const work = look(named(state, asked), state.choices.states === 'extra', state.now())
  return { status: 200, data: batchOf(work, state.choices) }
}

/** PATCH /v1/batches/{batch_id} */
export function rename(state: State, asked: Asked): Answer {
  checkFields(asked, 'name', 'archived')
  const work = named(state, asked)
  const name = text(asked, 'name', mostOf(state).name)
  const archived = asked.fields.get('archived')
  if (archived !== undefined && typeof archived !== 'boolean') invalid('archived')
  if (archived === true && work.status !== 'awaiting_review' && work.status !== 'completed') {
    throw new Refusal(409, 'batch_not_editable', 'it is being worked on')
  }
  const taken = state.choices.codes === 'extra' && [...state.works.values()].some(other => other.name === name)
  if (name !== undefined && taken) throw new Refusal(409, 'name_taken', 'another translation has this name', 'name')
  work.name = name ?? work.name
  work.archived = archived ?? work.archived
  return did(state, 'changed', batchOf(work, state.choices))
}

/** POST /v1/batches/{batch_id}/plan */
export function replan(state: State, asked: Asked): Answer {
  checkFields(asked, 'instruction')
  const work = named(state, asked)
  if (work.status !== 'awaiting_review') {
    throw new Refusal(409, 'batch_not_awaiting_approval', `it is ${work.status}`)
  }
  plan(work, text(asked, 'instruction', mostOf(state).instruction) ?? invalid('instruction'))
  return { status: state.choices.statuses === 'accepted' ? 202 : 200, data: planned(state, work) }
}

/** GET /v1/batches/{batch_id}/plan */
export function readPlan(state: State, asked: Asked): Answer {
  return { status: 200, data: planned(state, named(state, asked)) }
}

function planned(state: State, work: Work): unknown {
  const { choices } = state
  const beside = besidePlan(work, choices)
  const plan = planOf(work, choices)
  if (choices.planning === 'with_batch') return { batch: batchOf(work, choices), ...beside }
  return choices.planning === 'plan' && plan !== null ? { ...plan, ...withoutPlan(beside) } : beside
}

/** POST /v1/batches/{batch_id}/approve */
export function approve(state: State, asked: Asked): Answer {
  checkFields(asked, 'expected_plan_revision')
  const work = named(state, asked)
  const cost = costOf(work)
  const revision = revisionOf(work)
  if (revision === null) throw new Refusal(409, 'no_plan_yet', 'it has no plan')
  if (work.status !== 'awaiting_review') {
    throw new Refusal(409, 'batch_not_awaiting_approval', `it is ${work.status}`)
  }
  const expected = text(asked, 'expected_plan_revision')
  if (expected !== undefined && expected !== revision) throw new Refusal(409, 'plan_changed', 'the plan has changed')
  if (cost > state.balance) throw new Refusal(402, 'insufficient_credits', `it costs ${cost}`)
  state.balance -= cost
  work.status = 'translating'
  work.looks = 0
  const forms = {
    batch: { batch: batchOf(work, state.choices), credits_reserved: cost, credit_balance: state.balance },
    flat: batchOf(work, state.choices),
    facts: { state: 'accepted', reserved: { amount: cost } },
    nothing: {},
  }
  return did(state, 'started', forms[state.choices.approval])
}

/** GET /v1/batches/{batch_id}/result */
export function result(state: State, asked: Asked): Answer {
  const work = named(state, asked)
  if (work.status !== 'completed') throw new Refusal(409, 'result_not_ready', `it is ${work.status}`)
  const secret = newSecret()
  state.links.set(secret, work.id)
  const url = `${asked.origin}/files/${secret}`
  if (state.choices.link === 'redirect') return { status: 302, location: url }
  return { status: 200, data: resultOf(url, state.now() + LINK_MS, state.choices) }
}
