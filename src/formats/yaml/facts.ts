import type { FormatFacts } from '../format.ts'

const KEY_WORDS = 'key|keys|key name|structure|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const yamlFacts: FormatFacts = {
  family: 'json',
  extensions: ['yaml', 'yml'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', called: ['yaml'], never: KEY_WORDS },
}
