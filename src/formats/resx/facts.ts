import type { FormatFacts } from '../format.ts'

const NEVER = 'name|names|key|keys|key name|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const resxFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['resx', 'resw'],
  traits: { guesses: true, part_separator: '.', called: ['resx', 'resw'], never: NEVER },
}
