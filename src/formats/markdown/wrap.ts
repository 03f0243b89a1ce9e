/**
 * Breaks the lines of a translation as those of its source: after each sentence if the source does so, or else at its width. So a
 * paragraph that was written on several lines stays one, and what changed later is seen line by line.
 */
import { WITHOUT_SPACES } from './nodes.ts'

/** How the lines of a paragraph are broken. */
export interface Lines {
  /** What is before the text of every line but the first. */
  readonly prefix: string
  readonly eol: string
  /** In characters, with what is before the text. */
  readonly width: number
  /** Where the text of the first line begins. */
  readonly column: number
  /** How many sentences there are, if each is on a line of its own. */
  readonly sentences: number | undefined
}

/** What is written: text, in which lines may be broken, or markup. */
export interface Wrapped {
  readonly kind: string
  text: string
}

/** No paragraph is broken into narrower lines. */
const NARROWEST = 40
const SENTENCE_END = /[.!?:;…。！？][)\]"'”’»*_`]*$/
const HARD_BREAK = /(?:\\| {2})$/

/** How the lines of a paragraph are broken; undefined if it has one line, or only hard breaks. */
export function wrappingOf(raw: string, column: number): Lines | undefined {
  const eol = /\r\n?|\n/.exec(raw)?.[0]
  if (eol === undefined) return undefined
  const lines = raw.split(/\r\n?|\n/)
  const soft = lines.slice(0, -1).filter(line => !HARD_BREAK.test(line))
  if (soft.length === 0) return undefined
  const widths = lines.map((line, at) => line.length + (at === 0 ? column : 0))
  return {
    prefix: /^[ \t>]*/.exec(lines[1] ?? '')?.[0] ?? '',
    eol,
    width: widths.reduce((most, width) => Math.max(most, width), NARROWEST),
    column,
    sentences:
      soft.length === lines.length - 1 && soft.every(line => SENTENCE_END.test(line)) ? lines.length : undefined,
  }
}

/** A place in the pieces where a line may end: the index of a blank in one of them. */
interface Place {
  readonly piece: number
  readonly at: number
}

/** Breaks the lines of the pieces, which are changed. */
export function wrap(pieces: readonly Wrapped[], lines: Lines, language: string): void {
  const places = afterSentences(pieces, lines.sentences, language) ?? atWidth(pieces, lines)
  const breaking = lines.eol + lines.prefix
  for (const { piece: index, at } of [...places].reverse()) {
    const piece = pieces[index]
    if (piece) piece.text = piece.text.slice(0, at) + breaking + piece.text.slice(at + 1)
  }
}

/** The ends of sentences; undefined if there are not as many sentences, or if one of them cannot begin a line. */
function afterSentences(pieces: readonly Wrapped[], count: number | undefined, language: string): Place[] | undefined {
  if (count === undefined) return undefined
  const whole = pieces.map(({ text }) => text).join('')
  const ends = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(whole)].map(
    ({ index, segment }) => index + segment.length,
  )
  if (ends.length !== count) return undefined
  const places: Place[] = []
  let from = 0
  let next = 0
  for (const [index, { text }] of pieces.entries()) {
    for (; next < ends.length - 1 && (ends[next] ?? 0) <= from + text.length; next += 1) {
      const at = (ends[next] ?? 0) - 1 - from
      if (mayBreak(pieces, index, at)) places.push({ piece: index, at })
    }
    from += text.length
  }
  return places.length === count - 1 ? places : undefined
}

function atWidth(pieces: readonly Wrapped[], { width, column: first, prefix }: Lines): Place[] {
  const places: Place[] = []
  let column = first
  let last: { readonly place: Place; readonly column: number } | undefined
  for (const [index, piece] of pieces.entries()) {
    for (let at = 0; at < piece.text.length; at += 1) {
      if (piece.text[at] === '\n' || piece.text[at] === '\r') {
        column = 0
        last = undefined
        continue
      }
      column += 1
      // A blank at the width is where the line may still end.
      if (column > width + (piece.text[at] === ' ' ? 1 : 0) && last) {
        places.push(last.place)
        column += prefix.length - last.column
        last = undefined
      }
      if (piece.text[at] === ' ' && mayBreak(pieces, index, at)) last = { place: { piece: index, at }, column }
    }
  }
  return places
}

/** With what a line may begin: words, and numbers that begin no list. */
const BEGINS_LINE = /^(?:["'“„«‘(¿¡]*[\p{L}\p{M}]|["'“„«‘(¿¡]*\d{1,20}(?![\d.)]))/u

/** Markup that may begin a line of a paragraph, where it begins no block. */
const MARKUP_BEGINS_LINE = /^(?:\*{1,2}(?!\*)|_{1,2}(?!_)|\[(?!\^)|`{1,2}(?!`))(?=[^\s])/

/** Whether a blank in a piece may be the end of a line: a single one, in text, before what can begin no block. */
function mayBreak(pieces: readonly Wrapped[], index: number, at: number): boolean {
  const piece = pieces[index]
  if (piece?.kind !== 'text' || piece.text[at] !== ' ') return false
  const before = piece.text[at - 1] ?? ' '
  if (/[\s\\]/.test(before)) return false
  const next = pieces[index + 1]
  if (at === piece.text.length - 1) {
    const begins = next?.kind === 'open' || (next?.kind === 'whole' && next.text.startsWith('`'))
    return begins && MARKUP_BEGINS_LINE.test(next.text + (next.kind === 'open' ? (pieces[index + 2]?.text ?? '') : ''))
  }
  const after = piece.text.slice(at + 1, at + 40)
  return BEGINS_LINE.test(after) && !(WITHOUT_SPACES.test(before) && WITHOUT_SPACES.test(after[0] ?? ''))
}
