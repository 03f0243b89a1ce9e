import { ERRORS } from '../../contract/errors.ts'
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
import { requireBatch, targetsColumn } from '../store/batches.ts'
import { connectionHolds } from '../store/connection-state.ts'
import { findConnection } from '../store/connections.ts'
import { findBatchOfResult, findResult, findRetainedResult, qualityColumn } from '../store/results.ts'
import { pagePolicy } from '../web/page.ts'
import { endedResultPage, finishedPage } from '../web/result-page.ts'
import { comparedFiles } from './compared-files.ts'

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
      ...{ url, page_url: pageOf(url), expires_at: timestamp(expires), file_name, media_type, size_bytes },
      ...{ engine: batch.engine, quality: qualityColumn.read(result.quality_json) },
    },
  }
})

/** What makes a result's link lead to the page about it. The signature is over the file: page and file have one secret and one end. */
const PAGE = ['view', 'page'] as const

function pageOf(link: string): string {
  const url = new URL(link)
  url.searchParams.append(...PAGE)
  return url.href
}

/** The download behind a result's link, and the page about it: they need no credential, and the file has the result's name. */
export const resultPage: Page = {
  method: 'GET',
  name: 'result_file',
  path: '/files/:batch_id/:name',
  async respond(request, deps) {
    const url = new URL(request.url)
    const [name, value] = PAGE
    if (url.searchParams.get(name) !== value) return await download(url, deps)
    try {
      return answerPage(200, await about(url, deps))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return answerPage(ERRORS[error.code].status, await endedResultPage(error.message))
    }
  },
}

/** The result that a link leads to. @throws {ServiceError} resource_not_found, file_expired */
async function behind(url: URL, deps: Deps) {
  const { db, files, links, clock } = deps
  if (!links.check('GET', url, clock())) throw noSuchLink()
  await requireHolder(madeFor(url), deps)
  const id = decodeURIComponent(url.pathname.split('/')[2] ?? '')
  const result = await findRetainedResult(db, id, clock())
  if (result === undefined || (await files.size(result.blob)) !== result.size_bytes) throw fileGone()
  await recordDownload(id, madeFor(url), deps)
  return result
}

async function download(url: URL, deps: Deps): Promise<Response> {
  const result = await behind(url, deps)
  const { file_name, media_type } = result
  const elsewhere = await deps.files.address(result.blob, { file_name, media_type })
  // Under the same signature and end: this link decides, and what it leads to ends after a minute.
  if (elsewhere !== undefined) return new Response(null, { status: 307, headers: { location: elsewhere } })
  const headers = {
    'content-type': result.media_type,
    'content-length': String(result.size_bytes),
    'content-disposition': contentDisposition(result.file_name),
  }
  return new Response(streamOf(deps.files.open(result.blob)), { headers })
}

/** The page shows text of the file: it is noted as a download is. */
async function about(url: URL, deps: Deps): Promise<string> {
  const result = await behind(url, deps)
  const batch = await findBatchOfResult(deps.db, result.batch_id)
  if (batch === undefined) throw fileGone()
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => name !== PAGE[0]))
  const { target_languages_json: targets } = batch
  const target_languages = targets === null ? [] : targetsColumn.read(targets)
  return await finishedPage({
    ...{ source_name: batch.file_name, file_name: result.file_name, size_bytes: result.size_bytes },
    ...{ source_language: batch.source_language, target_languages, engine: batch.engine },
    ...{ completed_at: batch.completed_at, quality: qualityColumn.read(result.quality_json) },
    ...{ ends_at: Number(url.searchParams.get('expires')), download: `?${query}` },
    compared: await comparedFiles(batch, result, deps.files),
  })
}

function answerPage(status: number, text: string): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() }
  return new Response(text, { status, headers })
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
