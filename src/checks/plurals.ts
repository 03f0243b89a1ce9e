/** ICU messages: the translation must be valid, and have a branch for each plural category of the target language. */
import { icuPlurals, lackingBranches } from '../formats/index.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

export function checkPlurals({ text, translation, syntax }: Pair, { target }: Conditions): readonly Flaw[] {
  const wanted = syntax === 'icu' ? icuPlurals(text) : undefined
  if (wanted === undefined) return []
  const found = icuPlurals(translation)
  if (found === undefined) {
    return [{ message: 'The translation is not a valid ICU message.' }]
  }
  const counting = new Set(wanted.filter(({ counts }) => counts).map(({ name }) => name))
  return found.flatMap((plural): Flaw[] => {
    const { name, categories } = plural
    if (!categories.includes('other')) {
      const message = `The plural of {${name}} has no branch for “other”.`
      return [{ message }]
    }
    const missing = lackingBranches({ ...plural, counts: counting.has(name) }, target)
    if (missing.length === 0) return []
    const message = `The plural of {${name}} has no branch for ${missing.join(', ')}, which the target language needs.`
    return [{ severity: 'doubt', message }]
  })
}
