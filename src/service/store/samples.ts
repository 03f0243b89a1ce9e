import type { Database } from './database.ts'
import { holdsClaim } from './leases.ts'
import type { BatchRow } from './schema.ts'

/** The sample of one plan of a batch; undefined when it has none, or one that has failed. */
export function findSample(db: Database, batchId: string, revision: string): Promise<BatchRow | undefined> {
  const samples = db.selectFrom('batches').selectAll().where('sample_of', '=', batchId)
  return samples.where('sample_revision', '=', revision).where('status', '!=', 'failed').executeTakeFirst()
}

/** The batch that a sample belongs to; undefined for a batch that is none. */
export function sampledBatch(db: Database, { sample_of }: Pick<BatchRow, 'sample_of'>): Promise<BatchRow | undefined> {
  if (sample_of === null) return Promise.resolve(undefined)
  return db.selectFrom('batches').selectAll().where('id', '=', sample_of).executeTakeFirst()
}

/** True while a sample of a batch is translated: its plan stands still then, since what the sample takes off it is not known yet. */
export async function isBeingSampled(db: Database, batchId: string): Promise<boolean> {
  const samples = db.selectFrom('batches').select('id').where('sample_of', '=', batchId)
  return (
    (await samples.where('status', '=', 'translating').where('completed_at', 'is', null).executeTakeFirst()) !==
    undefined
  )
}

/** Gives what is kept for a sample to the batch that it is a sample of. False when the claim on the sample was lost. */
export async function passOn(tx: Database, held: { id: string; owner: string }, batchId: string): Promise<boolean> {
  if (!(await holdsClaim(tx, held))) return false
  await tx
    .insertInto('translations')
    .columns(['batch_id', 'language', 'source_hash', 'text', 'finding', 'repaired', 'note'])
    .expression(is =>
      is
        .selectFrom('translations')
        .select(row => [
          row.val(batchId).as('batch_id'),
          'language',
          'source_hash',
          'text',
          'finding',
          'repaired',
          'note',
        ])
        .where('batch_id', '=', held.id),
    )
    .onConflict(on => on.columns(['batch_id', 'language', 'source_hash']).doNothing())
    .execute()
  return true
}

/** Adds a sample, unless its plan has one; gives the one that there is. */
export async function addSample(tx: Database, row: BatchRow): Promise<BatchRow> {
  const { sample_of, sample_revision } = row
  const before = await findSample(tx, sample_of ?? '', sample_revision ?? '')
  if (before !== undefined) return before
  // Where one has failed, another one takes its place.
  await tx
    .updateTable('batches')
    .set({ sample_revision: null })
    .where('sample_of', '=', sample_of)
    .where('sample_revision', '=', sample_revision)
    .execute()
  await tx.insertInto('batches').values(row).execute()
  return row
}

/** Removes a sample that has no plan. Gives its file, which no row holds any more; undefined where it is not removed. */
export async function discardSample(tx: Database, id: string): Promise<string | undefined> {
  const planned = tx.selectFrom('plans').select('batch_id').where('batch_id', '=', id)
  const removed = tx.deleteFrom('batches').where('id', '=', id).where('sample_of', 'is not', null)
  const row = await removed
    .where(is => is.not(is.exists(planned)))
    .returning('file_blob')
    .executeTakeFirst()
  return row?.file_blob ?? undefined
}
