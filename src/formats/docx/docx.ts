/**
 * Word: all that a document says to its readers. A paragraph is written anew from its first run with text to its last one, in the formatting
 * that its runs have, in the language and the direction of the translation; all else of the document stays byte for byte.
 */
import { drawnReadsAs, signOfDrawn } from '../bytes/drawing/index.ts'
import { Flattened, withIndexes } from '../bytes/flatten.ts'
import { type DocumentProperty, openOffice, propertiesOf, readMember } from '../bytes/parts/index.ts'
import { readAsRuns, signOfRuns } from '../bytes/runs/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import { leftOutOfProperty } from '../content/left-out.ts'
import { HEADING_SEPARATOR } from '../content/sections.ts'
import type { ByteStream, Format, ScanOptions } from '../format.ts'
import { chunksIn } from './chunks.ts'
import { drawnIn } from './drawings.ts'
import { docxFacts } from './facts.ts'
import { numberingIn } from './numbering.ts'
import { storiesOf, stylesOf } from './stories.ts'
import { type NewUnit, WordStoryReading, type WordUnit } from './story.ts'
import { editsOfWord } from './writing.ts'

export const docx: Format<WordUnit> = {
  ...docxFacts,
  packaging: zipPackaging,

  scan: (source, { beside } = {}) => new Flattened(() => withIndexes(unitBatches(source, beside))),

  edits: (unit, translation, target) => editsOfWord(unit, translation, target),

  readsAs({ places }, translation) {
    if (places.in === 'drawing') return drawnReadsAs(places.unit, translation)
    const [line] = places.in === 'lines' ? places.lines : []
    return line ? readAsRuns(line.runs, translation) : translation.trim()
  },

  sign({ places, text }, translation) {
    if (places.in === 'drawing') return signOfDrawn(places.unit, translation)
    if (places.in !== 'lines') return translation?.trim() ?? text
    const signs = places.lines.map(({ runs }) => signOfRuns(runs, translation))
    return signs.includes(undefined) ? undefined : signs.join('\n\n')
  },
}

type Beside = ScanOptions<WordUnit>['beside']

async function* unitBatches(source: ByteStream, beside: Beside): AsyncGenerator<readonly NewUnit[]> {
  const file = await openOffice(source, 'docx')
  const styles = await stylesOf(file)
  const stories = await storiesOf(file)
  for (const story of stories) {
    const reading = new WordStoryReading(story, styles, beside)
    for await (const piece of readMember(file.archive, story.member)) yield [...reading.take(piece)]
  }
  for await (const unit of numberingIn(file)) yield [unit]
  for await (const unit of drawnIn(file, stories, beside)) yield [unit]
  for await (const unit of chunksIn(file, stories)) yield [unit]
  for await (const property of propertiesOf(file)) yield [unitOfProperty(property)]
}

function unitOfProperty(property: DocumentProperty): NewUnit {
  const { member, name, text, raw, start, end, charset } = property
  return {
    path: `docx:/${member}#${name}`,
    part: `document properties${HEADING_SEPARATOR}${name}`,
    kind: 'metadata',
    ...{ member, charset, start, end, text },
    left_out: leftOutOfProperty(property),
    places: { in: 'text', like: raw },
  }
}
