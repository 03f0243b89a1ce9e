import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import * as z from 'zod'
import { ServiceError } from '../domain/errors.ts'
import { Survey } from '../domain/survey.ts'
import { listArchived, newestInto } from './batch-languages.ts'
import { contains, nameContains } from './contains.ts'
import type { Database } from './database.ts'
import type { BatchRow, Schema } from './schema.ts'
import { stored } from './stored.ts'

/** What analysis found in the file. Version 1 also named the family of the format; nobody read it. */
export const surveyColumn = stored('batches.survey_json', 2, Survey)
/** Instructions that a caller may like. */
export const suggestionsColumn = stored('batches.suggestions_json', 1, z.array(z.string()).readonly())

/** The target languages of a plan. */
export const targetsColumn = stored('batches.target_languages_json', 1, z.array(z.string()).readonly())

/** A search that names languages: translations into all of them that have all the words in their name. */
export interface LanguageSearch {
  readonly languages: readonly string[]
  /** Folded. */
  readonly words: readonly string[]
}

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
  /** What the same search says of languages: it finds these too. */
  readonly searched_languages?: LanguageSearch | undefined
  /** A tag of the catalogue. Its varieties are found too. */
  readonly target_language?: string | undefined
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

/** Batches by their ids, of whatever workspace, in no order. */
export async function findBatches(db: Database, ids: readonly string[]): Promise<BatchRow[]> {
  if (ids.length === 0) return []
  return await db.selectFrom('batches').selectAll().where('id', 'in', ids).execute()
}

/** Up to `limit` batches of a workspace after a position, the newest first. */
export async function listBatches(
  db: Database,
  workspaceId: string,
  filters: BatchFilters,
  after: BatchPosition | undefined,
  limit: number,
): Promise<BatchRow[]> {
  const listed = await listInto(db, workspaceId, filters, after, limit)
  if (listed !== undefined) return listed
  let query = db.selectFrom('batches').selectAll().where('workspace_id', '=', workspaceId)
  query = narrowed(query.where('archived', '=', filters.archived ? 1 : 0), filters)
  if (filters.created_after !== undefined) query = query.where('created_at', '>=', filters.created_after)
  if (filters.created_before !== undefined) query = query.where('created_at', '<', filters.created_before)
  if (filters.search !== undefined || filters.target_language !== undefined) {
    const found = await someMatching(db, workspaceId, filters)
    if (found.length === 0) return []
    query = query.where(is => (found.length < MANY ? is('id', 'in', found) : matches(is, filters)))
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

type Query = SelectQueryBuilder<Schema, 'batches', BatchRow>

function narrowed(query: Query, { status, quality_tier }: BatchFilters): Query {
  // A sample that nobody approved is an offer, and no translation.
  let of = query.where(is => is.or([is('sample_of', 'is', null), is('approved_at', 'is not', null)]))
  if (status !== undefined) of = of.where('status', '=', status)
  if (quality_tier !== undefined) of = of.where('quality_tier', '=', quality_tier)
  return of
}

/**
 * A page by language from the newest of its status or the newest of the language. Undefined where neither is a whole page, though there are more:
 * then the list is walked in its order.
 */
async function listInto(
  db: Database,
  workspaceId: string,
  filters: BatchFilters,
  after: BatchPosition | undefined,
  limit: number,
): Promise<BatchRow[] | undefined> {
  const { target_language: language, ...others } = filters
  if (language === undefined) return undefined
  const page = async (ids: readonly string[], isAll: boolean): Promise<BatchRow[] | undefined> => {
    if (ids.length === 0) return isAll ? [] : undefined
    // By id alone, as in findBatchPlans.
    const found = narrowed(db.selectFrom('batches').selectAll().where('id', 'in', ids), filters)
    const matching = others.search === undefined ? found : found.where(is => matches(is, others))
    const rows = await matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return isAll || rows.length === limit ? rows : undefined
  }
  if (filters.status !== undefined) {
    const newest = await newestOf(db, workspaceId, filters, after)
    const ids = newest.filter(({ targets }) => isInto(targets, language)).map(({ id }) => id)
    const first = ids.slice(0, 2 * limit)
    const listed =
      (first.length < ids.length ? await page(first, false) : undefined) ?? (await page(ids, newest.length < MANY))
    if (listed !== undefined) return listed
  }
  const isNarrowed = others.search !== undefined || others.quality_tier !== undefined || others.status !== undefined
  for (const many of isNarrowed ? [MANY] : [2 * limit, MANY]) {
    const ids = await newestInto(db, workspaceId, { ...others, language, after }, many)
    const listed = await page(ids, ids.length < many)
    if (listed !== undefined) return listed
  }
  return undefined
}

/** The newest `MANY` of a status, the newest first, with what their plans translate into. */
async function newestOf(
  db: Database,
  workspaceId: string,
  filters: BatchFilters,
  after: BatchPosition | undefined,
): Promise<{ id: string; targets: string }[]> {
  const { status, archived, created_after, created_before } = filters
  let query = db.selectFrom('batches').select(['id', 'target_languages_json as targets'])
  query = query.where('workspace_id', '=', workspaceId).where('archived', '=', archived ? 1 : 0)
  if (status !== undefined) query = query.where('status', '=', status)
  if (created_after !== undefined) query = query.where('created_at', '>=', created_after)
  if (created_before !== undefined) query = query.where('created_at', '<', created_before)
  if (after !== undefined) {
    query = query.where(is => is(is.refTuple('created_at', 'id'), '<', is.tuple(after.created_at, after.id)))
  }
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MANY).execute()
}

/** As `into`. */
function isInto(targets: string, tag: string): boolean {
  return targets.includes(`"${tag}"`) || targets.includes(`"${tag}-`)
}

/** From so many on, a page of what is found is full soon when the list is walked in its order. */
const MANY = 200

/**
 * Up to `MANY` batches with a text in their name or in a language, in no order. Walking an index alone takes half as long as walking the
 * list: that is what a search costs that finds little or nothing.
 */
async function someMatching(db: Database, workspaceId: string, filters: BatchFilters): Promise<string[]> {
  const own = db.selectFrom('batches').select('id').where('workspace_id', '=', workspaceId)
  const found = own.where('archived', '=', filters.archived ? 1 : 0).where(is => matches(is, filters))
  return (await found.limit(MANY).execute()).map(({ id }) => id)
}

type Batches = ExpressionBuilder<Schema, 'batches'>

/** What `search` and `target_language` ask for. */
function matches(is: Batches, { search, searched_languages, target_language }: BatchFilters): Expression<SqlBool> {
  const named = (text: string) => nameContains(is.ref('search_key'), text)
  const { languages = [], words = [] } = searched_languages ?? {}
  const byLanguage = is.and([...languages.map(tag => into(is, tag)), ...words.map(named)])
  return is.and([
    ...(search === undefined ? [] : [is.or([named(search), ...(searched_languages ? [byLanguage] : [])])]),
    ...(target_language === undefined ? [] : [into(is, target_language)]),
  ])
}

/** Translations into a language or a variety of it, by the text of the list of their languages. */
function into(is: Batches, tag: string): Expression<SqlBool> {
  const list = is.ref('target_languages_json')
  return is.or([contains(list, `"${tag}"`), contains(list, `"${tag}-`)])
}

/**
 * The languages of those of these batches that the workspace has, in no order. The workspace is looked at afterwards: asked for both,
 * SQLite takes the index of the workspace, and walks all its batches.
 */
export async function findBatchPlans(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<BatchPlanRow[]> {
  const columns = ['id', 'workspace_id', 'source_language', 'target_languages_json', 'engine'] as const
  const rows = await db.selectFrom('batches').select(columns).where('id', 'in', ids).execute()
  return rows.filter(({ workspace_id }) => workspace_id === workspaceId)
}

/** What a list says of the plan of a batch. */
export type BatchPlanRow = Pick<BatchRow, 'id' | 'source_language' | 'target_languages_json' | 'engine'>

/** Changes name or archived flag of a batch. Call it inside a writing transaction. */
export async function updateBatch(
  tx: Database,
  id: string,
  change: Partial<Pick<BatchRow, 'name' | 'search_key' | 'archived'>>,
): Promise<BatchRow> {
  if (change.archived !== undefined) await listArchived(tx, id, change.archived)
  return tx.updateTable('batches').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** When the newest batch of all workspaces was created, in milliseconds; undefined where there is none. */
export async function newestCreation(db: Database): Promise<number | undefined> {
  const newest = db.selectFrom('batches').select(is => is.fn.max('created_at').as('at'))
  return (await newest.executeTakeFirst())?.at ?? undefined
}
