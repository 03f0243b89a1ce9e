import type { WrittenAs } from '../keyed/index.ts'

/** Values in double quotes, in the ways in which programs write a quote inside of them. */

/** The manner of a value that stands in quotes. */
export const IN_QUOTES = 'quoted'

/** A quote as Joomla once wrote it, doubled, or behind a backslash. A backslash before another sign is one. */
const QUOTE = /"_QQ_"|""|\\"/g

/** What a value in quotes says. */
export function betweenRead(raw: string): string {
  return raw.replace(QUOTE, '"').replace(/\r\n?/g, '\n')
}

/** What would end a value or be a quote in it: a backslash in front of a quote, and `_QQ_` between two of them. */
const UNWRITABLE = /[\0\r]|\\(?:"|$)|(?:"|^)_QQ_(?:"|$)/

/** A text as it stands between quotes: its quotes as the one before wrote them, else behind a backslash. Undefined where it cannot be. */
export function betweenQuotes(text: string, { raw, eol }: Pick<WrittenAs, 'raw' | 'eol'>): string | undefined {
  const open = /[\r\n]/.test(raw)
  if ((text.includes('\n') && !open) || UNWRITABLE.test(text)) return undefined
  const [like = '\\"'] = raw.match(QUOTE) ?? []
  return text.replaceAll('"', like).replaceAll('\n', eol)
}

/** A text as it stands without quotes; undefined where it would be read as something else. */
export function withoutQuotes(text: string): string | undefined {
  const isPlain = !/[\0\r\n]/.test(text) && text === text.trim() && text !== '' && !text.startsWith('"')
  return isPlain ? text : undefined
}
