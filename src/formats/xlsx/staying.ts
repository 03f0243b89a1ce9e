/** What a workbook shows and is no text of ours: what pivot tables and what chooses rows are called, forms, formats of numbers, other files. */
import { EMBEDDED_FILES, embeddedIn, type OfficeFile, readMember, relatedTo } from '../bytes/parts/index.ts'
import { attributesOf, localName, textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import type { SheetUnit } from './unit.ts'
import type { Workbook } from './workbook.ts'

type Found = Omit<SheetUnit, 'index'>

/** By the type of the relation: what people call it, and which attributes are shown. That of an element: `dataField name`. */
const SHOWN = [
  { relation: 'slicer', part: 'slicers', attributes: ['caption'] },
  { relation: 'timeline', part: 'timelines', attributes: ['caption'] },
  {
    relation: 'pivotTable',
    part: 'pivot tables',
    attributes: [
      ...['dataCaption', 'rowHeaderCaption', 'colHeaderCaption', 'grandTotalCaption', 'errorCaption', 'missingCaption'],
      ...['dataField name', 'pivotField name', 'pivotField subtotalCaption', 'item n', 'altText', 'altTextSummary'],
    ],
  },
  { relation: 'table', part: 'tables', attributes: ['altText', 'altTextSummary'] },
] as const

/** `readings`: how words are read that stand in cells, in the file that a result was made from. */
export async function* stayingIn(
  { file, sheets, chart_sheets }: Workbook,
  readings: readonly string[],
): AsyncGenerator<readonly Found[]> {
  const members = [...sheets, ...chart_sheets].map(({ member }) => member)
  for (const from of members) {
    for (const { relation, part, attributes } of SHOWN) {
      for (const member of await relatedTo(file, from, relation)) {
        yield stays(part, member, await captionsIn(file, member, new Set(attributes)))
      }
    }
    for (const member of await relatedTo(file, from, 'vmlDrawing'))
      yield stays('forms', member, await labelsIn(file, member))
  }
  for (const member of await relatedTo(file, file.main, 'styles'))
    yield stays('number formats', member, await wordsOfNumbers(file, member))
  if (readings.length > 0)
    yield [{ ...NOWHERE, path: 'xlsx:/readings', part: 'readings', text: readings.join('\n'), left_out: 'reading' }]
  const files = [...(await embeddedIn(file, members))]
  yield files.flatMap(member => stays(EMBEDDED_FILES, member, [member]))
}

const NOWHERE = { start: 0, end: 0, charset: 'utf-8' } as const

function stays(part: string, member: string, texts: readonly string[]): Found[] {
  const said = [...new Set(texts)].join('\n')
  return said === '' ? [] : [{ ...NOWHERE, path: `xlsx:/${member}`, part, member, text: said, left_out: 'not_taken' }]
}

async function* tagsOf({ archive }: OfficeFile, member: string): AsyncGenerator<XmlTag> {
  for await (const { nodes } of readMember(archive, member))
    for (const node of nodes) if (node.kind === 'open') yield node
}

const LETTER = /\p{L}/u

async function captionsIn(file: OfficeFile, member: string, names: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  for await (const tag of tagsOf(file, member)) {
    for (const [name, { value }] of attributesOf(tag)) {
      const isShown = names.has(name) || names.has(`${localName(tag.name)} ${name}`)
      if (isShown && LETTER.test(value)) found.push(value.trim())
    }
  }
  return found
}

/** Labels of buttons and boxes, which older forms have in a drawing of their own. Notes of comments are there, too, without their texts. */
async function labelsIn({ archive }: OfficeFile, member: string): Promise<string[]> {
  const found: string[] = []
  let box = 0
  for await (const { nodes } of readMember(archive, member)) {
    for (const node of nodes) {
      const isBox = (node.kind === 'open' || node.kind === 'close') && localName(node.name) === 'textbox'
      if (isBox && node.kind === 'open' && !node.empty) box += 1
      else if (isBox && node.kind === 'close') box -= 1
      else if (box > 0 && node.kind === 'text' && LETTER.test(node.raw)) found.push(textOfNode(node).trim())
    }
  }
  return found
}

/** In quotes, a format has words that stand beside a number. */
const QUOTED = /"([^"]*\p{L}{2}[^"]*)"/gu

async function wordsOfNumbers(file: OfficeFile, member: string): Promise<string[]> {
  const found: string[] = []
  for await (const tag of tagsOf(file, member)) {
    if (localName(tag.name) !== 'numFmt') continue
    const format = attributesOf(tag).get('formatCode')?.value ?? ''
    for (const [, word = ''] of format.matchAll(QUOTED)) found.push(word.trim())
  }
  return found
}
