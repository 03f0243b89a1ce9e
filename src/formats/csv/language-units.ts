/** The units of a table with a row for each language of a text. */
import { isIcuMessage } from '../content/icu.ts'
import { COLUMN_HEADINGS } from '../content/own-parts.ts'
import type { Charset, Reason } from '../format.ts'
import type { Beginning } from './beginning.ts'
import type { CsvPlace, Escape } from './cell.ts'
import type { Chunk, RecordReader } from './chunks.ts'
import { headingIn } from './headings.ts'
import { isNumeric, leftOutOfCell } from './kinds.ts'
import { keyOf, type LanguageRows } from './language-rows.ts'
import { type Read, readAt } from './reading.ts'
import { type ColumnRun, FoundUnits, type RowsReader } from './runs.ts'
import { BACKSLASH, type CsvRecord, type Dialect, QUOTED, TRAILING } from './scanner.ts'
import { fullTag } from './tags.ts'

/** A text with what its rows say, as far as they are read. */
interface Text {
  readonly key: string
  /** The languages of its rows. */
  readonly languages: Set<string>
  source?: Source
  /** Where its translation is. */
  place?: Place
  /** The byte offset of the end of its last row. */
  end: number
}

interface Source {
  readonly read: Read
  readonly note: string | undefined
  readonly row: string
  readonly ordinal: number
  readonly charset: Charset
  readonly eol: string | undefined
  /** The number of its row, without counting those in the target language: a result has more of them. */
  readonly number: number
  /** The row that is made for a translation. */
  readonly made: Place
}

/** The cell for a translation: its range, and how it is written. */
interface Place extends Pick<Read, 'text' | 'raw' | 'start' | 'end'> {
  readonly manner: CsvPlace
}

const LONGEST_NAME = 100
const LONGEST_NOTE = 500

export function readerOfLanguageRows(rows: LanguageRows, dialect: Dialect, beginning: Beginning): RowsReader {
  const reader = new LanguageRowReader(rows, dialect, beginning)
  return { read: reader.read, found: reader.found, end: () => reader.end() }
}

class LanguageRowReader {
  readonly found: FoundUnits
  readonly #rows: LanguageRows
  readonly #mark: Escape
  readonly #delimiter: string
  readonly #bare: CsvPlace
  readonly #beginning: Beginning
  readonly #runs: readonly { readonly at: number; readonly reason: Reason; readonly run: ColumnRun }[]
  readonly #tags = new Map<string, string>()
  #number = 0
  #text: Text | undefined

  constructor(rows: LanguageRows, dialect: Dialect, beginning: Beginning) {
    const { names, value, source, notes } = rows
    this.#rows = rows
    this.#mark = dialect.escape === BACKSLASH ? '\\' : '"'
    this.#delimiter = String.fromCharCode(dialect.delimiter)
    this.#beginning = beginning
    const plain = { quoted: false, words: true, missing: 0, always: false } as const
    this.#bare = { now: 'bare', delimiter: this.#delimiter, escape: this.#mark, ...plain }
    const found = new FoundUnits(this.#mark)
    this.found = found
    this.#runs = names.flatMap((name, at) => {
      if (at === source) return []
      const reason = at === value ? 'other_language' : notes.includes(at) ? 'do_not_translate' : 'key'
      return [{ at, reason, run: found.runOf(`csv:/col[${name}]/row[`, name) }]
    })
  }

  readonly read: RecordReader = (chunk, record, number) => {
    const { skipped } = this.#beginning
    if (number <= skipped) return
    if (number === skipped + 1) {
      this.#number = number
      this.#addHeadings(chunk, record, number)
    } else if (record.count > 1 || record.starts[0] !== record.ends[0]) this.#readRow(chunk, record, number)
  }

  end(): void {
    this.#endText(undefined)
    this.found.end()
  }

  #cell(chunk: Chunk, record: CsvRecord, at: number): Read | undefined {
    return at < record.count ? readAt(this.#mark, chunk, record, at) : undefined
  }

  #readRow(chunk: Chunk, record: CsvRecord, ordinal: number): void {
    const { keys, locale, source, value, to, from } = this.#rows
    const key = keyOf(keys.map(at => this.#cell(chunk, record, at)?.text))
    const language = this.#tagOf(this.#cell(chunk, record, locale)?.text ?? '')
    if (this.#text?.key !== key || this.#text.languages.has(language)) {
      this.#endText({ key, languages: new Set(), end: 0 })
      this.found.begin(this.#number + 1)
    }
    const text = this.#text
    if (text === undefined) return
    const isTarget = language === to
    if (!isTarget) this.#number += 1
    text.languages.add(language)
    text.end = chunk.offset + (record.ends[record.count - 1] ?? 0) * chunk.width
    const isSource = source !== undefined || language === from
    if (isSource && text.source === undefined) this.#takeSource(text, chunk, record, ordinal, source ?? value)
    if (isTarget) text.place = this.#placeIn(chunk, record)
    else this.#leaveOut(chunk, record, isSource && source === undefined)
  }

  #takeSource(text: Text, chunk: Chunk, record: CsvRecord, ordinal: number, at: number): void {
    const read = this.#cell(chunk, record, at)
    if (read === undefined || read.text === '') return
    const notes = this.#rows.notes.flatMap(note => this.#cell(chunk, record, note)?.text ?? [])
    text.source = {
      read,
      note: notes.join('\n').slice(0, LONGEST_NOTE) || undefined,
      row: text.key.replaceAll('\0', ' ').trim().slice(0, LONGEST_NAME),
      ordinal,
      charset: chunk.charset,
      eol: /[\r\n]/.test(read.text) ? this.#beginning.eol : undefined,
      number: this.#number,
      made: this.#rowLike(chunk, record, at),
    }
  }

  /** A row that is made for a translation: this one, in the other language. */
  #rowLike(chunk: Chunk, record: CsvRecord, source: number): Place {
    const { locale, value, own, written } = this.#rows
    const cells = Array.from({ length: Math.max(record.count, value + 1) }, (_, at) => {
      if (at >= record.count || own.includes(at)) return ''
      const kind = record.kinds[at] ?? 0
      if (at === locale) return (kind & QUOTED) === 0 ? written : `"${written}"`
      return chunk.textAt(record.starts[at] ?? 0, record.ends[at] ?? 0, kind)
    })
    const before = [...cells.slice(0, value), ''].join(this.#delimiter)
    const after = ['', ...cells.slice(value + 1)].join(this.#delimiter)
    const quoted = ((record.kinds[source] ?? 0) & QUOTED) !== 0
    const row = { before: this.#beginning.eol + before, after }
    return { text: '', raw: '', start: 0, end: 0, manner: { ...this.#bare, quoted, row } }
  }

  #placeIn(chunk: Chunk, record: CsvRecord): Place {
    const { value } = this.#rows
    const kind = record.kinds[value] ?? 0
    const read = this.#cell(chunk, record, value)
    const missing = Math.max(0, value - record.count + 1)
    const edge =
      chunk.offset + ((missing > 0 ? record.ends[record.count - 1] : record.starts[value]) ?? 0) * chunk.width
    const now =
      missing > 0 ? 'bare' : (kind & TRAILING) !== 0 ? 'careless' : (kind & QUOTED) !== 0 ? 'in_quotes' : 'bare'
    return { text: '', raw: '', start: edge, end: edge, ...read, manner: { ...this.#bare, now, missing } }
  }

  #leaveOut(chunk: Chunk, record: CsvRecord, isSource: boolean): void {
    for (const { at, reason, run } of this.#runs) {
      if (at >= record.count || record.starts[at] === record.ends[at] || (isSource && at === this.#rows.value)) continue
      const stop = chunk.offset + (record.ends[at] ?? 0) * chunk.width
      this.found.leaveOut(run, reason, { chunk, record, number: this.#number }, at, stop)
    }
  }

  /** Adds the unit of the text whose rows are read, and begins the next one. */
  #endText(next: Text | undefined): void {
    const { source, place, end = 0, key = '' } = this.#text ?? {}
    this.#text = next
    if (source === undefined) return
    const { names, value, source: from = value, to, makes, elsewhere } = this.#rows
    const { read, made, number, row } = source
    const isDone = place ? place.text !== '' : elsewhere.has(key)
    const isMade = place === undefined && makes && !isDone && to !== undefined
    const spot = place ?? (isMade ? { ...made, start: end, end } : undefined)
    const name = names[from] ?? ''
    const syntax = read.text.includes('{') && isIcuMessage(read.text) ? 'icu' : undefined
    const own = isNumeric(read.text) ? 'number' : leftOutOfCell({ name, message: true }, read.text, syntax)
    const lost: Reason | undefined = spot === undefined && to !== undefined ? 'other_language' : undefined
    this.found.add({
      index: this.found.index,
      path: `csv:/col[${name}]/row[${number}]`,
      part: name,
      slot: name,
      ordinal: source.ordinal,
      start: spot?.start ?? end,
      end: spot?.end ?? end,
      text: read.text,
      raw: spot === undefined ? undefined : spot.raw,
      charset: source.charset,
      eol: source.eol,
      left_out: isDone ? 'already_translated' : (own ?? lost),
      syntax,
      note: source.note,
      context: { row, column: name, present: place?.text || undefined },
      target: spot?.text,
      place: spot?.manner,
    })
  }

  #addHeadings(chunk: Chunk, record: CsvRecord, number: number): void {
    for (let at = 0; at < record.count; at += 1) {
      const read = this.#cell(chunk, record, at)
      if (read === undefined || read.text === '') continue
      const name = this.#rows.names[at] ?? read.text
      this.found.add({
        index: this.found.index,
        path: `csv:/col[${name}]/row[${number}]`,
        part: COLUMN_HEADINGS,
        slot: name,
        ordinal: number,
        start: read.start,
        end: read.end,
        text: read.text,
        raw: read.raw,
        charset: chunk.charset,
        left_out: 'key',
      })
    }
  }

  #tagOf(cell: string): string {
    const known = this.#tags.get(cell)
    if (known !== undefined) return known
    const tag = fullTag(headingIn(cell)?.tag ?? cell)
    if (this.#tags.size < 1000) this.#tags.set(cell, tag)
    return tag
  }
}
