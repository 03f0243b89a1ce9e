/**
 * The branches that the plurals of an ICU message need in another language: a message in Polish has `few` and `many` beside `one` and
 * `other`. Each is a copy of `other`, to be translated for its numbers.
 */
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Unit } from '../format.ts'
import { branchesOf, icuPlurals, lackingBranches, parsedMessage, pluralOf } from './icu.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from './plural-categories.ts'

/** With plurals inside plurals a message could grow without end: what would be longer stays as it is. UTF-16 code units. */
const LONGEST = 10_000

/**
 * The unit of a message as it is translated: with the branches that its language needs, and a note of their numbers. Nothing else changes,
 * and what is one of several plural forms itself stays as it is.
 *
 * @param language a BCP 47 tag; undefined while a file is surveyed
 */
export function withBranches<U extends Omit<Unit, 'index'>>(unit: U, language: string | undefined): U {
  const { text, note, syntax, left_out, group, target } = unit
  if (syntax !== 'icu' || left_out === 'other_language' || group !== undefined || language === undefined) return unit
  const numbers = branchNote(text, language)
  const grown = withPluralBranches(text, language)
  if (numbers === undefined && grown === text) return unit
  return {
    ...unit,
    text: grown,
    note: [note, numbers].filter(said => said !== undefined).join('\n') || undefined,
    ...(target === undefined && grown !== text && { unwritten: text }),
  }
}

/** The message with the branches that its plurals lack in a language. What is no valid message stays as it is. */
export function withPluralBranches(text: string, language: string): string {
  const elements = text.length > LONGEST ? undefined : parsedMessage(text)
  return (elements && grown(text, elements, 0, text.length, language)) ?? text
}

/** A stretch of a message with the branches that it lacks; undefined where it becomes too long. */
function grown(
  text: string,
  elements: readonly MessageFormatElement[],
  start: number,
  end: number,
  language: string,
): string | undefined {
  let written = ''
  let from = start
  for (const element of elements) {
    const branches = branchesOf(element)
    const bodies = new Map<string, string>()
    for (const { name, value, opened, closed } of branches) {
      const body = grown(text, value, opened, closed, language)
      if (body === undefined) return undefined
      bodies.set(name, body)
    }
    const lacking = element.type === TYPE.plural ? lackingBranches(pluralOf(element), language) : []
    for (const { name, opened, closed } of branches) {
      const added = lacking.filter(category => followerOf(category, bodies) === name)
      written += withCopies(text.slice(from, opened), name, added, bodies.get('other')) + bodies.get(name)
      from = closed
    }
  }
  const whole = written + text.slice(from, end)
  return whole.length > LONGEST ? undefined : whole
}

/** The branch that a new one stands in front of, in the order of CLDR. */
function followerOf(category: PluralCategory, branches: ReadonlyMap<string, string>): PluralCategory | undefined {
  return PLURAL_CATEGORIES.slice(PLURAL_CATEGORIES.indexOf(category)).find(each => branches.has(each))
}

/** `before` ends with the name of a branch. Copies of `other` stand in front of that, as far apart as it is from what is before it. */
function withCopies(
  before: string,
  name: string,
  categories: readonly PluralCategory[],
  other: string | undefined,
): string {
  const named = before.trimEnd()
  if (categories.length === 0 || other === undefined || !named.endsWith(name)) return before
  const gap = before.slice(named.length)
  const above = named.slice(0, -name.length)
  const apart = above.slice(above.trimEnd().length)
  return above + categories.map(category => category + gap + other + apart).join('') + name + gap
}

/**
 * The lines for translators that say which numbers the branches of a message are for; undefined where their names say it: `one` for 1, and
 * `other`.
 */
export function branchNote(text: string, language: string): string | undefined {
  const plurals = icuPlurals(text) ?? []
  const lines = KINDS.flatMap(({ ordinal, called }) => {
    const categories =
      plurals.some(plural => plural.counts && plural.ordinal === ordinal) && pluralCategories(language, ordinal)
    const said = categories ? [...categories].filter(([, numbers]) => numbers !== '') : []
    if (said.every(([category, numbers]) => category === 'other' || PLAIN[category] === numbers)) return []
    return `${called} branches: ${said.map(([category, numbers]) => `${category} for ${numbers}`).join('; ')}`
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}

const KINDS = [
  { ordinal: false, called: 'Plural' },
  { ordinal: true, called: 'Ordinal' },
] as const
/** Branches whose names say their numbers. */
const PLAIN: Partial<Record<PluralCategory, string>> = { one: '1' }
