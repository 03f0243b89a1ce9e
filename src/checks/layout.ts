/** The outer shape of a translation: white space at its ends, lines, length. */

import { LINE_BREAK, RARE } from './characters-of.ts'
import type { Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

/**
 * The translation with the white space that its source begins and ends with. Engines lose or add white space there, but the file needs
 * its own.
 */
export function withEdgesOf(source: string, translation: string): string {
  const lead = source.slice(0, source.length - source.trimStart().length)
  return lead + translation.trim() + source.slice(Math.max(lead.length, source.trimEnd().length))
}

export function checkEdges({ text, translation }: Pair): readonly Flaw[] {
  if (withEdgesOf(text, translation) === translation) return []
  const message = 'The white space before or after the text is not the same as in the source.'
  return [{ message }]
}

/**
 * Another number of lines is never refused: translators may wrap a long text differently. Where a file cannot have a line break, its
 * format writes none.
 */
export function checkLineBreaks({ text, translation, source_kinds, kinds }: Pair): readonly Flaw[] {
  if (((source_kinds | kinds) & (LINE_BREAK | RARE)) === 0) return []
  const [wanted, found] = [linesOf(text), linesOf(translation)]
  if (wanted === found) return []
  const message = `The source has ${counted(wanted)}, the translation ${counted(found)}.`
  return [{ severity: found === 1 || (wanted === 1 && translation.length <= SHORT_LINE) ? 'doubt' : 'note', message }]
}

/** People wrap what is longer. In characters, where one line became several. */
const SHORT_LINE = 80

function linesOf(text: string): number {
  return text.trim().split(/\r\n?|[\n\u2028\u2029]/).length
}

function counted(lines: number): string {
  return lines === 1 ? 'one line' : `${lines} lines`
}

/** Counts Unicode code points, as the formats with a length limit do. An emoji with modifiers is more than one. */
export function checkLength(pair: Pair): readonly Flaw[] {
  const { text, translation, max_length } = pair
  if (max_length === undefined) return checkRoom(pair)
  const length = [...translation].length
  if (length <= max_length) return []
  const severity = [...text].length > max_length ? 'note' : 'doubt'
  return [{ severity, message: `The translation has ${length} characters; at most ${max_length} fit.` }]
}

/** Where the file does not say how long a text may be, but its place can be measured. Letters of the East are as wide as two. */
function checkRoom({ room, translated }: Pair): readonly Flaw[] {
  if (room === undefined) return []
  const width = [...translated.trim()].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0)
  if (width <= room) return []
  return [
    {
      severity: 'note',
      message: `The translation may not fit: it is about ${width} letters wide, and its box shows about ${room}.`,
    },
  ]
}

const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\uff01-\uff60]/u
