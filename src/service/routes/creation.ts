import { createHash } from 'node:crypto'
import { PROJECT_HEADER } from '../../contract/limits.ts'
import { api, type CreateBatch } from '../../contract/operations.ts'
import { fileSourceOf, idempotencyKeyOf, oneSource, projectOf } from '../domain/creation.ts'
import { ServiceError } from '../domain/errors.ts'
import { inferFileName, type NamedFile, readFileName } from '../domain/file-name.ts'
import { tooLarge } from '../files/blobs.ts'
import { decodeBody } from '../http/body.ts'
import { keyedBy, repeatOf } from '../http/idempotency.ts'
import { FORM_OVERHEAD_BYTES, type Form, readForm } from '../http/multipart.ts'
import { type Call, type Deps, handle } from '../http/route.ts'
import type { StoredBlob } from '../ports.ts'
import { findOwnUpload } from '../store/uploads.ts'
import { made, type Origin, repeated } from './creation-answer.ts'
import { store } from './storing.ts'

type Raw = Omit<Call<typeof api.batches.create>, 'body'>

/**
 * `POST /v1/batches`: a batch from exactly one source. The answer waits for the analysis for some time; a file that is found to
 * be unusable in that time is refused, and nothing of it is kept.
 */
export const createBatchRoute = handle(api.batches.create, fromJson, fromForm)

async function fromJson(call: Call<typeof api.batches.create>, deps: Deps) {
  checkProject(call)
  const source = fileSourceOf(call.body)
  switch (source.kind) {
    case 'content':
      return fromContent(source.content, call, deps)
    case 'file_url':
      return fromUrl(source.url, call, deps)
    case 'upload_id':
      return fromUpload(source.id, call, deps)
  }
}

/** Refuses a bad label before anything is stored. */
function checkProject({ request }: Pick<Raw, 'request'>): void {
  projectOf(request.headers.get(PROJECT_HEADER))
}

async function fromContent(content: string, call: Call<typeof api.batches.create>, deps: Deps) {
  const { filename, instruction, idempotency_key } = call.body
  const file = readFileName(filename ?? inferFileName(content), deps.settings.max_upload_bytes, content)
  if (file.binary) {
    const message = `.${file.family} files are binary: send the bytes as multipart/form-data, not as content.`
    throw new ServiceError('invalid_request', message, { param: 'content' })
  }
  const bytes = Buffer.from(content)
  if (bytes.length > file.ceiling) throw tooLarge(file.ceiling)
  const source = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const keyed = keyedBy(call, idempotency_key, identity(source, call.body), deps)
  const repeat = await repeatOf(keyed, deps)
  if (repeat !== undefined) return repeated(repeat, call, deps)
  const stored = await store(single(bytes), file, deps)
  return made({ file, stored, instruction, keyed }, call, deps)
}

async function fromUrl(url: string, call: Call<typeof api.batches.create>, deps: Deps) {
  const { filename, instruction, idempotency_key } = call.body
  const keyed = keyedBy(call, idempotency_key, identity(`url:${url}`, call.body), deps)
  const repeat = await repeatOf(keyed, deps)
  if (repeat !== undefined) return repeated(repeat, call, deps)
  const named = filename === undefined ? undefined : readFileName(filename, deps.settings.max_upload_bytes)
  const fetched = await deps.fetchFile(url, call.signal)
  try {
    const file = named ?? readFileName(fetched.fileName ?? 'file', deps.settings.max_upload_bytes)
    if ((fetched.size ?? 0) > file.ceiling) throw tooLarge(file.ceiling)
    const stored = await store(fetched.body, file, deps)
    return await made({ file, stored, instruction, keyed }, call, deps)
  } finally {
    fetched.close()
  }
}

/** An upload makes at most one batch, also when the second call has other fields (CRE-4). */
async function fromUpload(id: string, call: Call<typeof api.batches.create>, deps: Deps) {
  idempotencyKeyOf(call.request.headers.get('idempotency-key'), call.body.idempotency_key)
  const upload = await findOwnUpload(deps.db, id, call.caller.caller_id, deps.clock())
  if (upload === undefined) throw new ServiceError('resource_not_found', 'There is no upload with this id.')
  if (upload.batch_id !== null) return repeated(upload.batch_id, call, deps)
  const { blob, size_bytes, sha256 } = upload
  if (upload.state !== 'completed' || blob === null || size_bytes === null || sha256 === null) {
    throw new ServiceError('invalid_request', 'The upload is not complete: send its bytes, then complete it.', {
      param: 'upload_id',
    })
  }
  if ((await deps.files.size(blob)) === undefined) {
    throw new ServiceError('file_expired', 'The uploaded file is gone. Upload it again.')
  }
  const stored = { blob, size: size_bytes, sha256 }
  const origin: Origin = {
    file: readFileName(upload.file_name, deps.settings.max_upload_bytes),
    stored,
    instruction: call.body.instruction,
    uploadId: id,
  }
  return made(origin, call, deps)
}

/** Only the bytes show whether a call is a repeat. So they are stored first, and dropped again if it is one (CRE-6). */
async function fromForm(call: Raw, deps: Deps) {
  checkProject(call)
  const length = Number(call.request.headers.get('content-length') ?? 0)
  const form = await readForm(call.request, {
    async take(name, content, { filename = name }) {
      const file = readFileName(filename, deps.settings.max_upload_bytes)
      if (length > file.ceiling + FORM_OVERHEAD_BYTES) throw tooLarge(file.ceiling)
      return { file, stored: await store(content, file, deps) }
    },
    drop: ({ stored }) => deps.files.remove(stored.blob),
  })
  let drop = form.file?.stored.blob
  try {
    const next = await originOf(form, call, deps)
    if (typeof next === 'string') return await repeated(next, call, deps)
    drop = undefined
    return await made(next, call, deps)
  } finally {
    if (drop !== undefined) await deps.files.remove(drop)
  }
}

/** What a form creates, or the id of the batch that it has already made. */
async function originOf(
  { fields, file: taken }: Form<{ file: NamedFile; stored: StoredBlob }>,
  call: Raw,
  deps: Deps,
): Promise<Origin | string> {
  const { create } = api.batches
  const body = decodeBody<typeof create.body>(create.body, fields, create.errors)
  const others = (['content', 'file_url', 'upload_id'] as const).filter(name => body[name] !== undefined)
  if (taken === undefined || others.length > 0) throw oneSource([...(taken === undefined ? [] : ['file']), ...others])
  const { stored } = taken
  const file = body.filename === undefined ? taken.file : readFileName(body.filename, deps.settings.max_upload_bytes)
  if (stored.size > file.ceiling) throw tooLarge(file.ceiling)
  const named = { ...body, filename: file.fileName }
  const keyed = keyedBy(call, body.idempotency_key, identity(`sha256:${stored.sha256}`, named), deps)
  return (await repeatOf(keyed, deps)) ?? { file, stored, instruction: body.instruction, keyed }
}

function identity(source: string, { filename, instruction }: CreateBatch) {
  return { source, filename: filename ?? null, instruction: instruction ?? null }
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
