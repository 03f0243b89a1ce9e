/** The texts of a workbook: its cells sheet by sheet, then what lies beside them, and what formulas name. */
import { type OpenDocumentFile, openOpenDocument, readMember } from '../bytes/parts/index.ts'
import { layoutOfSheet, type SheetLayout } from '../content/table/sheet-layout.ts'
import type { Charset, ScanOptions } from '../format.ts'
import { BlockReading, type OdfBlock } from './blocks.ts'
import { embeddedOf, formsIn, type OdfReading, storyOf, unitsOfCharts } from './document.ts'
import { ODS_SEPARATOR } from './facts.ts'
import { OdsSheetReading } from './sheet-units.ts'
import type { OdfStory } from './story.ts'
import { CONTENT, stylesOfDocument } from './styles.ts'
import { type OdsSheet, type OdsSurvey, surveyOf } from './survey.ts'
import type { NewOdfUnit, OdfUnit } from './unit.ts'

type Options = ScanOptions<OdfUnit>

export async function* unitsOfSheets(reading: OdfReading, options: Options): AsyncGenerator<readonly NewOdfUnit[]> {
  const { kind, file, styles } = reading
  const before = options.original ? await openOpenDocument(options.original(), kind) : file
  const survey = await surveyOf(before, options.original ? await stylesOfDocument(before) : styles)
  const member = file.archive.named(CONTENT) ?? CONTENT
  const blocks = new BlockReading(styles, {})
  const cells = new SheetsReading(reading, survey, options, storyOf(reading, member), member)
  for await (const piece of readMember(file.archive, member)) yield cells.take(blocks.take(piece), piece.charset)
  yield* unitsOfCharts(reading, blocks.objects, { part: 'charts', ordinal: undefined })
  yield formsIn(member, blocks, kind)
  yield* embeddedOf(reading, blocks.objects)
  yield namesIn(survey, member)
}

/** Where there is one sheet, its columns are called as they are. */
function partsOf({ sheets }: OdsSurvey, { name }: OdsSheet): (column: string) => string {
  return sheets.length > 1 ? column => `${name}${ODS_SEPARATOR}${column}` : column => column
}

class SheetsReading {
  readonly #reading: OdfReading
  readonly #survey: OdsSurvey
  readonly #options: Options
  readonly #story: OdfStory
  readonly #member: string
  #units: NewOdfUnit[] = []
  #number = 0
  #sheet: OdsSheetReading | undefined
  #part: ((column: string) => string) | undefined

  constructor(reading: OdfReading, survey: OdsSurvey, options: Options, story: OdfStory, member: string) {
    this.#reading = reading
    this.#survey = survey
    this.#options = options
    this.#story = story
    this.#member = member
    story.part = BESIDE
  }

  take(blocks: Iterable<OdfBlock>, charset: Charset): readonly NewOdfUnit[] {
    this.#units = []
    for (const block of blocks) {
      if (block.is === 'sheet') this.#begin(charset)
      else if (block.is === 'row') this.#sheet?.row(block.tree, block.charset)
      else if (block.is === 'sheet end') this.#end(block.end)
      else if (block.is === 'paragraph' || block.is === 'plain') this.#beside(block)
    }
    return this.#units
  }

  #begin(charset: Charset): void {
    const sheet = this.#survey.sheets[this.#number]
    this.#number += 1
    if (!sheet) return
    const part = partsOf(this.#survey, sheet)
    const layout = layoutFor(sheet, this.#options, part)
    const { styles, beside } = this.#reading
    const where = { member: this.#member, charset, story: this.#story, styles, beside }
    const judged = { sheet, layout, survey: this.#survey, part, asked: this.#options.asked }
    this.#sheet = new OdsSheetReading({ ...where, ...judged, add: unit => void this.#units.push(unit) })
    this.#part = part
  }

  #end(at: number): void {
    this.#sheet?.end(at)
    this.#sheet = undefined
    this.#part = undefined
    this.#story.ordinal = undefined
  }

  /** Drawings on a sheet, and messages of cells that lie outside of all sheets. */
  #beside(block: OdfBlock & { is: 'paragraph' | 'plain' | 'row' }): void {
    const { tree, charset, is } = block
    if (is === 'row') return
    const part = block.place.part ?? this.#part?.('drawings')
    const place = { ...block.place, part, left_out: block.place.left_out ?? 'on_request' } as const
    for (const unit of this.#story.text(is, tree, { from: 0, to: tree.nodes.length - 1 }, place, charset))
      this.#units.push(unit)
  }
}

const BESIDE = 'messages of cells'

/** Columns of languages are not filled: no cell is made in a row. */
function layoutFor({ head }: OdsSheet, { source, asked }: Options, part: (name: string) => string): SheetLayout {
  const layout = layoutOfSheet(head, { source, ...(asked && { asked }) }, part)
  const columns = layout.columns.map(column =>
    column.message && column.left_out === undefined ? { ...column, left_out: 'other_language' as const } : column,
  )
  return { ...layout, columns }
}

function namesIn({ sheets, names }: OdsSurvey, member: string): NewOdfUnit[] {
  const at = { member, start: 0, end: 0, charset: 'utf-8', left_out: 'referred_to' } as const
  const all = [
    { name: 'sheet names', texts: sheets.map(({ name }) => name) },
    { name: 'names for formulas', texts: names },
  ]
  return all.flatMap(({ name, texts }): NewOdfUnit[] =>
    texts.length === 0
      ? []
      : [{ ...at, path: `ods:/${name}`, part: name, text: texts.join('\n'), target_place: { in: 'nothing' } }],
  )
}

export async function remarksOnTables(file: OpenDocumentFile): Promise<readonly string[]> {
  const { sheets } = await surveyOf(file, await stylesOfDocument(file))
  return sheets.flatMap(({ name, head }) => {
    const layout = layoutOfSheet(head, {}, column => column)
    const has = layout.by_rows ? 'a row for each language' : layout.languages ? 'columns of languages' : undefined
    return has === undefined
      ? []
      : [`Sheet “${name}” has ${has}, and nothing of it is translated. Send it in CSV, or in the format of Excel.`]
  })
}
