import type { FormatFacts } from '../format.ts'

export const qtFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['ts'],
  traits: {
    bilingual: true,
    units_by_target: true,
    review_mark: 'the state “unfinished”',
    called: ['qt'],
    never: 'source|source text|id|name|location|comment|Quelltext|原文'.split('|'),
  },
}
