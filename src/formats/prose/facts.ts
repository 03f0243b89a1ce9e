import type { FormatFacts, Traits } from '../format.ts'

const TRAITS: Traits = { part_noun: 'section', part_separator: ' > ' }

export const rstFacts: FormatFacts = {
  family: 'prose',
  extensions: ['rst'],
  traits: { ...TRAITS, called: ['restructuredtext'], never: ['code', 'comment', 'role', 'directive', 'inline code'] },
}
export const asciidocFacts: FormatFacts = {
  family: 'prose',
  extensions: ['adoc', 'asciidoc', 'asc'],
  traits: { ...TRAITS, called: ['asciidoc'], never: ['code', 'comment', 'macro', 'attribute', 'inline code'] },
}
