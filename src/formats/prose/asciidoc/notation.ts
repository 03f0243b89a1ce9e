/** How tables mark their cells, and how a text is written so that it stays in its cell. */
import type { CellNotation } from '../dialect.ts'

/** What all cells of a table have in common. */
export type TableNotation = Pick<CellNotation, 'format' | 'separator'>

const FORMAT = /(?:^|,)\s*format\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,"']*))/
const SEPARATOR = /(?:^|,)\s*separator\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,"']*))/

const FORMATS: Readonly<Record<string, TableNotation>> = {
  psv: { format: 'psv', separator: '|' },
  csv: { format: 'csv', separator: ',' },
  dsv: { format: 'dsv', separator: ':' },
  tsv: { format: 'csv', separator: '\t' },
}
/** What the first sign of the line around a table says of its format, where no attribute does. */
const BY_FENCE: Readonly<Record<string, string>> = { ',': 'csv', ':': 'dsv' }

/** How a table marks its cells; undefined for what is not understood. */
export function notationOf(fence: string, attributes: string, isNested: boolean): TableNotation | undefined {
  const [, ...formats] = FORMAT.exec(attributes) ?? []
  const name = formats.find(each => each !== undefined) ?? BY_FENCE[fence[0] ?? ''] ?? 'psv'
  const notation = FORMATS[name]
  if (!notation) return undefined
  const [, ...separators] = SEPARATOR.exec(attributes) ?? []
  const said = separators.find(each => each !== undefined && each !== '')
  const own = said === '\\t' ? '\t' : said
  const separator = own ?? (isNested && name === 'psv' ? '!' : notation.separator)
  return isUsable(separator, notation) ? { ...notation, separator } : undefined
}

function isUsable(separator: string, { format }: TableNotation): boolean {
  if (separator === '\t') return format !== 'psv'
  // Of a longer one Asciidoctor leaves the rest in the cell where it begins a line.
  if (format === 'psv' && [...separator].length > 1) return false
  return !/[\s\p{L}\p{N}\\"{}]/u.test(separator)
}

/** Whether a table can be read in cells of others: what ends its cells may not be in what ends theirs, and nothing is quoted or on one line. */
export function canStandIn(around: readonly CellNotation[], { separator }: TableNotation): boolean {
  return around.every(
    outer =>
      outer.format === 'psv' &&
      outer.isDocument &&
      !outer.separator.includes(separator) &&
      !separator.includes(outer.separator),
  )
}

/** A line of a text without what its cells need. */
export function withoutEscapes(line: string, cells: readonly CellNotation[]): string {
  return cells.reduce((text, { format, separator, quotes }) => {
    if (format !== 'csv') return text.replaceAll(`\\${separator}`, separator)
    const isQuoted = quotes === 'possible' && isInQuotes(text)
    return (isQuoted ? text.slice(1, -1) : text).replace(/"+/g, '"')
  }, line)
}

/** A line of a text as it is written in its cells. */
export function withEscapes(line: string, cells: readonly CellNotation[]): string {
  return cells.reduceRight((text, { format, separator, quotes }) => {
    if (format !== 'csv') return text.replaceAll(separator, `\\${separator}`)
    const doubled = text.replaceAll('"', '""')
    if (quotes === 'around') return doubled
    return quotes === 'possible' && (text.includes(separator) || text.includes('"')) ? `"${doubled}"` : text
  }, line)
}

export function isInQuotes(text: string): boolean {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
}

/** What would be read with the separator behind it: a backslash, or what may stand before a bar. */
const WITH_SEPARATOR = /\\$|(?:^|[ \t])(?:\d*(?:\.\d*)?[*+])?[<^>.]*[a-z]?$/

/** A text as it stands in its cells, where the separator of the next cell may be directly behind it. */
export function beforeSeparator(written: string, cells: readonly CellNotation[], behind: string): string {
  const { format, separator } = cells.at(-1) ?? {}
  if (separator === undefined || format === 'csv' || !behind.startsWith(separator)) return written
  return WITH_SEPARATOR.test(written) ? `${written} ` : written
}

/** A table with only this in a cell, in the notation of another, and where the cell is in it. */
export function tableAround(text: string, { format, separator, isDocument, quotes }: CellNotation): [string, number] {
  const quote = quotes === 'around' ? '"' : ''
  const named = separator === '\t' ? '\\t' : separator
  const head = `[%noheader,format=${format},separator="${named}",cols="1${isDocument ? 'a' : ''}"]\n|===\n`
  const before = head + (format === 'psv' ? separator : quote)
  return [`${before}${text}${quote}\n|===`, before.length]
}
