/** The units of a CSV record. */

import { isIcuMessage } from '../content/icu.ts'
import { limitOf } from '../content/limits.ts'
import { COLUMN_HEADINGS } from '../content/own-parts.ts'
import type { Column, TableLayout } from '../content/table/columns.ts'
import { isSentenceHeading } from '../content/table/header.ts'
import { leftOutOfCell, leftOutTogether } from '../content/table/kinds.ts'
import type { UnitContext } from '../format.ts'
import type { Beginning } from './beginning.ts'
import type { CsvPlace, CsvUnit, Escape } from './cell.ts'
import type { Chunk, RecordReader } from './chunks.ts'

import { type CellText, hasTwoAsciiWords, readAt } from './reading.ts'
import { type ColumnRun, FoundUnits, type RecordPlace, type RowsReader } from './runs.ts'
import { BACKSLASH, CR, type CsvRecord, type Dialect, LF, MARKED, QUOTED, SPACED, TRAILING, WIDE } from './scanner.ts'
import { RowName, type SaidOfText, TextUnit } from './text-unit.ts'
import { leftOutByKind } from './unread.ts'
import { type HasText, type Widened, Widening } from './widening.ts'

/** What all cells of a column share. */
interface ColumnFacts {
  readonly column: Column
  readonly name: string
  /** The beginning of each `Unit.path` in the column, up to the number of the row. */
  readonly path: string
  readonly bare: CsvPlace
  readonly in_quotes: CsvPlace
  readonly careless: CsvPlace
  /** Bare now; a translation is written in quotes. */
  readonly quoted: CsvPlace
  /** The cell is not in the file. */
  readonly made: CsvPlace
  readonly made_quoted: CsvPlace
  /** Of cells whose row has no name. */
  readonly context: UnitContext
  readonly run: ColumnRun
}

/** The state of reading a table. */
class Table {
  readonly layout: TableLayout
  readonly escape: Escape
  readonly found: FoundUnits
  readonly #delimiter: string
  readonly #facts: ColumnFacts[] = []

  constructor(layout: TableLayout, dialect: Dialect) {
    this.layout = layout
    this.escape = dialect.escape === BACKSLASH ? '\\' : '"'
    this.found = new FoundUnits(this.escape)
    this.#delimiter = String.fromCharCode(dialect.delimiter)
  }

  factsOf(at: number): ColumnFacts {
    const known = this.#facts[at]
    if (known) return known
    const facts = this.#make(at)
    this.#facts[at] = facts
    return facts
  }

  #make(at: number): ColumnFacts {
    const column = this.layout.columns[at] ?? { name: `column ${at + 1}` }
    const path = `csv:/col[${column.name}]/row[`
    const manner = {
      delimiter: this.#delimiter,
      escape: this.escape,
      missing: 0,
      always: false,
      quoted: false,
    } as const
    const bare = { ...manner, now: 'bare', words: column.kind === undefined } as const
    return {
      column,
      name: column.name,
      path,
      bare,
      in_quotes: { ...bare, now: 'in_quotes' },
      careless: { ...bare, now: 'careless' },
      quoted: { ...bare, quoted: true },
      made: { ...bare, missing: 1, always: column.added === true },
      made_quoted: { ...bare, missing: 1, always: column.added === true, quoted: true },
      context: { column: column.name },
      run: this.found.runOf(path, column.name),
    }
  }
}

/** A record of the table. */
interface Place extends RecordPlace {
  /** The cell that names the row. */
  readonly name: RowName | undefined
  /** Present where cells of the record are not in the file. */
  readonly wide: Widened | undefined
}

/**
 * Reads records one after the other and finds their units. The first `skipped` records come before the table. Rows are numbered from 1
 * as in spreadsheets: skipped records and the headings count. Titles are left out as headings are. `lacks`: the columns that the layout adds are not in the file yet.
 */
export function readerOfRows(
  layout: TableLayout,
  dialect: Dialect,
  { skipped, untitled }: Pick<Beginning, 'skipped' | 'untitled'>,
  lacks: boolean,
): RowsReader {
  const table = new Table(layout, dialect)
  const { found } = table
  const { key } = layout
  const targets = layout.columns.flatMap(({ source, added = false }, at) =>
    source === undefined ? [] : [{ at, added }],
  )
  const hasText: HasText = (chunk, record, at) => textFor(table, chunk, record, at) !== undefined
  const widening = targets.length === 0 ? undefined : new Widening(layout.columns.length, targets, lacks, hasText)
  const read: RecordReader = (chunk, own, number) => {
    if (number <= skipped) {
      if (number > untitled) addTitles(table, chunk, own, number)
      return
    }
    const isHeader = layout.header && number === skipped + 1
    const wide = widening?.of(chunk, own, isHeader)
    const record = wide === undefined ? own : wide.record
    const name = key !== undefined && key < record.count ? new RowName(chunk, record, key, table.escape) : undefined
    const place = { chunk, record, number, name, wide }
    found.begin(number)
    if (isHeader) {
      for (let at = 0; at < record.count; at += 1) addHeading(table, place, at)
      return
    }
    for (let at = 0; at < record.count; at += 1) {
      const facts = table.factsOf(at)
      const { source, target } = facts.column
      // If the translation of a cell goes into another column, the unit is made for the cell of that column.
      if (source !== undefined) addTranslation(table, place, at, source)
      else if (target === undefined) addCell(table, place, at, facts)
    }
    // Nothing is to be written there, but what is left out is said.
    if (widening !== undefined) for (const { at } of targets) if (at >= record.count) leaveOutSource(table, place, at)
  }
  return { read, found, end: () => found.end() }
}

/** How the cell is written. `beside` is the cell whose quotes an empty cell gets, too. */
function mannerOf(table: Table, { record, wide }: Place, at: number, beside: number): CsvPlace {
  const kind = record.kinds[at] ?? 0
  const { careless, in_quotes, bare, quoted, made, made_quoted } = table.factsOf(at)
  if ((kind & TRAILING) !== 0) return careless
  if ((kind & QUOTED) !== 0) return in_quotes
  const inQuotes = record.starts[at] === record.ends[at] && ((record.kinds[beside] ?? 0) & QUOTED) !== 0
  const missing = wide?.missing[at] ?? 0
  if (wide === undefined || missing === 0) return inQuotes ? quoted : bare
  const manner = inQuotes ? made_quoted : made
  const always = manner.always || at < wide.last
  return missing === 1 && always === manner.always ? manner : { ...manner, missing, always }
}

/** A cell whose text a translation replaces. */
function addCell(table: Table, place: Place, at: number, facts: ColumnFacts): void {
  if (isLeftOutUnread(table, place, at, facts)) return
  const read = readAt(table.escape, place.chunk, place.record, at)
  if (!read || read.text === '' || isLeftOut(table, place, at, read)) return
  table.found.add(unitOf(table, place, at, read.text, read, mannerOf(table, place, at, at), undefined))
}

/**
 * True for an empty cell, and for a cell whose characters alone show that it is left out. Most cells are such: they are added to the
 * run of their column, and their text is not decoded.
 */
function isLeftOutUnread(table: Table, place: Place, at: number, { column, run }: ColumnFacts): boolean {
  const { chunk, record } = place
  const kind = record.kinds[at] ?? 0
  const first = record.starts[at] ?? 0
  const last = record.ends[at] ?? 0
  if (first === last || (kind & (QUOTED | SPACED)) !== 0) return first === last
  const reason = leftOutByKind(column, kind, chunk.cells[first] ?? 0)
  if (reason) table.found.leaveOut(run, reason, place, at, chunk.offset + last * chunk.width)
  return reason !== undefined
}

/** The unit of a text in the column with index `at`; its translation goes to `spot`. */
function unitOf(
  table: Table,
  place: Place,
  at: number,
  text: string,
  spot: Omit<CellText, 'text'>,
  manner: CsvPlace,
  target: string | undefined,
): TextUnit {
  const facts = table.factsOf(at)
  const { notes, limit } = table.layout
  const kind = place.record.kinds[at] ?? 0
  const syntax = (kind & MARKED) !== 0 && text.includes('{') && isIcuMessage(text) ? 'icu' : undefined
  const prose = (kind & (MARKED | WIDE)) === 0 && hasTwoAsciiWords(place.chunk, place.record, at)
  return new TextUnit(facts, place.name, {
    index: table.found.index,
    ordinal: place.number,
    start: spot.start,
    end: spot.end,
    text,
    raw: spot.raw,
    charset: place.chunk.charset,
    eol: place.record.inner_lines > 0 ? lineEndFor(place, spot.at, at) : undefined,
    left_out: target ? 'already_translated' : prose ? undefined : leftOutOfCell(facts.column, text, syntax),
    syntax,
    note: notes.length > 0 ? noteOf(table, place) : undefined,
    max_length: limit === undefined ? undefined : limitIn(table, place, limit),
    target,
    place: manner,
  })
}

/** The line end inside the quotes of a cell, else that of its source. */
function lineEndFor(place: Place, at: number, source: number): string | undefined {
  return lineEndOf(place, at) ?? (source === at ? undefined : lineEndOf(place, source))
}

/** The first line end inside the quotes of a cell. */
function lineEndOf({ chunk: { cells }, record }: Place, at: number): string | undefined {
  if (at >= record.count || ((record.kinds[at] ?? 0) & QUOTED) === 0) return undefined
  const end = record.ends[at] ?? 0
  for (let next = record.starts[at] ?? 0; next < end; next += 1) {
    if (cells[next] === LF) return '\n'
    if (cells[next] === CR) return cells[next + 1] === LF ? '\r\n' : '\r'
  }
  return undefined
}

/** The texts of a record above the table. */
function addTitles({ found, escape: mark }: Table, chunk: Chunk, record: CsvRecord, number: number): void {
  found.begin(number)
  for (let at = 0; at < record.count; at += 1) {
    const read = readAt(mark, chunk, record, at)
    if (read !== undefined && read.text !== '') found.add(titleOf(found.index, read, chunk, number))
  }
}

function titleOf(index: number, { text, raw, start, end, at }: CellText, { charset }: Chunk, number: number): CsvUnit {
  const path = `csv:/col[${at + 1}]/row[${number}]`
  return { index, path, part: COLUMN_HEADINGS, ordinal: number, start, end, text, raw, charset, left_out: 'key' }
}

/** A heading. It is left out by default, because a program may find the column by this name, unless it is a sentence. */
function addHeading(table: Table, place: Place, at: number): void {
  const { chunk, record } = place
  const edge = chunk.offset + (record.starts[at] ?? 0) * chunk.width
  const { name, added } = table.factsOf(at).column
  const spot = { text: '', raw: '', start: edge, end: edge, at }
  const read = readAt(table.escape, chunk, record, at) ?? (added && spot)
  if (!read || (read.text === '' && !added)) return
  const manner = mannerOf(table, place, at, added ? at - 1 : at)
  // The heading that is made is no text of the file.
  const unit = unitOf(table, place, at, added ? '' : read.text, read, manner, undefined)
  const { index, path, ordinal, start, end, text, raw, charset, eol } = unit
  table.found.add({
    ...{ index, path, ordinal, start, end, text, raw, charset, eol },
    part: COLUMN_HEADINGS,
    slot: name,
    left_out: added ? 'empty' : table.layout.asks && isSentenceHeading(read.text) ? undefined : 'key',
    place: added ? { ...manner, heading: name } : manner,
  })
}

/** What is to be translated into the column with the index `at`; undefined where nothing is. */
function textFor(table: Table, chunk: Chunk, record: CsvRecord, at: number): CellText | undefined {
  const { source = 0 } = table.factsOf(at).column
  const read = source < record.count ? readAt(table.escape, chunk, record, source) : undefined
  if (!read || read.text === '') return undefined
  return leftOutTogether(table.factsOf(source).column, read.text) === undefined ? read : undefined
}

/** A cell that takes the translation of another cell in its row, the one in the column `source`. */
function addTranslation(table: Table, place: Place, at: number, source: number): void {
  const { chunk, record } = place
  const read = leaveOutSource(table, place, at)
  if (!read && table.factsOf(at).column.added === undefined) return
  const edge = chunk.offset + (record.starts[at] ?? 0) * chunk.width
  const spot = readAt(table.escape, chunk, record, at) ?? { text: '', raw: '', start: edge, end: edge, at }
  const manner = mannerOf(table, place, at, source)
  if (read) table.found.add(unitOf(table, place, source, read.text, spot, manner, spot.text))
  else {
    const { name, context } = table.factsOf(source)
    const { path } = table.factsOf(at)
    table.found.add(new TextUnit({ name, context, path }, place.name, emptyIn(table, place, spot, manner)))
  }
}

/** A cell that is made for a row without a text. */
function emptyIn(
  table: Table,
  place: Place,
  { text: target, raw, start, end }: CellText,
  manner: CsvPlace,
): SaidOfText {
  const none = { syntax: undefined, note: undefined, max_length: undefined, eol: undefined } as const
  const { charset } = place.chunk
  const own = { ordinal: place.number, start, end, raw, charset, place: manner }
  return { ...none, ...own, index: table.found.index, text: '', left_out: 'empty', target }
}

/** The source of a cell; undefined where it is left out, which is then said. */
function leaveOutSource(table: Table, place: Place, at: number): CellText | undefined {
  const { source = 0 } = table.factsOf(at).column
  const read = source < place.record.count ? readAt(table.escape, place.chunk, place.record, source) : undefined
  return !read || read.text === '' || isLeftOut(table, place, source, read) ? undefined : read
}

function isLeftOut(table: Table, place: Place, at: number, { text, end }: CellText): boolean {
  const { column, run } = table.factsOf(at)
  const together = leftOutTogether(column, text)
  if (together) table.found.leaveOut(run, together, place, at, end)
  return together !== undefined
}

const LONGEST_NOTE = 500

function noteOf(table: Table, place: Place): string | undefined {
  const notes = table.layout.notes.flatMap(at => {
    const read = at < place.record.count ? readAt(table.escape, place.chunk, place.record, at) : undefined
    return read && read.text !== '' ? [read.text] : []
  })
  return notes.join('\n').slice(0, LONGEST_NOTE) || undefined
}

function limitIn(table: Table, place: Place, at: number): number | undefined {
  return at < place.record.count ? limitOf(readAt(table.escape, place.chunk, place.record, at)?.text ?? '') : undefined
}
