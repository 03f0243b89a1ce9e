import type { FormatFacts } from '../format.ts'

const NEVER =
  'key|keys|key name|identifier|identifiers|selector|selectors|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split(
    '|',
  )

export const fluentFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['ftl'],
  traits: { guesses: true, units_by_target: true, part_separator: '.', called: ['fluent'], never: NEVER },
}
