/** Texts between the quotes of PHP (manual: Strings). */
import type { WrittenAs } from '../keyed/index.ts'

const SINGLE = /\\(['\\])/g
const DOUBLE = /(?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}))+|\\u\{([0-9A-Fa-f]+)\}|\\([\s\S])/g
const BYTE = /\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3}))/g
const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', v: '\v', e: '\u001b', f: '\f' },
  ...{ '\\': '\\', $: '$' },
}

/** What a literal says. Line breaks that stand in it are `\n`. Undefined where its escapes are no text. */
export function phpText(raw: string, quote: string): string | undefined {
  const lines = raw.replace(/\r\n?/g, '\n')
  if (quote === "'") return lines.replace(SINGLE, '$1')
  return unescaped(lines, '"')
}

/** What the lines of a heredoc say. A quote needs no escape there, so that the sign in front of one is a text itself. */
export function heredocText(lines: string): string | undefined {
  return unescaped(lines, undefined)
}

function unescaped(lines: string, quote: '"' | undefined): string | undefined {
  if (!lines.includes('\\')) return lines
  let isText = true
  const text = lines.replace(DOUBLE, (written: string, hex?: string, sign?: string) => {
    if (sign === '"') return quote ?? written
    if (sign !== undefined) return NAMED[sign] ?? written
    const said = hex === undefined ? ofBytes(written) : ofNumber(Number.parseInt(hex, 16))
    if (said === undefined) isText = false
    return said ?? ''
  })
  return isText ? text : undefined
}

/** Bytes that are written by their numbers are those of UTF-8. */
function ofBytes(written: string): string | undefined {
  const bytes = [...written.matchAll(BYTE)].map(([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? '0', 8) & 0xff : Number.parseInt(hex, 16),
  )
  const said = Buffer.from(bytes).toString('utf8')
  return said.includes('\ufffd') ? undefined : said
}

function ofNumber(code: number): string | undefined {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code)
}

/** A text as it stands between quotes, in the manner of the one before. Undefined where it cannot be. */
export function phpLike(text: string, { raw, eol, manner }: WrittenAs): string | undefined {
  if (manner === "'") {
    // What reads the file takes a line break as it stands, and there is no other way to write one.
    return /[\0\r]/.test(text) ? undefined : text.replace(/['\\]/g, '\\$&').replaceAll('\n', eol)
  }
  if (manner !== '"') return undefined
  const open = /[\r\n]/.test(raw) && !/\\n/.test(raw)
  return text.replace(MEANT, sign => (sign === '\n' && open ? eol : (WRITTEN[sign] ?? numbered(sign))))
}

/** A text as it stands in the lines of a heredoc, in the manner of the one before: tabs are signs or escapes. */
export function heredocEscaped(text: string, raw: string): string {
  const open = !raw.includes('\\t')
  return text.replace(MEANT_IN_LINES, sign => (sign === '\t' && open ? sign : (WRITTEN[sign] ?? numbered(sign))))
}

const MEANT_IN_LINES = /[\\$]|(?!\n)\p{Cc}/gu
const MEANT = /[\\"$\p{Cc}]/gu
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '"': '\\"', $: '\\$' },
  ...{ '\n': '\\n', '\t': '\\t', '\r': '\\r', '\v': '\\v', '\f': '\\f', '\u001b': '\\e' },
}

/** Beyond ASCII a number would be that of a byte. */
function numbered(sign: string): string {
  return sign > '\u007f' ? sign : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
}
