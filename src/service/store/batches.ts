import * as z from 'zod'
import { ServiceError } from '../domain/errors.ts'
import { Survey } from '../domain/survey.ts'
import { contains } from './contains.ts'
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
export async function listBatches(
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
    const found = await someNamed(db, workspaceId, filters.archived, filters.search)
    if (found.length === 0) return []
    query = query.where(is =>
      found.length < MANY ? is('id', 'in', found) : contains(is.ref('search_key'), filters.search ?? ''),
    )
  }
  if (after !== undefined) {
    // Says nothing new: with it, the database begins at the position instead of at the newest.
    query = query.where('created_at', '<=', after.created_at)
    query = query.where(is =>
      is.or([
        is('created_at', '<', after.created_at),
        is.and([is('created_at', '=', after.created_at), is('id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** From so many on, a page of what is found is full soon when the list is walked in its order. */
const MANY = 200

/**
 * Up to `MANY` batches with a text in their name, in no order. Walking the names alone takes half as long as walking the list: that is
 * what a search costs that finds little or nothing.
 */
async function someNamed(db: Database, workspaceId: string, archived: boolean, text: string): Promise<string[]> {
  const named = db.selectFrom('batches').select('id').where('workspace_id', '=', workspaceId)
  const found = named.where('archived', '=', archived ? 1 : 0).where(is => contains(is.ref('search_key'), text))
  return (await found.limit(MANY).execute()).map(({ id }) => id)
}

/** Changes name or archived flag of a batch. */
export function updateBatch(
  tx: Database,
  id: string,
  change: Partial<Pick<BatchRow, 'name' | 'search_key' | 'archived'>>,
): Promise<BatchRow> {
  return tx.updateTable('batches').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** When the newest batch of all workspaces was created, in milliseconds; undefined where there is none. */
export async function newestCreation(db: Database): Promise<number | undefined> {
  const newest = db.selectFrom('batches').select(is => is.fn.max('created_at').as('at'))
  return (await newest.executeTakeFirst())?.at ?? undefined
}
