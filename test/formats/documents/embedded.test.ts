import { describe, expect, it } from 'vitest'
import type { Made } from '../bytes/zip/zips.ts'
import { opened } from '../bytes/zip/zips.ts'
import { documentOf, paragraph, relationsXml } from '../docx/documents.ts'
import { built, bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { box, deckOf, line, relations, slide } from '../pptx/decks.ts'
import { row, workbookOf } from '../xlsx/workbooks.ts'

const FILES = [
  ['package', '../embeddings/book.xlsx'],
  ['oleObject', '../embeddings/old.bin'],
] as const
const held = (folder: string): Made[] =>
  ['book.xlsx', 'old.bin'].map(name => ({ name: `${folder}/embeddings/${name}`, content: 'its own bytes' }))
const IN_WORD = FILES.map(([type, target]) => [type, target.replace('../', '')] as const)

const DOCUMENTS: readonly (readonly [family: string, folder: string, bytes: Buffer])[] = [
  [
    'docx',
    'word',
    documentOf(paragraph('Words here'), [
      { name: 'word/_rels/document.xml.rels', content: relationsXml(...IN_WORD, ...IN_WORD) },
      ...held('word'),
    ]),
  ],
  [
    'pptx',
    'ppt',
    deckOf([slide(box(line('Words here')))], [relations('ppt/slides/slide1.xml', ...FILES), ...held('ppt')]),
  ],
  ['xlsx', 'xl', workbookOf([{ name: 'One', rows: row(1, ['Words here']), relations: FILES }], [], held('xl'))],
]
const translate: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)
const GERMAN = { language: 'de' }

describe('files of other programs in a document', () => {
  it.each(DOCUMENTS)('of %s stay, and are said each once', async (family, folder, bytes) => {
    const [format, file] = [built(family), opened(bytes)]
    const result = await bytesOf(rewrite(format, file, translate, GERMAN))
    expect(await verify(format, file, opened(result), translate, GERMAN)).toEqual([])
    const units = await unitsOf(format, opened(result))
    expect(units.find(({ left_out }) => !left_out)?.text).toBe('ä Words here')
    const files = units.filter(({ part }) => part === 'embedded files')
    expect(files.map(({ text, left_out }) => [text, left_out])).toEqual([
      [`${folder}/embeddings/book.xlsx`, 'not_taken'],
      [`${folder}/embeddings/old.bin`, 'not_taken'],
    ])
  })

  it('are none where a chart shows them: it has its numbers from there', async () => {
    const chart = relations('ppt/slides/slide1.xml', ['chart', '../charts/chart1.xml'])
    const book = relations('ppt/charts/chart1.xml', ['package', '../embeddings/book.xlsx'])
    const drawn = { name: 'ppt/charts/chart1.xml', content: '<c:chartSpace xmlns:c="c"/>' }
    const deck = deckOf([slide(box(line('Words here')))], [chart, book, drawn, ...held('ppt')])
    const units = await unitsOf(built('pptx'), opened(deck))
    expect(units.map(({ text }) => text)).toEqual(['Words here'])
  })
})

it('the titles of what chooses rows in a sheet stay, and are said', async () => {
  const slicers =
    '<slicers xmlns="s"><slicer name="A" caption="Your region"/><slicer name="B" caption="A year"/></slicers>'
  const sheet = {
    name: 'One',
    rows: row(1, ['Words here']),
    relations: [['slicer', '../slicers/slicer1.xml'] as const],
  }
  const book = workbookOf([sheet], [], [{ name: 'xl/slicers/slicer1.xml', content: slicers }])
  const units = await unitsOf(built('xlsx'), opened(book))
  expect(units.filter(({ part }) => part === 'slicers')).toMatchObject([
    { text: 'Your region\nA year', left_out: 'not_taken' },
  ])
})
