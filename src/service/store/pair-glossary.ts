import { fold } from '../domain/fold.ts'
import type { GlossaryTerm } from '../domain/glossaries.ts'
import type { Database } from './database.ts'
import { type CountedGlossary, findGlossary, termsOf } from './glossaries.ts'
import type { BatchRow } from './schema.ts'

/** Whose translations: those of a project, or without one. */
export type Labelled = Pick<BatchRow, 'workspace_id' | 'project'>

/** The glossaries of a plan's pairs, as the plan names them (GLO-3): of each pair the workspace's, then the project's own. */
export async function glossariesOf(db: Database, of: Labelled, source: string, targets: readonly string[]) {
  const found: { language_pair: string; term_count: number; edition: string; project?: true }[] = []
  for (const target of targets) {
    for (const { language_pair, term_count, id, version, project } of await glossariesFor(db, of, source, target)) {
      if (term_count === 0) continue
      found.push({ language_pair, term_count, edition: `${id} ${version}`, ...(project !== '' && { project: true }) })
    }
  }
  return found
}

/** The terms that a translation of one pair has to honour. A term of the project outranks the workspace's for the same source. */
export async function glossaryTerms(
  db: Database,
  of: Labelled,
  source: string,
  target: string,
): Promise<Pick<GlossaryTerm, 'source' | 'target' | 'case_sensitive'>[]> {
  const glossaries = await glossariesFor(db, of, source, target)
  const [wide = [], own = []] = await Promise.all(
    [false, true].map(async owned => {
      const glossary = glossaries.find(({ project }) => (project !== '') === owned)
      return glossary === undefined ? [] : await termsOf(db, glossary.id)
    }),
  )
  const outranked = new Set(own.map(term => fold(term.source)))
  return [...wide.filter(term => !outranked.has(fold(term.source))), ...own].map(
    ({ source, target, case_sensitive }) => ({ source, target, case_sensitive }),
  )
}

/** The glossaries that hold for a pair: the workspace's, and the project's own; none of them where there is none. */
async function glossariesFor(
  db: Database,
  { workspace_id, project }: Labelled,
  source: string,
  target: string,
): Promise<CountedGlossary[]> {
  const labels = project === null ? [''] : ['', project]
  const found = await Promise.all(
    labels.map(label => glossaryFor(db, { workspace_id, project: label }, source, target)),
  )
  return found.flatMap(glossary => glossary ?? [])
}

/** The pair's own glossary, else the one of the source language without its region: `en-de` serves en-GB. */
async function glossaryFor(
  db: Database,
  scope: Parameters<typeof findGlossary>[1],
  source: string,
  target: string,
): Promise<CountedGlossary | undefined> {
  const [language = source] = source.split('-')
  return (
    (await findGlossary(db, scope, `${source}-${target}`)) ?? (await findGlossary(db, scope, `${language}-${target}`))
  )
}
