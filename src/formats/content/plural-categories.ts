/** The plural categories of languages (CLDR), and the numbers that each is for. */

export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number]

const TRIED = 200
const NAMED = 5

const known = new Map<string, ReadonlyMap<PluralCategory, string>>()

/**
 * The categories that a language has for the numbers from 0 to 199, and `other`, in the order of CLDR, each with the first of its numbers
 * in words: `2, 3, 4, 22, 23 …`. Spanish has `many` only for millions, so nobody writes that form. Undefined for a language whose plural
 * is not known.
 */
export function pluralCategories(tag: string, ordinal: boolean): ReadonlyMap<PluralCategory, string> | undefined {
  const key = `${tag} ${ordinal}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return undefined
  const rules = new Intl.PluralRules(tag, { type: ordinal ? 'ordinal' : 'cardinal' })
  const numbers = new Map<string, number[]>()
  const see = (n: number): void => {
    const category = rules.select(n)
    numbers.set(category, [...(numbers.get(category) ?? []), n])
  }
  for (let n = 0; n < TRIED; n += 1) see(n)
  // In some languages the category for all other numbers is that of fractions only.
  if (!numbers.has('other')) for (let n = 0; n < NAMED; n += 1) see(n + 0.5)
  const categories = new Map<PluralCategory, string>()
  for (const category of PLURAL_CATEGORIES) {
    const its = numbers.get(category)
    if (its === undefined && category !== 'other') continue
    const first = (its ?? []).slice(0, NAMED).join(', ')
    categories.set(category, (its ?? []).length > NAMED - 1 ? `${first} …` : first)
  }
  known.set(key, categories)
  return categories
}
