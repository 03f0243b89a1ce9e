import { api } from '../../contract/operations.ts'
import { ServiceError } from '../domain/errors.ts'
import { readFileName } from '../domain/file-name.ts'
import { MINUTE, timestamp } from '../domain/time.ts'
import { tooLarge } from '../files/blobs.ts'
import { uploadPath } from '../files/links.ts'
import { bodyOf } from '../files/stream.ts'
import type { Page } from '../http/app.ts'
import { type Deps, handle } from '../http/route.ts'
import type { UploadRow } from '../store/schema.ts'
import { completeUpload, findOwnUpload, findUpload, insertUpload, receiveUpload } from '../store/uploads.ts'
import { noSuchLink } from './result.ts'
import { requireAsNamed, store } from './storing.ts'

/** Opens a temporary upload of this credential (UPL-1). */
export const createUploadRoute = handle(api.uploads.create, async ({ body, caller }, deps) => {
  const { db, clock, newId, settings } = deps
  const file = readFileName(body.filename, settings.max_upload_bytes)
  const now = clock()
  const row: UploadRow = {
    id: newId('upl'),
    workspace_id: caller.workspace.id,
    created_by: caller.caller_id,
    file_name: file.fileName,
    media_type: file.mediaType,
    blob: null,
    size_bytes: null,
    sha256: null,
    state: 'open',
    batch_id: null,
    created_at: now,
    expires_at: now + settings.upload_minutes * MINUTE,
  }
  await insertUpload(db, row)
  return { data: view(row, deps) }
})

/** Completes an upload whose bytes have arrived. A second call changes nothing. */
export const completeUploadRoute = handle(api.uploads.complete, async ({ params, caller }, deps) => {
  const { db, clock } = deps
  const upload = await findOwnUpload(db, params.upload_id, caller.caller_id, clock())
  if (upload === undefined) throw new ServiceError('resource_not_found', 'There is no upload with this id.')
  if (upload.state === 'open') {
    throw new ServiceError('invalid_request', 'No bytes have arrived yet: send them with PUT to the url of the upload.')
  }
  await completeUpload(db, upload.id)
  return { data: view(upload, deps) }
})

/** Takes the bytes of an upload. Bytes that are sent again before it is completed replace the first ones. */
export const uploadPage: Page = {
  method: 'PUT',
  name: 'upload_file',
  path: '/uploads/:upload_id',
  async respond(request, { db, files, links, clock, settings }) {
    const url = new URL(request.url)
    if (!links.check('PUT', url, clock())) throw noSuchLink()
    const upload = await findUpload(db, decodeURIComponent(url.pathname.split('/')[2] ?? ''))
    if (upload === undefined || upload.state === 'completed') throw noSuchLink()
    const file = readFileName(upload.file_name, settings.max_upload_bytes)
    if (Number(request.headers.get('content-length') ?? 0) > file.ceiling) throw tooLarge(file.ceiling)
    const stored = await store(bodyOf(request), file, { files })
    try {
      await requireAsNamed(stored, file, { files })
    } catch (error) {
      await files.remove(stored.blob)
      throw error
    }
    if (!(await receiveUpload(db, upload.id, stored))) {
      await files.remove(stored.blob)
      throw noSuchLink()
    }
    if (upload.blob !== null) await files.remove(upload.blob)
    return new Response(null, { status: 204 })
  },
}

function view({ id, expires_at }: UploadRow, { links }: Deps) {
  return { id, url: links.sign('PUT', uploadPath(id), expires_at), expires_at: timestamp(expires_at) }
}
