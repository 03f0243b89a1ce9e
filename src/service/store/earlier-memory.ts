import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { lookUpList } from './look-up-list.ts'
import type { Schema } from './schema.ts'
import { inSlices } from './slices.ts'

/**
 * The part of what an earlier build remembered of a workspace that was made under the same conditions. Nothing is added to it: what is
 * used of it comes into the memory of this build (memory.ts), and the rest is forgotten as it ages. A translation is found there by the
 * first edition of the source hash of its segment, which is in the column `name` of the table.
 */
export interface EarlierMemory {
  readonly workspace_id: string
  /** See MemoryRow. */
  readonly conditions: string
}

/** True when the memory holds at least one translation under these conditions. Only then do segments have to be looked up. */
export async function holdsEarlier(db: Database, { workspace_id, conditions }: EarlierMemory): Promise<boolean> {
  const row = await db
    .selectFrom('memory')
    .select('conditions')
    .where('workspace_id', '=', workspace_id)
    .where('conditions', '=', conditions)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The remembered translations of these segments, by source hash, each as `text`. Ask for some hundred at a time: each is a parameter. */
export async function findEarlier(
  db: Database,
  { workspace_id, conditions }: EarlierMemory,
  sourceHashes: readonly string[],
): Promise<ReadonlyMap<string, { readonly text: string }>> {
  if (sourceHashes.length === 0) return new Map()
  const { whole } = differencesOf(db)
  const rows = await db
    .selectFrom('memory')
    .select(['name as source_hash', whole.select('text').as('text')])
    .where('workspace_id', '=', workspace_id)
    .where('conditions', '=', conditions)
    .where('name', 'in', lookUpList(sourceHashes))
    .execute()
  return new Map(rows.map(({ source_hash, text }) => [source_hash, { text: whole.read(text) }]))
}

const FORGOTTEN_AT_ONCE = 500

/** How many translations a workspace has in its memory, and how many characters they have together. */
export async function measureEarlier(
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
export async function clearEarlier(db: Database, workspaceId: string): Promise<void> {
  await forgetWhere(db, is => is('workspace_id', '=', workspaceId))
}

/** Forgets what was last used before `before`, in milliseconds. */
export async function forgetUnusedEarlier(db: Database, before: number): Promise<void> {
  await forgetWhere(db, is => is('used_at', '<', before))
}

type Condition = (is: ExpressionBuilder<Schema, 'memory'>) => Expression<SqlBool>

async function forgetWhere(db: Database, condition: Condition): Promise<void> {
  await inSlices(async rows => {
    const slice = db.selectFrom('memory').select(['workspace_id', 'conditions', 'name']).where(condition).limit(rows)
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
    return Number(result.numDeletedRows)
  }, FORGOTTEN_AT_ONCE)
}
