/**
 * CSV and TSV: a unit for each cell with text, and one for a run of cells that are never translated. Memory holds one chunk of the
 * file. A translation replaces the text of its cell; quotes, blanks, line ends and rows of unequal length are kept.
 *
 * Where columns hold one text in several languages (`key,en,de`), the translation goes into the column of the target language and
 * the source is kept. A language without a column gets one, and where each language has a row (`key,locale,value`), a row: the text of
 * another language is never replaced.
 */

import { decode, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { headingsOf, layoutOf, type TableLayout } from '../content/table/columns.ts'
import type { Sample } from '../content/table/header.ts'
import { languageRowsOf } from '../content/table/language-rows.ts'
import { completeColumn } from '../content/table/languages.ts'
import type { ByteStream, Edit, FileLanguages, Format, FormatFacts, ScanOptions } from '../format.ts'
import { type Beginning, startOfTable } from './beginning.ts'
import { type CsvUnit, editsOf } from './cell.ts'
import { type Head, headOf, readRecords } from './chunks.ts'
import { dialectOf } from './dialect.ts'
import { tableEncoding } from './encoding.ts'
import { csvFacts, tsvFacts } from './facts.ts'
import { readerOfLanguageRows } from './language-units.ts'
import { remarksOn } from './remarks.ts'
import type { RowsReader } from './runs.ts'
import type { Dialect } from './scanner.ts'
import { readerOfRows } from './units.ts'

const NONE: readonly Edit[] = []

export const csv: Format<CsvUnit> = tableFormat(csvFacts, undefined)
export const tsv: Format<CsvUnit> = tableFormat(tsvFacts, ['\t'.charCodeAt(0)])

function tableFormat(facts: FormatFacts, delimiters: readonly number[] | undefined): Format<CsvUnit> {
  return {
    ...facts,
    encoding: tableEncoding,
    languages: source => languagesIn(source, delimiters),
    remarks: async (source, targets) => remarksOn(await beginningOf(source, delimiters), targets),
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
  options: ScanOptions,
  delimiters: readonly number[] | undefined,
): AsyncGenerator<readonly CsvUnit[]> {
  const own = await headOf(source)
  const head = options.original ? await onlyHead(options.original()) : own.head
  const dialect = dialectOf(head.chunk.cells, head.whole, delimiters)
  const reader = readerOf(startOfTable(head, dialect), options, dialect, head, own.head)
  const from = { charset: head.chunk.charset, offset: own.head.chunk.offset }
  const capFactor = options.target ? RESULT_CAP_FACTOR : 1
  for await (const _ of readRecords(own.pieces, from, dialect, capFactor, reader.read)) {
    yield reader.found.take()
  }
  reader.end()
  yield reader.found.take()
}

function readerOf(beginning: Beginning, options: ScanOptions, dialect: Dialect, head: Head, own: Head): RowsReader {
  const rows = languageRowsOf(beginning, options)
  if (rows) return readerOfLanguageRows(rows, dialect, beginning)
  const { charset } = head.chunk
  const layout = layoutOf(beginning.sample, {
    target: options.target?.language,
    source: options.source,
    asked: options.asked,
    fits: text => decode(encode(text, charset), charset) === text,
  })
  const lacks = options.original === undefined || !hasAdded(layout, startOfTable(own, dialect).sample)
  return readerOfRows(layout, dialect, beginning, lacks)
}

/** Whether a result has the columns that its original lacked. It has none where nothing was translated. */
function hasAdded({ columns, added }: TableLayout, [first = []]: Sample): boolean {
  return added.every(at => first[at] === columns[at]?.name)
}

/** What the first rows say. A table that says only `source` and `target` is in one language and another, and names neither. */
async function languagesIn(source: ByteStream, delimiters: readonly number[] | undefined): Promise<FileLanguages> {
  const beginning = await beginningOf(source, delimiters)
  const rows = languageRowsOf(beginning, {})
  if (rows) return { several: true, ...(rows.complete !== undefined && { source: rows.complete }) }
  const { header, groups } = headingsOf(beginning.sample)
  const said = groups.map(group => completeColumn(group, beginning.sample.slice(header ? 1 : 0)))
  const [first] = said
  const clear = first !== undefined && said.every(tag => tag === first)
  return { ...(groups.length > 0 && { several: true }), ...(clear && { source: first }) }
}

async function beginningOf(source: ByteStream, delimiters: readonly number[] | undefined): Promise<Beginning> {
  const head = await onlyHead(source)
  return startOfTable(head, dialectOf(head.chunk.cells, head.whole, delimiters))
}

async function onlyHead(source: ByteStream): Promise<Head> {
  const { head, pieces } = await headOf(source)
  await pieces.return(undefined)
  return head
}
