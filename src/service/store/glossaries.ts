import type { GlossaryTerm } from '../domain/glossaries.ts'
import type { Database } from './database.ts'
import type { GlossaryRow } from './schema.ts'

/** Rows of one insert, so that a statement stays below SQLite's number of variables. */
const ROWS_AT_ONCE = 500

export type CountedGlossary = GlossaryRow & { readonly term_count: number }

/** Whose glossary: that of a project by its label, or of the whole workspace, whose label is empty. */
export interface GlossaryScope {
  readonly workspace_id: string
  readonly project: string
}

/** Up to `limit` glossaries of a scope with their number of terms, ordered by pair, starting after the pair `behind`. */
export function listGlossaries(
  db: Database,
  { workspace_id, project }: GlossaryScope,
  behind: string | undefined,
  limit: number,
): Promise<CountedGlossary[]> {
  const glossaries = counted(db, workspace_id).where('project', '=', project)
  const page = behind === undefined ? glossaries : glossaries.where('language_pair', '>', behind)
  return page.orderBy('language_pair').limit(limit).execute()
}

/** The one glossary of a scope for a pair such as `en-de`; undefined when there is none. */
export function findGlossary(
  db: Database,
  { workspace_id, project }: GlossaryScope,
  pair: string,
): Promise<CountedGlossary | undefined> {
  return counted(db, workspace_id).where('project', '=', project).where('language_pair', '=', pair).executeTakeFirst()
}

function counted(db: Database, workspaceId: string) {
  return db
    .selectFrom('glossaries')
    .selectAll('glossaries')
    .select(is =>
      is
        .selectFrom('glossary_terms')
        .select(terms => terms.fn.countAll<number>().as('count'))
        .whereRef('glossary_id', '=', 'glossaries.id')
        .$asScalar()
        .$notNull()
        .as('term_count'),
    )
    .where('workspace_id', '=', workspaceId)
}

/** How many glossaries a workspace has, those of its projects among them. */
export async function countGlossaries(db: Database, workspaceId: string): Promise<number> {
  const glossaries = db.selectFrom('glossaries').where('workspace_id', '=', workspaceId)
  const { count } = await glossaries.select(is => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** The terms of a glossary in the order they were written. */
export async function termsOf(db: Database, glossaryId: string): Promise<GlossaryTerm[]> {
  const terms = db.selectFrom('glossary_terms').where('glossary_id', '=', glossaryId)
  const columns = ['source', 'source_key', 'target', 'note', 'case_sensitive'] as const
  const rows = await terms.select(columns).orderBy('id').execute()
  return rows.map(row => ({ ...row, case_sensitive: row.case_sensitive === 1 }))
}

export function insertGlossary(tx: Database, row: GlossaryRow): Promise<GlossaryRow> {
  return tx.insertInto('glossaries').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Notes a change of a glossary: its version counts up. */
export async function touchGlossary(tx: Database, id: string, name: string | null, now: number): Promise<void> {
  const glossary = tx.updateTable('glossaries').where('id', '=', id)
  await glossary.set(is => ({ name, updated_at: now, version: is('version', '+', 1) })).execute()
}

/** Puts these terms in place of all earlier ones. */
export async function replaceTerms(tx: Database, glossaryId: string, terms: readonly GlossaryTerm[]): Promise<void> {
  await tx.deleteFrom('glossary_terms').where('glossary_id', '=', glossaryId).execute()
  for (let at = 0; at < terms.length; at += ROWS_AT_ONCE) {
    const rows = terms.slice(at, at + ROWS_AT_ONCE)
    await tx
      .insertInto('glossary_terms')
      .values(rows.map(term => ({ ...term, glossary_id: glossaryId, case_sensitive: term.case_sensitive ? 1 : 0 })))
      .execute()
  }
}

/** Removes a glossary with its terms. */
export async function deleteGlossary(tx: Database, id: string): Promise<void> {
  await tx.deleteFrom('glossaries').where('id', '=', id).execute()
}
