import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|table|tables|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const tomlFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['toml'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', called: ['toml'], never: NEVER },
}
