/** The texts of a presentation as units. */
import {
  DrawingReading,
  type DrawnBeside,
  type DrawnText,
  type DrawnUnit,
  drawnAlike,
  joinedDrawn,
  unitsOfDrawn,
} from '../bytes/drawing/index.ts'
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { leftOutOfDescription, leftOutOfText } from '../content/left-out.ts'
import type { Reason, Unit, UnitKind } from '../format.ts'
import type { DeckMember, DeckPart } from './deck.ts'
import { SLIDE_TITLE_SEPARATOR } from './facts.ts'
import { roomOf } from './room.ts'

export type SlideUnit = Unit & DrawnUnit

type NewSlideUnit = Omit<SlideUnit, 'index'>

const TITLE = /title$/i
const LONGEST_TITLE = 80
/** Placeholders that repeat on every slide. */
const MARGINS = new Set(['hdr', 'ftr', 'dt', 'sldNum'])

/** Memory holds the texts of one member. */
export async function* unitsOfPart(
  file: OfficeFile,
  part: DeckPart,
  beside: DrawnBeside | undefined,
): AsyncGenerator<NewSlideUnit> {
  let name: string | undefined
  for (const member of part.members) {
    const texts = await textsOfMember(file, member, beside !== undefined)
    name ??= nameOf(part, texts)
    for (const text of beside ? drawnAlike(texts, pathOf, beside) : texts) {
      for (const unit of unitsOfDrawn(text, pathOf(text), beside)) {
        const kind = kindOf(text, member)
        yield {
          ...unit,
          ...{ part: name, kind, ordinal: part.slide, left_out: reasonFor(unit, text, member) },
          room: unit.left_out ? undefined : roomOf(text, unit.text),
          context: { ...unit.context, kind: spokenKind(text, kind), ...cellOf(text) },
        }
      }
    }
  }
}

function pathOf({ places: [first] }: DrawnText): string {
  return `pptx:/${first?.member}`
}

/** `apart`: of a result, whose texts come together as those of the original do. */
async function textsOfMember(file: OfficeFile, { member, twin }: DeckMember, apart: boolean): Promise<DrawnText[]> {
  const texts = await textsIn(file, member, apart)
  if (twin === undefined) return texts
  const others = await textsIn(file, twin, apart)
  return apart ? [...texts, ...others] : joinedDrawn(texts, others)
}

async function textsIn({ archive }: OfficeFile, member: string, apart: boolean): Promise<DrawnText[]> {
  const reading = new DrawingReading(member, apart)
  const texts: DrawnText[] = []
  for await (const piece of readMember(archive, member)) texts.push(...reading.take(piece))
  return texts
}

function nameOf({ slide, name }: DeckPart, texts: readonly DrawnText[]): string {
  if (slide === undefined) return name
  const titles = texts.filter(text => text.is === 'paragraph' && TITLE.test(text.shape.placeholder ?? ''))
  const [first] = titles.filter(({ shape }) => shape.placeholder !== 'subTitle')
  const title = (first?.said ?? '').replace(/\s+/g, ' ')
  if (title === '') return name
  const cut = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE).trimEnd()}…` : title
  return `${name}${SLIDE_TITLE_SEPARATOR}${cut}`
}

function kindOf({ is, shape, cell }: DrawnText, { kind }: DeckMember): UnitKind {
  const { placeholder } = shape
  if (is === 'alt text') return 'alt text'
  if (placeholder !== undefined && MARGINS.has(placeholder)) return 'header'
  if (kind) return kind
  if (cell) return 'table'
  if (placeholder === undefined) return 'text box'
  return placeholder === 'title' || placeholder === 'ctrTitle' ? 'heading' : 'paragraph'
}

function spokenKind({ is }: DrawnText, kind: UnitKind): string {
  return kind === 'table' ? 'cell' : is === 'cached' ? 'name in a chart' : kind
}

function cellOf({ cell }: DrawnText): { row: string; column: string } | undefined {
  return cell && { row: String(cell.row), column: String(cell.column) }
}

function reasonFor(unit: DrawnUnit, text: DrawnText, { left_out, has_workbook }: DeckMember): Reason | undefined {
  const own = text.is === 'alt text' ? leftOutOfDescription(unit.text) : leftOutOfText(unit.text)
  if (own) return own
  if (unit.left_out) return unit.left_out
  // What a chart keeps of its cells is written anew from them as soon as somebody opens its data.
  if (text.formula !== undefined && has_workbook) return 'referred_to'
  return left_out ?? (text.shape.hidden ? 'hidden' : undefined)
}
