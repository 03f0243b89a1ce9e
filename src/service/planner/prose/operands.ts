/** What the operands of a clause are: languages, parts of the file, terms, wishes about style. */
import type { Reason } from '../../../formats/index.ts'
import type { Pattern } from '../../domain/intent.ts'
import type { Survey } from '../../domain/survey.ts'
import { filesNamed } from '../files-in-parcel.ts'
import { separatorOf } from '../survey.ts'
import { has, type Item, isOne } from './around.ts'
import type { Clause, Run } from './clauses.ts'
import { facetIn } from './facets.ts'
import { findPart, meansTwoParts, partCalled } from './find-part.ts'
import { takesSide } from './guidance.ts'
import type { Token } from './lexer.ts'
import { isGenericNoun, isInFrontMatter, plain } from './part-names.ts'
import type { WordRole } from './words.ts'

/** What a clause does with its operands. */
export type Stance = 'target' | 'add' | 'remove' | 'restore' | 'only' | 'keep' | 'source' | 'replace' | 'nothing'

export type State = 'existing' | 'missing' | 'fuzzy' | 'hidden'

export type Operand =
  | { readonly is: 'languages'; readonly tags: readonly string[] }
  /** `plain`: words beside it show that a part is meant, so that it needs no verb. */
  | { readonly is: 'choice'; readonly patterns: readonly Pattern[]; readonly plain: boolean }
  | { readonly is: 'state'; readonly state: State; readonly said: string }
  /** Text that formats leave out for this reason. */
  | { readonly is: 'reason'; readonly reason: Reason }
  /** What this format never touches. */
  | { readonly is: 'never' }
  | { readonly is: 'whole' | 'rest' }
  | { readonly is: 'term'; readonly term: string }
  | { readonly is: 'style'; readonly readers: readonly string[] }
  | { readonly is: 'unknown'; readonly said: string; readonly vague: boolean }

/** What the marks of a clause say; `object`: it says what to translate into the languages before it. */
export type ClauseRoles = ReadonlySet<WordRole | 'object'>

export interface Source {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly survey: Survey
  /** The parts found by their names so far. */
  readonly called: Map<string, Pattern | undefined>
}

/** The words as written, from the first to the last. */
export function phrase({ text, tokens }: Source, items: readonly Item[]): string {
  return text.slice(tokens[items[0]?.at ?? 0]?.start ?? 0, tokens[items.at(-1)?.to ?? 0]?.end ?? 0)
}

/** Reads the words between two commas or conjunctions. */
export function operandOf(source: Source, clause: Clause, run: Run, stance: Stance, roles: ClauseRoles): Operand {
  const { tokens } = source
  const { items } = run
  const said = phrase(source, items)
  const words = items.map(item => ({ item, token: tokens[item.at] }))
  const some = (...wanted: WordRole[]) => words.some(({ token }) => has(token, ...wanted))
  const unknown = {
    is: 'unknown',
    said,
    vague: some('unable', 'for') || items.some(({ as }) => as === 'unread' || as === 'language'),
  } as const
  if (items.some(({ as }) => as === 'unread') || isTornBetweenParts(source, items)) return unknown
  if (meansTwoParts(unknown.said, source.survey.parts)) return unknown
  const beside = words.filter(({ item }) => item.as !== 'quote' && item.as !== 'language')
  const tags = items.flatMap(({ tag }) => tag ?? [])
  if (tags.length > 0) {
    if (beside.every(({ token }) => has(token, 'everything'))) return { is: 'languages', tags }
    const describes =
      stance === 'target' &&
      (roles.has('object') || (!roles.has('translate') && !roles.has('into'))) &&
      some('guide') &&
      !some('unable')
    return describes && !isOne(words[0]?.token, 'like') ? { is: 'style', readers: some('for') ? tags : [] } : unknown
  }
  // `avoid the word “cart”` speaks of the translation.
  const avoids = !roles.has('translate') && clause.marks.some(({ at }) => isOne(tokens[at], 'avoiding'))
  if (items.some(({ as }) => as === 'quote'))
    return (avoids ? undefined : quoted(source, items, beside, stance, roles)) ?? unknown
  return (
    chosen(source, clause, items, stance, roles) ??
    (some('unable') ? unknown : wish(source, items, stance, roles, unknown))
  )
}

/** Whether only one of several words that parts are called by stands as a part: `the keys section`, where there is a section, too. */
function isTornBetweenParts({ tokens }: Source, items: readonly Item[]): boolean {
  const called = items.filter(({ at }) => tokens[at]?.part === true)
  return called.some(({ as }) => as === 'part') && called.some(({ as }) => as !== 'part')
}

interface Word {
  readonly item: Item
  readonly token: Token | undefined
}

const isNoun = (token: Token | undefined): boolean => token !== undefined && isGenericNoun(token.text)

/** A name in quotes, perhaps with a noun that says what sort of name it is: `the context “menu”`. */
function quoted(
  source: Source,
  items: readonly Item[],
  beside: readonly Word[],
  stance: Stance,
  roles: ClauseRoles,
): Operand | undefined {
  const quotes = items.filter(({ as }) => as === 'quote')
  if (quotes.length > 1 || roles.has('use')) return stance === 'target' ? { is: 'style', readers: [] } : undefined
  if (!beside.every(({ token }) => isNoun(token) || has(token, 'descriptor', 'everything'))) return undefined
  const name = source.tokens[quotes[0]?.at ?? 0]?.text ?? ''
  const keeps = stance === 'keep' || (stance === 'remove' && roles.has('translate'))
  if (keeps && !beside.some(({ token }) => isNoun(token) && !has(token, 'descriptor')))
    return { is: 'term', term: name }
  const pattern = partIn(source, name)
  if (pattern !== undefined) return { is: 'choice', patterns: [pattern], plain: true }
  return stance === 'keep' || stance === 'remove' ? { is: 'term', term: name } : undefined
}

/** Words that choose what of the file is translated; undefined where they are about something else. */
function chosen(
  source: Source,
  clause: Clause,
  items: readonly Item[],
  stance: Stance,
  roles: ClauseRoles,
): Operand | undefined {
  const { tokens, survey } = source
  const words = items.map(({ at }) => tokens[at])
  const all = (...wanted: WordRole[]) => words.every(token => isNoun(token) || has(token, ...wanted))
  const named = items.some(({ as }) => as === 'part')
  const noun = words.some(isNoun)
  const said = phrase(source, items)
  const rows = words[0]?.ranges
  if (rows !== undefined) return { is: 'choice', patterns: rowPatterns(source, said, rows, stance), plain: true }
  if (words.some(token => has(token, 'for')) && stance === 'target') return undefined
  // `rows with notes` are not the notes.
  if (isOne(words[0], 'row') && tokens.slice(items[0]?.at, items.at(-1)?.at).some(token => isOne(token, 'having')))
    return undefined
  if (!named && words.some(token => has(token, 'rest')) && all('rest', 'everything')) return { is: 'rest' }
  const state = (['existing', 'missing', 'fuzzy', 'hidden'] as const).find(each =>
    words.some(token => has(token, each)),
  )
  if (!named && state !== undefined && all(state, 'everything')) return { is: 'state', state, said }
  const styled = words.some(token => has(token, 'guide')) && words.every(token => has(token, 'guide', 'everything'))
  if (!named && !noun && styled && isManner(said, words, stance, roles)) return undefined
  const names = namesIn(source, items)
  const plainly = stance === 'target' || stance === 'add'
  const pronoun = stance === 'keep' && words.every(token => isOne(token, 'object'))
  const columnName = words.length === 1 && noun && words[0]?.part === true && !has(words[0], 'everything')
  const whole =
    !named && !pronoun && !columnName && all('everything') && (plainly || words.some(token => has(token, 'everything')))
  if (whole && facetIn(said, survey)?.as !== 'pattern' && !(words.length > 1 && partAmong(source, names) !== undefined))
    return { is: 'whole' }
  return partOrSort(source, clause, words, names, said)
}

/** Whether words of style are about how the text is written, not about a part that is called so. */
function isManner(said: string, words: readonly (Token | undefined)[], stance: Stance, roles: ClauseRoles): boolean {
  if (stance === 'target') return !roles.has('translate') || roles.has('into') || roles.has('object')
  if (stance !== 'remove' || roles.has('skip') || roles.has('translate')) return false
  return takesSide(said) || words.some(token => isOne(token, 'manner'))
}

/** The part that one of the names stands for, or else the sort of text. */
function partOrSort(
  source: Source,
  clause: Clause,
  words: readonly (Token | undefined)[],
  names: readonly string[],
  said: string,
): Operand | undefined {
  const { survey } = source
  const inFront = names.some(isInFrontMatter) ? [] : names.map(name => `front matter ${name}`)
  const fronted = mentionsFrontMatter(source, clause) ? partAmong(source, inFront) : undefined
  const pattern = fronted ?? names.map(name => partIn(source, name)).find(found => found !== undefined)
  const beside = words.length > 1 && words.some(isNoun)
  if (pattern !== undefined) {
    // `the file menu`, where both are names: none of them may be passed over.
    const missed = words.some(token => token?.part === true && !plain(pattern.said).includes(plain(token.text)))
    return missed ? undefined : { is: 'choice', patterns: [{ ...pattern, said }], plain: beside }
  }
  const facet = names.map(name => facetIn(name, survey)).find(found => found !== undefined)
  if (facet?.as === 'pattern') return { is: 'choice', patterns: [facet.pattern], plain: beside }
  return facet?.as === 'reason' ? { is: 'reason', reason: facet.reason } : facet && { is: 'never' }
}

const partAmong = (source: Source, names: readonly string[]) =>
  names.map(name => findPart(name, source.survey.parts)).find(found => found !== undefined)

function partIn({ survey, called }: Source, name: string): Pattern | undefined {
  if (!called.has(name)) {
    const part = partCalled(name, survey.parts, separatorOf(survey.extension))
    called.set(name, part ?? filesNamed(name, survey))
  }
  return called.get(name)
}

const mentioning = new WeakMap<Clause, boolean>()

/** Whether one of the runs is said to be in the front matter: found out once, since each run of the clause asks for it. */
function mentionsFrontMatter(source: Source, clause: Clause): boolean {
  const known = mentioning.get(clause)
  if (known !== undefined) return known
  const mentions = clause.runs.some(run => isInFrontMatter(namesIn(source, run.items).at(-1) ?? ''))
  mentioning.set(clause, mentions)
  return mentions
}

/** The names that the words may stand for: all of them, and without the articles before and between them. */
function namesIn(source: Source, items: readonly Item[]): string[] {
  const telling = items.filter(({ at, as }) => as === 'part' || !has(source.tokens[at], 'everything', 'for'))
  const spoken = telling.map(item => phrase(source, [item])).join(' ')
  // A word that stands as the name of a part is that name, without the noun beside it.
  const parts = items.filter(({ as }) => as === 'part')
  const nouns = telling.every(({ as, at }) => as === 'part' || isNoun(source.tokens[at]))
  const alone = parts.length === 1 && nouns ? [phrase(source, parts)] : []
  return [
    ...new Set([...alone, phrase(source, items), phrase(source, telling.length > 0 ? telling : items), spoken]),
  ].filter(name => name !== '')
}

/** Whoever skips the first row of a table with headings means the headings. */
function rowPatterns(
  { survey }: Source,
  said: string,
  ranges: NonNullable<Token['ranges']>,
  stance: Stance,
): Pattern[] {
  const rows = survey.choices.rows
  const first = rows?.headings === true && !/\d/.test(said) && ranges[0]?.to === rows.first
  const skips = stance === 'remove' || stance === 'keep'
  return ranges.map(range =>
    first && skips ? { by: 'rows', said, from: rows.first - 1, to: rows.first - 1 } : { by: 'rows', said, ...range },
  )
}

/** Words that choose nothing: a term, a wish about style, or something unknown. */
function wish(source: Source, items: readonly Item[], stance: Stance, roles: ClauseRoles, unknown: Operand): Operand {
  const words = items.map(({ at }) => source.tokens[at])
  const terms = stance === 'keep' || (stance === 'remove' && roles.has('translate'))
  const named = words.some(token => token?.roles.size === 0 && /^\p{Lu}(?!.*['’]s$)/u.test(token.text))
  const style = words.some(token => has(token, 'guide') && !(terms && named && has(token, 'descriptor')))
  if (terms && !style) {
    const term = termIn(source, items, roles)
    if (term !== undefined) return { is: 'term', term }
  }
  const only = words.every(token => has(token, 'guide', 'everything', 'glue', 'for'))
  const object = stance === 'target' && roles.has('translate') && !roles.has('into') && !roles.has('object')
  const readers =
    words.some(token => has(token, 'for')) && !words.some(token => isNoun(token) || chooses(source, token))
  if (stance === 'target' && (style || readers) && (!object || only)) return { is: 'style', readers: [] }
  const wishes = stance === 'keep' || stance === 'add' || (stance === 'remove' && !words.some(isNoun))
  return style && wishes && (only || stance === 'keep' || roles.has('use') || roles.has('not'))
    ? { is: 'style', readers: [] }
    : unknown
}

const chooses = ({ survey }: Source, token: Token | undefined): boolean =>
  token !== undefined && findPart(token.text, survey.parts) !== undefined

/** `the product name Acme Cloud` → Acme Cloud. Words in lower case are a term only where the clause says that they stay as they are. */
function termIn(source: Source, items: readonly Item[], roles: ClauseRoles): string | undefined {
  const upper = ({ at }: Item) =>
    /[\p{Lu}\p{N}]|[\p{Script=Han}\p{Script=Katakana}]/u.test(source.tokens[at]?.text ?? '')
  const described = ({ at }: Item) => has(source.tokens[at], 'descriptor')
  const german = isOne(source.tokens[items[0]?.at ?? 0], 'sort')
  const named = (german && items.length > 1 ? items.slice(1) : items).filter(item => !described(item) || upper(item))
  if (named.length === 0 || named.length > 6) return undefined
  const marked = named.filter(upper)
  if (marked.length === 0 ? !roles.has('as_is') : marked.length !== named.length) return undefined
  const before = source.tokens[(named[0]?.at ?? 0) - 1]
  const nouns = named.every(({ at }) => /^\p{Lu}\p{Ll}+$/u.test(source.tokens[at]?.text ?? ''))
  return nouns && isOne(before, 'article') ? undefined : phrase(source, named)
}
