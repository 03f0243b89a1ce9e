/**
 * SubRip and WebVTT: a unit per cue. Numbers, names, times, settings, comments and styles are never touched. A translation is broken into
 * lines anew, since they have to fit on a screen.
 */

import { byteLength, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { oneChunk } from '../bytes/ranges.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { ByteStream, Charset, Edit, Format, FormatFacts, ScanOptions, Unit } from '../format.ts'
import { legacyCharset, subRipEncoding, wholeOf } from './charset.ts'
import { type Cue, type CueManner, cuesOf, type LanguageLine } from './cues.ts'
import { srtFacts, vttFacts } from './facts.ts'
import { joined, rewrapped } from './lines.ts'

/** A cue, or the line of the header that names the language. */
interface CueUnit extends Unit {
  /** The lines of a cue as they are. */
  readonly lines?: readonly string[] | undefined
  /** The language that the header names. */
  readonly names?: string | undefined
}

export const srt: Format<CueUnit> = subtitleFormat(srtFacts, 'srt', { headed: false })
export const vtt: Format<CueUnit> = subtitleFormat(vttFacts, 'vtt', { headed: true })

function subtitleFormat(facts: FormatFacts, extension: string, manner: CueManner): Format<CueUnit> {
  return {
    ...facts,
    scan: (source, options = {}) => new Flattened(() => unitBatches(source, options, extension, manner)),
    // WebVTT is UTF-8 always.
    ...(manner.headed
      ? { languages: async (source: ByteStream) => ({ source: await languageOf(source, manner) }) }
      : { encoding: subRipEncoding }),

    edits({ start, end, charset, text, lines = [], names, eol = '\n' }, translation, { language }): readonly Edit[] {
      if (names !== undefined) return names === language ? [] : [{ start, end, bytes: encode(language, charset) }]
      if (translation === undefined || translation === text || isRefused(translation)) return []
      return [{ start, end, bytes: encode(rewrapped(translation, lines).join(eol), charset) }]
    },
  }
}

/** True for a text that would end its cue, or begin another one. */
function isRefused(translation: string): boolean {
  return translation.includes('-->') || translation.trim() === '' || translation.includes('\0')
}

async function* unitBatches(
  source: ByteStream,
  { original }: ScanOptions,
  extension: string,
  manner: CueManner,
): AsyncGenerator<readonly CueUnit[]> {
  let legacy: Charset | undefined
  let file = source
  if (!manner.headed) {
    const bytes = await wholeOf(source)
    file = oneChunk(bytes)
    // A result is in the charset of its original, whatever its own letters are.
    legacy = legacyCharset(original === undefined ? bytes : await wholeOf(original()))
  }
  let index = 0
  for await (const batch of cuesOf(file, { ...manner, legacy })) {
    const units = batch.map((found, at) =>
      found.kind === 'cue' ? unitOf(found.cue, index + at, extension) : languageUnit(found.said, index + at, extension),
    )
    index += units.length
    yield units
  }
}

function unitOf({ number, lines, shown_ms, note }: Cue, index: number, extension: string): CueUnit {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) throw new RangeError('a cue has lines')
  const { charset } = first
  const text = joined(lines.map(line => line.text))
  const lead = first.text.length - first.text.trimStart().length
  const seconds = shown_ms === undefined || shown_ms === 0 ? undefined : shown_ms / 1000
  return {
    index,
    path: `${extension}:/cue[${number}]`,
    part: 'cue',
    ordinal: number,
    start: first.start + lead,
    end: last.start + byteLength(last.text.trimEnd(), charset),
    text,
    charset,
    eol: lines.map(line => line.eol).find(eol => eol !== '') ?? '\n',
    left_out: leftOutOfText(text),
    note:
      [note, seconds === undefined ? undefined : timeNote(seconds)].filter(said => said !== undefined).join('\n') ||
      undefined,
    max_length: seconds === undefined ? undefined : mostThatIsRead(text, seconds),
    lines: lines.map(line => line.text),
  }
}

/** Characters a second that grown-ups read at ease, and that they read at most. */
const AT_EASE = 17
const AT_MOST = 25
/** Languages differ in length: a translation as much longer than its source as this is nobody's fault. */
const LONGER = 1.3

function timeNote(seconds: number): string {
  return `Shown for ${seconds.toFixed(1)} s: time to read about ${Math.max(1, Math.round(seconds * AT_EASE))} characters.`
}

/** The most characters that can be read in a time. Absent where a translation is hardly ever as long. */
function mostThatIsRead(text: string, seconds: number): number | undefined {
  const most = Math.max(Math.ceil(text.length * LONGER), Math.floor(seconds * AT_MOST))
  return most > text.length * 2 + AT_EASE ? undefined : most
}

function languageUnit({ start, end, tag, charset }: LanguageLine, index: number, extension: string): CueUnit {
  return {
    index,
    path: `${extension}:/header/language`,
    part: 'header',
    start,
    end,
    text: '',
    charset,
    left_out: 'not_text',
    names: tag,
  }
}

async function languageOf(source: ByteStream, manner: CueManner): Promise<string | undefined> {
  for await (const batch of cuesOf(source, manner)) {
    for (const found of batch) {
      if (found.kind === 'language') return found.said.tag
      return undefined
    }
  }
  return undefined
}
