import type { FormatFacts, Traits } from '../format.ts'

const NEVER = 'html|html comment|comment|inline code|image path|link target|badge|インラインコード'.split('|')

/** What separates the headings in the name of a section. */
export const SECTION_SEPARATOR = ' > '

const TRAITS: Traits = { part_noun: 'section', part_separator: SECTION_SEPARATOR, called: ['markdown'], never: NEVER }

export const markdownFacts: FormatFacts = { family: 'text', extensions: ['md', 'markdown'], traits: TRAITS }
export const mdxFacts: FormatFacts = { family: 'text', extensions: ['mdx'], traits: TRAITS }
