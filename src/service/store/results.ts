import { Quality } from '../../contract/batch.ts'
import type { Means } from '../domain/means.ts'
import { release } from './credits.ts'
import { type Database, write } from './database.ts'
import type { ResultRow } from './schema.ts'
import { stored } from './stored.ts'

/** The result of a finished batch; undefined when there is none, or none any more. */
export function findResult(db: Database, batchId: string): Promise<ResultRow | undefined> {
  return db.selectFrom('results').selectAll().where('batch_id', '=', batchId).executeTakeFirst()
}

/** The quality of a result. */
export const qualityColumn = stored('results.quality_json', 1, Quality)

const AT_WORK = ['queued', 'analyzing', 'translating'] as const

/**
 * Releases the files whose time is over at `now`, originals and results. A batch that is worked on keeps its file. A batch that
 * waits fails first: for answers of its caller, or for an engine or settings that this process does not have (`means`). Segments and
 * translations are deleted later (`withUselessTranslations`): there may be millions.
 *
 * @returns the blobs that no row holds any more
 */
export function releaseExpiredFiles(db: Database, now: number, means: Means): Promise<string[]> {
  return write(db, async tx => {
    await failWaiting(tx, now, means)
    const expired = await tx
      .selectFrom('batches')
      .leftJoin('results', 'results.batch_id', 'batches.id')
      .select(['batches.id', 'batches.file_blob', 'results.blob'])
      .where('file_blob', 'is not', null)
      .where('file_expires_at', '<=', now)
      .where('status', 'not in', AT_WORK)
      .execute()
    for (const { id } of expired) {
      await tx.updateTable('batches').set({ file_blob: null }).where('id', '=', id).execute()
      await tx.deleteFrom('results').where('batch_id', '=', id).execute()
    }
    return expired.flatMap(({ file_blob, blob }) => [file_blob, blob]).filter(blob => blob !== null)
  })
}

/** Fails the batches that still wait for answers, or for an engine or settings that are not there, when the time of their file is over. */
async function failWaiting(tx: Database, now: number, { lacking, prints }: Means): Promise<void> {
  const failed = { status: 'failed', error_code: 'file_retention_expired', progress_at: now } as const
  const late = tx.updateTable('batches').where('file_expires_at', '<=', now).where('status', '=', 'translating')
  const unanswered = await late
    .set({ ...failed, error_message: UNANSWERED })
    .where('phase', '=', 'awaiting_translations')
    .returning('id')
    .execute()
  const undone = await late
    .set({ ...failed, error_message: UNDONE })
    .where(is =>
      is.or([
        is('engine', 'in', lacking),
        ...(prints === undefined ? [] : [is('engine_print', 'not in', Object.values(prints.engines))]),
      ]),
    )
    .where(is => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now)]))
    .returning('id')
    .execute()
  for (const { id } of [...unanswered, ...undone]) await release(tx, id, now)
}

const UNANSWERED =
  'Its segments were not all translated before the file passed its retention time. Create the translation again from the file.'
const UNDONE =
  'Its engine was not available before the retention time of the file ended. Create the translation again from the file.'

/** The batches whose file was released and which still have segments or translations. Nobody can use these any more. */
export async function withUselessTranslations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('file_blob', 'is', null)
    .where('status', 'not in', AT_WORK)
    .where(is =>
      is.or([
        is.exists(is.selectFrom('translations').select('language').whereRef('batch_id', '=', 'batches.id')),
        is.exists(is.selectFrom('segments').select('language').whereRef('batch_id', '=', 'batches.id')),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** True when a row of the database holds a blob. */
export async function isHeld(db: Database, blob: string): Promise<boolean> {
  const { rows } = await db.executeQuery<{ held: number }>(
    db
      .selectNoFrom(is => [
        is
          .or([
            is.exists(is.selectFrom('batches').select('id').where('file_blob', '=', blob)),
            is.exists(is.selectFrom('results').select('batch_id').where('blob', '=', blob)),
            is.exists(is.selectFrom('uploads').select('id').where('blob', '=', blob)),
          ])
          .as('held'),
      ])
      .compile(),
  )
  return rows[0]?.held === 1
}
