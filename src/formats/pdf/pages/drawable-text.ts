/** Translations as they are drawn on pages. */

/** Signs that the fonts lack, and those that are drawn for them; the letters are of no language, but of texts that are made up to try a layout. */
const INSTEAD: ReadonlyMap<string, string> = new Map(
  [
    '\u2011-',
    '▶►',
    '▸►',
    '◀◄',
    '◂◄',
    '\u2012–',
    '\u202f\u00a0',
    '⟦[',
    '⟧]',
    'ƀb',
    'ɱm',
    'ṀM',
    'ṽv',
    'ṼV',
    'ẋx',
    'ẊX',
  ].map(([sign = '', drawn = '']) => [sign, drawn]),
)

/** A translation in one line, without what nobody sees. */
export function drawableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff\p{Cc}]/gu, sign => (/\s/.test(sign) ? ' ' : ''))
    .replace(/[\u0180-\u2fff]/g, sign => INSTEAD.get(sign) ?? sign)
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
}

/** What can be told of a text that was drawn: its letters. Blanks, ligatures and dots that lead to a number are drawn in more ways than one. */
export function drawnText(text: string): string {
  return drawableText(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Co}\ufffd]+/gu, '')
    .replace(/\.{4,}/g, '....')
}

/** Whether something of a text can be seen and read. */
export function canBeRead(text: string): boolean {
  return text.replace(NOT_READ, '') !== ''
}

/** Whether some of these letters are seen and nobody can read which they are, and more than may be blanks or a bullet that a font hides. */
export function areUnreadable(letters: readonly string[]): boolean {
  const read = letters.filter(canBeRead).length
  const unread = letters.filter(text => text.trim() !== '' && !/^\p{Cf}+$/u.test(text) && !canBeRead(text)).length
  return unread > Math.max(1, MOST_UNREAD * read)
}

const MOST_UNREAD = 0.2
const NOT_READ = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\ufffe\uffff]/gu
