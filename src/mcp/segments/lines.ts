import { asCode, HIDDEN, withoutCodes } from '../../contract/hidden.ts'

/** A translation of one segment, by the id it was handed out under. */
export interface SegmentAnswer {
  readonly id: string
  readonly text: string
}

/** The answers that were read, and the lines that could not be read: they begin with no id, or may hold several answers. */
export interface SegmentAnswers {
  readonly answers: readonly SegmentAnswer[]
  readonly unread: readonly string[]
}

/** The sign for a line break inside a segment, since a segment is written on one line. */
const BREAK = '⏎'
/** Text that `readLine` would take for our own signs: the sign for a line break, and the beginning of a code. */
const OWN_SIGNS = /⏎|‹(?=U\+[0-9A-F]{4,6}›)/g
/** The id, perhaps with its label (`12[save]`), perhaps with a mark behind it as in a list (`12.`), white space, and the text. */
const LINE = /^\s*(\d{1,9})(?:\[[^\]\n\r]*\])?[.:)]?(?:[ \t]([\s\S]*))?$/
/** A line break before another number. Nobody can tell whether this is one answer with a list in it, or several answers. */
const SEVERAL = /[\n\r][^\S\n\r]*\d{1,9}(?:\[[^\]\n\r]*\])?[.:)]?[ \t]/

/**
 * A segment as one line, `12 Save file`, with a label `12[menu:save] Save file`; a label has no brackets and no blanks. Line breaks are shown as ⏎, hidden characters as their code, ‹U+202E› (MCP-13). `readLine`
 * gives back exactly the same text.
 */
export function lineOf(id: string, text: string, label = ''): string {
  const plain = text.replaceAll(OWN_SIGNS, asCode).replaceAll('\n', BREAK).replaceAll(HIDDEN, asCode)
  return `${id}${label === '' ? '' : `[${label}]`} ${plain}`
}

/** The answer in a line such as `12 Datei speichern`; undefined if the line begins with no id. Real line breaks in it are kept. */
export function readLine(line: string): SegmentAnswer | undefined {
  const found = LINE.exec(line)
  const [, id, text = ''] = found ?? []
  return id === undefined ? undefined : { id, text: textOf(text) }
}

function textOf(shownText: string): string {
  return withoutCodes(shownText.replaceAll(BREAK, '\n'))
}

/** Reads answers, one from each string. A string that may hold several answers is not read, so that no text gets a wrong id. */
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
