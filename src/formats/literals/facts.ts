import type { FormatFacts } from '../format.ts'

const NEVER = 'key|keys|key name|code|constant|constants|Schlüssel|Schlüsselnamen|clé|clés|clave|claves|キー'.split('|')

export const phpFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['php'],
  traits: { guesses: true, part_separator: '.', called: ['php'], never: NEVER },
}

/** A file of TypeScript that ends in `.ts` is read by the same format; that ending is Qt's, too. */
export const modulesFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['js', 'mjs', 'cjs', 'mts', 'cts'],
  traits: { guesses: true, part_separator: '.', called: ['javascript', 'typescript'], never: NEVER },
}
