/**
 * SubRip subtitles, as small as a family can be: a unit per cue. Numbers and times are never touched. It is no part of the
 * program: `new-family.slow.test.ts` adds it to a copy, to prove what adding a family takes.
 */
import { byteLength, encode } from '../../../../src/formats/bytes/charset.ts'
import { type Line, linesOf } from '../../../../src/formats/bytes/lines.ts'
import { leftOutOfText } from '../../../../src/formats/content/left-out.ts'
import type { Format, Unit } from '../../../../src/formats/format.ts'
import { srtFacts } from './facts.ts'

/** A cue: its lines are written with the line end of the first. */
interface CueUnit extends Unit {
  readonly eol: string
}

const LONGEST_LINE = 10_000

export const srt: Format<CueUnit> = {
  ...srtFacts,

  async *scan(source) {
    let index = 0
    let block: Line[] = []
    for await (const lines of linesOf(source, LONGEST_LINE)) {
      for (const line of lines) {
        if (line.text.trim() !== '') block.push(line)
        else {
          yield* cueOf(block, index)
          index += block.length > 2 ? 1 : 0
          block = []
        }
      }
    }
    yield* cueOf(block, index)
  },

  edits({ start, end, eol, charset, text }, translation) {
    if (translation === undefined || translation === text) return []
    return [{ start, end, bytes: encode(translation.replaceAll('\n', eol), charset) }]
  },
}

/** The cue of a block: below its number and its times. */
function cueOf([_number, _times, ...lines]: readonly Line[], index: number): readonly CueUnit[] {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return []
  const { start, charset, eol } = first
  const end = last.start + byteLength(last.text, charset)
  const text = lines.map(line => line.text).join('\n')
  const place = { index, path: `srt:/cue[${index + 1}]`, part: 'cue', start, end, charset, eol: eol || '\n' }
  return [{ ...place, text, left_out: leftOutOfText(text) }]
}
