/** Which plural forms a language has, by the names of Unicode (CLDR). */

/** In this order people write them. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export interface QuantityForm {
  readonly name: string
  /** For a translator: `2, 3, 4, 22, 23 …`. */
  readonly numbers: string
  /** Used for the number 1 and no other: the only form that may leave the number out. */
  readonly only_one: boolean
}

const NUMBERS_NAMED = 5
/** Some languages have a form for millions alone. */
const NUMBERS_TRIED = [...Array.from({ length: 201 }, (_, n) => n), 1000, 1_000_000]

/** Shown for a form that no whole number takes. */
const FRACTIONS = [0.5, 1.5, 2.5]

const known = new Map<string, readonly QuantityForm[]>()

/** The forms of a language in their order. */
export function formsOf(language: string): readonly QuantityForm[] {
  const before = known.get(language)
  if (before) return before
  const rules = new Intl.PluralRules(language)
  const numbers = new Map<string, number[]>()
  for (const n of NUMBERS_TRIED) {
    const name = rules.select(n)
    numbers.set(name, [...(numbers.get(name) ?? []), n])
  }
  const names: readonly string[] = rules.resolvedOptions().pluralCategories
  const forms = CATEGORIES.filter(name => names.includes(name)).map(name => {
    const found = numbers.get(name) ?? FRACTIONS.filter(n => rules.select(n) === name)
    const more = found.length > NUMBERS_NAMED ? ' …' : ''
    return { name, numbers: found.slice(0, NUMBERS_NAMED).join(', ') + more, only_one: found.join() === '1' }
  })
  known.set(language, forms)
  return forms
}
