/** Control characters, direction overrides and isolates, zero-width and tag characters: with them names can look alike. */
const HIDDEN =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/u

/** True where a text holds characters that do not show. */
export function hides(text: string): boolean {
  return HIDDEN.test(text)
}

/** A text by somebody else, safe to show: hidden characters appear as code points, and it is cut to `longest` characters. */
export function visible(text: string, longest = 100): string {
  const shown = Array.from(text, character => (HIDDEN.test(character) ? codePoint(character) : character))
  return shown.length <= longest ? shown.join('') : `${shown.slice(0, longest - 1).join('')}…`
}

function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`
}
