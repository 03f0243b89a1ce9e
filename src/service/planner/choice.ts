import { type Reason, traitsOf } from '../../formats/index.ts'
import type { Pattern } from '../domain/intent.ts'
import type { PartSurvey, Survey } from '../domain/survey.ts'
import type { Fate } from './clauses.ts'
import { type Facet, facetIn } from './facets.ts'
import { findPart, someCalled } from './find-part.ts'
import type { Group } from './groups.ts'
import { takesSide } from './guidance.ts'
import type { Operand } from './item.ts'
import type { WordRole } from './lexicon.ts'
import { isGenericNoun, isInFrontMatter, nameWords } from './part-names.ts'
import { type Context, hasRole, type OperandPlace, overrule, phrase, type Reading } from './reading.ts'
import { GUESSED, isReason, keyOf, matches, type NamePattern } from './selection.ts'
import { translatableUnits } from './survey.ts'
import type { Token } from './token.ts'

/** Whether a word says only that a part is meant: `column`. */
export function isNoun(token: Token | undefined): boolean {
  return token !== undefined && !token.whole && isGenericNoun(token.text)
}

/** Reads what part of the file the words choose; undefined where they are about something else. */
export function readChoice(context: Context, place: OperandPlace, words: readonly Operand[]): Fate | undefined {
  const { tokens, reading, survey } = context
  const has = (role: WordRole) => words.some(item => hasRole(tokens[item.at], role))
  const only = (...roles: WordRole[]) =>
    words.every(item => isNoun(tokens[item.at]) || roles.some(role => hasRole(tokens[item.at], role)))
  const said = phrase(context, words)
  const picks = place.stance === 'remove' || place.stance === 'only'
  const names = namesIn(context, words)
  const readers = place.stance === 'target' && speaksOfReaders(tokens[words[0]?.at ?? -1])
  const named =
    isNamed(place) && !readers && !asksForStyle(context, place, words)
      ? [...besideFrontMatter(context, place, names), ...names.map(name => findPart(name, survey.parts))]
      : []
  const exact = named.find(pattern => pattern?.at === 'root' || pattern?.at === 'whole')
  const plainly = place.stance === 'target' || place.stance === 'add'
  const nouns = plainly && !has('guide') && words.some(item => isNoun(tokens[item.at]))
  const all = has('everything') || has('rest') || nouns
  const whole = all && only('everything', 'rest', 'glue') && !(picks && exact)
  const part = exact !== undefined && plainly && !saysWhole(context, place, words, exact)
  if (whole && facetIn(said, survey)?.as !== 'pattern' && !part) {
    return readEverything(reading, place, has('rest'))
  }
  for (const state of ['existing', 'missing', 'fuzzy', 'hidden'] as const) {
    if (has(state) && only(state, 'everything', 'glue')) return readState(context, place, state, said)
  }
  const chosen = isBareChoice(context, place, words) ? { ...place, stance: 'only' as const } : place
  if (exact !== undefined && select(context, chosen, exact)) return 'applied'
  const facet = isNamed(place) ? names.map(name => facetIn(name, survey)).find(found => found !== undefined) : undefined
  if (facet !== undefined) return readFacet(context, chosen, facet)
  const pattern = named.find(found => found !== undefined)
  return pattern !== undefined && select(context, chosen, pattern) ? 'applied' : undefined
}

/** Words for how a text is written. They mean that even where a part of the file has the same name. */
const MANNER: ReadonlySet<string> = new Set(
  'draft tone style register Entwurf Ton Tonfall Stil registre tono estilo トーン 文体 口調'
    .split(' ')
    .flatMap(nameWords),
)

/** Whether words ask for a style though a part has that name: `into German, formal`, `tone: formal`, `not too short`, `keep the style`. */
function asksForStyle(context: Context, { stance, roles, group }: OperandPlace, words: readonly Operand[]): boolean {
  const keeps = stance === 'keep' && roles.has('keep')
  const not = roles.has('not') || group.marks.some(({ at }) => /^but not$/i.test(context.tokens[at]?.text ?? ''))
  const denies = stance === 'remove' && not && !roles.has('translate')
  if (!keeps && !denies && (stance !== 'target' || !roles.has('into'))) return false
  const tokens = words.map(({ at }) => context.tokens[at])
  const guides = tokens.every(token => !isNoun(token) && (hasRole(token, 'guide') || hasRole(token, 'glue')))
  const said = phrase(context, words)
  return guides && ((!keeps && takesSide(said)) || nameWords(said).some(word => MANNER.has(word)))
}

/** Words for the whole file. They mean that even where a part of the file has the same name. */
const WHOLE_FILE: ReadonlySet<string> = new Set(
  `all everything it this that these those them file files document app application website site
  alles Datei Dokument tout fichier todo archivo documento aplicación sitio 全部 すべて ファイル`
    .split(/\s+/)
    .flatMap(nameWords),
)

/**
 * Whether words mean the whole file although a key is called `all` or `menu.file`: `Translate everything`, `Translate the file`. The
 * key is meant only in a list of parts, or beside a noun for parts.
 */
function saysWhole(
  { tokens }: Context,
  { group }: OperandPlace,
  words: readonly Operand[],
  { words: name }: NamePattern,
): boolean {
  if (name.length !== 1 || !WHOLE_FILE.has(name[0] ?? '')) return false
  const beside = [(words[0]?.at ?? 0) - 1, (words.at(-1)?.at ?? 0) + 1].some(at => isNoun(tokens[at]))
  const nouns = words.filter(item => isNoun(tokens[item.at]))
  const others = group.runs.filter(run => run.some(item => item.as !== 'language'))
  return !beside && others.length === 1 && (words.length === 1 || nouns.length === 0)
}

/** `into German for developers` names the readers, even where a section is called `For developers`: that is written with a capital. */
function speaksOfReaders(token: Token | undefined): boolean {
  return hasRole(token, 'for') && token?.whole !== true
}

/** Whether words choose parts without a verb: in `German, columns name and description` the noun for parts shows it. */
function isBareChoice(
  { tokens, reading }: Context,
  { stance, roles, group }: OperandPlace,
  words: readonly Operand[],
): boolean {
  if (stance !== 'target' || [...roles].some(role => role !== 'use')) return false
  const begun = group.runs.some(run => {
    const applied = reading.fates[run[0]?.at ?? -1] === 'applied' && (run[0]?.at ?? 0) < (words[0]?.at ?? 0)
    return applied && run.some(item => item.as === 'word' && isNoun(tokens[item.at]))
  })
  return begun || (words.length > 1 && words.some(item => isNoun(tokens[item.at])))
}

/** The names that the words may stand for: all of them, without articles before them, and without articles between them. */
function namesIn(context: Context, words: readonly Operand[]): string[] {
  const opened = withoutOpening(context, words)
  const telling = opened.filter(item => {
    const roles = context.tokens[item.at]?.roles
    return !(['glue', 'from', 'into', 'for', 'everything'] as const).some(role => roles?.has(role))
  })
  const spoken = telling.map(item => context.tokens[item.at]?.text ?? '').join(' ')
  return [...new Set([phrase(context, words), phrase(context, opened), spoken])].filter(name => name !== '')
}

/** `title and description of the front matter`: where one of several is said to be in it, the others are looked for in it, too. */
function besideFrontMatter(context: Context, { group }: OperandPlace, names: readonly string[]): NamePattern[] {
  if (!mentionsFrontMatter(context, group) || names.some(isInFrontMatter)) return []
  return names.flatMap(said => {
    const found = findPart(`front matter ${said}`, context.survey.parts)
    return found === undefined ? [] : { ...found, said }
  })
}

const mentioning = new WeakMap<readonly (readonly Operand[])[], boolean>()

/** Whether one of the runs is said to be in the front matter: found out once, since each run of the group asks for it. */
function mentionsFrontMatter(context: Context, { runs }: Group): boolean {
  const known = mentioning.get(runs)
  if (known !== undefined) return known
  const mentions = runs.some(run => isInFrontMatter(namesIn(context, run).at(-1) ?? ''))
  mentioning.set(runs, mentions)
  return mentions
}

type State = 'existing' | 'missing' | 'fuzzy' | 'hidden'

/** Chooses entries by whether they have a translation. Entries without one, and fuzzy ones, are translated unless they are left out. */
function readState(context: Context, place: OperandPlace, state: State, said: string): Fate {
  const { reading } = context
  const { stance } = place
  const leaves = stance === 'remove' || stance === 'keep'
  if (stance === 'source' || stance === 'replace' || stance === 'nothing') return 'not_understood'
  switch (state) {
    case 'existing':
      if (stance === 'only') reading.include.push({ by: 'done', said })
      return takeReason(reading, leaves ? 'remove' : 'add', 'already_translated')
    case 'hidden':
      return takeReason(reading, leaves ? 'remove' : 'add', 'hidden')
    case 'missing':
      if (leaves) return 'not_understood'
      if (stance === 'only') reading.alsoNot.push('already_translated')
      return 'applied'
    case 'fuzzy':
      // `the untranslated and fuzzy ones`: they are translated anyway.
      if (!leaves && speaksOf(context, place, 'missing')) return 'applied'
      return select(context, place, { by: 'flag', said, flag: 'fuzzy' }) ? 'applied' : 'not_understood'
  }
}

function speaksOf({ tokens }: Context, { group }: OperandPlace, role: WordRole): boolean {
  return group.runs.some(run => run.some(item => hasRole(tokens[item.at], role)))
}

/** Text that a format leaves out can be asked for only where the format merely guesses that it is not text for people. */
export function readFacet(context: Context, place: OperandPlace, facet: Facet): Fate | undefined {
  const { stance } = place
  const leaves = stance === 'remove' || stance === 'keep'
  switch (facet.as) {
    case 'pattern':
      return select(context, place, facet.pattern) ? 'applied' : undefined
    case 'never':
      return leaves ? 'applied' : undefined
    case 'reason': {
      if (leaves) return takeReason(context.reading, 'remove', facet.reason)
      const { survey } = context
      const there = survey.parts.some(part => part.left_out[facet.reason] !== undefined)
      const taken = (stance === 'add' || stance === 'restore') && there && guesses(survey) && GUESSED.has(facet.reason)
      return taken ? takeReason(context.reading, 'add', facet.reason) : undefined
    }
  }
}

/** Whether the format only guesses what is code: a value in a data file may merely look like code. Code in a document is code. */
function guesses({ extension }: Survey): boolean {
  return traitsOf(extension).guesses === true
}

function isNamed(place: OperandPlace): boolean {
  return place.stance !== 'nothing' && place.stance !== 'source' && place.stance !== 'replace'
}

/** Without the articles and pronouns before it: `dieses Menü` is `Menü`. */
function withoutOpening(context: Context, words: readonly Operand[]): readonly Operand[] {
  const first = words.findIndex(item => {
    const token = context.tokens[item.at]
    return !hasRole(token, 'glue') && !hasRole(token, 'everything')
  })
  return first > 0 ? words.slice(first) : words
}

function readEverything(reading: Reading, place: OperandPlace, rest: boolean): Fate {
  if (place.stance === 'keep') return 'applied'
  if (place.stance === 'remove' && place.roles.has('into')) return 'applied'
  if (place.stance === 'remove' || place.stance === 'nothing' || place.stance === 'replace') return 'not_understood'
  if (rest) return 'not_understood'
  if (place.stance === 'target') reading.everything = true
  return 'applied'
}

function takeReason(reading: Reading, stance: 'add' | 'remove', reason: Reason): Fate {
  if (stance === 'add') reading.also.push(reason)
  else reading.alsoNot.push(reason)
  return 'applied'
}

/** Adds a choice of a part. False where none can be meant: the clause asks for no translation, or the part has no text to translate. */
export function select(context: Context, place: OperandPlace, pattern: Pattern): boolean {
  const { reading, survey } = context
  reading.clauses.set(pattern, place.group)
  switch (place.stance) {
    case 'remove':
    case 'keep':
      takeBack(context, reading.lifted, pattern)
      reading.exclude.push(pattern)
      return true
    case 'restore':
    case 'add':
      if (isIdle(pattern, survey)) {
        if (!isOpen(pattern, survey)) return false
        reading.guessed.push(pattern)
      }
      takeBack(context, reading.exclude, pattern)
      reading.lifted.push(pattern)
      return true
    case 'target':
    case 'only':
      if (place.stance === 'target' && !place.roles.has('translate') && !place.roles.has('into')) return false
      if (isIdle(pattern, survey) && (guesses(survey) || isOpen(pattern, survey))) reading.guessed.push(pattern)
      takeBack(context, reading.exclude, pattern)
      reading.include.push(pattern)
      return true
    case 'source':
    case 'replace':
    case 'nothing':
      return false
  }
}

/** Takes back an earlier choice of the same part: the later one holds. */
function takeBack(context: Context, patterns: Pattern[], pattern: Pattern): void {
  const at = patterns.findIndex(other => keyOf(other) === keyOf(pattern))
  for (const earlier of at < 0 ? [] : patterns.splice(at, 1)) overrule(context, earlier)
}

/** Whether a part has nothing that is translated or was translated before: only numbers, code, or what the format takes for code. */
function isIdle(pattern: Pattern, { parts }: Survey): boolean {
  const done = (part: PartSurvey) => part.left_out.already_translated !== undefined
  return pattern.by === 'name' && !someCalled(pattern, parts, part => translatableUnits(part) > 0 || done(part))
}

/** Whether a part has text that is left out and may be asked for by name: in data what looks like code, in a document the front matter. */
function isOpen(pattern: Pattern, survey: Survey): boolean {
  const isGuessed = (reason: Reason) => (guesses(survey) ? GUESSED.has(reason) : reason === 'metadata')
  const open = (part: PartSurvey) => Object.keys(part.left_out).filter(isReason).some(isGuessed)
  return pattern.by === 'name'
    ? someCalled(pattern, survey.parts, open)
    : survey.parts.some(part => open(part) && matches(pattern, { part: part.part }))
}
