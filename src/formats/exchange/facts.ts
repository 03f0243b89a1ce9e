import type { FormatFacts } from '../format.ts'

/**
 * Neither has a mark for a text that nobody has reviewed. TMX has none at all: what a `prop` says, each program makes up for itself. The
 * `administrativeStatus` of TBX says whether a term is preferred, admitted or deprecated, not who looked at it, and `processStatus` is in no
 * dialect that programs exchange (TBX-Core, -Min, -Basic), so that a file with it would be none of these.
 */
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
