/** Rows for a reviewer as a table: what spreadsheets open, and what they save of it. */
import { unicodeText } from '../../contract/unicode-text.ts'
import { guarded, unguarded, unguardedLike } from './guard.ts'
import { type ReturnedRow, ReviewFileFault, type ReviewMark, type ReviewRow, type ReviewSheet } from './row.ts'

/** The columns, in the order in which a reviewer reads them. What the program needs comes last. */
export const REVIEW_COLUMNS = [
  'key',
  'context',
  'source',
  'translation',
  'ok',
  'state',
  'doubts',
  'file',
  'language',
  'id',
] as const
export type ReviewColumn = (typeof REVIEW_COLUMNS)[number]

/** Without these nothing can be taken. */
const NEEDED = ['translation', 'id'] as const satisfies readonly ReviewColumn[]

/** Spreadsheets know the encoding by the mark at the beginning, and end lines so (RFC 4180). */
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** The rows as CSV. @param delimiter what a spreadsheet takes for one depends on the language of its system */
export function tableOf({ rows }: ReviewSheet, delimiter: ',' | ';'): string {
  const lines = rows.map(row => REVIEW_COLUMNS.map(column => quotedLike(guarded(reviewCell(row, column)))))
  return BYTE_ORDER_MARK + [REVIEW_COLUMNS, ...lines].map(cells => cells.join(delimiter) + LINE_END).join('')
}

export function reviewCell(row: ReviewRow, column: ReviewColumn): string {
  return column === 'ok' ? '' : row[column]
}

/** White space at the ends stays only in quotes, and an apostrophe there keeps some programs from taking quotes for their own. */
function quotedLike(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** What comes back: columns in any order, with others beside them, separated by commas, semicolons or tabs, in UTF-8 or UTF-16. */
export async function readTable(bytes: Uint8Array): Promise<readonly ReturnedRow[]> {
  const text = unicodeText(bytes)
  if (text === undefined)
    throw new ReviewFileFault(
      'The file is not text in UTF-8 or UTF-16, so letters would be lost. Save it as "CSV UTF-8".',
    )
  return rowsOfLines(await linesOf(text))
}

/** The rows of a table, of which the first line has the headings. @throws {ReviewFileFault} it has none, or not those that are needed */
export function rowsOfLines([heading, ...lines]: readonly TableLine[]): readonly ReturnedRow[] {
  if (heading === undefined) throw new ReviewFileFault('The file has no lines.')
  const at = columnsOf(heading)
  return lines.flatMap(({ line, cells, no_text }): readonly ReturnedRow[] => {
    if (cells.every(cell => cell.trim() === '')) return []
    const cell = (column: ReviewColumn) => cells[at.get(column) ?? -1]
    const translation = cell('translation') ?? ''
    const source = cell('source')
    return [
      {
        ...{ line, id: (cell('id') ?? '').trim(), key: unguarded(cell('key') ?? ''), mark: markIn(cell('ok') ?? '') },
        source: source === undefined ? undefined : unguarded(source),
        textFor: exported => unguardedLike(translation, exported),
        has_tags: false,
        no_text: no_text?.get(at.get('translation') ?? -1),
      },
    ]
  })
}

export interface TableLine {
  /** The line of the file that it begins in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** By the places of cells that hold no text but what a program makes of one: why nothing can be taken from them, for people. */
  readonly no_text?: ReadonlyMap<number, string>
}

async function linesOf(text: string): Promise<readonly TableLine[]> {
  const { CsvError, parse } = await import('csv-parse/sync')
  const said = SAYS_DELIMITER.exec(text)
  const body = said === null ? text : text.slice(said[0].length)
  const rows: TableLine[] = []
  let ended = said === null ? 0 : 1
  try {
    parse(body, {
      delimiter: said?.[1] ?? delimiterOf(body),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: ended + 1, cells })
        ended = (said === null ? 0 : 1) + lines
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quotation mark that is missing makes one cell of many rows, and the error is found where that ends.
    throw new ReviewFileFault(`The file is no CSV: ${error.message}. Look from line ${ended + 1} on.`)
  }
  return rows
}

/** The first line that a spreadsheet is told the delimiter in. */
const SAYS_DELIMITER = /^sep=([,;\t|])(?:\r\n|\r|\n)/i

/** Whichever separates the most headings: no heading of ours holds one of them. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r\n|\r|\n/, 1)
  const times = (mark: string) => line.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

/** Whether a line names all columns without which nothing can be taken. */
export function isHeading({ cells }: TableLine): boolean {
  const names = cells.map(cell => cell.trim().toLowerCase())
  return NEEDED.every(column => names.includes(column))
}

/** @throws {ReviewFileFault} a column is missing that is needed, or stands there twice */
function columnsOf({ line, cells }: TableLine): ReadonlyMap<ReviewColumn, number> {
  const names = cells.map(cell => cell.trim().toLowerCase())
  const lacking = NEEDED.find(column => !names.includes(column))
  if (lacking !== undefined)
    throw new ReviewFileFault(
      `Line ${line} names no column "${lacking}": this is no file of review export, or the column was removed.`,
    )
  const twice = REVIEW_COLUMNS.find(column => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice !== undefined) throw new ReviewFileFault(`Line ${line} names the column "${twice}" twice.`)
  return new Map(
    REVIEW_COLUMNS.flatMap(column => (names.includes(column) ? [[column, names.indexOf(column)] as const] : [])),
  )
}

const YES = new Set([
  'x',
  'ok',
  'okay',
  'yes',
  'y',
  'true',
  '1',
  '✓',
  '✔',
  '☑',
  'ja',
  'j',
  'oui',
  'o',
  'sí',
  'si',
  's',
  'sim',
  'wahr',
  'vrai',
])
const NO = new Set(['no', 'n', 'false', '0', '✗', '✘', 'nein', 'non', 'não', 'falsch', 'faux'])

function markIn(cell: string): ReviewMark {
  const word = unguarded(cell.trim()).trim().toLowerCase()
  if (word === '') return 'none'
  return YES.has(word) ? 'yes' : NO.has(word) ? 'no' : 'unclear'
}
