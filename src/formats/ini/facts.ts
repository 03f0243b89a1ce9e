import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|section|sections|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const iniFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['ini'],
  traits: { guesses: true, part_separator: '.', called: ['ini'], never: NEVER },
}
