/** What persons wrote elsewhere and an operator took over: found by the text alone. */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { lookUpList } from './look-up-list.ts'
import { insertOfMany } from './many-rows.ts'
import { type MemoryScope, NOTED_EVERY, REMEMBERED } from './memory.ts'
import { IMPORTED, type RememberedRow } from './memory-rows.ts'

/** A parameter would make another statement of an insert of many rows. */
const IS_IMPORTED = sql.lit(IMPORTED)

/**
 * Puts translations that come in into the memory. They take the place of what came in before under the same line; what was made here
 * stays. Each line may be there once. Call it inside `write`.
 */
export const putImported = insertOfMany<RememberedRow>(REMEMBERED, (tx, rows) =>
  tx
    .insertInto('remembered')
    .values(rows)
    .onConflict(on =>
      on
        .columns(['workspace_id', 'line', 'project'])
        .doUpdateSet(is => ({
          text: is.ref('excluded.text'),
          part: is.ref('excluded.part'),
          author: is.ref('excluded.author'),
          file_name: is.ref('excluded.file_name'),
          created_at: is.ref('excluded.created_at'),
          used_at: is.ref('excluded.used_at'),
        }))
        .where(is => is.and([is('remembered.engine', '=', IS_IMPORTED), is('excluded.engine', '=', IS_IMPORTED)])),
    ),
)

/** What stands in the memory under a line of a project. */
export type StandingLine = Pick<RememberedRow, 'line' | 'project' | 'text' | 'engine'>

/** What stands under these lines, in whatever project. Ask for some hundred at a time: each is a parameter. */
export async function standingLines(
  db: Database,
  workspaceId: string,
  lines: readonly string[],
): Promise<readonly StandingLine[]> {
  if (lines.length === 0) return []
  const { whole } = differencesOf(db)
  const rows = await db
    .selectFrom('remembered')
    .select(['line', 'project', 'engine', whole.select('text').as('text')])
    .where('workspace_id', '=', workspaceId)
    .where('line', 'in', lookUpList(lines))
    .execute()
  return rows.map(row => ({ ...row, text: whole.read(row.text) }))
}

/**
 * The translations that came in which a project may use for these texts, by the hash of the text (translation/line.ts): of several its
 * own, and of these the one that was written last. Ask for some hundred at a time: each is a parameter.
 */
export async function findImported(
  db: Database,
  scope: MemoryScope,
  textHashes: readonly string[],
): Promise<ReadonlyMap<string, { readonly text: string }>> {
  if (textHashes.length === 0) return new Map()
  const { whole } = differencesOf(db)
  const { workspace_id, project, shared } = scope
  const rows = await db
    .selectFrom('remembered')
    .select(['text_hash', 'project', whole.select('text').as('text')])
    .where('workspace_id', '=', workspace_id)
    .where('text_hash', 'in', lookUpList(textHashes))
    .where('engine', '=', IMPORTED)
    .$if(!shared, query => query.where('project', 'in', [project, '']))
    .orderBy('created_at')
    .orderBy('line')
    .execute()
  const found = new Map<string, { readonly project: string; readonly text: string }>()
  for (const row of rows) {
    if (row.project !== project && found.get(row.text_hash)?.project === project) continue
    found.set(row.text_hash, { project: row.project, text: whole.read(row.text) })
  }
  return found
}

/** Counts what came in as used, so that it is not forgotten while its texts are translated. Call it inside `write`. */
export async function noteImportedUse(
  tx: Database,
  { workspace_id, project }: MemoryScope,
  textHashes: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('remembered')
    .set({ used_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('text_hash', 'in', lookUpList(textHashes))
    .where('engine', '=', IMPORTED)
    .where('project', 'in', [project, ''])
    .where('used_at', '<', now - NOTED_EVERY)
    .execute()
}
