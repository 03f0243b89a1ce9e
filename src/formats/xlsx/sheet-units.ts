/** The units of a sheet, row by row. */
import type { CodedRuns } from '../bytes/runs/index.ts'
import { setAttribute } from '../bytes/xml/index.ts'
import { isIcuMessage } from '../content/icu.ts'
import { limitOf } from '../content/limits.ts'
import { COLUMN_HEADINGS } from '../content/own-parts.ts'
import { columnLetters, rangeNamed } from '../content/table/cell-names.ts'
import type { Column } from '../content/table/columns.ts'
import { leftOutOfCell, leftOutTogether } from '../content/table/kinds.ts'
import { LeftOuts } from '../content/table/left-outs.ts'
import type { SheetHead, SheetLayout } from '../content/table/sheet-layout.ts'
import type { Charset, Edit, Reason, ScanOptions } from '../format.ts'
import { shownIn, type TextOfCell, textOfCell, typeReason } from './cell-text.ts'
import { CellsOfRow } from './cells-of-row.ts'
import type { Ledger } from './ledger.ts'
import type { MadeColumn } from './made-column.ts'
import type { Referred } from './referred.ts'
import { type Aside, type Cell, type SheetPiece, type SheetRow, saidIn } from './rows.ts'
import type { SharedStrings } from './strings.ts'
import type { SheetPlace, SheetUnit } from './unit.ts'
import type { Sheet } from './workbook.ts'

export interface SheetContext {
  readonly sheet: Sheet
  readonly head: SheetHead
  readonly layout: SheetLayout
  readonly strings: SharedStrings
  readonly ledger: Ledger
  readonly referred: Referred
  readonly options: ScanOptions<SheetUnit>
  /** What a part of the sheet is called, by its name in the sheet. */
  readonly part: (name: string) => string
}

type Found = Omit<SheetUnit, 'index'>

const LONGEST_NAME = 100
const LONGEST_NOTE = 500

export class SheetReading {
  readonly #context: SheetContext
  readonly #path: string
  readonly #leftOuts: LeftOuts
  /** The columns that are translations of others. */
  readonly #sources: readonly { readonly at: number; readonly source: number }[]
  readonly #hidden: (readonly [from: number, to: number])[] = []
  readonly #columns: Column[] = []
  readonly #letters: string[] = []
  readonly #widths: Aside[] = []
  #dimension: Aside | undefined
  #heading: { row: SheetRow; cells: CellsOfRow } | undefined
  #made: MadeColumn | undefined
  #found: Found[] = []
  #charset: Charset = 'utf-8'
  #prefix = ''
  #end = 0

  constructor(context: SheetContext) {
    this.#context = context
    this.#path = `xlsx:/${context.sheet.name}!`
    this.#sources = context.layout.columns.flatMap(({ source }, at) => (source === undefined ? [] : { at, source }))
    this.#leftOuts = new LeftOuts(this.#path, unit => {
      const { member } = context.sheet
      this.#found.push({ ...unit, member, start: this.#end, end: this.#end, charset: this.#charset })
    })
  }

  take({ charset, prefix, rows, asides }: SheetPiece): readonly Found[] {
    this.#found = []
    this.#charset = charset
    this.#prefix = prefix
    for (const aside of asides) this.#aside(aside)
    for (const row of rows) this.#row(row)
    return this.#found
  }

  end(): readonly Found[] {
    this.#found = []
    this.#leftOuts.end()
    return this.#found
  }

  #aside(aside: Aside): void {
    if (aside.local === 'dimension') this.#dimension = aside
    if (aside.local !== 'col') return
    const [from, to] = [Number(saidIn(aside, 'min')), Number(saidIn(aside, 'max'))]
    if (/^(?:1|true|on)$/.test(saidIn(aside, 'hidden'))) this.#hidden.push([from, to])
    this.#widths.push(aside)
  }

  /** What is known of a column, by its number from 1. */
  #column(number: number): Column {
    const { head, layout } = this.#context
    const known = this.#columns[number] ?? layout.columns[number - head.from]
    const column = known ?? { name: `column ${columnLetters(number)}` }
    this.#columns[number] = column
    return column
  }

  #row(row: SheetRow): void {
    const { layout, head, sheet, ledger, strings } = this.#context
    const cells = new CellsOfRow(row.cells)
    for (const { type, formula, value } of row.cells)
      if (type === 's' && !formula) ledger.count(Number(value?.text ?? -1))
    this.#end = row.end
    if (row.stray) {
      this.#strayRow(row)
      return
    }
    this.#leftOuts.begin(row.number)
    const first = head.numbers[head.above] ?? 0
    const isHead = row.number === layout.head
    if (isHead) this.#heading = { row, cells }
    for (const cell of row.cells) {
      // Of several cells with one name none but the last is touched.
      if (cells.get(cell.column) !== cell || shownIn(cell, strings) === '') continue
      if (sheet.macro) this.#leave(row, cell, this.#part(cell.column), 'code')
      else if (isHead || row.number < first) this.#headingCell(row, cell, isHead)
      else this.#cell(row, cells, cell)
    }
    if (isHead || row.number < first || sheet.macro) return
    for (const { at, source } of this.#sources) this.#translation(row, cells, head.from + at, head.from + source)
  }

  #strayRow(row: SheetRow): void {
    for (const cell of row.cells) {
      const text = shownIn(cell, this.#context.strings)
      if (text !== '') this.#leave(row, cell, this.#part(cell.column), 'not_text')
    }
  }

  #part(column: number): string {
    return this.#context.part(this.#column(column).name)
  }

  #leave(row: SheetRow, cell: Cell, part: string, reason: Reason): void {
    this.#leftOuts.add(cell.column, row.number, part, reason, shownIn(cell, this.#context.strings))
  }

  #isHidden(row: SheetRow, column: number, part: string): boolean {
    const { sheet, options } = this.#context
    const hidden = sheet.hidden || row.hidden || this.#hidden.some(([from, to]) => column >= from && column <= to)
    return hidden && options.asked?.(part, 'hidden') !== true
  }

  #isIn(ranges: Referred['ranges'], row: SheetRow, column: number): boolean {
    return (ranges.get(this.#context.sheet.name) ?? []).some(
      ({ from, to }) => row.number >= from.row && row.number <= to.row && column >= from.column && column <= to.column,
    )
  }

  /** Why a cell is left out whatever its column is for. */
  #reason(row: SheetRow, cell: Cell, part: string): Reason | undefined {
    const { referred, strings } = this.#context
    const byType = typeReason(cell)
    if (byType) return byType
    if (this.#isIn(referred.ranges, row, cell.column)) return 'referred_to'
    if (this.#isIn(referred.made, row, cell.column)) return 'computed'
    if (referred.words.size > 0 && referred.words.has(shownIn(cell, strings).toLowerCase())) return 'referred_to'
    return this.#isHidden(row, cell.column, part) ? 'hidden' : undefined
  }

  /** A heading, or a title above a table of languages. */
  #headingCell(row: SheetRow, cell: Cell, isHead: boolean): void {
    const { layout, part: called, options } = this.#context
    const part = called(COLUMN_HEADINGS)
    const column = this.#column(cell.column)
    if (column.added) return
    const isKept = (!isHead || layout.languages || layout.by_rows) && options.asked?.(part, 'key') !== true
    const reason = this.#reason(row, cell, part) ?? (isKept ? 'key' : undefined)
    const read = reason ? undefined : this.#text(row, cell)
    if (read) this.#add(row, cell.column, cell.column, read, { name: column.name }, part, undefined)
    else this.#leave(row, cell, part, reason ?? 'not_text')
  }

  /** A cell whose own text is translated, or left out. */
  #cell(row: SheetRow, cells: CellsOfRow, cell: Cell): void {
    const { layout, part: called } = this.#context
    const column = this.#column(cell.column)
    const part = called(column.name)
    const byRow = layout.by_rows ? 'other_language' : undefined
    // The unit of a text that is translated elsewhere is made for the cell there.
    if (column.source !== undefined) return
    const reason =
      this.#reason(row, cell, part) ?? byRow ?? leftOutTogether(column, shownIn(cell, this.#context.strings))
    if (reason) {
      this.#leave(row, cell, part, reason)
      return
    }
    if (column.target !== undefined && this.#canTake(cells, column.target)) return
    const read = column.target === undefined ? this.#text(row, cell) : undefined
    if (read) this.#add(row, cell.column, cell.column, read, column, part, cells)
    else this.#leave(row, cell, part, column.target === undefined ? 'not_text' : 'formula')
  }

  /** Whether a translation may be written into the cell of a column: there is none, it is empty, or it holds a text. */
  #canTake(cells: CellsOfRow, target: number): boolean {
    const { head, strings } = this.#context
    const cell = cells.get(head.from + target)
    return !cell || (!cell.formula && (shownIn(cell, strings) === '' || typeReason(cell) === undefined))
  }

  #text(row: SheetRow, cell: Cell): TextOfCell | undefined {
    const original = this.#context.options.beside?.(this.#pathOf(row, cell.column))?.runs
    const read = textOfCell(cell, this.#context.strings, this.#prefix, original)
    return read && read.runs.text !== '' ? read : undefined
  }

  #pathOf(row: SheetRow, column: number): string {
    this.#letters[column] ??= columnLetters(column)
    return `${this.#path}${this.#letters[column]}${row.number}`
  }

  /** The text of another column, whose translation goes into this one. */
  #translation(row: SheetRow, cells: CellsOfRow, at: number, source: number): void {
    const from = cells.get(source)
    const { strings, head, layout } = this.#context
    const column = this.#column(source)
    if (!from || layout.by_rows || shownIn(from, strings) === '') return
    const part = this.#context.part(column.name)
    if (this.#reason(row, from, part) || leftOutTogether(column, shownIn(from, strings))) return
    if (!this.#canTake(cells, at - head.from)) return
    const cell = cells.get(at)
    const original = this.#context.options.beside?.(this.#pathOf(row, at))?.runs
    const read = textOfCell(from, strings, this.#prefix, original)
    if (!read || read.runs.text === '') return
    const target = cell ? this.#targetText(cell, original) : ''
    const place = this.#placeOf(row, at, cell, from)
    this.#add(row, at, source, { runs: read.runs, place }, column, part, cells, target)
  }

  #targetText(cell: Cell, original: CodedRuns | undefined): string {
    const read = textOfCell(cell, this.#context.strings, this.#prefix, original)
    return read?.runs.text ?? shownIn(cell, this.#context.strings)
  }

  #placeOf(row: SheetRow, at: number, cell: Cell | undefined, like: Cell): SheetPlace {
    const { open, close } = this.#tags(row, at, cell ?? like)
    const next = row.cells.find(({ column }) => column > at)?.start ?? row.end
    return { in: 'cell', open, close, start: cell?.start ?? next, end: cell?.end ?? next }
  }

  /** The tags of a cell that names a shared string, in the style of another. */
  #tags(row: SheetRow, at: number, like: Cell | undefined): { open: string; close: string } {
    const style = /\ss\s*=\s*["'](\d+)["']/.exec(like?.tag.raw ?? '')?.[1]
    const said = style === undefined ? '' : ` s="${style}"`
    const p = this.#prefix
    return { open: `<${p}c r="${columnLetters(at)}${row.number}"${said} t="s"><${p}v>`, close: `</${p}v></${p}c>` }
  }

  #madeColumn(column: Column, at: number, source: number): MadeColumn | undefined {
    if (!column.added || !this.#heading) return undefined
    if (this.#made) return this.#made
    const { row, cells } = this.#heading
    const own = cells.get(at)
    if (own && shownIn(own, this.#context.strings) !== '') return undefined
    const next = row.cells.find(each => each.column > at)?.start ?? row.end
    const tags = this.#tags(row, at, cells.get(source))
    const { member } = this.#context.sheet
    this.#made = {
      member,
      heading: column.name,
      ...tags,
      at: own?.start ?? next,
      to: own?.end ?? next,
      around: this.#around(at, source),
    }
    return this.#made
  }

  /** What a sheet says of its columns: how far they go, and how wide they are. */
  #around(at: number, source: number): Edit[] {
    const { member } = this.#context.sheet
    const charset = this.#charset
    const edits: Edit[] = []
    const range = this.#dimension && rangeNamed(saidIn(this.#dimension, 'ref'))
    if (this.#dimension && range && range.to.column < at) {
      const name = `${columnLetters(range.from.column)}${range.from.row}:${columnLetters(at)}${range.to.row}`
      const edit = setAttribute(this.#dimension.tag, 'ref', name, charset)
      if (edit) edits.push({ member, ...edit })
    }
    const last = this.#widths.at(-1)
    const like = this.#widths.find(
      each => Number(saidIn(each, 'min')) <= source && Number(saidIn(each, 'max')) >= source,
    )
    if (last && like && Number(saidIn(last, 'max')) < at) {
      const bytes = like.tag.raw.replace(/(\s(?:min|max)\s*=\s*)["']\d+["']/g, `$1"${at}"`)
      edits.push({ member, start: last.tag.end, end: last.tag.end, bytes })
    }
    return edits
  }

  #add(
    row: SheetRow,
    at: number,
    source: number,
    { runs, place }: TextOfCell,
    column: Column,
    part: string,
    cells: CellsOfRow | undefined,
    target?: string,
  ): void {
    const { text } = runs
    const { ledger, sheet } = this.#context
    const syntax = text.includes('{') && isIcuMessage(text) ? 'icu' : undefined
    // There are millions: the object is made once, and in one shape.
    this.#found.push({
      path: this.#pathOf(row, at),
      part,
      ordinal: row.number,
      slot: column.name,
      member: sheet.member,
      start: place.start,
      end: place.end,
      text,
      charset: this.#charset,
      syntax,
      runs,
      place,
      ledger,
      target,
      left_out: target ? 'already_translated' : leftOutOfCell(column, text, syntax),
      words: column.kind === undefined,
      note: cells && this.#noteOf(cells),
      max_length: cells && this.#limitOf(cells),
      context: {
        row: cells && this.#nameOf(cells, source),
        column: column.name,
        present: target || undefined,
        stands_for: runs.codes.length > 0 ? meaningsOf(runs) : undefined,
      },
      made: this.#madeColumn(this.#column(at), at, source),
    })
  }

  #textIn(cells: CellsOfRow, at: number): string {
    const cell = cells.get(this.#context.head.from + at)
    return cell ? shownIn(cell, this.#context.strings) : ''
  }

  #nameOf(cells: CellsOfRow, source: number): string | undefined {
    const { key } = this.#context.layout
    if (key === undefined || this.#context.head.from + key === source) return undefined
    return this.#textIn(cells, key).slice(0, LONGEST_NAME) || undefined
  }

  #noteOf(cells: CellsOfRow): string | undefined {
    const texts = this.#context.layout.notes.map(at => this.#textIn(cells, at)).filter(text => text !== '')
    return texts.join('\n').slice(0, LONGEST_NOTE) || undefined
  }

  #limitOf(cells: CellsOfRow): number | undefined {
    const { limit } = this.#context.layout
    return limit === undefined ? undefined : limitOf(this.#textIn(cells, limit))
  }
}

function meaningsOf({ codes }: CodedRuns): Readonly<Record<string, string>> | undefined {
  const meant = codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
  return meant.length > 0 ? Object.fromEntries(meant) : undefined
}
