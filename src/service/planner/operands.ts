import { languageNotSupported } from '../domain/plan-refusal.ts'
import { isNoun, readChoice, readFacet, select } from './choice.ts'
import type { Fate } from './clauses.ts'
import { looksForeign } from './expected-language.ts'
import { facetIn } from './facets.ts'
import { findPart } from './find-part.ts'
import type { Operand } from './item.ts'
import { knownLanguageName } from './language-names.ts'
import type { WordRole } from './lexicon.ts'
import { type Context, hasRole, noteFate, type OperandPlace, phrase, type Reading, type Stance } from './reading.ts'
import { nothingCalled } from './refusal.ts'
import type { Range } from './row-ranges.ts'

/**
 * Reads the operands between two commas or conjunctions, and returns what was done with each.
 *
 * @throws {PlanRefusal} for what cannot be planned
 */
export function readRun(context: Context, place: OperandPlace, run: readonly Operand[]): Fate[] {
  const { reading, tokens } = context
  const quotes = run.filter(item => item.as === 'quote')
  const mapping = quotes.length > 1 || (place.roles.has('use') && quotes.length > 0)
  if (mapping) return run.map(item => noteFate(context, item, 'guidance'))
  const fates: Fate[] = []
  const nouns: Operand[] = []
  let words: Operand[] = []
  const flush = (): void => {
    // `context “menu”`: the noun says what sort of name is in the quotes.
    if (quotes.length > 0 && words.every(item => isNoun(tokens[item.at]) || hasRole(tokens[item.at], 'descriptor')))
      nouns.push(...words)
    else if (words.length > 0) fates.push(...readWords(context, place, words))
    words = []
  }
  for (const item of run) {
    const ranges = tokens[item.at]?.ranges
    if (item.as === 'word' && ranges === undefined) {
      words.push(item)
      continue
    }
    flush()
    if (ranges !== undefined) fates.push(readRanges(context, place, item, ranges))
    else if (item.as === 'quote') fates.push(readQuote(context, place, item))
    else if (item.as === 'language' && reading.fates[item.at] === undefined) {
      const replaced = place.stance === 'replace' && run.some(other => other.as === 'language' && other.at < item.at)
      fates.push(noteFate(context, item, readLanguage(context, replaced ? 'target' : place.stance, item.tag, place)))
    }
  }
  flush()
  const fate = reading.fates[quotes[0]?.at ?? -1] ?? 'not_understood'
  for (const item of nouns) noteFate(context, item, fate)
  return fates
}

/** Rows without a verb mean only these rows. Whoever skips the first row of a table with headings means the headings. */
function readRanges(context: Context, place: OperandPlace, item: Operand, ranges: readonly Range[]): Fate {
  const said = context.tokens[item.at]?.text ?? ''
  const rows = context.survey.choices.rows
  const first = rows?.headings === true && ranges.length === 1 && !/\d/.test(said) && ranges[0]?.to === rows.first
  const skips = place.stance === 'remove' || place.stance === 'keep'
  const from = rows !== undefined && first && skips ? rows.first - 1 : undefined
  const patterns = ranges.map(
    range => ({ by: 'rows', said, ...(from === undefined ? range : { from, to: from }) }) as const,
  )
  const alone = place.stance === 'target' && [...place.roles].every(role => role === 'use')
  const taken = patterns.filter(pattern => select(context, alone ? { ...place, stance: 'only' } : place, pattern))
  return noteFate(context, item, taken.length > 0 ? 'applied' : 'not_understood')
}

function readLanguage({ reading, targets }: Context, stance: Stance, tag: string, { roles }: OperandPlace): Fate {
  switch (stance) {
    case 'target':
    case 'only':
      if (reading.fixed !== undefined && reading.fixed.length > 0 && !reading.fixed.includes(tag))
        return 'not_understood'
      reading.fresh.push(tag)
      return 'applied'
    case 'add':
    case 'restore':
      reading.added.push(tag)
      return 'applied'
    case 'remove':
      reading.removed.push(tag)
      return 'applied'
    case 'replace':
      reading.replaced.push(tag)
      return 'applied'
    case 'source':
      if (reading.source !== undefined && reading.source !== tag) return 'not_understood'
      reading.source = tag
      return 'applied'
    case 'keep':
      // `keep the German`: German stays a target, whatever else changes.
      if (roles.has('as_is') || !targets.includes(tag)) return 'not_understood'
      reading.added.push(tag)
      return 'applied'
    case 'nothing':
      return 'not_understood'
  }
}

function readQuote(context: Context, place: OperandPlace, item: Operand): Fate {
  const said = context.tokens[item.at]?.text ?? ''
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  if (terms) {
    context.reading.keep.push(said)
    return noteFate(context, item, 'applied')
  }
  const { survey } = context
  const pattern = findPart(said, survey.parts)
  if (pattern !== undefined && select(context, place, pattern)) return noteFate(context, item, 'applied')
  const facet = pattern === undefined ? facetIn(said, survey) : undefined
  if (facet !== undefined && readFacet(context, place, facet) === 'applied') return noteFate(context, item, 'applied')
  if (place.stance === 'only' && !foundAny(context.reading, place)) throw nothingCalled(said, survey)
  return noteFate(context, item, 'not_understood')
}

/** Reads words that name no language: a part, a term, a wish about style, or something that this service does not do. */
function readWords(context: Context, place: OperandPlace, words: readonly Operand[]): Fate[] {
  const { tokens, reading, survey } = context
  const all = (fate: Fate): Fate[] => words.map(item => noteFate(context, item, fate))
  const said = phrase(context, words)
  const has = (role: WordRole) => words.some(item => hasRole(tokens[item.at], role))
  const only = (...roles: WordRole[]) =>
    words.every(item => isNoun(tokens[item.at]) || roles.some(role => hasRole(tokens[item.at], role)))
  const [first] = words
  if (first !== undefined && hasRole(tokens[first.at], 'condition')) return all('not_understood')
  // `from Options on`
  const on =
    first !== undefined &&
    (hasRole(tokens[first.at], 'from') || hasRole(tokens[first.at], 'from_weak')) &&
    /^(?:on|an)$/i.test(tokens[words.at(-1)?.at ?? 0]?.text ?? '')
  if (on || (has('bound') && !has('guide'))) return all('not_understood')
  const chosen = readChoice(context, place, words)
  if (chosen !== undefined) return all(chosen)
  const picks = place.stance === 'remove' || place.stance === 'only'
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  // `only the prefs context` asks for a part and `keep the brand name Acme` for a term, though both are words of style too.
  const named = words.some(({ at }) => tokens[at]?.roles.size === 0 && /^\p{Lu}(?!.*['’]s$)/u.test(tokens[at].text))
  const elsewise = (item: Operand) =>
    (picks && isNoun(tokens[item.at])) || (terms && named && hasRole(tokens[item.at], 'descriptor'))
  const guides = words.some(item => hasRole(tokens[item.at], 'guide') && !elsewise(item))
  const quoted = terms && place.group.runs.some(run => run.some(item => item.as === 'quote'))
  if (quoted && only('descriptor', 'glue')) return all('applied')
  if (terms && !guides && !has('unable')) {
    const term = termIn(context, words, place)
    if (term !== undefined) {
      reading.keep.push(term)
      return all('applied')
    }
  }
  if (has('unable')) return all('not_understood')
  // `except German, which is formal`: a style for one language, which a plan cannot express.
  if (guides && place.stance === 'remove' && words.some(item => context.tokens[item.at]?.kind === 'language')) {
    return all('not_understood')
  }
  const follows = place.joined && words.length <= 3 && reading.fates[previousOf(place, words)] === 'guidance'
  // The words right after `translate` are what to translate, unless they are about style only.
  const object = place.stance === 'target' && place.roles.has('translate') && !place.roles.has('into')
  // `German for the name column` speaks of a part, not of readers.
  const whose = words.filter(item => !hasRole(tokens[item.at], 'for'))
  const readers = has('for') && !picks && findPart(phrase(context, whose), survey.parts) === undefined
  if ((guides || readers) && (!object || only('guide', 'for', 'everything', 'glue'))) return all('guidance')
  if (follows) return all('guidance')
  if (place.stance === 'target' && place.roles.has('into')) refuseForeign(context, words, place)
  const sometimes = has('condition')
  if (place.stance === 'only' && !sometimes && !foundAny(reading, place)) throw nothingCalled(said, survey)
  return all('not_understood')
}

/** Whether something else in the clause was found: then an unknown part in `only the menu and the intro` is not understood, not refused. */
function foundAny(reading: Reading, place: OperandPlace): boolean {
  return place.group.runs.flat().some(item => reading.fates[item.at] === 'applied')
}

function previousOf(place: OperandPlace, words: readonly Operand[]): number {
  const first = words[0]?.at ?? 0
  return place.group.runs.flat().findLast(item => item.at < first)?.at ?? -1
}

/** `the product name Acme Cloud` → Acme Cloud. Words in lower case are a term only where the clause says that they stay as they are. */
function termIn(context: Context, words: readonly Operand[], place: OperandPlace): string | undefined {
  const [opening, ...others] = words
  const german = /^(?:Marke|Produktnamen?|Begriff|Wort|Firma|Ausdruck)$/.test(
    context.tokens[opening?.at ?? -1]?.text ?? '',
  )
  const named = (german && others.length > 0 ? others : words).filter(
    item => !hasRole(context.tokens[item.at], 'descriptor') || /\p{Lu}/u.test(context.tokens[item.at]?.text ?? ''),
  )
  if (named.length === 0 || named.length > 6) return undefined
  const marked = named.filter(item =>
    /[\p{Lu}\p{N}]|[\p{Script=Han}\p{Script=Katakana}]/u.test(context.tokens[item.at]?.text ?? ''),
  )
  const before = context.text.slice(0, context.tokens[named[0]?.at ?? 0]?.start ?? 0).slice(-8)
  const article = /(?:^|\s)(?:die|der|das|den|dem)\s+$/i.test(before)
  if (marked.length === 0 && !place.roles.has('as_is')) return undefined
  const germanNoun = (item: Operand) => /^\p{Lu}\p{Ll}+$/u.test(context.tokens[item.at]?.text ?? '')
  if (article && named.every(germanNoun)) return undefined
  if (marked.length !== 0 && marked.length !== named.length) return undefined
  return phrase(context, named)
}

/** Refuses a language after `into` that is unknown or not supported: a plan that left it out would lack a language. */
function refuseForeign(context: Context, words: readonly Operand[], place: OperandPlace): void {
  const said = phrase(context, words)
  const known = knownLanguageName(said)
  const shown = known === undefined || known.toLowerCase() === said.toLowerCase() ? said : `${known} (${said})`
  const first = place.group.runs[0]?.[0]
  if (known !== undefined || (first?.at === words[0]?.at && looksForeign(said))) throw languageNotSupported(shown)
}
