/** How a scalar is written in its file, so that its translation is written in the same manner. */
import type { ScalarManner } from '../content/yaml-scalar.ts'
import type { YamlScalar } from './scalar.ts'

/** The width of a folded block that has but one line. */
const USUAL_WIDTH = 80

export function scalarMannerOf(text: string, scalar: YamlScalar, eol: string, ascii: boolean): ScalarManner {
  const { style, flow, start, end } = scalar
  const raw = text.slice(start, end)
  const isBlock = style === 'literal' || style === 'folded'
  const unseen = style === 'double' && UNSEEN.test(raw)
  if (!isBlock && !HAS_LINES.test(raw)) return { style, flow, eol, ascii, unseen }
  const [first = '', ...rest] = raw.split(LINES)
  const column = columnOf(text, start)
  const longest = rest.reduce((most, line) => Math.max(most, line.length), isBlock ? 0 : column + first.length)
  const second = rest.find(line => line.trim() !== '') ?? ''
  const indent = isBlock ? indentOfBlock(second, scalar.value) : blanksOf(second)
  const width = isBlock && rest.length < 2 ? Math.max(longest, USUAL_WIDTH) : longest
  return { style, flow, eol, ascii, unseen, column, width, indent, header: isBlock ? first : undefined }
}

const UNSEEN = /\\(?:_|xa0|u(?:00a0|20[0-2][0-9a-f]))/i
const LINES = /\r\n?|\n/
const HAS_LINES = /[\r\n]/

/** Its text may begin with spaces, too: what these leave of the first line that is not blank is the indent. */
function indentOfBlock(line: string, value: string): string {
  const said = value.split('\n', value.length).find(each => each.trim() !== '') ?? ''
  return line.slice(0, blanksOf(line).length - blanksOf(said).length)
}

function blanksOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length)
}

/** The number of characters between the beginning of the line and an offset. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** What stands before a key in its line, as spaces: the dash of a list is none of the key's. */
export function indentBefore(text: string, at: number): string {
  return lineUpTo(text, at).replace(/\S/g, ' ')
}

/** What stands before an offset in its line. */
export function lineUpTo(text: string, at: number): string {
  return text.slice(lineStart(text, at), at)
}

function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  return start
}

/** Where the line ends that an offset is in. */
export function lineEnd(text: string, at: number): number {
  LINE_END.lastIndex = at
  return LINE_END.exec(text)?.index ?? text.length
}

const LINE_END = /[\r\n]/g
