import { sql } from 'kysely'
import * as z from 'zod'
import { ServiceError } from '../domain/errors.ts'
import { Survey } from '../domain/survey.ts'
import type { Database } from './database.ts'
import type { BatchRow } from './schema.ts'
import { stored } from './stored.ts'

/** What analysis found in the file. Version 1 also named the family of the format; nobody read it. */
export const surveyColumn = stored('batches.survey_json', 2, Survey)
/** Instructions that a caller may like. */
export const suggestionsColumn = stored('batches.suggestions_json', 1, z.array(z.string()).readonly())

/** The filters of the list; an absent one does not filter. Moments in milliseconds. */
export interface BatchFilters {
  readonly status?: BatchRow['status'] | undefined
  readonly archived: boolean
  readonly quality_tier?: string | undefined
  /** Inclusive. */
  readonly created_after?: number | undefined
  /** Exclusive. */
  readonly created_before?: number | undefined
  /** Folded text to be found in the name, or without one in the file name. */
  readonly search?: string | undefined
}

/** Where the last page ended. */
export interface BatchPosition {
  readonly created_at: number
  readonly id: string
}

/** A batch of a workspace; undefined when it has none with that id. */
export function findBatch(db: Database, workspaceId: string, id: string): Promise<BatchRow | undefined> {
  const batches = db.selectFrom('batches').selectAll().where('workspace_id', '=', workspaceId)
  return batches.where('id', '=', id).executeTakeFirst()
}

/** Finds a batch that has to exist. @throws {ServiceError} batch_not_found, also for a batch of another workspace (ENV-5) */
export async function requireBatch(db: Database, workspaceId: string, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, workspaceId, id)
  if (batch === undefined) throw new ServiceError('batch_not_found', 'There is no translation with this id.')
  return batch
}

/** Up to `limit` batches of a workspace after a position, the newest first. */
export function listBatches(
  db: Database,
  workspaceId: string,
  filters: BatchFilters,
  after: BatchPosition | undefined,
  limit: number,
): Promise<BatchRow[]> {
  let query = db.selectFrom('batches').selectAll().where('workspace_id', '=', workspaceId)
  query = query.where('archived', '=', filters.archived ? 1 : 0)
  if (filters.status !== undefined) query = query.where('status', '=', filters.status)
  if (filters.quality_tier !== undefined) query = query.where('quality_tier', '=', filters.quality_tier)
  if (filters.created_after !== undefined) query = query.where('created_at', '>=', filters.created_after)
  if (filters.created_before !== undefined) query = query.where('created_at', '<', filters.created_before)
  if (filters.search !== undefined) {
    const pattern = `%${filters.search.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(is => sql<boolean>`${is.ref('search_key')} like ${pattern} escape '\\'`)
  }
  if (after !== undefined) {
    query = query.where(is =>
      is.or([
        is('created_at', '<', after.created_at),
        is.and([is('created_at', '=', after.created_at), is('id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Changes name or archived flag of a batch. */
export function updateBatch(
  tx: Database,
  id: string,
  change: Partial<Pick<BatchRow, 'name' | 'search_key' | 'archived'>>,
): Promise<BatchRow> {
  return tx.updateTable('batches').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
