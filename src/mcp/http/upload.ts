import type { Readable } from 'node:stream'
import type { Client } from '../../client/client.ts'
import type { ServerParts } from '../context.ts'
import { step } from '../steps.ts'
import {
  MOST_UPLOADED,
  refuseFile,
  takesMore,
  type UploadHandle,
  type UploadHandles,
  type UploadTurn,
} from '../uploads.ts'
import { BadForm, filesOfForm } from './upload-form.ts'
import { type NotTaken, type ServedAt, uploadFormPage, uploadProblemPage } from './upload-page.ts'
import { uploadedPage } from './upload-plan-page.ts'
import { readPlans } from './upload-plans.ts'
import { BrokenOff, type FileOnItsWay, type FileRefusal, passToApi, whyRefused } from './upload-sending.ts'

const GONE = 'This upload address is unknown or has expired. Ask your assistant for a new one.'
const USED = 'The file has arrived already: this address works once. Go back to your assistant.'
const UNHEARD =
  'The assistant has not called for some minutes, so its permission can no longer be used. Ask it to check this upload, then send the file again.'
const BUSY = 'A file is already being sent to this address.'
const NONE_YET = 'No file has arrived yet. Choose one and upload it first.'

/** So long it is believed that the page sends the files that it spoke of, in milliseconds. */
const COMING_MS = 60_000

/**
 * Answers requests to an upload address. GET gives a page with a form, and what is planned once the files have arrived. PUT, or POST from
 * that form, sends files. The bytes are streamed to the API with the instruction of the handle, and a batch is created of each file.
 *
 * A PUT closes the address, unless it says by `left` how many files are still to come: then the page closes it, or the agent does. A form
 * closes it where all of its files were taken.
 *
 * @param body the bytes of the request as a stream of Node: a web stream made from it has no backpressure
 */
export async function serveUpload(
  request: Request,
  body: Readable,
  parts: ServerParts,
  handles: UploadHandles,
): Promise<Response> {
  const url = new URL(request.url)
  const [, , secret = '', name = ''] = url.pathname.split('/')
  const handle = await handles.behind(secret)
  const { method } = request
  const say = method === 'PUT' ? answerJson : uploadProblemPage
  if (!handle) return await say(404, GONE)
  const at = { host: url.host, embedded: parts.settings.embedded }
  const client = parts.callers ? parts.callers.clientFor(handle.principal, handle.caller) : parts.client
  if (method === 'GET') {
    if (takesMore(handle)) return await uploadFormPage(handle, at)
    await readPlans(handle, client, parts, handles.read)
    return await uploadedPage(handle)
  }
  if (method !== 'PUT' && method !== 'POST')
    return new Response(null, { status: 405, headers: { allow: 'GET, PUT, POST' } })
  if (!takesMore(handle)) return await say(410, USED)
  const turn = await handles.begin(handle)
  if (turn === undefined) return method === 'PUT' ? answerJson(409, BUSY, 'busy') : await uploadProblemPage(409, BUSY)
  try {
    if (!takesMore(turn.handle)) return await say(410, USED)
    return await takeTurn({ request, body, parts, turn, handle: turn.handle }, client, { at, url, name: decoded(name) })
  } finally {
    await turn.end()
    body.unpipe()
  }
}

interface Address {
  readonly at: ServedAt
  readonly url: URL
  /** The name at the end of the address. */
  readonly name: string
}

async function takeTurn(
  turn: Omit<Sending, 'client'>,
  client: Client | undefined,
  { at, url, name }: Address,
): Promise<Response> {
  const { handle, request } = turn
  const isForm = request.method === 'POST'
  if (isForm && url.searchParams.has('close')) return await close(handle, at, url)
  if (client === undefined) {
    handle.last_refusal = UNHEARD
    const not_taken = [{ name: undefined, reason: UNHEARD }]
    return isForm ? await uploadFormPage(handle, at, 503, not_taken) : answerJson(503, UNHEARD)
  }
  const sending: Sending = { ...turn, client }
  return isForm ? await takeForm(sending, at) : await takeBody(sending, name, url)
}

interface Sending {
  readonly request: Request
  readonly body: Readable
  readonly parts: ServerParts
  readonly turn: UploadTurn
  readonly handle: UploadHandle
  readonly client: Client
}

/** Takes no further file, and leads to the page with what is planned. */
async function close(handle: UploadHandle, at: ServedAt, { pathname }: URL): Promise<Response> {
  if (handle.arrived.length === 0) return await uploadFormPage(handle, at, 409, [{ name: undefined, reason: NONE_YET }])
  handle.closed = true
  return new Response(null, { status: 303, headers: { location: pathname, 'cache-control': 'no-store' } })
}

/** One file as the body of a PUT. */
async function takeBody(sending: Sending, given: string, { searchParams }: URL): Promise<Response> {
  const { request, body, handle, parts } = sending
  const left = /^\d{1,3}$/.exec(searchParams.get('left') ?? '')?.[0]
  handle.coming = left === undefined ? undefined : { files: Number(left), until: parts.clock() + COMING_MS }
  const size = Number(request.headers.get('content-length') ?? Number.NaN)
  // Keep the connection open after a refusal in the middle of a body; otherwise the sender would not get the refusal.
  const bytes = body.iterator({ destroyOnReturn: false })
  const file = { name: given, bytes, ...(Number.isSafeInteger(size) ? { size } : {}) }
  const refusal = await take(sending, file, left !== undefined)
  if (refusal !== undefined) return answerJson(refusal.status, refusal.message)
  if (left === undefined) handle.closed = true
  const { upload_id, arrived } = handle
  const done = { upload_id, batch_id: arrived.at(-1)?.created.batch.id, next_step: step('create_batch', { upload_id }) }
  return Response.json(done, { status: 201, headers: NO_STORE })
}

/** The files of a form, one after the other: one that is refused does not stop the others. */
async function takeForm(sending: Sending, at: ServedAt): Promise<Response> {
  const { request, body, handle, parts } = sending
  handle.coming = undefined
  const not_taken: NotTaken[] = []
  let status = 0
  const left = MOST_UPLOADED - handle.arrived.length
  try {
    for await (const file of filesOfForm(body, request.headers.get('content-type') ?? '', left + 1)) {
      const refusal =
        handle.arrived.length < MOST_UPLOADED
          ? await take(sending, file, true)
          : { status: 409, message: `This address takes ${MOST_UPLOADED} files, and they have arrived.` }
      if (refusal === undefined) continue
      status ||= refusal.status
      not_taken.push({ name: file.name, reason: refusal.message })
    }
  } catch (error) {
    const refusal = whyRefused(request.signal.aborted ? new BrokenOff() : error, parts)
    handle.last_refusal = refusal.message
    status ||= refusal.status
    not_taken.push({ name: undefined, reason: refusal.message })
  }
  if (not_taken.length > 0 && takesMore(handle)) return await uploadFormPage(handle, at, status, not_taken)
  handle.closed = true
  return await uploadedPage(handle, 201)
}

/** Passes one file on; what became of it stays with the handle. `keep`: why it was not taken is told to the agent at the end too. */
async function take(sending: Sending, file: FileOnItsWay, keep: boolean): Promise<FileRefusal | undefined> {
  const { request, turn, handle, parts, client } = sending
  try {
    const named = withName(file, handle)
    await passToApi(named, handle, client, request.signal, parts.clock())
    handle.refused.delete(file.name)
    await turn.keep()
    return undefined
  } catch (error) {
    const refusal = whyRefused(request.signal.aborted ? new BrokenOff() : error, parts)
    // Whoever cancels a file on the page knows it.
    handle.last_refusal = refusal.message
    if (keep && !request.signal.aborted) refuseFile(handle, file.name, refusal.reason)
    return refusal
  }
}

/**
 * The file with its final name. A name with an extension that came with the file is kept; otherwise the name that the caller announced
 * is used, if there is one.
 *
 * @throws {BadForm} when the file has no name at all
 */
function withName(file: FileOnItsWay, { filename }: UploadHandle): FileOnItsWay {
  const name = filename === undefined || /[^.]\.\w+$/.test(file.name) ? file.name : filename
  if (name !== '') return { ...file, name }
  throw new BadForm('The file has no name: put it at the end of the address (…/report.csv).')
}

const NO_STORE = { 'cache-control': 'no-store' }

function answerJson(status: number, message: string, code?: 'busy'): Response {
  return Response.json({ error: { ...(code && { code }), message } }, { status, headers: NO_STORE })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
