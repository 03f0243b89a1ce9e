/** The lines of a file, those of a text joined, and a translation broken into lines as its source is. */
import type { ProseBlock, ProseDialect } from './dialect.ts'

/** A line of a file, or the rest of one behind a mark. Offsets are characters. */
export interface SourceLine {
  /** Where its text begins, behind its indent. */
  readonly at: number
  /** Where it ends, without white space and line end. */
  readonly end: number
  /** The column of its text, from 0: a tab goes to the next eighth. */
  readonly column: number
  /** What is between the two; empty in a blank line. */
  readonly text: string
  /** The first line behind a mark, where the lines under it say at which column all of them are. */
  readonly leads?: true
}

const TAB = 8

export function sourceLinesOf(text: string): SourceLine[] {
  const lines: SourceLine[] = []
  let start = 0
  for (const { 0: eol, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push(lineOf(text.slice(start, index), start))
    start = index + eol.length
  }
  if (start < text.length) lines.push(lineOf(text.slice(start), start))
  return lines
}

function lineOf(line: string, start: number): SourceLine {
  const body = line.trimEnd()
  let at = 0
  let column = 0
  for (; at < body.length && (body[at] === ' ' || body[at] === '\t'); at += 1)
    column = body[at] === '\t' ? column + TAB - (column % TAB) : column + 1
  return { at: start + at, end: start + body.length, column, text: body.slice(at) }
}

/** The line from a place in its text on, past the blanks there. */
export function restOf(line: SourceLine, from: number): SourceLine {
  const rest = line.text.slice(from)
  const text = rest.trimStart()
  const skipped = from + rest.length - text.length
  return { at: line.at + skipped, end: line.end, column: line.column + skipped, text }
}

/** Scripts that put no blanks between words: a line break between two of their signs is none. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u

/** The lines of a text as one. */
export function textOfLines(raw: string, dialect: ProseDialect): string {
  if (!/[\r\n]/.test(raw)) return raw
  const pieces: string[] = []
  // To look at the end of what grows would join it again for each line.
  let end = ''
  for (const line of raw.split(/\r\n?|\n/).map(each => each.trim())) {
    if (pieces.length > 0) {
      const isJoined = WIDE.test(end.at(-1) ?? '') && WIDE.test(line[0] ?? '')
      const between = dialect.isBreak(end) ? '\n' : isJoined ? '' : ' '
      pieces.push(between)
      end += between
    }
    pieces.push(line)
    end = (end + line).slice(-LOOKED_AT)
  }
  return pieces.join('')
}

/** So much of what is before a line break is looked at. */
const LOOKED_AT = 100

/** No paragraph is broken into narrower lines. */
const NARROWEST = 40
const SENTENCE_END = /[.!?:;…][)\]"'”’»*_`]{0,4}$/
const WITHOUT_BREAK = /[\s\\+]/

/**
 * A text, written on one line, on lines as its source has them: one for each sentence, or else as wide. `column` is where its first line
 * begins. Lines are broken only before words that begin nothing else.
 */
export function onLines(
  written: string,
  raw: string,
  column: number,
  block: ProseBlock,
  dialect: ProseDialect,
): string {
  const [eol] = /\r\n?|\n/.exec(raw) ?? []
  if (eol === undefined || block.lines === 'one') return written
  const theirs = raw.split(/\r\n?|\n/)
  const prefix = /^[ \t]*/.exec(theirs[1] ?? '')?.[0] ?? ''
  const bySentence = theirs.slice(0, -1).every(line => SENTENCE_END.test(line.trimEnd()))
  const width = theirs.reduce((most, line, at) => Math.max(most, line.length + (at === 0 ? column : 0)), NARROWEST)
  const lines = written.split('\n').flatMap((line, at) => {
    const words = line.split(' ')
    const made: string[] = []
    let current = words[0] ?? ''
    let used = (at === 0 ? column : prefix.length) + current.length
    for (const [index, word] of words.entries()) {
      if (index === 0) continue
      const full = bySentence ? SENTENCE_END.test(current.slice(-8)) : used + 1 + word.length > width
      if (full && !WITHOUT_BREAK.test(current.at(-1) ?? ' ') && dialect.begins_line.test(word)) {
        made.push(current)
        current = word
        used = prefix.length + word.length
      } else {
        current += ` ${word}`
        used += 1 + word.length
      }
    }
    return [...made, current]
  })
  return lines.join(eol + prefix)
}

const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/gu
const NO_COLUMN = /[\p{Mn}\p{Me}]/gu

/** How many columns a text takes where every letter is as wide: those of East Asia and pictures take two, marks over letters none. */
export function widthOf(text: string): number {
  return [...text.replace(NO_COLUMN, '')].length + twoColumnsIn(text)
}

/** How many signs of a text take two columns. */
export function twoColumnsIn(text: string): number {
  return text.match(TWO_COLUMNS)?.length ?? 0
}
