import { api } from '../../contract/operations.ts'
import { STATES } from '../domain/batch-state.ts'
import { ServiceError } from '../domain/errors.ts'
import { MINUTE, timestamp } from '../domain/time.ts'
import { contentDisposition, madeFor, resultPath } from '../files/links.ts'
import { fileGone, requireBlob, requireRetained } from '../files/original.ts'
import { streamOf } from '../files/stream.ts'
import type { Page } from '../http/app.ts'
import { type Deps, handle } from '../http/route.ts'
import { findActor } from '../store/actors.ts'
import { countEvent } from '../store/audit.ts'
import { requireBatch } from '../store/batches.ts'
import { connectionHolds } from '../store/connection-state.ts'
import { findConnection } from '../store/connections.ts'
import { findResult, findRetainedResult, qualityColumn } from '../store/results.ts'

/** A signed link to the finished file (RES-1). */
export const resultRoute = handle(api.batches.result, async ({ params, caller }, deps) => {
  const { db, files, settings, links, clock } = deps
  const batch = await requireBatch(db, caller.workspace.id, params.batch_id)
  if (!STATES[batch.status].result) {
    const message = `The translation is ${batch.status}; there is a result once it is completed.`
    throw new ServiceError('result_not_ready', message)
  }
  const now = clock()
  requireRetained(batch, now)
  const result = await findResult(db, batch.id)
  if (result === undefined) throw fileGone()
  await requireBlob(result.blob, files)
  const { file_name, media_type, size_bytes } = result
  if (size_bytes > settings.max_result_bytes) {
    const message = `The result has ${size_bytes} bytes, more than can be returned. Split the file and translate its parts.`
    throw new ServiceError('result_too_large', message)
  }
  const expires = Math.min(now + settings.link_minutes * MINUTE, batch.file_expires_at)
  const url = links.sign('GET', resultPath(batch.id, file_name), expires, caller.caller_id)
  return {
    data: {
      ...{ url, expires_at: timestamp(expires), file_name, media_type, size_bytes },
      ...{ engine: batch.engine, quality: qualityColumn.read(result.quality_json) },
    },
  }
})

/** The download behind a result's link: it needs no credential and has the result's file name. */
export const resultPage: Page = {
  method: 'GET',
  path: '/files/:batch_id/:name',
  async respond(request, deps) {
    const { db, files, links, clock } = deps
    const url = new URL(request.url)
    if (!links.check('GET', url, clock())) throw noSuchLink()
    await requireHolder(madeFor(url), deps)
    const id = decodeURIComponent(url.pathname.split('/')[2] ?? '')
    const result = await findRetainedResult(db, id, clock())
    if (result === undefined || (await files.size(result.blob)) !== result.size_bytes) throw fileGone()
    await recordDownload(id, madeFor(url), deps)
    const headers = {
      'content-type': result.media_type,
      'content-length': String(result.size_bytes),
      'content-disposition': contentDisposition(result.file_name),
    }
    return new Response(streamOf(files.open(result.blob)), { headers })
  },
}

/** Refuses a link that was made for a connection which has ended: whoever was given it may read no longer. */
async function requireHolder(caller: string | undefined, { db, clock }: Deps): Promise<void> {
  if (caller === undefined || (await findConnection(db, caller)) === undefined) return
  if (await connectionHolds(db, caller, clock())) return
  throw new ServiceError('file_expired', 'This link has ended with its connection. Ask for a new one.')
}

/** Notes in the audit log for whom the link was made that is followed. A log that cannot be written holds up no download. */
async function recordDownload(batch_id: string, caller: string | undefined, deps: Deps): Promise<void> {
  const { db, clock, newId, notes } = deps
  const actor = caller === undefined ? undefined : await findActor(db, caller)
  if (actor === undefined) return
  const event = { kind: 'result_downloaded', ...actor, batch_id } as const
  const moment = { now: clock(), newId }
  notes.note(`download ${newId('note')}`, () =>
    countEvent(db, moment, event, [batch_id, actor.client_id, caller ?? null]),
  )
}

/** The one answer to a link that was changed, has expired, or is of another data folder: there is nothing under it. */
export function noSuchLink(): ServiceError {
  return new ServiceError('resource_not_found', 'This link does not exist or has expired. Ask for a new one.')
}
