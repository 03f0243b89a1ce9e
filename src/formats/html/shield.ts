/** Signs in codes that nothing may touch while the text around them is laid out: they are written as characters that no text has. */

const SIGNS = ' \t\n\r\f"\''
const FIRST = 0xfdd0
const SIGN = /[ \t\n\r\f"']/g
/** Unicode has no characters here and never will. */
const SHIELD = /[\ufdd0-\ufdef]/g

export function shielded(code: string): string {
  return code.replace(SIGN, sign => String.fromCharCode(FIRST + SIGNS.indexOf(sign)))
}

export function unshielded(text: string): string {
  return text.replace(SHIELD, found => SIGNS[found.charCodeAt(0) - FIRST] ?? '')
}

export function hasShield(text: string): boolean {
  return text.search(SHIELD) >= 0
}
