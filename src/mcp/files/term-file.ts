import type { TermInput } from '../../contract/glossary.ts'

/** A term, and the number of its line in the file, counted from 1. */
export interface FileTerm {
  readonly line: number
  readonly term: TermInput
}

/** Why a glossary file cannot be read. Names the line if one line is at fault. */
export class TermFileFault extends Error {
  /** How a command that is given the file mends it, for people at a terminal alone: it names flags. */
  readonly flags: string | undefined

  constructor(message: string, flags?: string) {
    super(message)
    this.flags = flags
  }
}

/** The most bytes of a glossary file: all its terms go into one JSON body. */
export const TERM_FILE_BYTES = 4 * 1024 * 1024

/** The most rows of a table. No service takes so many terms at once, and memory is to hold them all. */
export const MOST_TERM_ROWS = 500_000

const COLUMNS = ['source', 'target', 'note', 'case_sensitive'] as const
type Column = (typeof COLUMNS)[number]

/**
 * Reads the terms of a CSV or TSV file in UTF-8. Its columns are source, target, note and case_sensitive (the last two may be absent),
 * in this order or in the order of a header. The first line is a header if it names source and target, or the two languages.
 *
 * @throws {TermFileFault} for bytes that are not UTF-8 or not CSV, a file without terms, and a line with a missing or wrong value
 */
export async function readTermFile(bytes: Uint8Array, languagePair: string): Promise<FileTerm[]> {
  const text = decode(bytes)
  const rows = await tableRows(text)
  const [first] = rows
  if (!first) throw new TermFileFault('The file has no lines.')
  const header = headerOf(first.cells, languagePair)
  const terms = (header ? rows.slice(1) : rows).map(row => ({ line: row.line, term: termOf(row, header ?? COLUMNS) }))
  if (terms.length === 0) throw new TermFileFault('The file has a header and no terms.')
  return terms
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TermFileFault('The file is not text in UTF-8. Save it as "CSV UTF-8" and try again.')
  }
}

/** A row of a table, and the number of its line in the file, counted from 1. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of CSV or TSV that are not empty. @throws {TermFileFault} for text that is not CSV */
export async function tableRows(text: string): Promise<TableRow[]> {
  const { CsvError, parse } = await import('csv-parse/sync')
  const rows: TableRow[] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      // By default the parser uses the first line end for all lines, but a file made of two files may have both kinds.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        if (rows.length === MOST_TERM_ROWS) throw new TermFileFault('The file has more than 500,000 rows. Split it.')
        if (rows.length > 0 || !SAYS_DELIMITER.test(text) || lines > 1) rows.push({ line: lines, cells })
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw new TermFileFault(`The file is not readable as CSV: ${error.message}.`)
    throw error
  }
  return rows
}

/** The first line that a spreadsheet is told the delimiter in. */
const SAYS_DELIMITER = /^\ufeff?sep=([,;\t|])[\r\n]/i

/** What the first line says, else decided by it: a tab if there is one, else a semicolon if there are more of them than commas, else a comma. */
function delimiterOf(text: string): string {
  const said = SAYS_DELIMITER.exec(text)?.[1]
  if (said !== undefined) return said
  const [line = ''] = text.split(/\r\n|\r|\n/, 1)
  if (line.includes('\t')) return '\t'
  const times = (mark: string) => line.split(mark).length
  return times(';') > times(',') ? ';' : ','
}

/** The columns that a header names; undefined if the first line is a term. */
function headerOf(cells: readonly string[], languagePair: string): readonly (Column | undefined)[] | undefined {
  const names = cells.map(cell => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  const named = names.map(name => COLUMNS.find(column => column === name))
  if (named.includes('source') && named.includes('target')) return named
  const [source, target] = cells
  const isPair = `${source}-${target}`.toLowerCase() === languagePair.toLowerCase()
  return isPair ? ['source', 'target', ...named.slice(2)] : undefined
}

function termOf({ line, cells }: TableRow, columns: readonly (Column | undefined)[]): TermInput {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const [source, target] = [cell('source'), cell('target')]
  if (cells.length < 2) throw new TermFileFault(`Line ${line} has one column; a term needs source and target.`)
  if (source === '' || target === '') {
    throw new TermFileFault(`Line ${line} has no ${source === '' ? 'source' : 'target'}.`)
  }
  const [note, sensitive] = [cell('note'), caseSensitivity(cell('case_sensitive'), line)]
  return {
    source,
    target,
    ...(note === '' ? {} : { note }),
    ...(sensitive === undefined ? {} : { case_sensitive: sensitive }),
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, 1: true, false: false, no: false, 0: false }),
)

/** What a cell for case_sensitive says; undefined where it is empty. @throws {TermFileFault} it is neither true nor false */
export function caseSensitivity(text: string, line: number): boolean | undefined {
  if (text === '') return undefined
  const known = TRUTHS.get(text.toLowerCase())
  if (known === undefined)
    throw new TermFileFault(`Line ${line} has "${text.slice(0, 20)}" for case_sensitive: write true or false.`)
  return known
}
