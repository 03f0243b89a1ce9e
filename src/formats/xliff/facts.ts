import type { FormatFacts } from '../format.ts'

const NEVER =
  'source|source text|id|resname|note|notes|skeleton|alt-trans|Quelltext|Notiz|commentaire|notas|原文'.split('|')

/** The state of a text that is written as not reviewed, in words for both versions. */
const REVIEW_MARK =
  'the state “needs-review-translation”, in XLIFF 2 “translated”, which says that nobody has reviewed it'

export const xliffFacts: FormatFacts = {
  family: 'xliff',
  extensions: ['xlf', 'xliff'],
  traits: {
    bilingual: true,
    units_by_target: true,
    part_separator: '.',
    review_mark: REVIEW_MARK,
    called: ['xliff'],
    never: NEVER,
  },
}
