/** Glossary terms and terms to be kept: what the source has of them, the translation has too (GLO-3). */
import { literalText } from '../../formats/placeholders.ts'
import type { Checked, Conditions, Problem } from './checks.ts'
import { type Terms, termsOf } from './terms.ts'

const read = new WeakMap<Conditions, Terms>()

function termsFor(conditions: Conditions): Terms {
  const terms = read.get(conditions) ?? termsOf(conditions)
  read.set(conditions, terms)
  return terms
}

/** Refused only where no form of a term is there: in many languages a term takes endings. */
export function checkTerms({ text, syntax }: Checked, translation: string, conditions: Conditions): readonly Problem[] {
  if (conditions.glossary.length === 0 && conditions.keep.length === 0) return []
  const literal = literalText(text, syntax)
  const wanted = new Map(
    [...termsFor(conditions)(literal)].map(found => [found.target, literal.slice(found.start, found.end)]),
  )
  const words = folded(translation).match(WORD) ?? []
  return [...wanted].flatMap(([target, source]): Problem[] => {
    if (folded(translation).includes(folded(target))) return []
    const inflected = (folded(target).match(WORD) ?? []).every(word =>
      words.some(other => other.startsWith(stemOf(word))),
    )
    const message = `The glossary has “${target}” for “${source}”; the translation does not have it.`
    return [{ kind: 'glossary', severity: inflected && target !== source ? 'note' : 'refuse', message }]
  })
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

function stemOf(word: string): string {
  return word.slice(0, Math.max(3, Math.ceil(word.length * 0.65)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
