import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const propertiesFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['properties'],
  traits: { guesses: true, part_separator: '.', called: ['properties'], never: NEVER },
}
