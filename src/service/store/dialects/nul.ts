/**
 * PostgreSQL keeps no U+0000 in a text, and a file may hold one. It is written as a mark and a letter, and comes back as it was.
 * The mark is a code point that Unicode gives to nobody; a text that holds it gets it doubled in the same way.
 */
const MARK = '\uFDD0'
const RAW = /[\0\uFDD0]/g
const KEPT = /\uFDD0([01])/g

/** A text as PostgreSQL can keep it. */
export function withoutNul(text: string): string {
  return text.includes('\0') || text.includes(MARK)
    ? text.replace(RAW, letter => (letter === '\0' ? `${MARK}0` : `${MARK}1`))
    : text
}

/** The text that `withoutNul` was given. */
export function withNul(kept: string): string {
  return kept.includes(MARK) ? kept.replace(KEPT, (_, letter) => (letter === '0' ? '\0' : MARK)) : kept
}
