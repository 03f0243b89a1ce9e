import type { FormatFacts } from '../format.ts'

const NEVER =
  'msgid|msgids|key|source string|source text|Schlüssel|clé|clave|キー|comment|translator comment|reference|header|po header|Kommentare|Kommentar|commentaire|comentario|コメント'.split(
    '|',
  )

export const poFacts: FormatFacts = {
  family: 'po',
  extensions: ['po', 'pot'],
  traits: {
    bilingual: true,
    units_by_target: true,
    review_mark: 'the mark “fuzzy”',
    called: ['po', 'gettext'],
    never: NEVER,
  },
}
