import type { Glossary, GlossarySummary, Term } from '../../contract/glossary.ts'
import { quoted, visible } from './data.ts'
import { counted, moment } from './numbers.ts'
import { languageLabel } from './plan.ts'

/** The glossary as structured content, without its terms. Hidden characters of its name are made visible. */
export function shownGlossary(glossary: GlossarySummary | Glossary): GlossarySummary {
  const { language_pair, source_language, target_language, name, term_count, created_at, updated_at, project } =
    glossary
  const safeName = name === null ? null : visible(name, 200)
  const own = project === undefined ? {} : { project: visible(project, 100) }
  return { language_pair, source_language, target_language, name: safeName, term_count, created_at, updated_at, ...own }
}

/** A term with its hidden characters made visible. The lengths are the limits of the service. */
export function shownTerm({ source, target, note, case_sensitive }: Term): Term {
  return {
    source: visible(source, 500),
    target: visible(target, 500),
    note: note === null ? null : visible(note, 2000),
    case_sensitive,
  }
}

/** `en-de «Product names», English (en) to German (de), 12 terms, changed 2026-11-21 14:05 UTC` */
export function glossaryLine(glossary: GlossarySummary | Glossary): string {
  const { language_pair, source_language, target_language, name, term_count, updated_at, project } = glossary
  const whose = project === undefined ? '' : ` of the project ${quoted(project, 100)}`
  const title = `${name === null ? language_pair : `${language_pair} ${quoted(name)}`}${whose}`
  const languages = `${languageLabel(source_language)} to ${languageLabel(target_language)}`
  const size = term_count === null ? '' : `, ${counted(term_count, 'term')}`
  return `${title}, ${languages}${size}${updated_at === null ? '' : `, changed ${moment(updated_at)}`}`
}

/** `«sign in» → «anmelden» (case matters): «verb only»` */
export function termLine({ source, target, note, case_sensitive }: Term): string {
  const matters = case_sensitive ? ' (case matters)' : ''
  return `${quoted(source)} → ${quoted(target)}${matters}${note === null ? '' : `: ${quoted(note)}`}`
}
