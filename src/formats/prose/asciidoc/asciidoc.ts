import { asciidocFacts } from '../facts.ts'
import { proseOf } from '../prose.ts'

export const asciidoc = proseOf(asciidocFacts, {
  scheme: 'adoc',
  isBreak: () => false,
  begins_line: /x/,
  open: () => ({ blocks: [], inline: () => [], writings: () => [], isSame: () => false }),
})
