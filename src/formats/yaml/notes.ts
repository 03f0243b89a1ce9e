/** Comments of developers: the lines above a value, and what stands beside it. */

const LONGEST_NOTE = 1000
const COMMENT_LINE = /^[ \t]*#/

/**
 * The comment of the value whose line begins with what stands at `at`, and ends at `end`. Above it, comments count down from `floor`,
 * where the value before ended; an empty line ends them. All offsets count UTF-16 code units.
 */
export function noteAt(text: string, floor: number, at: number, end: number): string | undefined {
  const above = linesAbove(text.slice(floor, at), floor === 0)
  const beside = besideOf(text, end)
  const note = [...above, ...(beside === undefined ? [] : [beside])].join('\n').slice(0, LONGEST_NOTE).trim()
  return note === '' ? undefined : note
}

function linesAbove(before: string, isFirst: boolean): string[] {
  if (!before.includes('#')) return []
  const lines = before.split(/\r\n?|\n/)
  // The first is the rest of the line of the value before, the last what stands before the value itself: an indent, a dash.
  const between = lines.slice(isFirst ? 0 : 1, -1)
  const from = between.findLastIndex(line => !COMMENT_LINE.test(line)) + 1
  return between.slice(from).map(said)
}

function besideOf(text: string, end: number): string | undefined {
  let at = end
  while (text[at] === ' ' || text[at] === '\t') at += 1
  if (at === end || text[at] !== '#') return undefined
  LINE_END.lastIndex = at
  return said(text.slice(at, LINE_END.exec(text)?.index ?? text.length))
}

const LINE_END = /[\r\n]/g

function said(comment: string): string {
  return comment.replace(/^[ \t]*#+/, '').trim()
}
