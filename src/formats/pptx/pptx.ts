/**
 * PowerPoint: slides in their order, each with its charts, diagrams, notes and comments, then masters and layouts, then the properties. A paragraph is
 * written anew from its first run with text to its last one; all else of the presentation stays byte for byte.
 */
import { type DrawnBeside, drawnReadsAs, editsOfDrawn, signOfDrawn } from '../bytes/drawing/index.ts'
import { Flattened } from '../bytes/flatten.ts'
import { type DocumentProperty, EMBEDDED_FILES, embeddedIn, openOffice, propertiesOf } from '../bytes/parts/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import { leftOutOfProperty } from '../content/left-out.ts'
import type { ByteStream, Format } from '../format.ts'
import { partsOfDeck } from './deck.ts'
import { pptxFacts } from './facts.ts'
import { hasTips, namesIn } from './names.ts'
import { type SlideUnit, unitsOfPart } from './units.ts'

export const pptx: Format<SlideUnit> = {
  ...pptxFacts,
  packaging: zipPackaging,

  scan: (source, { beside } = {}) => new Flattened(() => unitBatches(source, beside)),

  edits: editsOfDrawn,
  readsAs: drawnReadsAs,
  sign: signOfDrawn,
}

async function* unitBatches(source: ByteStream, beside: DrawnBeside | undefined): AsyncGenerator<readonly SlideUnit[]> {
  const file = await openOffice(source, 'pptx')
  let index = 0
  const slides: string[] = []
  const tipped: string[] = []
  for await (const part of partsOfDeck(file)) {
    for await (const { member, units } of unitsOfPart(file, part, beside, index)) {
      yield units
      index += units.length
      if (member.kind === 'chart') continue
      slides.push(member.member)
      // It has just been read, so it lies unpacked.
      if (await hasTips(file, member.member)) tipped.push(member.member)
    }
  }
  for await (const unit of namesIn(file, tipped)) yield [{ ...unit, index: index++ }]
  for (const member of await embeddedIn(file, slides)) yield [{ ...unitOfFile(member), index: index++ }]
  for await (const property of propertiesOf(file)) yield [{ ...unitOfProperty(property), index: index++ }]
}

function unitOfFile(member: string): Omit<SlideUnit, 'index'> {
  const at = { member, start: 0, end: 0, charset: 'utf-8', text: member } as const
  return { path: `pptx:/${member}`, part: EMBEDDED_FILES, ...at, left_out: 'not_taken', drawn: [] }
}

function unitOfProperty(property: DocumentProperty): Omit<SlideUnit, 'index'> {
  const { member, name, text, raw: like, start, end, charset } = property
  return {
    ...{ path: `pptx:/${member}#${name}`, part: `document properties: ${name}`, kind: 'metadata' },
    ...{ member, charset, start, end, text },
    left_out: leftOutOfProperty(property),
    drawn: [{ place: { member, charset, in: 'text', start, end, like } }],
  }
}
