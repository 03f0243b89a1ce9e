import type { Readable } from 'node:stream'
import type { Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { ServerParts } from '../context.ts'
import { step } from '../steps.ts'
import type { UploadHandle, UploadHandles } from '../uploads.ts'
import { BadForm, fileOfForm } from './upload-form.ts'
import { uploadedPage, uploadFormPage, uploadProblemPage } from './upload-page.ts'

const GONE = 'This upload address is unknown or has expired. Ask your assistant for a new one.'
const USED = 'The file has arrived already: this address works once. Go back to your assistant.'
const UNHEARD =
  'The assistant has not called for some minutes, so its permission can no longer be used. Ask it to check this upload, then send the file again.'
const BUSY = 'A file is already being sent to this address.'
const RETRY = 'Nothing was stored or spent. The address still works: send this file again, or another one.'
const UNSURE =
  'It is not known whether the file was stored. Nothing was spent, and sending the same file again is safe.'

/** Statuses of the API that the sender gets too. Any other becomes 502: the sender cannot change what causes it. */
const ABOUT_THE_FILE = new Set<number | null>([400, 409, 413, 422, 429, 503])

/**
 * Answers requests to an upload address. GET gives a page with a form; PUT, or POST from that form, sends the file. The bytes are
 * streamed to the API with the instruction of the handle, and one batch is created from them.
 *
 * @param body the bytes of the request as a stream of Node: a web stream made from it has no backpressure
 */
export async function serveUpload(
  request: Request,
  body: Readable,
  parts: ServerParts,
  handles: UploadHandles,
): Promise<Response> {
  const [, , secret = '', name = ''] = new URL(request.url).pathname.split('/')
  const handle = handles.behind(secret)
  const say = request.method === 'PUT' ? answerJson : answerPage
  if (!handle) return say.refused(404, { message: GONE, again: false })
  if (handle.state.kind === 'done') return say.refused(410, { message: USED, again: false })
  if (request.method === 'GET') return uploadFormPage(handle.filename)
  if (request.method !== 'PUT' && request.method !== 'POST')
    return new Response(null, { status: 405, headers: { allow: 'GET, PUT, POST' } })
  if (handle.state.kind === 'sending') return say.refused(409, { message: BUSY, again: false })
  const client = parts.callers ? parts.callers.clientFor(handle.principal) : parts.client
  if (client === undefined) {
    handle.state = { kind: 'waiting', refused: UNHEARD }
    return say.refused(503, { message: UNHEARD, again: true })
  }
  handle.state = { kind: 'sending' }
  try {
    const file =
      request.method === 'POST'
        ? await fileOfForm(body, request.headers.get('content-type') ?? '')
        : bodyFile(request, body, decoded(name))
    return say.done(await pass(request, named(file, handle), handle, client))
  } catch (error) {
    const { status, message } = refusalOf(request.signal.aborted ? new BrokenOff() : error, parts)
    handle.state = { kind: 'waiting', refused: message }
    return say.refused(status, { message, again: true })
  } finally {
    body.unpipe()
  }
}

/** The sender disconnected. Nobody reads the response, but the handle keeps the reason for the agent. */
class BrokenOff extends Error {}

interface Incoming {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly size?: number
}

interface Arrived {
  readonly name: string
  readonly upload_id: string
  readonly batch_id: string
}

function bodyFile(request: Request, body: Readable, name: string): Incoming {
  const size = Number(request.headers.get('content-length') ?? Number.NaN)
  // Keep the connection open after a refusal in the middle of a body; otherwise the sender would not get the refusal.
  const bytes = body.iterator({ destroyOnReturn: false })
  return { name, bytes, ...(Number.isSafeInteger(size) ? { size } : {}) }
}

/**
 * The file with its final name. A name with an extension that came with the file is kept; otherwise the name that the caller announced
 * is used, if there is one.
 *
 * @throws {BadForm} when the file has no name at all
 */
function named(file: Incoming, { filename }: UploadHandle): Incoming {
  const name = filename === undefined || /[^.]\.\w+$/.test(file.name) ? file.name : filename
  if (name !== '') return { ...file, name }
  throw new BadForm('The file has no name: put it at the end of the address (…/report.csv).')
}

async function pass(
  request: Request,
  { name, bytes, size }: Incoming,
  handle: UploadHandle,
  client: Client,
): Promise<Arrived> {
  const { instruction, upload_id } = handle
  const { data, request_id } = await client.call(
    api.batches.create,
    { body: instruction === undefined ? {} : { instruction } },
    {
      signal: request.signal,
      idempotencyKey: handle.key,
      file: { name, open: () => bytes, ...(size === undefined ? {} : { size }) },
    },
  )
  handle.state = { kind: 'done', created: data, request_id }
  return { name, upload_id, batch_id: data.batch.id }
}

interface Manner {
  refused(status: number, why: { message: string; again: boolean }): Response
  done(arrived: Arrived): Response
}

const answerPage: Manner = {
  refused: (status, { message, again }) => uploadProblemPage(status, message, again),
  done: ({ name }) => uploadedPage(name),
}

const NO_STORE = { 'cache-control': 'no-store' }

const answerJson: Manner = {
  refused: (status, { message }) => Response.json({ error: { message } }, { status, headers: NO_STORE }),
  done: ({ upload_id, batch_id }) =>
    Response.json(
      { upload_id, batch_id, next_step: step('create_batch', { upload_id }) },
      { status: 201, headers: NO_STORE },
    ),
}

/** Why an upload failed, in words for the sender and for the agent that asked for the file. */
function refusalOf(error: unknown, parts: ServerParts): { status: number; message: string } {
  if (error instanceof BrokenOff) return { status: 400, message: `The transfer broke off. ${UNSURE}` }
  if (error instanceof BadForm) return { status: 400, message: error.message }
  if (error instanceof ApiError) {
    const status = error.status !== null && ABOUT_THE_FILE.has(error.status) ? error.status : 502
    return { status, message: `${error.message} ${error.may_have_applied ? UNSURE : RETRY}` }
  }
  parts.report('an upload failed', error)
  return { status: 500, message: `The upload could not be passed on. ${UNSURE}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
