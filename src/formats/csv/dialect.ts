/** The dialect of a CSV file, guessed from its beginning, because most files do not declare it. */
import {
  BACKSLASH,
  type Cells,
  type Dialect,
  dialectWith,
  ESCAPED,
  emptyRecord,
  QUOTE,
  QUOTED,
  readRecord,
  TRAILING,
} from './scanner.ts'

/** Of delimiters with equal scores the first is taken. */
const DELIMITERS = [',', ';', '\t', '|'].map(delimiter => delimiter.charCodeAt(0))
const ROWS_READ = 400

/** What a record says about the dialect. */
interface Shape {
  readonly fields: number
  readonly blank: boolean
  /** How many fields have text after their closing quote. */
  readonly trailing: number
  /** A quote follows a backslash in a field in quotes. */
  readonly backslashed: boolean
  /** The last quote of the record is never closed. */
  readonly unclosed: boolean
}

/**
 * The dialect of a file that begins with these cells; `last`: they are the whole file. The delimiter is the one with which most
 * records have the same number of fields, at least two; a comma where there is none. A first line `sep=;`, which spreadsheets write,
 * decides.
 */
export function dialectOf(head: Cells, last: boolean, delimiters: readonly number[] = DELIMITERS): Dialect {
  const said = saidDelimiter(head)
  const candidates = said === undefined ? delimiters : [said]
  let best: { dialect: Dialect; score: number } | undefined
  for (const delimiter of candidates) {
    const dialect = dialectWith(delimiter, escapeOf(head, last, delimiter))
    const shapes = shapesOf(head, last, dialect)
    // A quote that stays open lowers the score, the more so the fewer records there are.
    const score = scoreOf(shapes) - (shapes.at(-1)?.unclosed ? 1 / shapes.length : 0)
    if (best === undefined || score > best.score) best = { dialect, score }
  }
  return best?.dialect ?? dialectWith(','.charCodeAt(0), QUOTE)
}

/** The length of a first line `sep=;` without its line end, in cells; 0 where there is none. */
export function separatorLine(head: Cells): number {
  return saidDelimiter(head) === undefined ? 0 : 'sep=;'.length
}

function saidDelimiter(head: Cells): number | undefined {
  const line = String.fromCharCode(...head.subarray(0, 6))
  return /^sep=[,;\t|][\r\n]/i.test(line) ? line.charCodeAt(4) : undefined
}

/** How quotes are escaped: by a backslash if fewer fields then have text after their closing quote, else by a second quote. */
function escapeOf(head: Cells, last: boolean, delimiter: number): Dialect['escape'] {
  const doubled = shapesOf(head, last, dialectWith(delimiter, QUOTE))
  if (!doubled.some(shape => shape.backslashed)) return QUOTE
  const trailing = (shapes: readonly Shape[]) => shapes.reduce((sum, shape) => sum + shape.trailing, 0)
  const backslashed = shapesOf(head, last, dialectWith(delimiter, BACKSLASH))
  return trailing(backslashed) < trailing(doubled) ? BACKSLASH : QUOTE
}

function shapesOf(head: Cells, last: boolean, dialect: Dialect): Shape[] {
  const shapes: Shape[] = []
  const record = emptyRecord()
  for (let at = separatorLine(head); at < head.length && shapes.length < ROWS_READ; at = record.next) {
    const outcome = readRecord(head, at, last, dialect, record)
    if (outcome === 'unclosed') shapes.push({ fields: 1, blank: true, trailing: 0, backslashed: false, unclosed: true })
    if (outcome !== 'whole') break
    let trailing = 0
    let backslashed = false
    for (let field = 0; field < record.count; field += 1) {
      const kind = record.kinds[field] ?? 0
      const end = record.ends[field] ?? 0
      if ((kind & TRAILING) !== 0) trailing += 1
      if ((kind & QUOTED) !== 0)
        backslashed ||= (kind & (TRAILING | ESCAPED)) !== 0 && includes(head, record.starts[field] ?? 0, end)
    }
    shapes.push({
      fields: record.count,
      blank: record.count === 1 && record.starts[0] === record.ends[0],
      trailing,
      backslashed,
      unclosed: false,
    })
  }
  return shapes
}

/** Whether a quote follows a backslash. */
function includes(cells: Cells, from: number, to: number): boolean {
  for (let at = from; at < to - 1; at += 1) if (cells[at] === BACKSLASH && cells[at + 1] === QUOTE) return true
  return false
}

/**
 * The share of records with the most common number of fields; 0 where that number is one. Text after closing quotes lowers the score.
 * Of two equal shares, the one with more fields scores higher.
 */
function scoreOf(shapes: readonly Shape[]): number {
  const counts = new Map<number, number>()
  const records = shapes.filter(shape => !shape.blank)
  for (const { fields } of records) counts.set(fields, (counts.get(fields) ?? 0) + 1)
  let usual = { fields: 1, records: 0 }
  for (const [fields, count] of counts) if (count > usual.records) usual = { fields, records: count }
  if (usual.fields < 2) return 0
  const trailing = shapes.reduce((sum, shape) => sum + shape.trailing, 0)
  const share = usual.records / records.length - trailing / (records.length * usual.fields)
  return share + Math.min(usual.fields, 100) / 10_000
}
