/** Paragraphs: the lines of a block put together as they were before they were broken. */
import type { TextBlock } from './blocks.ts'
import type { TextLine } from './text-line.ts'

export interface Paragraph {
  readonly text: string
  readonly size: number
  readonly top: number
  readonly bottom: number
  readonly is_list: boolean
  readonly is_cell: boolean
  readonly is_label?: true
  readonly lines: readonly TextLine[]
}

const BULLET = /^[•‣⁃▪▫■□●○◦◆◇➢✓✔–—*·-]\s/u
const NUMBERED = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s/i
const ENDED = /[.!?:;…。！？：；][”’"')\]»]*$/u
const WIDE = /[\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u

/** The paragraphs of a block. `compounds`: words that have a hyphen inside a line, in lower case. */
export function paragraphsIn(
  { lines, left, right, is_cell, is_label }: TextBlock,
  compounds: ReadonlySet<string>,
): Paragraph[] {
  const groups: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    const [before, after] = [lines[at - 1], lines[at + 1]]
    const group = groups.at(-1)
    if (group && before && !begins(line, before, after, { left, right })) group.push(line)
    else groups.push([line])
  }
  return groups.map(group => ({ ...paragraphOf(group, is_cell, compounds), ...(is_label && { is_label }) }))
}

/** Whether a paragraph begins with a line. */
function begins(
  line: TextLine,
  before: TextLine,
  after: TextLine | undefined,
  { left, right }: Pick<TextBlock, 'left' | 'right'>,
): boolean {
  if (BULLET.test(line.text)) return true
  const isShort = right - before.right > 0.2 * (right - left)
  const isEnded = ENDED.test(before.text)
  if (NUMBERED.test(line.text) && (isEnded || isShort || NUMBERED.test(before.text))) return true
  if (isEnded && isShort && !/^\p{Ll}/u.test(line.text)) return true
  const isCentred = Math.abs(line.left + line.right - before.left - before.right) < line.size * 0.3
  const indent = line.left - left
  const goesBack = after === undefined ? isEnded : after.left < line.left - line.size * 0.5
  return indent > line.size * 0.8 && before.left - left < line.size * 0.5 && goesBack && !isCentred
}

function paragraphOf(lines: readonly TextLine[], is_cell: boolean, compounds: ReadonlySet<string>): Paragraph {
  const text = lines.reduce((said, line) => joinedLines(said, line.text, compounds), '')
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    text,
    size: Math.max(...lines.map(({ size }) => size)),
    top: (first?.y ?? 0) - (first?.size ?? 0),
    bottom: last?.y ?? 0,
    is_list: BULLET.test(text) || NUMBERED.test(text),
    is_cell,
    lines,
  }
}

/** Two lines as one text. A hyphen at the end is taken away where it only breaks a word. */
function joinedLines(one: string, other: string, compounds: ReadonlySet<string>): string {
  if (one === '' || other === '') return one + other
  if (WIDE.test(one.slice(-1)) && WIDE.test(other.slice(0, 1))) return one + other
  const broken = HYPHEN.test(one.slice(-1)) ? one.slice(-LONGEST_WORD, -1).split(NO_LETTER).at(-1) : ''
  const next = /^[\p{Ll}\p{M}]+/u.exec(other)
  if (!broken || !next)
    return /[\p{L}\p{N}]-$/u.test(one) && /^[\p{L}\p{N}]/u.test(other) ? one + other : `${one} ${other}`
  const isCompound = compounds.has(`${broken}-${next[0]}`.toLowerCase())
  return (isCompound ? one : one.slice(0, -1)) + other
}

const HYPHEN = /[-\u2010]/
const NO_LETTER = /[^\p{L}\p{M}]/u
/** In characters; no word that is broken is longer. */
const LONGEST_WORD = 100

/** The words of lines that have a hyphen inside; of longer ones, each two of their words. */
export function compoundsIn(lines: readonly TextLine[]): Set<string> {
  const words = lines.flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}\p{M}-]+/u))
  return new Set(words.flatMap(compoundsOf))
}

/** A word that ends in a hyphen is broken there. */
function compoundsOf(word: string): readonly string[] {
  if (!word.includes('-') || word.endsWith('-')) return []
  const parts = word.split('-')
  return parts.flatMap((part, at) => {
    const next = parts[at + 1]
    return part && next ? [`${part}-${next}`] : []
  })
}
