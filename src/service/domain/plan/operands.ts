import type { Reason } from '../../../formats/format.ts'
import type { Fate } from './account.ts'
import { looksForeign, type Operand } from './items.ts'
import { knownLanguageName } from './language-names.ts'
import type { Role } from './lexicon.ts'
import { type Context, hasRole, type Place, phrase, type Reading, type Stance, settle } from './reading.ts'
import { languageNotSupported, nothingCalled } from './refusal.ts'
import { findPart, type Pattern } from './selection.ts'

/** Reads operands that no comma or conjunction parts, and says what became of them. @throws PlanRefusal */
export function readRun(context: Context, place: Place, run: readonly Operand[]): Fate[] {
  const { reading } = context
  const mapping =
    run.filter(item => item.as === 'quote').length > 1 ||
    (place.roles.has('use') && run.some(item => item.as === 'quote'))
  if (mapping) return run.map(item => settle(context, item, 'guidance'))
  const fates: Fate[] = []
  let words: Operand[] = []
  const flush = (): void => {
    if (words.length > 0) fates.push(...readWords(context, place, words))
    words = []
  }
  for (const item of run) {
    if (item.as === 'word') {
      words.push(item)
      continue
    }
    flush()
    if (item.as === 'quote') fates.push(readQuote(context, place, item))
    else if (reading.fates[item.at] === undefined) {
      const replaced = place.stance === 'replace' && run.some(other => other.as === 'language' && other.at < item.at)
      fates.push(settle(context, item, readLanguage(reading, replaced ? 'target' : place.stance, item.tag)))
    }
  }
  flush()
  return fates
}

function readLanguage(reading: Reading, stance: Stance, tag: string): Fate {
  switch (stance) {
    case 'target':
    case 'only':
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
    case 'nothing':
      return 'not_understood'
  }
}

function readQuote(context: Context, place: Place, item: Operand): Fate {
  const said = context.tokens[item.at]?.text ?? ''
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  if (terms) {
    context.reading.keep.push(said)
    return settle(context, item, 'applied')
  }
  const pattern = findPart(said, context.parts)
  if (pattern !== undefined && select(context.reading, place, pattern)) return settle(context, item, 'applied')
  if (place.stance === 'only' && !foundAny(context.reading, place)) throw nothingCalled(said, context.parts)
  return settle(context, item, 'not_understood')
}

/** Words that name no language: a part, a term, a wish about style, or something nobody here can do. */
function readWords(context: Context, place: Place, words: readonly Operand[]): Fate[] {
  const { tokens, parts, reading } = context
  const all = (fate: Fate): Fate[] => words.map(item => settle(context, item, fate))
  const said = phrase(context, words)
  const has = (role: Role) => words.some(item => hasRole(tokens[item.at], role))
  const only = (...roles: Role[]) => words.every(item => roles.some(role => hasRole(tokens[item.at], role)))
  const [first] = words
  if (first !== undefined && hasRole(tokens[first.at], 'condition')) return all('not_understood')
  const picks = place.stance === 'remove' || place.stance === 'only'
  const whole = only('everything', 'rest', 'glue') && !(picks && findPart(said, parts) !== undefined)
  if (whole) return all(readEverything(reading, place, has('rest')))
  for (const [role, reason] of [
    ['existing', 'already_translated'],
    ['hidden', 'hidden'],
  ] as const) {
    if (has(role) && only(role, 'everything', 'glue')) return all(takeReason(reading, place.stance, reason))
  }
  const bare = phrase(context, withoutOpening(context, words))
  const pattern = isNamed(place) ? (findPart(said, parts) ?? findPart(bare, parts)) : undefined
  if (pattern !== undefined && select(reading, place, pattern)) return all('applied')
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  const quoted = place.group.runs.flat().some(item => item.as === 'quote')
  if (terms && quoted && only('descriptor', 'glue')) return all('applied')
  if (terms && !has('guide') && !has('unable')) {
    const term = termIn(context, words, place)
    if (term !== undefined) {
      reading.keep.push(term)
      return all('applied')
    }
  }
  if (has('unable')) return all('not_understood')
  const follows = place.joined && words.length <= 3 && reading.fates[previousOf(place, words)] === 'guidance'
  // What stands right after `translate` is what to translate, unless it speaks of nothing but style.
  const object = place.stance === 'target' && place.roles.has('translate') && !place.roles.has('into')
  const readers = has('for') && !picks
  if ((has('guide') || readers) && (!object || only('guide', 'for', 'everything', 'glue'))) return all('guidance')
  if (follows) return all('guidance')
  if (place.stance === 'target' && place.roles.has('into')) refuseForeign(context, words, place)
  const sometimes = has('condition')
  if (place.stance === 'only' && !sometimes && !foundAny(reading, place)) throw nothingCalled(said, parts)
  return all('not_understood')
}

/** Of `only the menu and the intro` the menu was found: the intro is then told as not understood. */
function foundAny(reading: Reading, place: Place): boolean {
  return place.group.runs.flat().some(item => reading.fates[item.at] === 'applied')
}

function previousOf(place: Place, words: readonly Operand[]): number {
  const first = words[0]?.at ?? 0
  return place.group.runs.flat().findLast(item => item.at < first)?.at ?? -1
}

function isNamed(place: Place): boolean {
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

function readEverything(reading: Reading, place: Place, rest: boolean): Fate {
  if (place.stance === 'keep') return 'applied'
  if (place.stance === 'remove' && place.roles.has('into')) return 'applied'
  if (place.stance === 'remove' || place.stance === 'nothing' || place.stance === 'replace') return 'not_understood'
  if (rest) return 'not_understood'
  if (place.stance === 'target') reading.everything = true
  return 'applied'
}

function takeReason(reading: Reading, stance: Stance, reason: Reason): Fate {
  const takes = stance === 'add' || stance === 'target' || stance === 'restore'
  if (takes) reading.also.push(reason)
  else if (stance === 'remove' || stance === 'keep') reading.alsoNot.push(reason)
  else return 'not_understood'
  return 'applied'
}

/** False where a part cannot be meant: words after `into`, a name in a clause that asks for nothing. */
function select(reading: Reading, place: Place, pattern: Pattern): boolean {
  switch (place.stance) {
    case 'remove':
    case 'keep':
      reading.exclude.push(pattern)
      return true
    case 'only':
      reading.include.push(pattern)
      return true
    case 'restore':
    case 'add':
      reading.lifted.push(pattern)
      return true
    case 'target':
      if (!place.roles.has('translate') && !place.roles.has('into')) return false
      reading.include.push(pattern)
      return true
    case 'source':
    case 'replace':
    case 'nothing':
      return false
  }
}

/** `the product name Acme Cloud` → Acme Cloud. Lower-case words are a term only where it is said that they stay as they are. */
function termIn(context: Context, words: readonly Operand[], place: Place): string | undefined {
  const named = words.filter(
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

/** A name after `into` that no catalogue has is refused by name, not left unread: the plan would lack a language. */
function refuseForeign(context: Context, words: readonly Operand[], place: Place): void {
  const said = phrase(context, words)
  const known = knownLanguageName(said)
  const shown = known === undefined || known.toLowerCase() === said.toLowerCase() ? said : `${known} (${said})`
  const first = place.group.runs[0]?.[0]
  if (known !== undefined || (first?.at === words[0]?.at && looksForeign(said))) throw languageNotSupported(shown)
}
