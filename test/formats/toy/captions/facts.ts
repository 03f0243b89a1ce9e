import type { FormatFacts } from '../../../../src/formats/format.ts'

export const srtFacts: FormatFacts = {
  family: 'subtitles',
  extensions: ['srt'],
  traits: { never: ['timing', 'timestamp', 'cue number'] },
}
