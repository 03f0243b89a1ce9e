/** What is drawn on the sheets of a workbook: shapes with text, pictures with a description, diagrams, charts. All of it waits until somebody asks. */
import {
  type DrawnBeside,
  type DrawnText,
  drawnAlike,
  drawnTexts,
  pictureOfDiagram,
  unitsOfDrawn,
} from '../bytes/drawing/index.ts'
import { propertiesOf, relatedTo } from '../bytes/parts/index.ts'
import { leftOutOfDescription, leftOutOfProperty, leftOutOfText } from '../content/left-out.ts'
import type { Reason } from '../format.ts'
import { SHEET_SEPARATOR } from './facts.ts'
import { partOfSheet } from './naming.ts'
import type { SheetUnit } from './unit.ts'
import type { Sheet, Workbook } from './workbook.ts'

type Found = Omit<SheetUnit, 'index'>

/** What a drawing leads to, by the type of the relation. */
const LEADS = [
  { relation: 'chart', part: 'charts' },
  { relation: 'chartEx', part: 'charts' },
  { relation: 'diagramData', part: 'diagrams' },
] as const

type DrawnPart = 'drawings' | (typeof LEADS)[number]['part']

const KINDS = { drawings: 'text box', diagrams: 'text box', charts: 'chart' } as const

interface DrawnMember {
  readonly part: DrawnPart
  readonly member: string
  /** Of a diagram, which repeats what it says. */
  readonly picture?: string | undefined
}

/** The texts of all drawings, sheet by sheet. Memory holds those of one member. */
export async function* drawnInBook(book: Workbook, beside: DrawnBeside | undefined): AsyncGenerator<readonly Found[]> {
  const read = new Set<string>()
  for (const sheet of [...book.sheets, ...book.chart_sheets]) {
    for await (const drawn of drawnMembers(book, sheet)) {
      if (read.has(drawn.member)) continue
      read.add(drawn.member)
      yield await unitsIn(book, sheet, drawn, beside)
    }
  }
}

async function* drawnMembers({ file }: Workbook, sheet: Sheet): AsyncGenerator<DrawnMember> {
  for (const drawing of await relatedTo(file, sheet.member, 'drawing')) {
    yield { part: 'drawings', member: drawing }
    for (const { relation, part } of LEADS) {
      for (const member of await relatedTo(file, drawing, relation)) {
        const picture = relation === 'diagramData' ? await pictureOfDiagram(file, drawing, member) : undefined
        yield { part, member, picture }
        for (const shapes of await relatedTo(file, member, 'chartUserShapes')) yield { part, member: shapes }
      }
    }
  }
}

async function unitsIn(
  book: Workbook,
  sheet: Sheet,
  { part, member, picture }: DrawnMember,
  beside: DrawnBeside | undefined,
): Promise<Found[]> {
  const texts = await drawnTexts(book.file, member, { twin: picture, apart: beside !== undefined })
  const called = partOfSheet(book, sheet)(part)
  return [...(beside ? drawnAlike(texts, pathOf, beside) : texts)].flatMap(text =>
    [...unitsOfDrawn(text, pathOf(text), beside)].map(
      (unit): Found => ({
        ...unit,
        part: called,
        kind: text.is === 'alt text' ? 'alt text' : KINDS[part],
        left_out: unit.left_out ?? reasonFor(text, unit.text, sheet),
      }),
    ),
  )
}

function pathOf({ places: [first] }: DrawnText): string {
  return `xlsx:/${first?.member}`
}

/** What a chart keeps of cells is written anew from them as soon as somebody opens the workbook. */
function reasonFor({ is, formula, shape }: DrawnText, text: string, sheet: Sheet): Reason {
  const own = is === 'alt text' ? leftOutOfDescription(text) : leftOutOfText(text)
  if (own) return own
  if (formula !== undefined) return 'computed'
  return sheet.hidden || shape.hidden ? 'hidden' : 'on_request'
}

/** What the workbook says of itself. */
export async function propertiesOfBook({ file }: Workbook): Promise<readonly Found[]> {
  const units: Found[] = []
  for await (const property of propertiesOf(file)) {
    const { member, name, text, raw: like, start, end, charset } = property
    units.push({
      ...{ path: `xlsx:/${member}#${name}`, part: `document properties${SHEET_SEPARATOR}${name}`, kind: 'metadata' },
      ...{ member, charset, start, end, text },
      left_out: leftOutOfProperty(property),
      drawn: [{ place: { member, charset, in: 'text', start, end, like } }],
    })
  }
  return units
}
