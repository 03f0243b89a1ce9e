/** The units of a table with a row for each language of a text. */
import { likeliestTag } from '../../contract/language-tags.ts'
import { isIcuMessage } from '../content/icu.ts'
import { COLUMN_HEADINGS } from '../content/own-parts.ts'
import { headingIn } from '../content/table/headings.ts'
import { isNumeric, leftOutOfCell } from '../content/table/kinds.ts'
import { type LanguageRows, textKey } from '../content/table/language-rows.ts'
import { isCodeField } from '../content/table/profiles.ts'
import { languageAlone } from '../content/table/tags.ts'
import { type Charset, FormatError, type Reason } from '../format.ts'
import type { Beginning } from './beginning.ts'
import type { CsvPlace, Escape } from './cell.ts'
import type { Chunk, RecordReader } from './chunks.ts'
import { type CellText, readAt } from './reading.ts'
import { type ColumnRun, FoundUnits, type RowsReader } from './runs.ts'
import { BACKSLASH, type CsvRecord, type Dialect, QUOTED, TRAILING } from './scanner.ts'

/** A text with what its rows say, as far as they are read. */
interface Text {
  readonly key: string
  /** The languages of its rows, a character for each: a set would take most of the memory of a long table. */
  languages: string
  /** In a table that is sorted by language: the next text with the same key. */
  next?: Text
  source?: Source | undefined
  /** Its source is from a row in the target language. */
  is_own?: boolean
  /** Its text in the target language, while no row has shown another language that has texts. */
  own?: Source | undefined
  /** Where its translation is. */
  place?: Place | undefined
  /** The byte offset of the end of its last row. */
  end: number
}

interface Source {
  readonly read: CellText
  readonly note: string | undefined
  readonly row: string
  readonly ordinal: number
  /** True where programs read it: the address of a page. */
  readonly isCode: boolean
  readonly charset: Charset
  readonly eol: string | undefined
  /** The number of its row, without counting those in the target language: a result has more of them. */
  readonly number: number
  /** The row that is made for a translation. */
  readonly made: Place
}

/** So many texts of a table that is sorted by language are kept until its end: each takes about two kilobytes. */
const MOST_APART = 300_000

/** The cell for a translation: its range, and how it is written. `row_end`: where its row ends. */
interface Place extends Pick<CellText, 'text' | 'raw' | 'start' | 'end'> {
  readonly manner: CsvPlace
  readonly row_end?: number
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
  /** The languages of the source and of one that takes its place; see `LanguageRows`. */
  #from: string | undefined
  #awaited: string | undefined
  #number = 0
  #text: Text | undefined
  /** The character that stands for each language in `Text.languages`. */
  readonly #signs = new Map<string, string>()
  /** In a table that is sorted by language: its texts in the order of their first rows, and the first one with each key. */
  readonly #apart: Text[] = []
  readonly #byKey = new Map<string, Text>()
  /** Of texts with equal keys: the last one that has a row in a language. */
  readonly #again = new Map<string, Text>()
  /** Where the last row ended that was read, and the one before the first row in the target language. */
  #last = 0
  #beforeTarget: number | undefined

  constructor(rows: LanguageRows, dialect: Dialect, beginning: Beginning) {
    const { names, value, source, notes } = rows
    this.#rows = rows
    this.#from = rows.from
    this.#awaited = rows.awaited
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
    this.#endApart()
    this.found.end()
  }

  #cell(chunk: Chunk, record: CsvRecord, at: number): CellText | undefined {
    return at < record.count ? readAt(this.#mark, chunk, record, at) : undefined
  }

  #readRow(chunk: Chunk, record: CsvRecord, ordinal: number): void {
    const { keys, locale, source, value, to } = this.#rows
    const key = textKey(keys.map(at => this.#cell(chunk, record, at)?.text))
    const language = this.#tagOf(this.#cell(chunk, record, locale)?.text ?? '')
    const sign = this.#signOf(language)
    const text = this.#rows.apart ? this.#textApart(key, sign, ordinal) : this.#textBeside(key, sign)
    const isTarget = language === to
    if (!isTarget) this.#number += 1
    text.languages += sign
    if (isTarget) this.#beforeTarget ??= this.#last
    text.end = chunk.offset + (record.ends[record.count - 1] ?? 0) * chunk.width
    this.#last = text.end
    const isOpen = source === undefined && (this.#from === undefined || this.#awaited !== undefined)
    if (isOpen && !isTarget) this.#settleSource(language, this.#cell(chunk, record, value)?.text)
    const isSource = source !== undefined || language === this.#from
    // A row of the target counts no row, and may be one that is made: a text is named by another of its rows, where it has one.
    if (isSource && (text.source === undefined || (text.is_own && !isTarget))) {
      text.source = this.#sourceIn(text, chunk, record, ordinal, source ?? value) ?? text.source
      text.is_own = isTarget
    }
    if (!isSource && isTarget && this.#from === undefined)
      text.own = this.#sourceIn(text, chunk, record, ordinal, value)
    if (isTarget) text.place = this.#placeIn(chunk, record)
    else this.#leaveOut(chunk, record, isSource && source === undefined)
  }

  /** Called for rows of other languages than the target's. What was taken for the source before is then a text in another language. */
  #settleSource(language: string, text = ''): void {
    const comes = this.#awaited !== undefined && languageAlone(language) === languageAlone(this.#awaited)
    if (text === '' || (this.#from !== undefined && !comes)) return
    this.#from = language
    if (comes) this.#awaited = undefined
    for (const known of this.#apart) {
      this.#add({ ...known, place: undefined, end: this.#last }, false)
      known.source = undefined
      known.own = undefined
    }
  }

  #textBeside(key: string, sign: string): Text {
    if (this.#text?.key === key && !this.#text.languages.includes(sign)) return this.#text
    const next: Text = { key, languages: '', end: 0 }
    this.#endText(next)
    this.found.begin(this.#number + 1)
    return next
  }

  /** Of several texts with one key, the rows of each language come in the same order. */
  #textApart(key: string, sign: string, ordinal: number): Text {
    this.found.begin(this.#number + 1)
    const first = this.#byKey.get(key)
    if (first !== undefined && !first.languages.includes(sign)) return first
    const again = `${sign}${key}`
    const before = first && (this.#again.get(again) ?? first)
    const text = before?.next ?? this.#newText(key, before, ordinal)
    if (before !== undefined) this.#again.set(again, text)
    return text
  }

  #newText(key: string, before: Text | undefined, ordinal: number): Text {
    const next: Text = { key, languages: '', end: 0 }
    if (this.#apart.length >= MOST_APART) {
      if (this.#rows.to !== undefined) throw tooMany(ordinal)
      // Where nobody has said a target, nothing is written: what was found so far need not be kept.
      this.#endApart()
    }
    if (before === undefined) this.#byKey.set(key, next)
    else before.next = next
    this.#apart.push(next)
    return next
  }

  /** The texts in the order of their rows in the target language. A row that is made stands behind that of the text before. */
  #endApart(): void {
    let end = this.#beforeTarget ?? this.#last
    for (const text of this.#apart) {
      end = text.place?.row_end ?? end
      text.end = end
    }
    this.#apart.sort((one, other) => one.end - other.end)
    for (const text of this.#apart) this.#add(text, this.#rows.makes)
    this.#apart.length = 0
    this.#byKey.clear()
    this.#again.clear()
  }

  #sourceIn({ key }: Text, chunk: Chunk, record: CsvRecord, ordinal: number, at: number): Source | undefined {
    const read = this.#cell(chunk, record, at)
    if (read === undefined || read.text === '') return undefined
    const { field } = this.#rows
    const notes = this.#rows.notes.flatMap(note => this.#cell(chunk, record, note)?.text ?? [])
    return {
      read,
      note: notes.join('\n').slice(0, LONGEST_NOTE) || undefined,
      row: key.replaceAll('\0', ' ').trim().slice(0, LONGEST_NAME),
      ordinal,
      isCode: field !== undefined && isCodeField(this.#cell(chunk, record, field)?.text ?? ''),
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
    const row_end = chunk.offset + (record.ends[record.count - 1] ?? 0) * chunk.width
    return { text: '', raw: '', start: edge, end: edge, ...read, row_end, manner: { ...this.#bare, now, missing } }
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
    const ended = this.#text
    this.#text = next
    if (ended !== undefined) this.#add(ended, this.#rows.makes)
  }

  /** A table in the target language alone holds what is to be translated. */
  #add({ source: other, own: alone, place, end }: Text, makes: boolean): void {
    const isAlone = this.#from === undefined
    const source = isAlone ? alone : other
    if (source === undefined) return
    const { names, value, source: from = value, to } = this.#rows
    const { read, made, number, row } = source
    const isDone = !isAlone && place !== undefined && place.text !== ''
    const isMade = place === undefined && makes && !isDone && to !== undefined
    const spot = place ?? (isMade ? { ...made, start: end, end } : undefined)
    const name = names[from] ?? ''
    const syntax = read.text.includes('{') && isIcuMessage(read.text) ? 'icu' : undefined
    const kind = isNumeric(read.text) ? 'number' : source.isCode ? 'identifier' : undefined
    const kept = kind ?? leftOutOfCell({ name, message: true }, read.text, syntax)
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
      left_out: isDone ? 'already_translated' : (kept ?? lost),
      syntax,
      note: source.note,
      context: { row, column: name, present: isAlone ? undefined : place?.text || undefined },
      target: isAlone ? undefined : spot?.text,
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

  #signOf(language: string): string {
    const known = this.#signs.get(language)
    if (known !== undefined) return known
    const sign = String.fromCharCode(this.#signs.size)
    this.#signs.set(language, sign)
    return sign
  }

  #tagOf(cell: string): string {
    const known = this.#tags.get(cell)
    if (known !== undefined) return known
    const tag = likeliestTag(headingIn(cell)?.tag ?? cell)
    if (this.#tags.size < 1000) this.#tags.set(cell, tag)
    return tag
  }
}

function tooMany(row: number): FormatError {
  return new FormatError(
    'too_long_record',
    `This table is sorted by language and has more than ${MOST_APART.toLocaleString('en')} texts up to row ${row}, too many to be kept until their rows in other languages come. Sort its rows by key, so that those of one text stand together, and send it again.`,
  )
}
