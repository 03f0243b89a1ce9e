/** Rows for a reviewer as a workbook of Excel (ECMA-376): every cell is text, so nothing in it is run, or turned into a date. */
import { strToU8, zipSync } from 'fflate'
import { xmlHolds } from './bilingual.ts'
import { guarded } from './guard.ts'
import type { ReviewSheet } from './row.ts'
import { REVIEW_COLUMNS, type ReviewColumn, reviewCell } from './table.ts'

/** In characters of the usual font. */
const WIDTHS: Readonly<Record<ReviewColumn, number>> = {
  ...{ key: 24, context: 24, source: 48, translation: 48, ok: 6 },
  ...{ state: 18, doubts: 30, file: 20, language: 10, id: 16 },
}

/** What a cell of Excel takes, in UTF-16 units. */
const LONGEST_CELL = 32_767

/** Whether a cell can have a text in it, with an apostrophe that may come before it. */
export function cellHolds(text: string): boolean {
  return text.length < LONGEST_CELL && xmlHolds(text)
}

/** The time of all members, so that the same rows are the same bytes. */
const MADE = new Date(2000, 0, 1)

export function workbookOf({ language, rows }: ReviewSheet): Uint8Array {
  const lines = rows.map(row => REVIEW_COLUMNS.map(column => unmistaken(reviewCell(row, column))))
  const members = { ...FIXED, 'xl/workbook.xml': workbookXml(language), 'xl/worksheets/sheet1.xml': sheetXml(lines) }
  const bytes = Object.entries(members).map(([name, xml]) => [name, strToU8(HEAD + xml)] as const)
  return zipSync(Object.fromEntries(bytes), { mtime: MADE })
}

/** No cell needs an apostrophe here. One that has its own gets another, since the workbook may come back as a table, which takes one away. */
function unmistaken(text: string): string {
  return text.startsWith("'") ? guarded(text) : text
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (...of: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${of
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`

/** `@` is the format of text; the second look is that of the texts, the third that of the headings. */
const TEXT = 'numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"'
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf ${TEXT}><alignment vertical="top" wrapText="1"/></xf><xf ${TEXT.replace('fontId="0"', 'fontId="1" applyFont="1"')}><alignment vertical="top"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const FIXED = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('styles', 'styles')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  'xl/styles.xml': STYLES,
} as const

function workbookXml(language: string): string {
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(language.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** The order of its elements is fixed. The headings stay in view. */
function sheetXml(lines: readonly (readonly string[])[]): string {
  const columns = REVIEW_COLUMNS.map(
    (column, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[column]}" style="1" customWidth="1"/>`,
  )
  const rows = [rowXml(REVIEW_COLUMNS, 1, 2), ...lines.map((cells, at) => rowXml(cells, at + 2, 1))]
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData><autoFilter ref="A1:${letterOf(REVIEW_COLUMNS.length - 1)}${rows.length}"/></worksheet>`
}

function rowXml(cells: readonly string[], row: number, style: number): string {
  const written = cells.map((cell, at) => {
    const place = `r="${letterOf(at)}${row}" s="${style}"`
    return cell === ''
      ? `<c ${place}/>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row r="${row}" ht="${heightOf(cells)}" customHeight="1">${written.join('')}</row>`
}

const LINE_HEIGHT = 15
/** Excel has no higher rows, in points. */
const HIGHEST = 409

/** In points, for all lines of a row to be seen: not every program finds that out. */
function heightOf(cells: readonly string[]): number {
  const lines = cells.map((cell, at) => {
    const width = WIDTHS[REVIEW_COLUMNS[at] ?? 'key']
    return cell.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 1.1) / width)), 0)
  })
  return Math.min(HIGHEST, LINE_HEIGHT * Math.max(...lines))
}

function letterOf(column: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + column)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** What looks like an escape of Excel, `_x000D_`, is text: its first line is escaped itself. */
function escaped(text: string): string {
  return text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replaceAll(/[&<>"\r]/g, mark => ENTITIES[mark] ?? mark)
}
