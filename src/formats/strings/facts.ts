import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const stringsFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['strings'],
  traits: { guesses: true, part_separator: '.', called: ['strings'], never: NEVER },
}
