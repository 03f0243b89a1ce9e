import { type Database, write } from './database.ts'
import { findRepeat, type KeyedCreation, rememberKey } from './idempotency.ts'
import type { BatchRow } from './schema.ts'
import { tell } from './telling.ts'
import { useUpload } from './uploads.ts'

/** How source hashes are made for a new batch (translation/source-hash.ts). */
const HASH_EDITION = 2

/** A batch to be made, with the idempotency key or upload by which a repeat of the call finds it. */
export interface Creation {
  readonly row: NewBatch
  readonly keyed?: (KeyedCreation & { readonly expires_at: number }) | undefined
  readonly uploadId?: string | undefined
}

/** The columns that are the same for every new batch. */
export const FRESH = {
  name: null,
  status: 'queued',
  translation_mode: null,
  quality_tier: null,
  word_count: null,
  credit_cost: null,
  is_sample: 0,
  archived: 0,
  survey_json: null,
  suggestions_json: null,
  phase: 'queued',
  percent: null,
  error_code: null,
  error_message: null,
  lease_owner: null,
  lease_until: null,
  attempts: 0,
  overruns: 0,
  engine: null,
  source_language: null,
  target_languages_json: '[]',
  engine_print: null,
  project: null,
  hash_edition: HASH_EDITION,
  approved_at: null,
  completed_at: null,
  sample_of: null,
  sample_revision: null,
  trace_parent: null,
} as const satisfies Partial<BatchRow>

type NewBatch = Omit<BatchRow, keyof typeof FRESH | 'progress_at'> & Pick<BatchRow, 'project' | 'trace_parent'>

/**
 * Makes the batch unless its key or upload has made one already: the check and the insert are one transaction, so that of two
 * racing creations one finds the other's batch (CRE-7).
 *
 * @returns the id of the batch to answer with: the new one's, or that of the first
 * @throws {ServiceError} idempotency_key_reused
 */
export function insertBatch(db: Database, { row, keyed, uploadId }: Creation): Promise<string> {
  return write(db, async tx => {
    if (keyed !== undefined) {
      const first = await findRepeat(tx, keyed, row.created_at)
      if (first !== undefined) return first
      const { expires_at, ...creation } = keyed
      await rememberKey(tx, creation, row.id, expires_at)
    }
    if (uploadId !== undefined && !(await useUpload(tx, uploadId, row.id))) {
      const used = await tx.selectFrom('uploads').select('batch_id').where('id', '=', uploadId).executeTakeFirst()
      return used?.batch_id ?? row.id
    }
    const whole = { ...FRESH, ...row, progress_at: row.created_at }
    await tx.insertInto('batches').values(whole).execute()
    await tell(tx, 'work', row.id)
    return row.id
  })
}

/**
 * Takes back a creation whose file or instruction turned out to be unusable: no batch stays visible, a corrected call may use the
 * same idempotency key, and the upload can be used again. False when the batch has not failed, or is gone already.
 */
export function discardCreation(db: Database, batchId: string): Promise<boolean> {
  return write(db, async tx => {
    const failed = await tx
      .selectFrom('batches')
      .select('id')
      .where('id', '=', batchId)
      .where('status', '=', 'failed')
      .where('approved_at', 'is', null)
      .executeTakeFirst()
    if (failed === undefined) return false
    await tx.updateTable('uploads').set({ batch_id: null }).where('batch_id', '=', batchId).execute()
    await tx.deleteFrom('idempotency_keys').where('batch_id', '=', batchId).execute()
    await tx.deleteFrom('plans').where('batch_id', '=', batchId).execute()
    await tx.deleteFrom('batches').where('id', '=', batchId).execute()
    return true
  })
}
