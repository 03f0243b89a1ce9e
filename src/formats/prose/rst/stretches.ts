/** Where stretches of lines end that belong together. */
import type { SourceLine } from '../lines.ts'

export const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/

/** The least column of the lines that are not blank; Infinity where all are. */
export function leastColumnOf(lines: readonly SourceLine[]): number {
  return lines.reduce((least, line) => (line.text === '' ? least : Math.min(least, line.column)), Infinity)
}

/** The line behind those that are deeper than a column, without blank lines at the end. */
export function endOfDeeper(lines: readonly SourceLine[], from: number, column: number): number {
  let to = from
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]
    if (!line || line.text === '') continue
    if (line.column <= column) break
    to = at + 1
  }
  return to
}

/** The next blank line. */
export function endOfBlock(lines: readonly SourceLine[], from: number): number {
  let to = from
  while ((lines[to]?.text ?? '') !== '') to += 1
  return to
}

/** Lines of which none ends a simple table that begins among them from some place on: they are not looked through again. */
const ENDLESS = new WeakSet<readonly SourceLine[]>()

export function endOfTable(lines: readonly SourceLine[], from: number, column: number): number {
  const first = lines[from]?.text ?? ''
  if (first.startsWith('+')) {
    let to = from
    while (/^[+|]/.test(lines[to]?.text ?? '') && lines[to]?.column === column) to += 1
    return to
  }
  if (ENDLESS.has(lines)) return endOfBlock(lines, from)
  let borders = 1
  let to = from + 1
  for (; to < lines.length && (lines[to]?.column ?? 0) >= 0; to += 1) {
    const text = lines[to]?.text ?? ''
    if (/^=[= ]*$/.test(text)) borders += 1
    const isEnd = (lines[to + 1]?.text ?? '') === ''
    if (borders >= 2 && isEnd && /^=[= ]*$/.test(text)) return to + 1
  }
  ENDLESS.add(lines)
  return endOfBlock(lines, from)
}

export function isTransition(lines: readonly SourceLine[], at: number): boolean {
  const text = lines[at]?.text ?? ''
  return text.length >= 4 && ADORNMENT.test(text) && (lines[at + 1]?.text ?? '') === ''
}
