import type { TermInput } from '../../contract/glossary.ts'
import { ServiceError } from './errors.ts'
import { fold } from './fold.ts'
import { isSupported, type LanguagePair, splitPair } from './languages.ts'

/** A stored term. */
export interface GlossaryTerm {
  readonly source: string
  readonly source_key: string
  readonly target: string
  readonly note: string | null
  readonly case_sensitive: boolean
}

const LONGEST = { source: 500, target: 500, note: 2000, name: 200 } as const

/** The two languages of a glossary's address and its canonical spelling. @throws {ServiceError} invalid_language_pair */
export function readPair(text: string): LanguagePair & { language_pair: string } {
  const pair = splitPair(text)
  if (pair === undefined) {
    const message = `${text} does not split into two different supported language tags, such as en-de or en-pt-BR.`
    throw new ServiceError('invalid_language_pair', message, { param: 'language_pair' })
  }
  return { ...pair, language_pair: `${pair.source}-${pair.target}` }
}

/**
 * Like `readPair`, for a glossary to be created. If the text is clearly two tags and the catalogue lacks one, the error names it.
 *
 * @throws {ServiceError} language_not_supported, invalid_language_pair
 */
export function readNewPair(text: string): LanguagePair & { language_pair: string } {
  const halves = /^([A-Za-z]{2,3})-([A-Za-z]{2,3})$/.exec(text)
  const unknown =
    splitPair(text) === undefined ? halves?.slice(1).find(tag => !isSupported(tag.toLowerCase())) : undefined
  if (unknown !== undefined) {
    const message = `The language ${unknown} is not supported. GET /v1/languages lists those that are.`
    throw new ServiceError('language_not_supported', message, { param: 'language_pair' })
  }
  return readPair(text)
}

/** Checks the name of a glossary. @throws {ServiceError} invalid_parameter */
export function checkGlossaryName(name: string | null | undefined): void {
  if (name === null || name === undefined) return
  if (name.trim() === '' || name.length > LONGEST.name) {
    const message = `name must have 1 to ${LONGEST.name} characters, or be null.`
    throw new ServiceError('invalid_parameter', message, { param: 'name' })
  }
}

/**
 * Checks terms and brings them into their stored form: trimmed, composed (NFC).
 *
 * @throws {ServiceError} invalid_glossary_terms naming the entry: empty, too long, or given twice
 */
export function readTerms(inputs: readonly TermInput[]): GlossaryTerm[] {
  const seen = new Map<string, number>()
  return inputs.map((input, index) => {
    const term = {
      source: checked(input.source, `terms[${index}].source`, LONGEST.source),
      target: checked(input.target, `terms[${index}].target`, LONGEST.target),
      note:
        input.note === undefined || input.note === null
          ? null
          : checked(input.note, `terms[${index}].note`, LONGEST.note),
      case_sensitive: input.case_sensitive ?? false,
    }
    const source_key = termKey(term.source, term.case_sensitive)
    const twin = seen.get(source_key)
    if (twin !== undefined) throw invalid(`terms[${index}]`, `has the same source as terms[${twin}]`)
    seen.set(source_key, index)
    return { ...term, source_key }
  })
}

function checked(text: string, param: string, longest: number): string {
  const clean = text.normalize('NFC').trim()
  if (clean === '') throw invalid(param, 'is empty')
  if (clean.length > longest) throw invalid(param, `is longer than ${longest} characters`)
  return clean
}

function invalid(param: string, problem: string): ServiceError {
  return new ServiceError('invalid_glossary_terms', `${param} ${problem}. Nothing was changed.`, { param })
}

/** The key by which a term is unique in its glossary: its exact source when case matters, else the folded source. */
export function termKey(source: string, caseSensitive: boolean): string {
  return caseSensitive ? `=${source}` : `~${fold(source)}`
}

/**
 * The terms of a glossary after a change: removals first, then terms that replace those with the same source or are new.
 *
 * @throws {ServiceError} invalid_glossary_terms for a removal that names no term
 */
export function changeTerms(
  terms: readonly GlossaryTerm[],
  upserts: readonly GlossaryTerm[],
  removals: readonly string[],
): GlossaryTerm[] {
  const kept = new Map(terms.map(term => [term.source_key, term]))
  const keyOf = (source: string) =>
    [termKey(source, true), termKey(source, false)].find(key => kept.get(key)?.source === source)
  for (const [index, removal] of removals.entries()) {
    const source = removal.normalize('NFC').trim()
    // An exact match is removed first: a glossary may hold a case-sensitive "Apple" and also an "apple".
    if (!kept.delete(keyOf(source) ?? termKey(source, false))) {
      throw invalid(`remove[${index}]`, 'names no term of this glossary')
    }
  }
  for (const term of upserts) {
    const same = keyOf(term.source)
    if (same !== undefined && same !== term.source_key) kept.delete(same)
    kept.set(term.source_key, term)
  }
  return [...kept.values()]
}

/** @throws {ServiceError} glossary_term_limit_reached when a glossary would hold more terms than the plan allows */
export function checkTermLimit(count: number, limit: number | null): void {
  if (limit !== null && count > limit) {
    const message = `The glossary would have ${count} terms, the plan allows ${limit}. Nothing was changed.`
    throw new ServiceError('glossary_term_limit_reached', message, { param: 'terms' })
  }
}
