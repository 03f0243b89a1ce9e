/** The units of a sheet, row by row. */
import { codedRuns } from '../bytes/runs/index.ts'
import { isIcuMessage } from '../content/icu.ts'
import { COLUMN_HEADINGS } from '../content/own-parts.ts'
import { columnLetters } from '../content/table/cell-names.ts'
import type { Column } from '../content/table/columns.ts'
import { leftOutOfCell, leftOutTogether } from '../content/table/kinds.ts'
import { LeftOuts } from '../content/table/left-outs.ts'
import type { SheetLayout } from '../content/table/sheet-layout.ts'
import type { Charset, Reason, ScanOptions } from '../format.ts'
import { hangingIn, lineInSpan, type OdfHeld } from './paragraph.ts'
import { type OdsCell, type OdsRow, reasonOfType, rowOf } from './rows.ts'
import type { OdfStory } from './story.ts'
import type { OdfStyles } from './styles.ts'
import type { OdsSheet, OdsSurvey } from './survey.ts'
import { attributeSaid, type OdfSpan, type OdfTree } from './tree.ts'
import { type NewOdfUnit, type OdfBeside, runsOf } from './unit.ts'

export interface OdsContext {
  readonly member: string
  readonly charset: Charset
  /** Takes what hangs on cells. */
  readonly story: OdfStory
  readonly styles: OdfStyles
  readonly beside: OdfBeside | undefined
  readonly sheet: OdsSheet
  readonly layout: SheetLayout
  readonly survey: OdsSurvey
  /** What a part of the sheet is called, by its name in the sheet. */
  readonly part: (name: string) => string
  readonly asked: ScanOptions['asked']
  readonly add: (unit: NewOdfUnit) => void
}

interface Judged {
  readonly column: Column
  readonly part: string
  readonly row: OdsRow
  readonly number: number
}

const LONGEST_NAME = 100

export class OdsSheetReading {
  readonly #context: OdsContext
  readonly #path: string
  readonly #leftOuts: LeftOuts
  readonly #columns: Column[] = []
  /** The number of the next row. */
  #next = 1
  #end = 0

  constructor(context: OdsContext) {
    this.#context = context
    const { member, charset, sheet, add } = context
    this.#path = `ods:/${sheet.name}!`
    this.#leftOuts = new LeftOuts(this.#path, cells => {
      const at = { member, charset, start: this.#end, end: this.#end }
      add({ ...cells, ...at, target_place: { in: 'nothing' } })
    })
  }

  row(tree: OdfTree, charset: Charset): void {
    const { layout, sheet, part } = this.#context
    const row = rowOf(tree)
    const number = this.#next
    this.#next += row.repeated
    this.#end = tree.nodes[0]?.start ?? 0
    this.#leftOuts.begin(number)
    const { numbers, above } = sheet.head
    const first = numbers[above] ?? 0
    for (const cell of row.cells) {
      if (cell.shown !== '') {
        const isHead = number === layout.head
        const isHeading = isHead || number < first
        const column = this.#column(cell.column)
        const judged = { column, part: part(isHeading ? COLUMN_HEADINGS : column.name), row, number }
        const reason = isHeading ? this.#reasonOfHeading(judged, cell, isHead) : this.#reasonOf(judged, cell)
        if (reason) this.#leftOuts.add(cell.column, number, judged.part, reason, cell.shown)
        else this.#texts(judged, cell, isHeading, charset)
      }
      this.#hanging(row, cell, number, charset)
    }
  }

  end(at: number): void {
    this.#end = at
    this.#leftOuts.end()
  }

  /** What is known of a column, by its number from 1. */
  #column(number: number): Column {
    const { layout, sheet } = this.#context
    const known = this.#columns[number] ?? layout.columns[number - sheet.head.from]
    const column = known ?? { name: `column ${columnLetters(number)}` }
    this.#columns[number] = column
    return column
  }

  /** Why a cell is left out whatever its column is for. */
  #reason({ row, number, part }: Judged, cell: OdsCell): Reason | undefined {
    const byType = reasonOfType(cell)
    if (byType) return byType
    const { survey, sheet, asked } = this.#context
    const isNamed = survey.headings
      .get(sheet.name)
      ?.some(({ from, to }) => from.row === number && cell.column >= from.column && cell.column <= to.column)
    if (isNamed || (survey.words.size > 0 && survey.words.has(cell.shown.toLowerCase()))) return 'referred_to'
    const isHidden =
      sheet.hidden || row.hidden || sheet.hidden_columns.some(([from, to]) => cell.column >= from && cell.column <= to)
    return isHidden && asked?.(part, 'hidden') !== true ? 'hidden' : undefined
  }

  /** A heading, or a title above a table of languages. */
  #reasonOfHeading(judged: Judged, cell: OdsCell, isHead: boolean): Reason | undefined {
    const { layout, asked } = this.#context
    const isKept = (!isHead || layout.languages || layout.by_rows) && asked?.(judged.part, 'key') !== true
    return this.#reason(judged, cell) ?? (isKept ? 'key' : undefined)
  }

  #reasonOf(judged: Judged, cell: OdsCell): Reason | undefined {
    const byRow = this.#context.layout.by_rows ? 'other_language' : undefined
    const inSource = judged.column.source === undefined ? undefined : 'other_language'
    return this.#reason(judged, cell) ?? byRow ?? inSource ?? leftOutTogether(judged.column, cell.shown)
  }

  /** The paragraphs of a cell, which are its lines. */
  #texts({ column, part, row, number }: Judged, cell: OdsCell, isHeading: boolean, charset: Charset): void {
    const { member, styles, beside, add } = this.#context
    const judged = isHeading ? { name: column.name } : column
    const again = attributeSaid(cell.tag, 'office:string-value') === undefined ? undefined : cell.tag
    for (const [nth, span] of cell.paragraphs.entries()) {
      const path = `${this.#path}${columnLetters(cell.column)}${number}${nth === 0 ? '' : `#${nth + 1}`}`
      const line = lineInSpan(row.tree, span, NOWHERE, styles)
      const runs = codedRuns(line.items, runsOf(beside?.(path)))
      if (!runs) continue
      const { text, start, end, codes } = runs
      const syntax = text.includes('{') && isIcuMessage(text) ? 'icu' : undefined
      const meanings = codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
      add({
        ...{ path, part, ordinal: number, slot: column.name, member, start, end, text, charset, syntax },
        left_out: leftOutOfCell(judged, text, syntax),
        context: {
          row: isHeading ? undefined : this.#nameOf(row, cell),
          column: column.name,
          stands_for: meanings.length > 0 ? Object.fromEntries(meanings) : undefined,
        },
        target_place: { in: 'line', runs, cell: again },
      })
      this.#inside(row.tree, line.held, number, charset)
    }
  }

  #nameOf({ cells }: OdsRow, { column }: OdsCell): string | undefined {
    const { layout, sheet } = this.#context
    if (layout.key === undefined || sheet.head.from + layout.key === column) return undefined
    const key = sheet.head.from + layout.key
    return cells.find(cell => cell.column === key)?.shown.slice(0, LONGEST_NAME) || undefined
  }

  /** Comments and drawings. */
  #hanging(row: OdsRow, cell: OdsCell, number: number, charset: Charset): void {
    const { part, styles } = this.#context
    for (const span of cell.others) {
      const tag = row.tree.nodes[span.from]
      const isComment = tag?.kind === 'open' && tag.name === 'office:annotation'
      const place = { part: part(isComment ? 'comments' : 'drawings'), left_out: 'on_request' } as const
      const held = hangingIn(row.tree, span, place, styles)
      const own = held.map(each => ({ ...each, place: { ...each.place, part: place.part } }))
      this.#inside(row.tree, own, number, charset)
    }
  }

  #inside(tree: OdfTree, held: readonly OdfHeld[], number: number, charset: Charset): void {
    const { story, add } = this.#context
    story.ordinal = number
    for (const { is, place, ...span } of held) {
      for (const unit of story.text(is, tree, span satisfies OdfSpan, place, charset)) add(unit)
    }
  }
}

const NOWHERE = {}
