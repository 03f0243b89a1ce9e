import type { FormatFacts } from '../format.ts'

/** By its name nobody knows which of both a file is: it may be Qt's, whose name says the language of the translation. */
export const tsFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['ts'],
  traits: {
    bilingual: true,
    guesses: true,
    units_by_target: true,
    part_separator: '.',
    review_mark: 'in files of Qt the state “unfinished”, in others nothing',
    called: ['qt', 'typescript'],
    never:
      'key|keys|source text|id|name|location|comment|code|Schlüssel|Quelltext|clé|clés|clave|claves|キー|原文'.split(
        '|',
      ),
  },
}
