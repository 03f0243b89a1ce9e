import type { FormatFacts } from '../../format.ts'

const NEVER = 'key|keys|comment|comments|Schlüssel|Kommentar|clé|commentaire|clave|comentario|キー|コメント'.split('|')

export const xcstringsFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['xcstrings'],
  traits: {
    bilingual: true,
    holds_languages: true,
    guesses: true,
    units_by_target: true,
    part_separator: '.',
    review_mark: 'the state “needs_review”',
    called: ['xcstrings'],
    never: NEVER,
  },
}
