/** Charts and diagrams of a document, which are members of their own. */
import {
  DrawingReading,
  type DrawnBeside,
  type DrawnText,
  joinedDrawn,
  pictureOfDiagram,
  unitsOfDrawn,
} from '../bytes/drawing/index.ts'
import { type OfficeFile, readMember, relatedTo } from '../bytes/parts/index.ts'
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
    for (const { relation, part, inside } of DRAWN) {
      for (const member of await relatedTo(file, from, relation)) {
        if (read.has(member)) continue
        read.add(member)
        let texts = await textsIn(file, member)
        const picture = relation === 'diagramData' ? await pictureOfDiagram(file, from, member) : undefined
        if (picture !== undefined) texts = joinedDrawn(texts, await textsIn(file, picture))
        for (const drawn of inside === undefined ? [] : await relatedTo(file, member, inside))
          texts.push(...(await textsIn(file, drawn)))
        for (const text of texts) {
          const path = `docx:/${text.places[0]?.member ?? member}`
          for (const unit of unitsOfDrawn(text, path, known)) {
            const waits = on_request ? 'on_request' : undefined
            const kept = text.formula === undefined ? waits : 'computed'
            yield {
              ...unit,
              part,
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

async function textsIn({ archive }: OfficeFile, member: string): Promise<DrawnText[]> {
  const reading = new DrawingReading(member)
  const texts: DrawnText[] = []
  for await (const piece of readMember(archive, member)) texts.push(...reading.take(piece))
  return texts
}
