import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer, Asked } from './answering.ts'
import { type Choice, type Choices, withChoices } from './choices.ts'
import * as rest from './rest.ts'
import { newState, Refusal, type State } from './state.ts'
import * as translations from './translations.ts'
import { translated } from './work.ts'

/** A service that somebody else wrote from the document of the API. */
export interface Stranger {
  /** The base address of the API. */
  readonly url: string
  readonly key: string
  readonly choices: Choices
  /** The requests that arrived, at the API and at the origin of the files, in order. */
  readonly seen: readonly SeenByStranger[]
  close(): Promise<void>
}

export interface SeenByStranger {
  /** `api`: where the credential belongs; `files`: another origin. */
  readonly at: 'api' | 'files'
  readonly method: string
  readonly path: string
  /** True where the request brought the credential, in whatever header. */
  readonly credential: boolean
  readonly body: string
}

/**
 * Starts a service written from the document of the API alone, with the plain choices but for `choices`, on two free ports of loopback:
 * the API, and another origin where files may lie. It keeps everything in memory, and has `balance` credits.
 *
 * @throws {TypeError} for an option that there is not
 */
export async function startStranger(choices: readonly Choice[] | Choices = [], balance = 10_000): Promise<Stranger> {
  const chosen = 'creation' in choices ? choices : withChoices(choices)
  const state = newState(chosen, 'elsewhere_live_k3y0fAStr4nger', balance)
  const seen: SeenByStranger[] = []
  const note = (at: SeenByStranger['at'], { method = '', url = '', rawHeaders }: IncomingMessage, body: Buffer) => {
    const credential = rawHeaders.some(text => text.includes(state.key)) || url.includes(state.key)
    seen.push({ at, method, path: url, credential, body: body.toString('utf8') })
  }
  const files = await listening(async (incoming, outgoing) => {
    note('files', incoming, await bytesOf(incoming))
    giveFile(state, incoming.url ?? '', outgoing)
  })
  const api = await listening(async (incoming, outgoing) => {
    const body = await bytesOf(incoming)
    note('api', incoming, body)
    const { url = '', method = '' } = incoming
    if (method === 'GET' && url.startsWith('/files/') && chosen.file === 'redirects') {
      return void outgoing.writeHead(302, { location: `${files.url}${url}` }).end()
    }
    if (method === 'GET' && url.startsWith('/files/')) return giveFile(state, url, outgoing)
    if (method === 'PUT' && url.startsWith('/incoming/')) return takeBytes(state, url, body, outgoing)
    const origin = `http://${incoming.headers.host}`
    tell(outgoing, await answer(state, incoming, body, origin))
  })
  const close = () => Promise.all([files.close(), api.close()]).then(() => undefined)
  return { url: api.url, key: state.key, choices: chosen, seen, close }
}

type Handler = (state: State, asked: Asked) => Answer

/** What is offered, and the choice that takes it away, with the status that is then answered. */
const ROUTES: readonly (readonly [
  method: string,
  path: RegExp,
  handle: Handler,
  missing?: (all: Choices) => string,
])[] = [
  ['GET', /^\/v1\/account$/, rest.account],
  ['GET', /^\/v1\/credits$/, rest.credits],
  ['GET', /^\/v1\/usage$/, rest.usage],
  ['GET', /^\/v1\/languages$/, rest.listLanguages],
  ['GET', /^\/v1\/batches$/, translations.list],
  ['POST', /^\/v1\/batches$/, translations.create],
  ['GET', /^\/v1\/batches\/([^/]+)$/, translations.read],
  ['PATCH', /^\/v1\/batches\/([^/]+)$/, translations.rename, ({ rename }) => rename],
  ['POST', /^\/v1\/batches\/([^/]+)\/plan$/, translations.replan],
  ['GET', /^\/v1\/batches\/([^/]+)\/plan$/, translations.readPlan, ({ read_plan }) => read_plan],
  ['POST', /^\/v1\/batches\/([^/]+)\/approve$/, translations.approve],
  ['GET', /^\/v1\/batches\/([^/]+)\/result$/, translations.result],
  ['POST', /^\/v1\/uploads$/, rest.openUpload, ({ upload }) => upload],
  ['POST', /^\/v1\/uploads\/([^/]+)\/complete$/, rest.completeUpload, ({ upload }) => upload],
  ['GET', /^\/v1\/glossaries$/, rest.listGlossaries, ({ glossary }) => glossary],
  ['POST', /^\/v1\/glossaries$/, rest.createGlossary, ({ glossary }) => glossary],
  ['GET', /^\/v1\/glossaries\/([^/]+)$/, rest.readGlossary, ({ glossary }) => glossary],
  ['PATCH', /^\/v1\/glossaries\/([^/]+)$/, rest.changeGlossary, ({ glossary }) => glossary],
  ['PUT', /^\/v1\/glossaries\/([^/]+)$/, rest.replaceGlossary, ({ glossary }) => glossary],
  ['DELETE', /^\/v1\/glossaries\/([^/]+)$/, rest.removeGlossary, ({ glossary }) => glossary],
]

/** What the server says in place of an answer of a route. */
type Told = Answer | { readonly status: 404; readonly page: string } | { readonly refusal: Refusal }

async function answer(state: State, incoming: IncomingMessage, body: Buffer, origin: string): Promise<Told> {
  const { method = '', url = '', headers } = incoming
  const { pathname, searchParams: query } = new URL(url, origin)
  try {
    if (headers.authorization === undefined) throw new Refusal(401, 'authentication_required', 'no credential')
    if (headers.authorization !== `Bearer ${state.key}`) throw new Refusal(401, 'invalid_api_key', 'unknown key')
    const route = ROUTES.find(([verb, path]) => verb === method && path.test(pathname))
    if (route === undefined) throw new Refusal(404, 'resource_not_found', 'there is nothing here')
    const [, path, handle, missing = () => ''] = route
    const how = missing(state.choices)
    if (how === 'page') return { status: 404, page: '<html><body>Cannot GET it</body></html>' }
    if (how === 'absent') throw new Refusal(404, 'resource_not_found', 'there is nothing here')
    if (how === 'not_allowed') throw notAllowed(state)
    const caught = path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    return handle(state, {
      method,
      path: pathname,
      caught,
      query,
      idempotencyKey,
      origin,
      ...(await read(headers, body)),
    })
  } catch (error) {
    return { refusal: error instanceof Refusal ? error : new Refusal(500, 'internal_error', String(error)) }
  }
}

function notAllowed({ choices }: State): Refusal {
  const code = choices.codes === 'extra' ? 'method_not_allowed' : 'invalid_request'
  return new Refusal(405, code, 'this path has no such method')
}

async function read(headers: IncomingMessage['headers'], body: Buffer): Promise<Pick<Asked, 'fields' | 'file'>> {
  const type = headers['content-type'] ?? ''
  if (body.length === 0) return { fields: new Map(), file: undefined }
  if (!type.startsWith('multipart/')) return { fields: new Map(Object.entries(jsonOf(body))), file: undefined }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  const fields = new Map([...form].filter(([name]) => name !== 'file'))
  return { fields, file: file instanceof File ? { name: file.name, text: await file.text() } : undefined }
}

function jsonOf(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // What is no JSON is refused like what is no object.
  }
  throw new Refusal(400, 'invalid_request', 'the body is no JSON object')
}

/** The type of an error by its status, where it is not that of a bad request. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  500: 'api_error',
}

let requests = 0

function tell(outgoing: ServerResponse, told: Told): void {
  requests += 1
  const request_id = `rq-${requests}`
  if ('refusal' in told) {
    const { status, code, message, param } = told.refusal
    const type = TYPES[status] ?? 'invalid_request_error'
    const error = { type, code, message, ...(param ? { param } : {}), docs_url: `https://docs.test/errors#${code}` }
    json(outgoing, status, { error, request_id })
    return
  }
  if ('location' in told) return void outgoing.writeHead(told.status, { location: told.location }).end()
  if ('data' in told) return void json(outgoing, told.status, { data: told.data, request_id })
  if (!('page' in told)) return void outgoing.writeHead(told.status).end()
  if (typeof told.page === 'string') {
    return void outgoing.writeHead(told.status, { 'content-type': 'text/html' }).end(told.page)
  }
  const { items, next_cursor, limit } = told.page
  json(outgoing, told.status, { data: items, has_more: next_cursor !== null, next_cursor, limit, request_id })
}

function json(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function giveFile(state: State, url: string, outgoing: ServerResponse): void {
  const work = state.works.get(state.links.get(url.replace('/files/', '')) ?? '')
  if (work === undefined) return void outgoing.writeHead(404).end()
  const type = work.file_name.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8'
  outgoing.writeHead(200, { 'content-type': type }).end(translated(work))
}

function takeBytes(state: State, url: string, body: Buffer, outgoing: ServerResponse): void {
  const upload = [...state.uploads.values()].find(({ secret }) => url === `/incoming/${secret}`)
  if (upload !== undefined) upload.bytes = body
  outgoing.writeHead(upload === undefined ? 404 : 204).end()
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function listening(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) {
  const server: Server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the stranger is not listening')
  const close = () =>
    new Promise<void>(done => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}`, close }
}
