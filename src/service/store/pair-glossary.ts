import type { GlossaryTerm } from '../domain/glossaries.ts'
import type { Database } from './database.ts'
import { type CountedGlossary, findGlossary, termsOf } from './glossaries.ts'

/** The glossaries of a plan's pairs, as the plan names them (GLO-3). */
export async function glossariesOf(db: Database, workspaceId: string, source: string, targets: readonly string[]) {
  const found: { language_pair: string; term_count: number; edition: string }[] = []
  for (const target of targets) {
    const glossary = await glossaryFor(db, workspaceId, source, target)
    if (glossary !== undefined && glossary.term_count > 0) {
      const { language_pair, term_count, id, version } = glossary
      found.push({ language_pair, term_count, edition: `${id} ${version}` })
    }
  }
  return found
}

/** The terms that a translation of one pair has to honour. */
export async function glossaryTerms(
  db: Database,
  workspaceId: string,
  source: string,
  target: string,
): Promise<Pick<GlossaryTerm, 'source' | 'target' | 'case_sensitive'>[]> {
  const glossary = await glossaryFor(db, workspaceId, source, target)
  if (glossary === undefined) return []
  const terms = await termsOf(db, glossary.id)
  return terms.map(({ source, target, case_sensitive }) => ({ source, target, case_sensitive }))
}

/** The pair's own glossary, else the one of the source language without its region: `en-de` serves en-GB. */
async function glossaryFor(
  db: Database,
  workspaceId: string,
  source: string,
  target: string,
): Promise<CountedGlossary | undefined> {
  const [language = source] = source.split('-')
  return (
    (await findGlossary(db, workspaceId, `${source}-${target}`)) ??
    (await findGlossary(db, workspaceId, `${language}-${target}`))
  )
}
