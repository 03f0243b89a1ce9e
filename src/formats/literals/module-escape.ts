/** Texts between the quotes of JavaScript (ECMA-262, String Literals, Template Literal Lexical Components). */
import { SEEN_BEYOND_ASCII } from '../content/escaped.ts'
import type { WrittenAs } from '../keyed/index.ts'

const ESCAPE =
  /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|([\s\S]))/g
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', v: '\v', f: '\f' }
/** A line that goes on in the next one. */
const CONTINUED = /^[\n\u2028\u2029]$/

/** What a literal says. Line breaks that stand in it are `\n`. */
export function moduleText(raw: string): string {
  const lines = raw.replace(/\r\n?/g, '\n')
  if (!lines.includes('\\')) return lines
  return lines.replace(ESCAPE, (_, point?: string, unit?: string, byte?: string, octal?: string, sign = '') => {
    const hex = point ?? unit ?? byte
    if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    return CONTINUED.test(sign) ? '' : (NAMED[sign] ?? sign)
  })
}

const BEYOND_ASCII = /[^\0-\x7f]/
const ESCAPED_BEYOND_ASCII = new RegExp(`\\\\u${SEEN_BEYOND_ASCII}`, 'i')

/** Whether a file escapes all characters beyond ASCII. */
export function isAsciiModule(text: string): boolean {
  return ESCAPED_BEYOND_ASCII.test(text) && !BEYOND_ASCII.test(text)
}

const MEANT = /[\\\p{Cc}\u2028\u2029]|\$\{/gu
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b', '\v': '\\v', '\f': '\\f' },
}

/** A text as it stands between quotes, in the manner of the one before. */
export function moduleLike(text: string, { raw, eol, charset, manner }: WrittenAs): string | undefined {
  if (manner === undefined || !QUOTES.has(manner)) return undefined
  const isTemplate = manner === '`'
  const open = isTemplate && !/\\n/.test(raw)
  const written = text
    .replace(MEANT, sign => {
      if (sign === '${') return isTemplate ? '\\${' : sign
      return sign === '\n' && open ? eol : (WRITTEN[sign] ?? numbered(sign))
    })
    .replaceAll(manner, `\\${manner}`)
  return charset === 'us-ascii' ? written.replace(/[^\0-\x7f]/g, numbered) : written
}

const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`'])

/** A UTF-16 code unit by its number. */
function numbered(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
