/** Texts between the quotes of a `.strings` file. */
import type { WrittenAs } from '../keyed/index.ts'

const ESCAPE = /\\(?:[Uu]([0-9a-fA-F]{4})|([0-7]{1,3})|([\s\S]))/g
const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', a: '\u0007', b: '\b', v: '\v' }

/** What a string says. Line breaks that stand in it are its own, and are `\n`. */
export function stringText(raw: string): string {
  if (!raw.includes('\\') && !raw.includes('\r')) return raw
  return raw.replace(/\r\n?/g, '\n').replace(ESCAPE, (_, hex?: string, octal?: string, sign?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    return NAMED[sign ?? ''] ?? sign ?? ''
  })
}

/** The manners of a text that stands in no double quotes. */
export const IN_SINGLE_QUOTES = 'single quotes'
export const BARE = 'bare'

/**
 * A text as it stands in quotes; undefined for one that needs them and has none. Line breaks are written as the text before had them: as `\\n`,
 * or as they are.
 */
export function stringLike(text: string, { raw, eol, manner }: WrittenAs): string | undefined {
  if (manner === BARE) return /^(?!\/\/)[\w.$:/-]+$/.test(text) ? text : undefined
  const open = /[\r\n]/.test(raw) && !/\\n/.test(raw)
  const quoted = text.replace(/["\\\t\r]|\n/g, sign => {
    if (sign === '\n') return open ? eol : '\\n'
    return WRITTEN[sign] ?? sign
  })
  return manner === IN_SINGLE_QUOTES || /\\'/.test(raw) ? quoted.replaceAll("'", "\\'") : quoted
}

const WRITTEN: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\t': '\\t', '\r': '\\r' }
