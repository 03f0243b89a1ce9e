/** The cells of a table, each as its lines. */
import type { SourceLine } from '../lines.ts'

/** What stands before the bar of a cell: how often it is repeated, over how many columns it goes, and what is in it. */
const BEFORE_BAR = /(?:^|\s)(?:\d+(?:\.\d+)?[*+]|\.\d+\+)?[<^>]?(?:\.[<^>])?([aehlmdsv])?$/
/** Tables in other notations, with other bars, or with columns that are shown as they are. */
const NOT_READ = /format\s*=|separator\s*=|cols\s*=\s*"?[^"\]]*[lm]\b/

/** The cells of rows; undefined for a table that is not read. */
export function cellsOf(rows: readonly SourceLine[], attributes: string): SourceLine[][] | undefined {
  if (NOT_READ.test(attributes)) return undefined
  const cells: { lines: SourceLine[]; isCode: boolean }[] = []
  for (const line of rows) {
    let from = 0
    for (let bar = barIn(line.text, 0); ; bar = barIn(line.text, bar + 1)) {
      const piece = line.text.slice(from, bar < 0 ? undefined : bar)
      const spec = bar < 0 ? undefined : BEFORE_BAR.exec(piece)
      const said = spec ? piece.slice(0, spec.index) : piece
      cells.at(-1)?.lines.push(cut(line, from, said))
      if (bar < 0) break
      cells.push({ lines: [], isCode: spec?.[1] === 'l' || spec?.[1] === 'm' })
      from = bar + 1
    }
  }
  return cells.filter(({ isCode }) => !isCode).map(({ lines }) => lines)
}

function barIn(text: string, from: number): number {
  let bar = text.indexOf('|', from)
  while (bar > 0 && text[bar - 1] === '\\') bar = text.indexOf('|', bar + 1)
  return bar
}

function cut(line: SourceLine, from: number, said: string): SourceLine {
  const text = said.trim()
  const lead = said.length - said.trimStart().length
  const at = line.at + from + (text === '' ? 0 : lead)
  return { at, end: at + text.length, column: 0, text }
}
