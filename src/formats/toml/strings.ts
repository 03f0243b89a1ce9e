/** The four ways in which TOML writes a string (TOML 1.0, String). */
import type { WrittenAs } from '../keyed/index.ts'

const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}
/** What no literal holds. */
const CONTROL = /[^\P{Cc}\t\n]/u
const ESCAPED = /["\\]|\p{Cc}/gu
/** Within three quotes, lines and single quotes stand as they are. */
const ESCAPED_IN_LINES = /\\|[^\P{Cc}\t\n]|"(?="")|"$/gu

/** A text between the quotes that the one in its place has; in basic ones where a literal cannot hold it. */
export function tomlLike(text: string, { raw, eol }: Pick<WrittenAs, 'raw' | 'eol'>): string | undefined {
  if (/\p{Cs}/u.test(text)) return undefined
  const quote = /^(?:'''|"""|'|")/.exec(raw)?.[0] ?? '"'
  if (quote === "'" && !/['\n]/.test(text) && !CONTROL.test(text)) return `'${text}'`
  if (quote === "'''" && !text.includes("''") && !text.endsWith("'") && !CONTROL.test(text)) {
    return inLines("'''", text, raw, eol)
  }
  if (quote.length === 3) return inLines('"""', text.replace(ESCAPED_IN_LINES, escapeOf), raw, eol)
  return `"${text.replace(ESCAPED, escapeOf)}"`
}

/** A line break right behind the quotes is none of the text. */
function inLines(quotes: string, written: string, raw: string, eol: string): string {
  const begins = /^.{3}\r?\n/.test(raw) || written.startsWith('\n') ? eol : ''
  return quotes + begins + written.replaceAll('\n', eol) + quotes
}

function escapeOf(sign: string): string {
  return NAMED[sign] ?? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
