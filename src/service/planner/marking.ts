import { type ExactWishes, writeExactWishes } from '../../contract/exact-wishes.ts'
import { traitsOf } from '../../formats/index.ts'
import type { Intent } from '../domain/intent.ts'

/** How people ask for the file's own mark of what nobody has looked at, by language: the verb, and what it is marked as. */
const MANNERS: readonly (readonly [verb: string, as: string])[] = [
  ['mark', 'as\\s+(?:fuzzy|unreviewed|not\\s+reviewed|needing\\s+review|for\\s+review|to\\s+be\\s+reviewed)'],
  ['markiere|kennzeichne', 'als\\s+(?:fuzzy|unscharf|ungeprüft|nicht\\s+geprüft)'],
  ['marque[rz]?', 'comme\\s+(?:fuzzy|approximati(?:f|ve)s?|non\\s+relue?s?)'],
  ['marca(?:r|d)?|marque', 'como\\s+(?:fuzzy|dudos[ao]s?|sin\\s+revisar)'],
]
/** What is marked: all that is translated, in a few words. */
const WHAT = '(?:[\\p{L}]+\\s+){0,5}?'
const NOT = "(?:(?:do\\s+not|don['’]t|never|ne|no)\\s+)?"
const JOINT = '(?:^|[.;,!?]|\\s(?:and|und|et|y))\\s*(?:please\\s+|bitte\\s+)?'

const ASKED = new RegExp(
  `${JOINT}(?<not>${NOT})(?:${MANNERS.map(([verb, as]) => `(?:${verb})\\s+${WHAT}${as}`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** An instruction without the words that ask for the mark, and the wish that they are. */
export function markAsked(text: string): {
  readonly rest: string
  readonly wish: Pick<ExactWishes, 'mark_unreviewed'>
  readonly sentences: readonly string[]
} {
  const last = [...text.matchAll(ASKED)].at(-1)
  if (last === undefined) return { rest: text, wish: {}, sentences: [] }
  const wish = { mark_unreviewed: (last.groups?.not ?? '') === '' }
  return { rest: text.replace(ASKED, ''), wish, sentences: [writeExactWishes(wish)] }
}

/** What a plan says of the mark that was asked for: what each text gets, or that such a file has none. */
export function adviceOnMark(
  { mark_unreviewed }: Pick<Intent, 'mark_unreviewed'>,
  extension: string,
): readonly string[] {
  if (mark_unreviewed !== true) return []
  const { review_mark } = traitsOf(extension)
  return [
    review_mark === undefined
      ? `A .${extension} file has no mark for what nobody has reviewed: nothing in the result will show it.`
      : `Each translation gets ${review_mark}.`,
  ]
}
