/**
 * CSV and TSV: a unit for each cell with text, and one for a run of cells that are never translated. Memory holds one chunk of the
 * file. A translation replaces the text of its cell; quotes, blanks, line ends and rows of unequal length are kept.
 *
 * Where columns hold one text in several languages (`key,en,de`), the translation goes into the column of the target language and
 * the source is kept. If the target language has no column, the translation replaces the source, as in any other table.
 */

import { decode, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import type { ByteStream, Edit, Format, ScanOptions } from '../format.ts'
import { type CsvUnit, editsOf, readCell } from './cell.ts'
import { type Chunk, type Head, headOf, readRecords } from './chunks.ts'
import { layoutOf, type TableLayout } from './columns.ts'
import { dialectOf } from './dialect.ts'
import type { Sample } from './header.ts'
import { BACKSLASH, type Dialect, emptyRecord, readRecord } from './scanner.ts'
import { readerOfRows } from './units.ts'

const NONE: readonly Edit[] = []

export const csv: Format<CsvUnit> = tableFormat('csv', undefined)
export const tsv: Format<CsvUnit> = tableFormat('tsv', ['\t'.charCodeAt(0)])

function tableFormat(extension: string, delimiters: readonly number[] | undefined): Format<CsvUnit> {
  return {
    family: 'csv',
    extensions: [extension],
    traits: { spreadsheet: true, guesses: true, units_by_target: true, part_noun: 'column', ordinals: 'row' },
    scan: (source, options = {}) => new Flattened(() => unitBatches(source, options, delimiters)),
    parts: source => partsOf(unitBatches(source, {}, delimiters)),
    edits: (unit, translation) => (unit.place === undefined ? NONE : editsOf(unit, unit.place, translation)),
  }
}

/**
 * What is left out in each column (numbers, keys, addresses): another table may have the same columns. Only where nothing is left out, the
 * cells themselves. Headings do not count.
 */
async function* partsOf(batches: AsyncIterable<readonly CsvUnit[]>): AsyncGenerator<readonly string[]> {
  const cells: string[] = []
  let known = false
  for await (const units of batches) {
    for (const { part, path, text, left_out, ordinal } of units) {
      if (left_out === undefined) cells.push(path)
      // A heading is the only key with the number of its row.
      if (left_out === undefined || (left_out === 'key' && ordinal !== undefined)) continue
      known = true
      yield text.split('\n').map(line => `${part}\n${line}`)
    }
  }
  if (!known) yield cells
}

/** A result may have longer records than its original, so its cap is this many times as high. */
const RESULT_CAP_FACTOR = 4

async function* unitBatches(
  source: ByteStream,
  { target, source: language, original, asked }: ScanOptions,
  delimiters: readonly number[] | undefined,
): AsyncGenerator<readonly CsvUnit[]> {
  const own = await headOf(source)
  const head = original ? await onlyHead(original()) : own.head
  const dialect = dialectOf(head.chunk.cells, head.whole, delimiters)
  const { sample, skipped } = sampleOf(head, dialect)
  const { charset } = head.chunk
  const fits = (text: string): boolean => decode(encode(text, charset), charset) === text
  const layout = layoutOf(sample, { target: target?.language, source: language, asked, fits })
  const lacks = original === undefined || !hasAdded(layout, sampleOf(own.head, dialect).sample)
  const { read, found } = readerOfRows(layout, dialect, skipped, lacks)
  const from = { charset, offset: own.head.chunk.offset }
  for await (const _ of readRecords(own.pieces, from, dialect, target ? RESULT_CAP_FACTOR : 1, read)) {
    yield found.take()
  }
  found.end()
  yield found.take()
}

/** Whether a result has the columns that its original lacked. It has none where nothing was translated. */
function hasAdded({ columns, added }: TableLayout, [first = []]: Sample): boolean {
  return added.every(at => first[at] === columns[at]?.name)
}

async function onlyHead(source: ByteStream): Promise<Head> {
  const { head, pieces } = await headOf(source)
  await pieces.return(undefined)
  return head
}

/** How many rows are read to find out what the columns are for. */
const SAMPLE_ROWS = 300

/** The first complete records that are not blank, and how many records come before the table: blank ones, and `sep=;`. */
function sampleOf({ chunk, whole }: Head, dialect: Dialect): { sample: Sample; skipped: number } {
  const sample: string[][] = []
  const record = emptyRecord()
  const mark = dialect.escape === BACKSLASH ? '\\' : '"'
  let skipped = 0
  for (let at = 0; at < chunk.cells.length && sample.length < SAMPLE_ROWS; at = record.next) {
    if (readRecord(chunk.cells, at, whole, dialect, record) !== 'whole') break
    const cells = Array.from({ length: record.count }, (_, field) => {
      const kind = record.kinds[field] ?? 0
      return readCell(chunk.textAt(record.starts[field] ?? 0, record.ends[field] ?? 0, kind), kind, mark)
    })
    const blank = cells.every(cell => cell === '')
    if (sample.length === 0 && (blank || isSeparatorLine(chunk, record.next))) skipped += 1
    else if (!blank) sample.push(cells)
  }
  return { sample, skipped }
}

function isSeparatorLine(chunk: Chunk, next: number): boolean {
  return chunk.offset < 4 && next <= 7 && /^sep=.[\r\n]/i.test(chunk.textAt(0, next, 0))
}
