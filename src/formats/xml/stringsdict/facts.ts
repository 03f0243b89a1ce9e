import type { FormatFacts } from '../../format.ts'

const NEVER = 'key|keys|variable|variables|Schlüssel|Variablen|clé|clés|clave|claves|キー'.split('|')

export const stringsdictFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['stringsdict'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', called: ['stringsdict'], never: NEVER },
}
