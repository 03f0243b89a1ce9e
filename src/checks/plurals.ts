/** ICU messages: the translation must be valid, and have a branch for each plural category of the target language. */
import { icuPlurals } from '../formats/index.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

export function checkPlurals({ text, translation, syntax }: Pair, { target }: Conditions): readonly Flaw[] {
  const wanted = syntax === 'icu' ? icuPlurals(text) : undefined
  if (wanted === undefined) return []
  const found = icuPlurals(translation)
  if (found === undefined) {
    return [{ message: 'The translation is not a valid ICU message.' }]
  }
  const counting = new Set(wanted.filter(({ categories }) => categories.length > 1).map(({ name }) => name))
  return found.flatMap(({ name, ordinal, categories }): Flaw[] => {
    if (!categories.includes('other')) {
      const message = `The plural of {${name}} has no branch for “other”.`
      return [{ message }]
    }
    const missing = categoriesOf(target, ordinal).filter(category => !categories.includes(category))
    if (missing.length === 0 || !counting.has(name)) return []
    const message = `The plural of {${name}} has no branch for ${missing.join(', ')}, which the target language needs.`
    return [{ severity: 'doubt', message }]
  })
}

const TRIED = 200
const known = new Map<string, readonly string[]>()

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The plural categories of the numbers from 0 to 199. Spanish has `many` only for millions, so nobody writes that branch. */
export function categoriesOf(tag: string, ordinal: boolean): readonly string[] {
  const key = `${tag} ${ordinal}`
  const before = known.get(key)
  if (before !== undefined) return before
  const rules = new Intl.PluralRules(tag, { type: ordinal ? 'ordinal' : 'cardinal' })
  const taken = new Set<string>(Array.from({ length: TRIED }, (_, n) => rules.select(n)))
  const categories = CATEGORIES.filter(category => taken.has(category))
  known.set(key, categories)
  return categories
}
