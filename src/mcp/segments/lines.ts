import { HIDDEN, shown } from '../render/data.ts'

/** A translation of one segment, by the id it was handed out under. */
export interface SegmentAnswer {
  readonly id: string
  readonly text: string
}

/** Answers as they were read, and the lines that are none: those that begin with no id, and several answers in one. */
export interface SegmentAnswers {
  readonly answers: readonly SegmentAnswer[]
  readonly unread: readonly string[]
}

/** The sign for a line break inside a segment, since a segment is written on one line. */
const BREAK = '⏎'
/** Characters in a text that would be read back wrongly: the sign for a line break, and the beginning of a code. */
const OWN_SIGNS = /⏎|‹(?=U\+[0-9A-F]{4,6}›)/g
/** Characters that other programs take for line ends. */
const SEPARATORS = /[\u2028\u2029]/g
const CODE = /‹U\+([0-9A-F]{4,6})›/g
/** The id, perhaps with a mark that lists have behind their numbers, and white space before the text. */
const LINE = /^\s*(\d{1,9})[.:)]?(?:[ \t]([\s\S]*))?$/
/** A line break before another number: one answer with a list in it, or several that came as one; nobody can tell. */
const SEVERAL = /[\n\r]\s*\d{1,9}[.:)]?[ \t]/

/**
 * A segment as one line, `12 Save file`: line breaks as ⏎, control and direction-changing characters as ‹U+202E› (MCP-13).
 * `readLine` gives back exactly the text.
 */
export function lineOf(id: string, text: string): string {
  const plain = text
    .replaceAll(OWN_SIGNS, shown)
    .replaceAll('\n', BREAK)
    .replaceAll(HIDDEN, shown)
    .replaceAll(SEPARATORS, shown)
  return `${id} ${plain}`
}

/** The answer in a line `12 Datei speichern`; undefined where it begins with no id. A line break in it is taken as one. */
export function readLine(line: string): SegmentAnswer | undefined {
  const found = LINE.exec(line)
  const [, id, text = ''] = found ?? []
  return id === undefined ? undefined : { id, text: textOf(text) }
}

function textOf(shownText: string): string {
  return shownText.replaceAll(BREAK, '\n').replaceAll(CODE, (code: string, hex: string) => {
    const point = Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : code
  })
}

/** Reads answers, one a line. No text is ever put where another answer may have been meant. */
export function readLines(lines: readonly string[]): SegmentAnswers {
  const answers: SegmentAnswer[] = []
  const unread: string[] = []
  for (const line of lines) {
    const answer = SEVERAL.test(line) ? undefined : readLine(line)
    if (answer === undefined) unread.push(line)
    else answers.push(answer)
  }
  return { answers, unread }
}
