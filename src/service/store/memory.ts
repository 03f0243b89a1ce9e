import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { type Database, write } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { lookUpList } from './look-up-list.ts'
import type { Schema } from './schema.ts'
import { inSlices } from './slices.ts'

/**
 * The part of a workspace's translation memory that was made under the same conditions. A translation is found there by the source
 * hash of its segment, which is in the column `name` of the table.
 */
export interface TranslationMemory {
  readonly workspace_id: string
  /** See MemoryRow. */
  readonly conditions: string
}

/** True when the memory holds at least one translation under these conditions. Only then do segments have to be looked up. */
export async function holdsAny(db: Database, { workspace_id, conditions }: TranslationMemory): Promise<boolean> {
  const row = await db
    .selectFrom('memory')
    .select('conditions')
    .where('workspace_id', '=', workspace_id)
    .where('conditions', '=', conditions)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The remembered translations of these segments, by source hash. Ask for some hundred at a time: each is a parameter. */
export async function findRemembered(
  db: Database,
  { workspace_id, conditions }: TranslationMemory,
  sourceHashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sourceHashes.length === 0) return new Map()
  const { whole } = differencesOf(db)
  const rows = await db
    .selectFrom('memory')
    .select(['name as source_hash', whole.select('text').as('text')])
    .where('workspace_id', '=', workspace_id)
    .where('conditions', '=', conditions)
    .where('name', 'in', lookUpList(sourceHashes))
    .execute()
  return new Map(rows.map(({ source_hash, text }) => [source_hash, whole.read(text)]))
}

/** The rows of one write. All other writers wait until it is done. */
const ROWS_AT_ONCE = 2000
const FORGOTTEN_AT_ONCE = 500

/**
 * Puts the kept translations of a batch in one language into the memory, but for those with a finding or a note. Translations that
 * the memory has already count as used at `now`, in milliseconds since 1970.
 */
export async function rememberTranslations(
  db: Database,
  { workspace_id, conditions }: TranslationMemory,
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
        .insertInto('memory')
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
        .onConflict(on =>
          on
            .columns(['workspace_id', 'conditions', 'name'])
            .doUpdateSet(is => ({ text: is.ref('excluded.text'), used_at: is.ref('excluded.used_at') })),
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
