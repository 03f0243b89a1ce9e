/** Translations as they are drawn on pages. */

/** A translation in one line, without what nobody sees. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff\p{Cc}]/gu, sign => (/\s/.test(sign) ? ' ' : ''))
    .replace(/\u2011/g, '-')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
}

/** What can be told of a text that was drawn: its letters. Blanks and ligatures are drawn in more ways than one. */
export function drawnText(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Co}\ufffd]+/gu, '')
}
