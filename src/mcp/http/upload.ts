import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
import type { ServerParts } from '../context.ts'
import { step } from '../steps.ts'
import type { UploadHandle, UploadHandles } from '../uploads.ts'
import { BadForm, fileOfForm } from './upload-form.ts'
import { uploadedPage, uploadPage, uploadProblemPage } from './upload-page.ts'

/** Sending a large file over a slow line takes its time. */
const SENDING_MS = 10 * 60_000

const GONE = 'This upload address is unknown, has expired or was used. Ask your assistant for a new one.'

/**
 * Answers an upload address: its page on GET, the bytes by PUT or by the page's form. They are streamed straight through to the
 * API, with the wishes the handle was made with, and make one translation.
 */
export async function serveUpload(request: Request, parts: ServerParts, handles: UploadHandles): Promise<Response> {
  const [, , secret = '', name = ''] = new URL(request.url).pathname.split('/')
  const handle = handles.behind(secret)
  const say = request.method === 'PUT' ? answerJson : answerPage
  if (!handle || handle.state.kind === 'done') return say.refused(404, GONE)
  if (request.method === 'GET') return uploadPage()
  if (request.method !== 'PUT' && request.method !== 'POST')
    return new Response(null, { status: 405, headers: { allow: 'GET, PUT, POST' } })
  if (handle.state.kind === 'sending') return say.refused(409, 'This upload is already under way.')
  handle.state = { kind: 'sending' }
  try {
    const file = request.method === 'POST' ? await fileOfForm(request) : bodyFile(request, handle, decoded(name))
    const created = await pass(request, file, handle, parts)
    return say.done(handle.filename ?? file.name, handle, created)
  } catch (error) {
    handle.state = { kind: 'waiting' }
    return refuse(error, say, parts)
  }
}

interface Incoming {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly size?: number
}

function bodyFile(request: Request, handle: UploadHandle, name: string): Incoming {
  const fileName = handle.filename ?? name
  if (fileName === '' || request.body === null) {
    throw new BadForm(
      'Send the bytes of the file by PUT, with its name as the last part of the address (…/report.csv).',
    )
  }
  const size = Number(request.headers.get('content-length') ?? Number.NaN)
  return { name: fileName, bytes: request.body, ...(Number.isSafeInteger(size) ? { size } : {}) }
}

async function pass(
  request: Request,
  { name, bytes, size }: Incoming,
  handle: UploadHandle,
  parts: ServerParts,
): Promise<string> {
  const { data, request_id } = await parts.client.call(
    api.batches.create,
    { body: handle.instruction === undefined ? {} : { instruction: handle.instruction } },
    {
      signal: request.signal,
      deadlineMs: SENDING_MS,
      idempotencyKey: handle.key,
      file: { name: handle.filename ?? name, open: () => bytes, ...(size === undefined ? {} : { size }) },
    },
  )
  handle.state = { kind: 'done', created: data, request_id }
  return data.batch.id
}

interface Manner {
  refused(status: number, reason: string): Response
  done(fileName: string, handle: UploadHandle, batchId: string): Response
}

const answerPage: Manner = {
  refused: uploadProblemPage,
  done: fileName => uploadedPage(fileName),
}

const answerJson: Manner = {
  refused: (status, message) => Response.json({ error: { message } }, { status }),
  done: (_fileName, { upload_id }, batch_id) =>
    Response.json({ upload_id, batch_id, next_step: step('create_batch', { upload_id }) }, { status: 201 }),
}

function refuse(error: unknown, say: Manner, parts: ServerParts): Response {
  if (error instanceof BadForm) return say.refused(400, error.message)
  if (error instanceof ApiError) return say.refused(error.status ?? 502, error.message)
  parts.report('an upload failed', error)
  return say.refused(500, 'The upload could not be passed on. Try again.')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
