import { api } from '../../contract/operations.ts'
import { ServiceError } from '../http/errors.ts'
import { handle } from '../http/route.ts'
import { requireBatch } from './batches-read.ts'

/** Handing segments to the caller's own model: this service translates by itself, and says so (assumptions.md, Agent engine). */
export const segmentsRoute = handle(api.batches.segments, async ({ params, caller }, { db }) => {
  await requireBatch(db, caller.workspace.id, params.batch_id)
  throw translatesItself()
})

export const answerSegmentsRoute = handle(api.batches.answerSegments, async ({ params, caller }, { db }) => {
  await requireBatch(db, caller.workspace.id, params.batch_id)
  throw translatesItself()
})

function translatesItself(): ServiceError {
  const message = 'This service translates by itself; no segments are handed out. Wait for the translation instead.'
  return new ServiceError('resource_not_found', message)
}
