/** What is known of all sheets before their cells are judged: what their columns are for, what is hidden, which words something names. */
import { type OpenDocumentFile, readMember } from '../bytes/parts/index.ts'
import type { XmlTag } from '../bytes/xml/index.ts'
import { type CellRange, rangeNamed } from '../content/table/cell-names.ts'
import { comparedWords } from '../content/table/compared-words.ts'
import { MOST_COLUMNS, SAMPLE_ROWS, type SheetHead, type ShownRow, sheetHead } from '../content/table/sheet-layout.ts'
import { BlockReading } from './blocks.ts'
import { isHiddenIn, repeatedIn, rowOf } from './rows.ts'
import { CONTENT, type OdfStyles } from './styles.ts'
import { attributeSaid } from './tree.ts'

export interface OdsSheet {
  readonly name: string
  readonly hidden: boolean
  readonly head: SheetHead
  /** From one column to another, from 1. */
  readonly hidden_columns: readonly (readonly [from: number, to: number])[]
}

export interface OdsSurvey {
  readonly sheets: readonly OdsSheet[]
  /** Words that formulas, filters and choices have, in small letters. */
  readonly words: ReadonlySet<string>
  /** The headings that pivot tables name, by the name of their sheet. */
  readonly headings: ReadonlyMap<string, readonly CellRange[]>
  /** Names that formulas have for cells. */
  readonly names: readonly string[]
}

export async function surveyOf({ archive }: OpenDocumentFile, styles: OdfStyles): Promise<OdsSurvey> {
  const reading = new SurveyReading(styles)
  const blocks = new BlockReading(styles, {})
  for await (const piece of readMember(archive, archive.named(CONTENT) ?? CONTENT)) {
    for (const node of piece.nodes) if (node.kind === 'open') reading.note(node)
    for (const block of blocks.take(piece)) {
      if (block.is === 'sheet') reading.begin(block.tag)
      else if (block.is === 'column') reading.column(block.tag)
      else if (block.is === 'row') reading.row(block.tree)
      else if (block.is === 'sheet end') reading.end()
    }
  }
  return reading
}

class SurveyReading implements OdsSurvey {
  readonly sheets: OdsSheet[] = []
  readonly words = new Set<string>()
  readonly headings = new Map<string, CellRange[]>()
  readonly names: string[] = []
  readonly #styles: OdfStyles
  #rows: ShownRow[] = []
  #columns: (readonly [from: number, to: number])[] = []
  #tag: XmlTag | undefined
  #row = 1
  #column = 1
  #whole = true

  constructor(styles: OdfStyles) {
    this.#styles = styles
  }

  /** What any element names. */
  note(tag: XmlTag): void {
    const { raw, name } = tag
    if (raw.includes('&quot;') || raw.includes("'")) {
      const formula = attributeSaid(tag, 'table:formula')
      const condition = formula === undefined ? attributeSaid(tag, 'table:condition') : undefined
      for (const word of comparedWords(formula ?? '', false)) this.#add(word)
      for (const [, word] of (condition ?? '').matchAll(/"((?:[^"]|"")*)"/g)) this.#add(word)
    }
    if (name === 'table:filter-condition' || name === 'table:filter-set-item')
      this.#add(attributeSaid(tag, 'table:value'))
    else if (name === 'table:named-range' || name === 'table:named-expression')
      this.#name(attributeSaid(tag, 'table:name'))
    else if (name === 'table:source-cell-range') this.#heading(attributeSaid(tag, 'table:cell-range-address') ?? '')
  }

  #add(word: string | undefined): void {
    if (word !== undefined && word.trim() !== '') this.words.add(word.trim().toLowerCase())
  }

  #name(name: string | undefined): void {
    if (name !== undefined && /\p{L}/u.test(name)) this.names.push(name)
  }

  /** `Sheet1.A1:Sheet1.C9`, with `$` and quotes as a formula has them. */
  #heading(address: string): void {
    const [, quoted, plain, first, last = first] = ADDRESS.exec(address) ?? []
    const sheet = quoted?.replaceAll("''", "'") ?? plain
    const range = rangeNamed(`${first}:${last}`)
    if (sheet === undefined || !range) return
    const head = { from: range.from, to: { ...range.to, row: range.from.row } }
    this.headings.set(sheet, [...(this.headings.get(sheet) ?? []), head])
  }

  begin(tag: XmlTag): void {
    this.#tag = tag
    this.#rows = []
    this.#columns = []
    this.#row = 1
    this.#column = 1
    this.#whole = true
  }

  column(tag: XmlTag): void {
    const next = this.#column + repeatedIn(tag, 'columns')
    if (isHiddenIn(tag)) this.#columns.push([this.#column, next - 1])
    this.#column = next
  }

  row(tree: Parameters<typeof rowOf>[0]): void {
    if (!this.#whole) return
    const { cells, repeated } = rowOf(tree)
    const number = this.#row
    this.#row += repeated
    const shown = cells.filter(cell => cell.shown !== '').slice(0, MOST_COLUMNS)
    if (shown.length === 0) return
    if (this.#rows.length === SAMPLE_ROWS) this.#whole = false
    else this.#rows.push({ number, cells: new Map(shown.map(cell => [cell.column, cell.shown])) })
  }

  end(): void {
    const tag = this.#tag
    if (!tag) return
    this.sheets.push({
      name: attributeSaid(tag, 'table:name') ?? '',
      hidden: this.#styles.hidden('table', attributeSaid(tag, 'table:style-name')),
      head: sheetHead(this.#rows, this.#whole),
      hidden_columns: this.#columns,
    })
  }
}

const ADDRESS =
  /^\$?(?:'((?:[^']|'')*)'|([^'.]+))\.\$?([A-Za-z$]+\d+)(?::(?:\$?(?:'(?:[^']|'')*'|[^'.:]*)\.|\.)?([A-Za-z$]+\d+))?$/
