/** Line breaks of a text that browsers show as blanks: a translation is wrapped as its source was. */

const BLANKS = /[ \t\r\n\f]+/g
/** No line is made shorter than this. */
const NARROWEST = 40
const BREAK = /<br[^<>]{0,200}>$/i

/** A text as browsers show it. */
export function collapsed(text: string): string {
  return text.replace(BLANKS, ' ')
}

/**
 * A text with the lines of the one that it replaces: as wide as the widest of them, with the same indent, and a new line after `<br>` where
 * that had one. `column` is where the first line begins. The text is on one line; blanks in its codes are shielded.
 */
export function laidOut(text: string, like: string, column: number, eol: string): string {
  if (!like.includes('\n')) return text
  const lines = like.split(/\r?\n/)
  const indent = /^[ \t]*/.exec(lines[1] ?? '')?.[0] ?? ''
  const width = Math.max(NARROWEST, column + (lines[0] ?? '').length, ...widths(lines))
  const breaks = /<br[^<>]{0,200}>[ \t]{0,200}\r?\n/i.test(like)
  let written = ''
  let at = column
  for (const word of text.split(' ')) {
    const isFirst = written === ''
    if (!isFirst && (at + 1 + word.length > width || (breaks && BREAK.test(written.slice(-LONGEST_BREAK))))) {
      written += eol + indent
      at = indent.length
    } else if (!isFirst) {
      written += ' '
      at += 1
    }
    written += word
    at += word.length
  }
  return written
}

const LONGEST_BREAK = 210

/** A text may have many lines: they are no arguments of one call. */
function widths(lines: readonly string[]): [number] {
  let widest = 0
  for (const line of lines.slice(1)) widest = Math.max(widest, line.length)
  return [widest]
}
