import { type ExpressionBuilder, sql } from 'kysely'
import { Quality } from '../../contract/batch.ts'
import type { Means } from '../domain/means.ts'
import { release } from './credits.ts'
import { type Database, write } from './database.ts'
import { CLOCKS_DIFFER_MS, LONGEST_DELAY_MS } from './leases.ts'
import type { ResultRow, Schema } from './schema.ts'
import { stored } from './stored.ts'

/** The result of a finished batch; undefined when there is none, or none any more. */
export function findResult(db: Database, batchId: string): Promise<ResultRow | undefined> {
  return db.selectFrom('results').selectAll().where('batch_id', '=', batchId).executeTakeFirst()
}

/** The result of a finished batch whose retention time is not over at `now`; undefined when there is none, or none any more. */
export function findRetainedResult(db: Database, batchId: string, now: number): Promise<ResultRow | undefined> {
  return db
    .selectFrom('results')
    .innerJoin('batches', 'batches.id', 'results.batch_id')
    .selectAll('results')
    .where('results.batch_id', '=', batchId)
    .where('batches.file_expires_at', '>', now)
    .executeTakeFirst()
}

/** What people are told of the batch of a result, whose link they have; undefined where there is none. */
export function findBatchOfResult(db: Database, batchId: string) {
  const columns = [
    'file_name',
    'file_blob',
    'engine',
    'source_language',
    'target_languages_json',
    'completed_at',
  ] as const
  return db.selectFrom('batches').select(columns).where('id', '=', batchId).executeTakeFirst()
}

/** The quality of a result. */
export const qualityColumn = stored('results.quality_json', 1, Quality)

const AT_WORK = ['queued', 'analyzing', 'translating'] as const

/**
 * Releases the files of up to `limit` batches whose time is over at `now`, originals and results. A batch that is worked on keeps its
 * file. A batch that waits fails first: for answers of its caller, or for an engine or settings that this process does not have
 * (`means`). Segments and translations are deleted later (`withTranslations`): there may be millions.
 *
 * @returns the batches, each with the blobs that no row holds any more
 */
export function releaseExpiredFiles(db: Database, now: number, means: Means, limit: number): Promise<string[][]> {
  return write(db, async tx => {
    // One index leads to all of them, in the order of their end: a slice takes as long however many batches there are. Without the order,
    // PostgreSQL walks all kept files where it expects more of them to be over than there are.
    const expired = await tx
      .selectFrom('batches')
      .leftJoin('results', 'results.batch_id', 'batches.id')
      .select(['batches.id', 'batches.file_blob', 'batches.status', 'batches.phase', 'results.blob'])
      .where('file_blob', 'is not', null)
      .where('file_expires_at', '<=', now)
      .where(is =>
        is.or([is('status', 'not in', AT_WORK), is.and([is('status', '=', 'translating'), waits(is, now, means)])]),
      )
      .orderBy('file_expires_at')
      .limit(limit)
      .execute()
    for (const { id, status, phase } of expired) {
      if (status === 'translating') {
        await fail(tx, id, phase === 'awaiting_translations' ? UNANSWERED : UNDONE, now)
      }
      await tx.updateTable('batches').set({ file_blob: null }).where('id', '=', id).execute()
      await tx.deleteFrom('results').where('batch_id', '=', id).execute()
    }
    return expired.map(({ file_blob, blob }) => [file_blob, blob].filter(each => each !== null))
  })
}

/** Waits for answers, or for an engine or settings that are not there. */
function waits(is: ExpressionBuilder<Schema, 'batches'>, now: number, { lacking, prints }: Means) {
  const lost = is.or([
    is('engine', 'in', lacking),
    ...(prints === undefined ? [] : [is('engine_print', 'not in', Object.values(prints.engines))]),
  ])
  const free = is.or([
    is('lease_until', 'is', null),
    is('lease_until', '<=', now),
    is('lease_until', '>', now + LONGEST_DELAY_MS + CLOCKS_DIFFER_MS),
  ])
  return is.or([
    is('phase', '=', 'awaiting_translations'),
    is.and([is('batches.completed_at', 'is', null), lost, free]),
  ])
}

async function fail(tx: Database, id: string, error_message: string, now: number): Promise<void> {
  const failed = { status: 'failed', error_code: 'file_retention_expired', progress_at: now } as const
  await tx
    .updateTable('batches')
    .set({ ...failed, error_message })
    .where('id', '=', id)
    .execute()
  await release(tx, id, now)
}

const UNANSWERED =
  'Its segments were not all translated before the file passed its retention time. Create the translation again from the file.'
const UNDONE =
  'Its engine was not available before the retention time of the file ended. Create the translation again from the file.'

/**
 * The next batches that have segments or translations, up to `limit` after the id `after`, in the order of ids. `useless`: the file was
 * released, so nobody can use these any more. Walks from batch to batch, over any number of rows.
 */
export async function withTranslations(
  db: Database,
  after: string,
  limit: number,
): Promise<{ id: string; useless: boolean }[]> {
  const found = await Promise.all(
    (['translations', 'segments'] as const).map(table => nextBatches(db, table, after, limit)),
  )
  const ids = [...new Set(found.flat())].sort().slice(0, limit)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('batches').select(['id', 'file_blob', 'status']).where('id', 'in', ids).execute()
  const batches = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => {
    const batch = batches.get(id)
    const at_work = AT_WORK.some(status => status === batch?.status)
    return { id, useless: batch !== undefined && batch.file_blob === null && !at_work }
  })
}

/** The next batches that have rows in a table, each found by one step over its index: `distinct` would read all rows. */
async function nextBatches(
  db: Database,
  table: 'translations' | 'segments',
  after: string,
  limit: number,
): Promise<string[]> {
  const from = sql.table(table)
  const { rows } = await sql<{ id: string }>`with recursive each_batch (id) as (
      select min(batch_id) from ${from} where batch_id > ${after}
      union all
      select (select min(batch_id) from ${from} where batch_id > each_batch.id) from each_batch where each_batch.id is not null
    ) select id from each_batch where id is not null limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these blobs that a row of the database holds. */
export async function heldOf(db: Database, blobs: readonly string[]): Promise<ReadonlySet<string | null>> {
  if (blobs.length === 0) return new Set()
  const batches = db.selectFrom('batches').select('file_blob as blob').where('file_blob', 'in', blobs)
  const results = db.selectFrom('results').select('blob').where('blob', 'in', blobs)
  const uploads = db.selectFrom('uploads').select('blob').where('blob', 'in', blobs).where('batch_id', 'is', null)
  const held = await batches.union(results).union(uploads).execute()
  return new Set(held.map(({ blob }) => blob))
}

/** True when a row of the database holds any blob. */
export async function holdsFiles(db: Database): Promise<boolean> {
  const batch = db.selectFrom('batches').select('id').where('file_blob', 'is not', null).limit(1)
  const upload = db
    .selectFrom('uploads')
    .select('id')
    .where('blob', 'is not', null)
    .where('batch_id', 'is', null)
    .limit(1)
  return (await batch.executeTakeFirst()) !== undefined || (await upload.executeTakeFirst()) !== undefined
}

/** The stored contents that the rows of a database name. */
export async function blobsOf(db: Database): Promise<string[]> {
  const originals = await db
    .selectFrom('batches')
    .select('file_blob as blob')
    .where('file_blob', 'is not', null)
    .execute()
  // What a batch took over is the batch's: once that is let go, nobody wants it any more.
  const unused = db.selectFrom('uploads').select('blob').where('batch_id', 'is', null)
  const uploads = await unused.where('blob', 'is not', null).execute()
  const results = await db.selectFrom('results').select('blob').execute()
  const named = [...originals, ...results, ...uploads].flatMap(({ blob }) => (blob === null ? [] : [blob]))
  return [...new Set(named)]
}

/** The names of the newest originals that the database knows, few of them. */
export async function newestFiles(db: Database): Promise<string[]> {
  const newest = db.selectFrom('batches').select('file_blob').where('file_blob', 'is not', null)
  const rows = await newest.orderBy('created_at', 'desc').limit(10).execute()
  return rows.flatMap(({ file_blob }) => file_blob ?? [])
}
