import type { StoredBlob } from '../ports.ts'
import type { Database } from './database.ts'
import type { UploadRow } from './schema.ts'

export async function insertUpload(db: Database, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute()
}

/** An upload by its id alone: whoever has the signed link needs no credential. */
export function findUpload(db: Database, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An upload of this credential; undefined for any other, and for one that had expired at `now` before a batch used it. */
export async function findOwnUpload(db: Database, id: string, caller: string, now: number) {
  const row = await findUpload(db, id)
  if (row === undefined || row.created_by !== caller) return undefined
  return row.batch_id !== null || row.expires_at > now ? row : undefined
}

/** Notes the bytes that arrived; false when the upload was closed meanwhile. The caller has to remove the blob that was there before. */
export async function receiveUpload(db: Database, id: string, { blob, size, sha256 }: StoredBlob): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ blob, size_bytes: size, sha256, state: 'received' })
    .where('id', '=', id)
    .where('state', '!=', 'completed')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function completeUpload(db: Database, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'completed' })
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute()
}

/** Hands an upload's content over to a batch, in the transaction that inserts it; false when another batch has it. */
export async function useUpload(tx: Database, id: string, batchId: string): Promise<boolean> {
  const result = await tx
    .updateTable('uploads')
    .set({ batch_id: batchId })
    .where('id', '=', id)
    .where('batch_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes up to `limit` of the uploads that expired at `now` and became no batch; answers with their blobs, null where there is none. */
export async function removeExpiredUploads(db: Database, now: number, limit: number): Promise<(string | null)[]> {
  const expired = db.selectFrom('uploads').select('id').where('expires_at', '<=', now).where('batch_id', 'is', null)
  const rows = await db.deleteFrom('uploads').where('id', 'in', expired.limit(limit)).returning('blob').execute()
  return rows.map(({ blob }) => blob)
}
