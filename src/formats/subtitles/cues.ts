/** The cues of a subtitle file: lines with text below a line with times. */
import { byteLength } from '../bytes/charset.ts'
import { type Line, linesOf } from '../bytes/lines.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'

/** What a file has besides its cues. */
export interface CueManner {
  /** A header stands before the first cue, and blocks without times are comments and styles: WebVTT. */
  readonly headed: boolean
  /** The charset of a file that is not Unicode. */
  readonly legacy?: Charset | undefined
}

export interface Cue {
  /** From 1. */
  readonly number: number
  /** The lines of its text. None is blank. */
  readonly lines: readonly Line[]
  /** How long it is shown, in milliseconds; undefined for text that stands below no times. */
  readonly shown_ms: number | undefined
  /** What a comment before it says. */
  readonly note: string | undefined
}

/** A line of the header that names the language: `Language: en`. */
export interface LanguageLine {
  /** The byte range of the tag. */
  readonly start: number
  readonly end: number
  readonly tag: string
  readonly charset: Line['charset']
}

export type Found =
  | { readonly kind: 'cue'; readonly cue: Cue }
  | { readonly kind: 'language'; readonly said: LanguageLine }

const CAP = 1_000_000
const TIME = String.raw`(?:\d{1,12}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,4})?`
/** Some programs write the number of the cue in front of its times, or an arrow that is broken. */
const TIMES = new RegExp(String.raw`^\s*(?:\d{1,9}\s+)?(${TIME})\s*--? ?>\s*(${TIME})(?:\s|$)`)
const LANGUAGE = /^(language\s*:\s*)([A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,3})\s*$/i
const COMMENT = /^NOTE(?:\s|$)/
const LONGEST_NOTE = 500
/** A text of more lines is no cue: a blank line was lost, or this is no subtitle file. */
const MOST_LINES = 500

/** The cues of a file, in batches, and the line that says its language. @throws {FormatError} not_decodable, too_long_record */
export async function* cuesOf(source: ByteStream, { headed, legacy }: CueManner): AsyncGenerator<readonly Found[]> {
  const reader = new Reader(headed)
  for await (const lines of linesOf(source, CAP, legacy)) {
    for (const line of lines) reader.take(line)
    yield reader.found
    reader.found = []
  }
  reader.end()
  yield reader.found
}

class Reader {
  found: Found[] = []
  readonly #headed: boolean
  #inHeader: boolean
  /** Lines since the last blank one, above which there are no times. The last of them may be the name of the next cue. */
  #untimed: Line[] = []
  /** Lines below times. */
  #text: Line[] = []
  #shown: number | undefined
  #isTimed = false
  #hasTimes = false
  #note: string | undefined
  #number = 0

  constructor(headed: boolean) {
    this.#headed = headed
    this.#inHeader = headed
  }

  take(line: Line): void {
    const times = line.text.includes('>') ? TIMES.exec(line.text) : null
    if (times !== null) this.#begin(times)
    else if (line.text.trim() === '') this.#blank()
    else if (this.#inHeader) this.#header(line)
    else this.#keep(line)
  }

  #keep(line: Line): void {
    const lines = this.#isTimed ? this.#text : this.#untimed
    if (lines.push(line) > MOST_LINES && lines === this.#text) {
      throw new FormatError(
        'too_long_record',
        `A cue has more than ${MOST_LINES} lines: a blank line is missing, or this is no subtitle file.`,
      )
    }
  }

  #begin(times: RegExpExecArray): void {
    if (this.#isTimed) {
      // Times right below a text: its last line was the name of this cue where it is a number.
      const last = this.#text.at(-1)
      if (last !== undefined && IS_NUMBER.test(last.text)) this.#text.pop()
      this.#close()
    }
    const name = this.#untimed.at(-1)
    if (name !== undefined && (this.#headed || IS_NUMBER.test(name.text))) this.#untimed.pop()
    this.#stray()
    this.#inHeader = false
    this.#hasTimes = true
    this.#isTimed = true
    this.#shown = Math.max(0, milliseconds(times[2] ?? '') - milliseconds(times[1] ?? ''))
  }

  #blank(): void {
    this.#inHeader = false
    if (this.#isTimed) this.#close()
    else this.#stray()
  }

  #header(line: Line): void {
    const [, before = '', tag] = LANGUAGE.exec(line.text) ?? []
    if (tag === undefined) return
    const start = line.start + byteLength(before, line.charset)
    const said = { start, end: start + byteLength(tag, line.charset), tag, charset: line.charset }
    this.found.push({ kind: 'language', said })
  }

  #close(): void {
    this.#put(this.#text, this.#shown)
    this.#text = []
    this.#isTimed = false
    this.#note = undefined
  }

  /** Lines without times: in WebVTT a comment or a style; in SubRip text that a blank line cut off from its cue. */
  #stray(): void {
    const lines = this.#untimed
    this.#untimed = []
    const [first] = lines
    if (first === undefined) return
    if (!this.#headed) {
      if (!IS_NUMBER.test(first.text) || lines.length > 1) this.#put(lines, undefined)
      return
    }
    if (!COMMENT.test(first.text)) return
    const said = lines.map(({ text }, at) => (at === 0 ? text.slice('NOTE'.length) : text).trim())
    this.#note = said.filter(Boolean).join('\n').slice(0, LONGEST_NOTE) || undefined
  }

  #put(lines: readonly Line[], shown_ms: number | undefined): void {
    this.#number += 1
    if (lines.length === 0) return
    this.found.push({ kind: 'cue', cue: { number: this.#number, lines, shown_ms, note: this.#note } })
  }

  /** @throws {FormatError} malformed: there is text, and nothing that says when it is shown */
  end(): void {
    this.#blank()
    if (!this.#hasTimes && this.#number > 0) {
      throw new FormatError(
        'malformed',
        'The file has no subtitles: no line says when a text is shown, as 00:01:02,500 --> 00:01:05,000 does.',
      )
    }
  }
}

const IS_NUMBER = /^\s*\ufeff?\d{1,9}\s*$/

function milliseconds(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number)
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000)
}
