import { type Database, write } from './database.ts'
import type { BatchRow, ResultRow } from './schema.ts'

/** What is kept of a batch: its original, and its result where there is one. Sizes in bytes. */
export type KeptFile = Pick<
  BatchRow,
  | 'id'
  | 'name'
  | 'file_name'
  | 'file_bytes'
  | 'file_expires_at'
  | 'status'
  | 'created_at'
  | 'source_language'
  | 'target_languages_json'
> & { readonly result_name: string | null; readonly result_bytes: number | null }

/** Which of them are wanted, newest first; what is left out limits nothing. */
export interface KeptRange {
  readonly ids?: readonly string[] | undefined
  /** Those created before this moment, in milliseconds. */
  readonly before?: number | undefined
  /** Those that follow this id. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The batches of a workspace whose files are kept. */
export function listKept(
  db: Database,
  workspaceId: string,
  { ids, before, after, limit }: KeptRange,
): Promise<KeptFile[]> {
  let kept = db
    .selectFrom('batches')
    .leftJoin('results', 'results.batch_id', 'batches.id')
    .select(['id', 'name', 'batches.file_name', 'file_bytes', 'file_expires_at', 'status', 'batches.created_at'])
    .select(['source_language', 'target_languages_json'])
    .select(['results.file_name as result_name', 'results.size_bytes as result_bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('file_blob', 'is not', null)
  if (ids !== undefined) kept = kept.where('id', 'in', ids)
  if (before !== undefined) kept = kept.where('batches.created_at', '<', before)
  if (after !== undefined) kept = kept.where('id', '<', after)
  return kept.orderBy('id', 'desc').limit(limit).execute()
}

/** What became of the order to let the files of a batch go: the blobs that no row holds any more, or why it was refused. */
export type LetGo = { readonly blobs: readonly string[] } | { readonly refused: 'unknown' | 'gone' | 'at_work' }

/** Lets the original and the result of a batch go, unless it is worked on. `note` writes what belongs into the same transaction. */
export function letGo(
  db: Database,
  workspaceId: string,
  id: string,
  note: (tx: Database, kept: { file_bytes: number; result_bytes: number | null }) => Promise<void>,
): Promise<LetGo> {
  return write(db, async tx => {
    const batches = tx.selectFrom('batches').leftJoin('results', 'results.batch_id', 'batches.id')
    const batch = await batches
      .select(['status', 'file_blob', 'file_bytes', 'results.blob', 'results.size_bytes as result_bytes'])
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
    if (batch === undefined) return { refused: 'unknown' }
    if (batch.file_blob === null) return { refused: 'gone' }
    if (AT_WORK.has(batch.status)) return { refused: 'at_work' }
    await tx.updateTable('batches').set({ file_blob: null }).where('id', '=', id).execute()
    await tx.deleteFrom('results').where('batch_id', '=', id).execute()
    await note(tx, batch)
    return { blobs: [batch.file_blob, ...blobOf(batch)] }
  })
}

const AT_WORK: ReadonlySet<BatchRow['status']> = new Set(['queued', 'analyzing', 'translating'])

function blobOf({ blob }: { blob: ResultRow['blob'] | null }): readonly string[] {
  return blob === null ? [] : [blob]
}
