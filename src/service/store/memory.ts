import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import Sqlite from 'libsql'
import { type Database, write } from './database.ts'
import type { Schema } from './schema.ts'

/** What a remembered translation is found by, beside the name of its segment. */
export interface MemoryKey {
  readonly workspace_id: string
  /** See MemoryRow. */
  readonly conditions: string
}

/** Looks remembered translations up one by one, without waiting. */
export interface Memory {
  /** False when nothing at all is remembered under these conditions: then none of its segments needs to be looked up. */
  has(key: MemoryKey): boolean
  find(key: MemoryKey, name: string): string | undefined
  close(): void
}

/** Opens the translation memory for looking up, on a connection of its own. */
export function openMemory(databaseFile: string): Memory {
  const sqlite = new Sqlite(databaseFile, { readonly: true })
  const any = sqlite.prepare('select 1 from memory where workspace_id = ? and conditions = ? limit 1')
  // Quoted, since a text with U+0000 in it would come back cut off there.
  const one = sqlite.prepare(
    'select json_quote(text) as text from memory where workspace_id = ? and conditions = ? and name = ?',
  )
  return {
    has: ({ workspace_id, conditions }) => any.get([workspace_id, conditions]) !== undefined,
    find({ workspace_id, conditions }, name) {
      const row: unknown = one.get([workspace_id, conditions, name])
      if (typeof row !== 'object' || row === null || !('text' in row) || typeof row.text !== 'string') return undefined
      return JSON.parse(row.text)
    },
    close: () => void sqlite.close(),
  }
}

/** So many rows are written at once: every other writer waits as long. */
const ROWS_AT_ONCE = 2000

/**
 * Remembers what was kept for a batch in one language, apart from what the checks found something about. What was remembered
 * already counts as used at `now`, in milliseconds.
 */
export async function rememberTranslations(
  db: Database,
  { workspace_id, conditions }: MemoryKey,
  batchId: string,
  language: string,
  now: number,
): Promise<void> {
  let after = ''
  for (;;) {
    const last = await write(db, async tx => {
      const slice = tx
        .selectFrom('translations')
        .where('batch_id', '=', batchId)
        .where('language', '=', language)
        .where('source_hash', '>', after)
        .orderBy('source_hash')
      const end = await slice
        .select('source_hash')
        .offset(ROWS_AT_ONCE - 1)
        .limit(1)
        .executeTakeFirst()
      const bounded = end === undefined ? slice : slice.where('source_hash', '<=', end.source_hash)
      await tx
        .replaceInto('memory')
        .columns(['workspace_id', 'conditions', 'name', 'text', 'used_at'])
        .expression(
          bounded
            .where('finding', 'is', null)
            .where('note', 'is', null)
            .select(({ val, ref }) => [
              val(workspace_id).as('workspace_id'),
              val(conditions).as('conditions'),
              ref('source_hash').as('name'),
              'text',
              val(now).as('used_at'),
            ]),
        )
        .execute()
      return end?.source_hash
    })
    if (last === undefined) return
    after = last
  }
}

/** How many translations a workspace has in its memory, and how many characters they have together. */
export async function measureMemory(
  db: Database,
  workspaceId: string,
): Promise<{ translations: number; characters: number }> {
  const row = await db
    .selectFrom('memory')
    .select(({ fn }) => [
      fn.countAll<number>().as('translations'),
      fn.sum<number | null>(fn('length', ['text'])).as('characters'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return { translations: row?.translations ?? 0, characters: row?.characters ?? 0 }
}

/** Forgets all that a workspace has in its memory, in slices. */
export async function clearMemory(db: Database, workspaceId: string): Promise<void> {
  await forgetWhere(db, is => is('workspace_id', '=', workspaceId))
}

/** Forgets what was last used before `before`, in milliseconds. */
export async function forgetUnused(db: Database, before: number): Promise<void> {
  await forgetWhere(db, is => is('used_at', '<', before))
}

type Condition = (is: ExpressionBuilder<Schema, 'memory'>) => Expression<SqlBool>

async function forgetWhere(db: Database, condition: Condition): Promise<void> {
  for (;;) {
    const slice = db
      .selectFrom('memory')
      .select(['workspace_id', 'conditions', 'name'])
      .where(condition)
      .limit(ROWS_AT_ONCE)
    const result = await db
      .deleteFrom('memory')
      .where(is =>
        is(
          is.refTuple('workspace_id', 'conditions', 'name'),
          'in',
          slice.$asTuple('workspace_id', 'conditions', 'name'),
        ),
      )
      .executeTakeFirst()
    if (result.numDeletedRows < BigInt(ROWS_AT_ONCE)) return
  }
}
