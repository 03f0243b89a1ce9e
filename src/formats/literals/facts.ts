import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|code|constant|constants|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const phpFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['php'],
  traits: { guesses: true, part_separator: '.', called: ['php'], never: NEVER },
}
