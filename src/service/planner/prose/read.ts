/** Reads what a person wrote: each clause is carried out as a whole, passed on as a wish about style, or reported as not understood. */
import { languageNotSupported } from '../../domain/plan-refusal.ts'
import type { Tier } from '../../domain/price.ts'
import type { Survey } from '../../domain/survey.ts'
import { has, isOne, looksForeign } from './around.ts'
import { type Clause, clauseRoles, clausesOf, operandsOf, tagsOf } from './clauses.ts'
import { knownNames } from './known-names.ts'
import { lex, type Token } from './lexer.ts'
import type { ClauseRoles, Source } from './operands.ts'
import { isGenericNoun } from './part-names.ts'
import { placed } from './placed.ts'
import { emptyReading, type Fate, type Reading } from './reading.ts'
import { type AskedClause, actOn, asked, type Context, tierIn } from './shapes.ts'
import type { WordRole } from './words.ts'

export interface Told {
  readonly survey: Survey
  /** The targets of the plan that the instruction refines, and what it selects. */
  readonly targets: readonly string[]
  readonly selected: Context['selected']
  /** The language of the file. */
  readonly source: string
  /** The length of a first sentence that a program made of separate arguments. Each language of it is meant. */
  readonly head: number
  /** What is stated exactly before these words. They change neither those languages nor that tier. */
  readonly stated: {
    readonly target_languages?: readonly string[]
    readonly source_language?: string
    readonly quality_tier?: Tier
  }
}

/** The reading, and its clauses by what was done with them, word for word. */
export interface ProseRead {
  readonly reading: Reading
  readonly applied: string[]
  readonly guidance: string[]
  readonly not_understood: string[]
}

/** @throws {PlanRefusal} for languages that are not supported, and where only a part is asked for that the file does not have */
export function readProse(text: string, told: Told): ProseRead {
  const { survey } = told
  const names = knownNames(survey.parts, text, part => lex(part))
  const tokens = lex(text, { names, rows: survey.choices.rows })
  const source: Source = { text, tokens, survey, called: new Map() }
  const context: Context = {
    source,
    reading: begun(told),
    targets: told.targets,
    selected: told.selected,
    ...fixedBy(told),
  }
  const noun = (clause: Clause): boolean =>
    clause.runs.at(-1)?.items.every(({ at }) => isGenericNoun(tokens[at]?.text ?? '')) === true
  const clauses = clausesOf(placed(tokens, survey), noun)
  const limits = partsByLanguage(clauses)
  const fates = new Map<Clause, readonly Fate[]>()
  for (let at = 0; at < clauses.length; at++) {
    const clause = clauses[at]
    if (clause === undefined) continue
    const place = operandsOf(clause)[0]?.at ?? clause.marks[0]?.at ?? 0
    const fate = limits ? unread(clause) : readClause(context, told, clauses, at, fates)
    fates.set(clause, fate)
    if ((tokens[place]?.start ?? 0) < told.head && fate.includes('not_understood')) refuseUnknownTag(tokens, clause)
  }
  for (const clause of context.reading.overruled) fates.set(clause, unread(clause))
  return { reading: context.reading, ...echoed(source, clauses, fates) }
}

const unread = (clause: Clause): Fate[] =>
  clause.runs.length === 0 ? ['not_understood'] : clause.runs.map(() => 'not_understood')

/** A reading that begins with what is stated exactly. */
function begun({ stated }: Told): Reading {
  const reading = emptyReading()
  reading.fresh.push(...new Set(stated.target_languages))
  if (stated.source_language !== undefined) reading.source = stated.source_language
  if (stated.quality_tier !== undefined) reading.tier = stated.quality_tier
  return reading
}

function fixedBy({ stated: { target_languages, quality_tier } }: Told): Pick<Context, 'fixed' | 'fixedTier'> {
  return {
    ...(target_languages === undefined ? {} : { fixed: target_languages }),
    ...(quality_tier === undefined ? {} : { fixedTier: quality_tier }),
  }
}

/** Each language of a sentence that a program made is meant: a plan that left one out would lack it. */
function refuseUnknownTag(tokens: readonly Token[], clause: Clause): void {
  for (const { at } of operandsOf(clause)) {
    const { kind, roles, text = '' } = tokens[at] ?? {}
    if (kind === 'word' && roles?.size === 0 && looksForeign(text)) throw languageNotSupported(text)
  }
}

/** Reads one clause, beside those around it. */
function readClause(
  context: Context,
  told: Told,
  clauses: readonly Clause[],
  at: number,
  fates: Map<Clause, readonly Fate[]>,
): readonly Fate[] {
  const { source, reading } = context
  const clause = clauses[at]
  if (clause === undefined) return []
  const before = clause.separated ? undefined : clauses[at - 1]
  const next = clauses[at + 1]
  const after = next?.separated === false ? next : undefined
  const roles = clauseRoles(clause)
  if (before !== undefined) inherit(before, roles)
  if (after !== undefined) lookAhead(source, clause, roles, after)
  exceptOnly(source, clause, roles)
  const leaving = clause.marks.filter(({ role, postfix }) => (role === 'skip' || role === 'out') && postfix !== true)
  if (leaving.length > 1 && roles.has('skip')) return unread(clause)
  const mine = asked(source, clause, roles)
  const lost = before !== undefined && fates.get(before)?.includes('not_understood') === true ? before : undefined
  if (lost !== undefined && dependsOn(lost, clause)) return unread(clause)
  if (isExceptionOf(source, clauses[at - 1], fates, mine)) return unread(clause)
  if (before !== undefined && keepsLanguage(before, roles)) {
    const same = tagsOf(clause).every(tag => new Intl.Locale(tag).language === new Intl.Locale(told.source).language)
    return same ? (fates.get(before) ?? unread(clause)).slice(0, 1) : unread(clause)
  }
  if (after !== undefined && forSomeAlone(context, mine, asked(source, after))) return unread(clause)
  if (lost !== undefined && forSomeAlone(context, asked(source, lost), mine)) return unread(clause)
  if (after !== undefined && mine.operands.some(({ is }) => is === 'choice') && taints(source, clause, after))
    return unread(clause)
  if (lost !== undefined && taints(source, lost, clause)) return unread(clause)
  const tier = tierIn(clause)
  if (tier !== undefined && context.fixedTier !== undefined && context.fixedTier !== tier) return unread(clause)
  if (clause.runs.length === 0) {
    const harmless = tier !== undefined || clause.marks.every(({ role }) => role === 'translate' || role === 'use')
    if (tier !== undefined) setTier(reading, clause, tier)
    if (harmless && clause.marks.some(({ at: place }) => has(source.tokens[place], 'again')))
      reading.also.push('already_translated')
    return [harmless ? 'applied' : 'not_understood']
  }
  const result = actOn(context, mine)
  if (!result.includes('not_understood')) {
    if (tier !== undefined) setTier(reading, clause, tier)
    if (clause.marks.some(({ at: place }) => has(source.tokens[place], 'again'))) {
      ;(mine.stance === 'remove' || mine.stance === 'keep' ? reading.alsoNot : reading.also).push('already_translated')
    }
  }
  return result
}

/** Of two tiers the later one holds. */
function setTier(reading: Reading, clause: Clause, tier: 'lite' | 'standard'): void {
  if (reading.tierClause !== undefined && reading.tier !== tier && reading.tierClause.runs.length === 0)
    reading.overruled.add(reading.tierClause)
  reading.tier = tier
  reading.tierClause = clause
}

/** `isn't for customers`: says something of the words before it. */
const isDenied = ({ marks: [mark], runs, separated }: Clause): boolean =>
  mark?.role === 'not' && mark.postfix !== true && runs.length > 0 && !separated

/** `the notes do not matter`, `skip Installation except Linux`: words right after a choice that turn it into something else. */
function taints(source: Source, clause: Clause, after: Clause): boolean {
  const [first, second] = [clauseRoles(clause), clauseRoles(after)]
  if (first.size === 0 && isDenied(after)) return true
  const leaves = (roles: ClauseRoles) => roles.has('skip') && !roles.has('not')
  if (leaves(first) && leaves(second) && after.runs.length > 0) return true
  return (
    after.marks.every(({ role }) => role === 'translate') &&
    asked(source, after).operands.some(({ is }) => is === 'unknown')
  )
}

/** `formal, except the legal section`, `skip the notes but not the footer`: an exception from what was said right before. */
function isExceptionOf(
  { tokens }: Source,
  before: Clause | undefined,
  fates: ReadonlyMap<Clause, readonly Fate[]>,
  {
    clause: {
      marks: [mark],
    },
    operands,
  }: AskedClause,
): boolean {
  const [from, to] = [operandsOf(before ?? NONE).at(-1)?.to, mark?.at]
  if (before === undefined || from === undefined || to === undefined) return false
  if (tokens.slice(from, to).some(({ kind }) => kind === 'stop')) return false
  const word = tokens[to]
  if (fates.get(before)?.includes('guidance') === true) return isOne(word, 'excepting')
  const parts = operands.some(({ is }) => is === 'choice')
  return clauseRoles(before).has('skip') && parts && isOne(word, 'contrary')
}

const NONE = { runs: [] }

const dependsOn = (before: Clause, clause: Clause): boolean => {
  const roles = clauseRoles(clause)
  const earlier = clauseRoles(before)
  if (earlier.size === 0) return isDenied(clause) || clause.runs.length === 0
  return earlier.has('not') && (roles.has('skip') || roles.has('translate'))
}

/** `the notes must be translated`: nobody says that the rest must not. */
function isPassive({ tokens }: Source, { marks }: Clause): boolean {
  return marks.some(({ at }) => [at - 1, at + 1].some(beside => isOne(tokens[beside], 'passive')))
}

/** `the menu into French`, `English to German`: words before `into` are what to translate; a language before it is the source. */
function lookAhead(source: Source, clause: Clause, roles: Set<WordRole | 'object'>, after: Clause): void {
  const next = clauseRoles(after)
  if (!next.has('into') && !next.has('translate') && !next.has('also')) return
  if (roles.size === 0 && !next.has('also') && (next.has('into') || !isPassive(source, after))) roles.add('translate')
  const items = operandsOf(clause)
  const language = items.length === 1 && items[0]?.as === 'language'
  // `メモもエラーも翻訳しないで`: the verb at the end of the list applies to all of it.
  if ([clause, after].every(({ marks: [mark] }) => mark?.role === 'also' && mark.postfix === true))
    for (const role of next) roles.add(role)
  if (next.has('into') && roles.has('not') && roles.has('translate')) roles.add('into')
  if (next.has('into') && language && [...roles].every(role => role === 'translate')) roles.add('from')
}

/** `also translate it into French`, `do not translate it into French`: the first mark holds for what follows. */
function inherit(before: Clause, roles: Set<WordRole | 'object'>): void {
  const earlier = clauseRoles(before)
  if (earlier.has('into') && roles.size === 0) roles.add('object')
  if (!roles.has('into') || !earlier.has('translate')) return
  if (earlier.has('also')) roles.add('also')
  if (earlier.has('not')) roles.add('not')
}

/** `leave out everything but the menu`: the exception is all that is chosen, so the clause counts as `only`. */
function exceptOnly({ tokens }: Source, { marks }: Clause, roles: Set<WordRole | 'object'>): void {
  const skips = marks.filter(({ role }) => role === 'skip' || role === 'out')
  const excepts = skips.filter(({ at }) => has(tokens[at], 'everything'))
  const not = marks.find(({ role }) => role === 'not')
  const denied =
    skips.length === excepts.length && not !== undefined && (not.postfix === true || not.at < (excepts[0]?.at ?? 0))
  if (excepts.length === 0 || (skips.length === excepts.length && !denied)) return
  for (const role of ['skip', 'out', ...(denied ? (['not'] as const) : [])] as const) roles.delete(role)
  roles.add('only')
}

/** `keep the names in English`: the names stay in this language; it is not a target. */
function keepsLanguage(before: Clause, roles: ClauseRoles): boolean {
  const keeps = before.marks.some(({ role }) => role === 'keep' || role === 'as_is')
  return keeps && roles.has('into') && !roles.has('translate')
}

/** `errors only to German and notes only to French`: other parts for each language, which a plan cannot express. */
function partsByLanguage(clauses: readonly Clause[]): boolean {
  const limited = clauses.filter(clause => {
    const roles = clauseRoles(clause)
    return roles.has('only') && roles.has('into') && !roles.has('not')
  })
  const words = clauses.some(clause => operandsOf(clause).some(({ as }) => as !== 'language'))
  return words && new Set(limited.map(clause => tagsOf(clause).join(' '))).size > 1
}

/** `the notes only into French`, `skip the notes in French`: parts for only some of the languages, which a plan cannot express. */
function forSomeAlone({ reading, targets }: Context, one: AskedClause, other: AskedClause): boolean {
  const [parts, language] = tagsOf(one.clause).length > 0 ? [other, one] : [one, other]
  const tags = tagsOf(language.clause)
  const chooses = parts.operands.some(
    ({ is }) => is !== 'languages' && is !== 'whole' && is !== 'rest' && is !== 'style',
  )
  if (
    tags.length === 0 ||
    !chooses ||
    parts.stance === 'keep' ||
    language.stance === 'source' ||
    parts.stance === 'replace'
  )
    return false
  const named = [...reading.fresh, ...reading.added]
  const limits = parts.stance !== 'target' || language.stance === 'add'
  return [...named, ...(limits && named.length === 0 ? targets : [])].some(tag => !tags.includes(tag))
}

interface Piece {
  readonly fate: Fate
  readonly from: number
  to: number
  /** It may be one with the piece before it, if both have the same fate. */
  readonly joins: boolean
}

const ends = (token: Token | undefined): boolean =>
  token === undefined || ['comma', 'stop', 'open', 'close'].includes(token.kind)

/** The clauses word for word and whole, with the articles around them. */
function echoed(
  { text, tokens }: Source,
  clauses: readonly Clause[],
  fates: ReadonlyMap<Clause, readonly Fate[]>,
): Record<Fate, string[]> {
  const pieces: Piece[] = []
  for (const piece of [...clauses.flatMap(clause => piecesOf(clause, fates.get(clause) ?? [])), ...idle(tokens)].sort(
    (a, b) => a.from - b.from,
  )) {
    const last = pieces.at(-1)
    if (last !== undefined && piece.from <= last.to) continue
    if (last !== undefined && piece.joins && last.fate === piece.fate) last.to = piece.to
    else pieces.push(piece)
  }
  const result: Record<Fate, string[]> = { applied: [], guidance: [], not_understood: [] }
  let end = -1
  for (const [at, piece] of pieces.entries()) {
    let { from, to } = piece
    while (from - 1 > end && isFiller(tokens[from - 1])) from -= 1
    let tail = to
    while (tail + 1 < (pieces[at + 1]?.from ?? tokens.length) && isFiller(tokens[tail + 1])) tail += 1
    const next = tokens[tail + 1]
    // `only and`: a conjunction that joins nothing stands with the words before it.
    if (has(next, 'and') && ends(tokens[tail + 2])) to = tail + 1
    else if (ends(next) || has(next, 'and')) to = tail
    end = to
    // Signs around the words that belong to no word: `{name}`.
    const [start, stop] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0]
    const opening = /[{<%$#@]*$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? ''
    const closing = /^[}>%]*/.exec(text.slice(stop, stop + 3))?.[0] ?? ''
    result[piece.fate].push(`${opening}${text.slice(start, stop)}${closing}`.replace(/\s+/g, ' ').trim())
  }
  return result
}

/** A clause is one piece, but wishes about style in it are pieces of their own, and so is a verb before them. */
function piecesOf({ marks, runs, separated, colon }: Clause, fates: readonly Fate[]): Piece[] {
  const joins = !separated && !colon
  const styles = fates.includes('guidance')
  if (!styles)
    return [
      pieceOf(
        [...marks, ...runs.flatMap(({ items }) => items)],
        fates.includes('not_understood') ? 'not_understood' : 'applied',
        joins,
      ),
    ]
  const verbs = marks.every(({ role }) => role === 'translate') ? marks : []
  const behind = runs.at(-1)?.items.at(-1)?.at ?? 0
  const own = marks.filter(mark => !verbs.includes(mark))
  return [
    ...verbs.map(mark => pieceOf([mark], fates.includes('not_understood') ? 'not_understood' : 'applied', joins)),
    ...runs.map(({ items, comma }, at) => {
      const mine = own.filter(mark => (mark.at > behind ? at === runs.length - 1 : at === 0))
      return pieceOf([...mine, ...items], fates[at] ?? 'not_understood', at === 0 ? joins : !comma)
    }),
  ]
}

function pieceOf(items: readonly { readonly at: number; readonly to: number }[], fate: Fate, joins: boolean): Piece {
  return { fate, joins, from: Math.min(...items.map(({ at }) => at)), to: Math.max(...items.map(({ to }) => to)) }
}

/** A sentence of nothing but articles and auxiliaries still says something that nobody acts on: `What is this?` */
function idle(tokens: readonly Token[]): Piece[] {
  const words = tokens.map((token, at) => ({ token, at }))
  const ends = [-1, ...words.filter(({ token }) => token.kind === 'stop').map(({ at }) => at), tokens.length]
  return ends.slice(1).flatMap((end, number) => {
    const sentence = words
      .slice((ends[number] ?? -1) + 1, end)
      .filter(({ token }) => token.kind === 'word' && !has(token, 'polite', 'and'))
    const [first, last] = [sentence[0], sentence.at(-1)]
    const only = sentence.every(({ token }) => has(token, 'glue', 'into_weak', 'from_weak'))
    return first !== undefined && last !== undefined && only && sentence.length === end - (ends[number] ?? -1) - 1
      ? [{ fate: 'not_understood', from: first.at, to: last.at, joins: false } as const]
      : []
  })
}

function isFiller(token: Token | undefined): boolean {
  return token?.kind === 'word' && !has(token, 'polite', 'and', 'but')
}
