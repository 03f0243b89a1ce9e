import type { FormatFacts } from '../format.ts'

const TRAITS = { bilingual: true, holds_languages: true, units_by_target: true } as const

export const tmxFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['tmx'],
  traits: { ...TRAITS, called: ['tmx'], never: 'id|tuid|prop|property|note|notes|source|Notiz|原文'.split('|') },
}

export const tbxFacts: FormatFacts = {
  family: 'catalogue',
  extensions: ['tbx'],
  traits: { ...TRAITS, called: ['tbx'], never: 'id|definition|note|notes|source|Definition|Notiz|原文'.split('|') },
}
