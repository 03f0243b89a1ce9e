import type { Database } from './database.ts'
import type { BatchRow } from './schema.ts'

/** Which translations into a language are wanted; moments in milliseconds. */
export interface LanguageRange {
  /** A tag. Its varieties are found too. */
  readonly language: string
  readonly archived: boolean
  /** Inclusive. */
  readonly created_after?: number | undefined
  /** Exclusive. */
  readonly created_before?: number | undefined
  /** Those that follow this one. */
  readonly after?: { readonly created_at: number; readonly id: string } | undefined
}

/** Ids of translations into a language, the newest first: a walk over an index that holds no other language. */
export async function newestInto(
  db: Database,
  workspaceId: string,
  { language, archived, created_after, created_before, after }: LanguageRange,
  limit: number,
): Promise<string[]> {
  let query = db.selectFrom('batch_languages').select('batch_id').where('workspace_id', '=', workspaceId)
  query = query.where('language', '=', language).where('archived', '=', archived ? 1 : 0)
  if (created_after !== undefined) query = query.where('created_at', '>=', created_after)
  if (created_before !== undefined) query = query.where('created_at', '<', created_before)
  if (after !== undefined) {
    query = query.where(is => is(is.refTuple('created_at', 'batch_id'), '<', is.tuple(after.created_at, after.id)))
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('batch_id', 'desc').limit(limit).execute()
  return rows.map(({ batch_id }) => batch_id)
}

/** Lists a batch under these languages alone, and under what they are varieties of. Call it inside a writing transaction. */
export async function listUnder(
  tx: Database,
  { id, workspace_id, archived, created_at }: Pick<BatchRow, 'id' | 'workspace_id' | 'archived' | 'created_at'>,
  languages: readonly string[],
): Promise<void> {
  await tx.deleteFrom('batch_languages').where('batch_id', '=', id).execute()
  const tags = [...new Set(languages.flatMap(withPrefixes))]
  if (tags.length === 0) return
  const rows = tags.map(language => ({ workspace_id, language, archived, created_at, batch_id: id }))
  await tx.insertInto('batch_languages').values(rows).execute()
}

/** Moves a batch between the archived ones and the others. */
export async function listArchived(tx: Database, batchId: string, archived: number): Promise<void> {
  await tx.updateTable('batch_languages').set({ archived }).where('batch_id', '=', batchId).execute()
}

/** `zh-Hant-HK` → `zh`, `zh-Hant`, `zh-Hant-HK`. */
function withPrefixes(tag: string): string[] {
  const parts = tag.split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'))
}
