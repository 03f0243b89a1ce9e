/** Charts and diagrams of a document, which are members of their own. */
import {
  type DrawnBeside,
  type DrawnText,
  drawnAlike,
  drawnTexts,
  pictureOfDiagram,
  unitsOfDrawn,
} from '../bytes/drawing/index.ts'
import { type OfficeFile, relatedTo } from '../bytes/parts/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { Beside, NewUnit, WordStory } from './story.ts'

/** By the type of a relation: what it is to people, and what its member leads to that belongs to it or repeats it. */
const DRAWN = [
  { relation: 'chart', part: 'charts', inside: 'chartUserShapes' },
  { relation: 'chartEx', part: 'charts', inside: 'chartUserShapes' },
  { relation: 'diagramData', part: 'diagrams', inside: undefined },
] as const

/** What the charts and diagrams of some members say. What a chart keeps of a workbook is computed from that. */
export async function* drawnIn(
  file: OfficeFile,
  stories: readonly WordStory[],
  beside: Beside | undefined,
): AsyncGenerator<NewUnit> {
  const known: DrawnBeside = path => {
    const places = beside?.(path)?.places
    return places?.in === 'drawing' ? places.unit : undefined
  }
  const read = new Set<string>()
  for (const { member: from, on_request } of stories) {
    const waits = on_request ? 'on_request' : undefined
    for (const drawing of DRAWN) {
      for (const member of await relatedTo(file, from, drawing.relation)) {
        if (read.has(member)) continue
        read.add(member)
        const pathOf = ({ places: [first] }: DrawnText): string => `docx:/${first?.member ?? member}`
        const texts = await textsOfDrawing(file, from, member, drawing, beside !== undefined)
        for (const text of beside ? drawnAlike(texts, pathOf, known) : texts) {
          for (const unit of unitsOfDrawn(text, pathOf(text), known)) {
            const kept = text.formula === undefined ? waits : 'computed'
            yield {
              ...unit,
              part: drawing.part,
              kind: text.is === 'alt text' ? 'alt text' : 'chart',
              left_out: unit.left_out ?? leftOutOfText(unit.text) ?? kept,
              places: { in: 'drawing', unit },
            }
          }
        }
      }
    }
  }
}

/** With those of its picture, and of what is drawn in it. */
async function textsOfDrawing(
  file: OfficeFile,
  from: string,
  member: string,
  { relation, inside }: (typeof DRAWN)[number],
  apart: boolean,
): Promise<readonly DrawnText[]> {
  const twin = relation === 'diagramData' ? await pictureOfDiagram(file, from, member) : undefined
  const texts = await drawnTexts(file, member, { twin, apart })
  for (const drawn of inside === undefined ? [] : await relatedTo(file, member, inside)) {
    texts.push(...(await drawnTexts(file, drawn, { apart })))
  }
  return texts
}
