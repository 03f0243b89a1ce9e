/** Writing a text between the quotes of a JSON string, in the manner of the original. */
import { SEEN_BEYOND_ASCII } from '../content/escaped.ts'
import type { Charset } from '../format.ts'

const BEYOND_ASCII = /[^\0-\x7f]/
const ESCAPE_BEYOND_ASCII = new RegExp(`\\\\u${SEEN_BEYOND_ASCII}`, 'i')

/** True where all characters beyond ASCII are escaped: the program that reads the file may expect only ASCII. */
export function escapesAllButAscii(raw: string): boolean {
  return ESCAPE_BEYOND_ASCII.test(raw) && !BEYOND_ASCII.test(raw)
}

/** The text as it is written between the quotes of a JSON string. It escapes what JSON requires and what the original escaped. */
export function escapeLike(raw: string, text: string, charset: Charset): string {
  const upper = /\\u[0-9a-f]*[A-F]/.test(raw)
  const unicode = (unit: string): string => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? hex.toUpperCase() : hex}`
  }
  const also = escapedIn(raw)
  const slashes = /\\\//.test(raw) ? (/(?<!\\)\//.test(raw) ? /<\//g : /\//g) : undefined
  let written = JSON.stringify(text).slice(1, -1)
  // Replaces UTF-16 code units, not characters: a character of two units becomes two escapes.
  if (also.size > 0 || charset === 'us-ascii')
    written = written.replace(/[^"\\ A-Za-z0-9]/g, unit =>
      also.has(unit) || (charset === 'us-ascii' && BEYOND_ASCII.test(unit)) ? unicode(unit) : unit,
    )
  return slashes ? written.replace(slashes, found => found.replace('/', '\\/')) : written
}

/** The characters that the original wrote as \uXXXX, even if JSON does not require it (`\u003c`, `\u00a0`, `\u2028`). */
function escapedIn(raw: string): Set<string> {
  const codes = raw.matchAll(/\\u([0-9a-f]{4})/gi)
  return new Set([...codes].map(([, hex]) => String.fromCharCode(Number.parseInt(hex ?? '0', 16))))
}
