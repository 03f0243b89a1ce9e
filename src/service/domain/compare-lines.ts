import { diffArrays } from 'diff'

/** A line of a file, and its number from 1. */
export interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** A stretch of two files that are compared: lines that both have, or what stands in the one and in the other. */
export type ComparedLines =
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'changed'; readonly source: readonly NumberedLine[]; readonly result: readonly NumberedLine[] }

/** Which lines go together: their places in the two files, from 0. */
type Match = readonly [number, number]

/**
 * Compares two files by their lines. A translation has most often a line for each line of its source: then those with one number go
 * together. Else the longest list of lines that both have in order is found, in a time that grows with how much differs.
 */
export function compareLines(source: readonly string[], result: readonly string[]): ComparedLines[] {
  const matches = source.length === result.length ? sameNumbers(source, result) : inOrder(source, result)
  const stretches: ComparedLines[] = []
  let [at, other] = [0, 0]
  let count = 0
  const flush = () => {
    if (count > 0) stretches.push({ kind: 'same', count })
    count = 0
  }
  const apart = (until: number, untilOther: number) => {
    if (at >= until && other >= untilOther) return
    flush()
    stretches.push(...pairs(numbered(source, at, until), numbered(result, other, untilOther)))
  }
  for (const [next, nextOther] of matches) {
    apart(next, nextOther)
    count += 1
    at = next + 1
    other = nextOther + 1
  }
  apart(source.length, result.length)
  flush()
  return stretches
}

function numbered(lines: readonly string[], from: number, until: number): NumberedLine[] {
  return lines.slice(from, until).map((text, at) => ({ number: from + at + 1, text }))
}

/** Line by line where there are as many, else as one stretch. */
function pairs(source: readonly NumberedLine[], result: readonly NumberedLine[]): ComparedLines[] {
  if (source.length !== result.length) return [{ kind: 'changed', source, result }]
  return source.map((line, at) => ({ kind: 'changed', source: [line], result: result.slice(at, at + 1) }))
}

function sameNumbers(source: readonly string[], result: readonly string[]): Match[] {
  return source.flatMap((text, at) => (text === result[at] ? [[at, at] as const] : []))
}

/** The longest list of lines that both have in order. */
function inOrder(source: readonly string[], result: readonly string[]): Match[] {
  const matches: Match[] = []
  let [at, other] = [0, 0]
  for (const { count, added, removed } of diffArrays(source.slice(), result.slice())) {
    if (!added && !removed) matches.push(...Array.from({ length: count }, (_, on) => [at + on, other + on] as const))
    at += added ? 0 : count
    other += removed ? 0 : count
  }
  return matches
}
