/** The texts of a presentation as units. */
import {
  type DrawnBeside,
  type DrawnText,
  type DrawnUnit,
  drawnAlike,
  drawnTexts,
  unitsOfDrawn,
} from '../bytes/drawing/index.ts'
import type { OfficeFile } from '../bytes/parts/index.ts'
import { leftOutOfDescription, leftOutOfText } from '../content/left-out.ts'
import type { Reason, Unit, UnitKind } from '../format.ts'
import type { DeckMember, DeckPart } from './deck.ts'
import { SLIDE_TITLE_SEPARATOR } from './facts.ts'
import { roomOf } from './room.ts'

export type SlideUnit = Unit & DrawnUnit

const TITLE = /title$/i
const LONGEST_TITLE = 80
/** Placeholders that repeat on every slide. */
const MARGINS = new Set(['hdr', 'ftr', 'dt', 'sldNum'])

/** The units of a part, numbered from `first` on, member by member. Memory holds the texts of one member. */
export async function* unitsOfPart(
  file: OfficeFile,
  part: DeckPart,
  beside: DrawnBeside | undefined,
  first: number,
): AsyncGenerator<{ member: DeckMember; units: SlideUnit[] }> {
  let name: string | undefined
  let index = first
  for (const member of part.members) {
    const texts = await drawnTexts(file, member.member, { twin: member.twin, apart: beside !== undefined })
    name ??= nameOf(part, texts)
    const units: SlideUnit[] = []
    for (const text of beside ? drawnAlike(texts, pathOf, beside) : texts) {
      for (const drawn of unitsOfDrawn(text, pathOf(text), beside)) {
        units.push(slideUnit(drawn, { text, member, part: name, ordinal: part.slide, index }))
        index += 1
      }
    }
    yield { member, units }
  }
}

interface PlaceInDeck {
  readonly text: DrawnText
  readonly member: DeckMember
  readonly part: string
  readonly ordinal: number | undefined
  readonly index: number
}

/** There are many: the object is made once, and in one shape. */
function slideUnit(drawn: DrawnUnit, { text, member, part, ordinal, index }: PlaceInDeck): SlideUnit {
  const kind = kindOf(text, member)
  const left_out = reasonFor(drawn, text, member)
  return {
    index,
    path: drawn.path,
    part,
    kind,
    ordinal,
    member: drawn.member,
    start: drawn.start,
    end: drawn.end,
    text: drawn.text,
    charset: drawn.charset,
    left_out,
    room: left_out ? undefined : roomOf(text, drawn.text),
    context: {
      stands_for: drawn.context?.stands_for,
      kind: spokenKind(text, kind),
      row: text.cell && String(text.cell.row),
      column: text.cell && String(text.cell.column),
    },
    drawn: drawn.drawn,
    keys: drawn.keys,
  }
}

function pathOf({ places: [first] }: DrawnText): string {
  return `pptx:/${first?.member}`
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

function reasonFor(unit: DrawnUnit, text: DrawnText, { left_out, has_workbook }: DeckMember): Reason | undefined {
  const own = text.is === 'alt text' ? leftOutOfDescription(unit.text) : leftOutOfText(unit.text)
  if (own) return own
  if (unit.left_out) return unit.left_out
  // What a chart keeps of its cells is written anew from them as soon as somebody opens its data.
  if (text.formula !== undefined && has_workbook) return 'referred_to'
  return left_out ?? (text.shape.hidden ? 'hidden' : undefined)
}
