/**
 * Texts of whole lines in PHP (manual: Strings, Heredoc and Nowdoc): `<<<END`, the lines, and `END`. The blanks in front of the closing `END` are
 * taken off every line.
 */
import type { WrittenAs } from '../keyed/index.ts'
import type { LiteralText } from './literal.ts'
import { heredocEscaped, heredocText } from './php-escape.ts'

const OPENING = /^<<<[ \t]*(["']?)([^\s"']+)\1(?:\r\n|\n|\r)/
const LINE_END = /\r\n|\n|\r/
/** What a name may go on with, beyond ASCII as well. */
const LETTER = /^[\w\u0080-\uffff]/

/** How a text of lines is written: `<<<'END'` and the blanks in front of its lines. */
const MANNER = /^<<<('?)([^\s"']+)'?([ \t]*)$/

/**
 * The text of a literal that begins and ends at these places. Undefined where it has no line at all, so that there is no place to write to, and where
 * PHP takes it for something else.
 */
export function heredocIn(text: string, from: number, to: number): LiteralText | undefined {
  const literal = text.slice(from, to)
  const [opening = '', quote, label = ''] = OPENING.exec(literal) ?? []
  if (opening === '' || !literal.endsWith(label)) return undefined
  const close = to - label.length
  const line = lineBefore(text, close)
  const indent = text.slice(line, close)
  const start = from + opening.length
  const end = text.startsWith('\r\n', line - 2) ? line - 2 : line - 1
  if (end < start || /[^ \t]/.test(indent) || (indent.includes(' ') && indent.includes('\t'))) return undefined
  const lines = withoutIndent(text.slice(start, end), indent)
  if (lines === undefined || lines.some(each => closes(each, label))) return undefined
  const isNowdoc = quote === "'"
  const said = isNowdoc ? lines.join('\n') : heredocText(lines.join('\n'))
  const manner = `<<<${isNowdoc ? `'${label}'` : label}${indent}`
  return said === undefined ? undefined : { kind: 'text', start, end, from, to, text: said, quote: manner }
}

/** Where the line of a place begins. */
function lineBefore(text: string, at: number): number {
  let line = at
  while (line > 0 && text[line - 1] !== '\n' && text[line - 1] !== '\r') line -= 1
  return line
}

/** The lines without the blanks that PHP takes off them. A line of blanks alone may have fewer. */
function withoutIndent(raw: string, indent: string): string[] | undefined {
  const lines = raw.split(LINE_END)
  const isBlank = (line: string) => line.length < indent.length && indent.startsWith(line)
  if (!lines.every(line => line.startsWith(indent) || isBlank(line))) return undefined
  return lines.map(line => line.slice(indent.length))
}

/** Whether a line ends the text. */
function closes(line: string, label: string): boolean {
  const said = line.trimStart()
  return said.startsWith(label) && !LETTER.test(said.slice(label.length))
}

/**
 * A text as it stands in its lines. Undefined where it cannot be: a line that begins with the closing word ends the text there, in older versions of
 * PHP also with more letters behind it.
 */
export function heredocLike(text: string, { raw, eol, manner = '' }: WrittenAs): string | undefined {
  const [said, quote, label = '', indent = ''] = MANNER.exec(manner) ?? []
  // What reads a nowdoc takes each sign as it stands.
  if (said === undefined || (quote === "'" && /[\0\r]/.test(text))) return undefined
  const lines = (quote === "'" ? text : heredocEscaped(text, raw)).split('\n')
  if (lines.some(line => line.trimStart().startsWith(label))) return undefined
  const end = LINE_END.exec(raw)?.[0] ?? eol
  return lines.map(line => (line === '' ? '' : indent + line)).join(end)
}
