import type { FormatFacts } from '../format.ts'

const KEY_WORDS = 'key|keys|key name|structure|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const jsonFacts: FormatFacts = {
  family: 'json',
  extensions: ['json', 'jsonc', 'arb'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', called: ['json'], never: KEY_WORDS },
}
