import type { FormatFacts, Traits } from '../format.ts'

const NEVER = [
  'timing',
  'timings',
  'timestamp',
  'timestamps',
  'timecodes',
  'time codes',
  'cue number',
  'cue numbers',
  'times',
]

const TRAITS: Traits = { never: NEVER, called: ['subtitle'], ordinals: 'cue', free_line_breaks: true }

export const srtFacts: FormatFacts = { family: 'subtitles', extensions: ['srt'], traits: TRAITS }
export const vttFacts: FormatFacts = { family: 'subtitles', extensions: ['vtt'], traits: TRAITS }
