/**
 * Characters that do not show. With them two names look alike, and a text says other things to a model than to a person. This is the
 * only table of them: questions, plans, names, paths, lines for a model and the checks of answers all read it.
 */

/**
 * Control characters, line separators, annotation marks, and what Unicode says to leave out where it is not understood: direction
 * marks, zero-width characters, soft hyphens, fillers, variation selectors, tag characters. Not hidden: the joiners U+200C and U+200D,
 * which Persian and emoji need, and the selectors U+FE0E and U+FE0F after an emoji or in a keycap (❤️, 1️⃣).
 */
export const HIDDEN =
  /[\p{Cc}\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})(?!(?<=[0-9#*])\ufe0f\u20e3)[\ufe0e\ufe0f]/gu

/**
 * The hidden characters that no language needs where they stand: tag characters, overrides of the direction, fillers, soft hyphens, and
 * variation selectors that do not choose the form of an emoji, a Chinese character or a CJK punctuation mark before them.
 */
const DECEIVING =
  /[\u00ad\u115f\u1160\u202d\u202e\u3164\uffa0\u{e0000}-\u{e007f}]|(?<!\p{Extended_Pictographic}|\p{Script=Han}|[\u3001-\u303f\uff01-\uff60])(?!(?<=[0-9#*])\ufe0f\u20e3)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** True where a text holds characters that do not show. */
export function hides(text: string): boolean {
  return text.search(HIDDEN) >= 0
}

/** The text with each hidden character as its code: `‹U+202E›`. Line breaks and tabs are hidden characters too. */
export function withCodes(text: string): string {
  return text.replaceAll(HIDDEN, asCode)
}

/** The same for text of several lines: its line breaks stay. */
export function linesWithCodes(text: string): string {
  return hides(text) ? text.split('\n').map(withCodes).join('\n') : text
}

/** Data of JSON with the hidden characters of all its texts as codes; line breaks stay. Names of fields are not looked at. */
export function dataWithCodes(value: unknown): unknown {
  if (typeof value === 'string') return linesWithCodes(value)
  if (Array.isArray(value)) return value.map(dataWithCodes)
  return isObject(value) ? objectWithCodes(value) : value
}

/** The same for an object. */
export function objectWithCodes(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, dataWithCodes(inner)]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The characters of a text that can hide a message and that no language needs there, each once. */
export function deceivingIn(text: string): readonly string[] {
  return [...new Set(text.match(DECEIVING))]
}

/** A text on one line, hidden characters as codes, cut between letters to `longest` UTF-16 units: how names are shown to people and models. */
export function shownLine(text: string, longest = 120): string {
  const plain = text
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '⏎')
    .replaceAll(/\t/g, ' ')
    .replaceAll(HIDDEN, asCode)
  if (plain.length <= longest) return plain
  const graphemes = Array.from(new Intl.Segmenter().segment(plain.slice(0, longest * 4)), part => part.segment)
  let cut = ''
  for (const grapheme of graphemes) {
    if (cut.length + grapheme.length > longest - 1) break
    cut += grapheme
  }
  return `${cut}…`
}

/** A character as text: `‹U+202E›`. */
export function asCode(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`
}

const CODE = /‹U\+([0-9A-F]{4,6})›/g

/** The text with each code, `‹U+202E›`, turned back into its character. */
export function withoutCodes(text: string): string {
  return text.replaceAll(CODE, (code: string, hex: string) => {
    const point = Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : code
  })
}
