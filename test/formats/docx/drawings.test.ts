import { expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph, relationsXml } from './documents.ts'

const GERMAN = { language: 'de' }
const said = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const rich = (text: string): string => `<c:tx><c:rich>${said(text)}</c:rich></c:tx>`
const cached = (text: string): string =>
  `<c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache></c:strRef></c:tx>`
const chart = (inside: string): string => `<c:chartSpace xmlns:c="c" xmlns:a="a">${inside}</c:chartSpace>`
const diagram = (root: string, ...texts: readonly string[]): string =>
  `<dgm:${root} xmlns:dgm="dgm" xmlns:a="a">${texts.map(text => `<dgm:pt><dgm:t>${said(text)}</dgm:t></dgm:pt>`).join('')}</dgm:${root}>`

const CHART = chart(
  `<c:title>${rich('Sales of a year')}</c:title><c:ser>${cached('Red wine')}</c:ser><c:title>${rich('2024')}</c:title>`,
)
const WHOLE = documentOf(paragraph('One here'), [
  {
    name: 'word/_rels/document.xml.rels',
    content: relationsXml(
      ['chart', 'charts/chart1.xml'],
      ['chart', '/word/charts/chart1.xml'],
      ['diagramData', 'diagrams/data1.xml'],
      ['diagramDrawing', 'diagrams/drawing1.xml'],
      ['header', 'header1.xml'],
    ),
  },
  { name: 'word/charts/chart1.xml', content: CHART },
  { name: 'word/charts/_rels/chart1.xml.rels', content: relationsXml(['chartUserShapes', '../drawings/d.xml']) },
  {
    name: 'word/drawings/d.xml',
    content: `<c:userShapes xmlns:c="c" xmlns:a="a">${said('A label on it')}</c:userShapes>`,
  },
  { name: 'word/diagrams/data1.xml', content: diagram('dataModel', 'First step', 'Second step') },
  { name: 'word/diagrams/drawing1.xml', content: diagram('drawing', 'First step', 'Second step') },
  { name: 'word/header1.xml', content: `<w:hdr xmlns:w="w">${paragraph('A header')}</w:hdr>` },
  { name: 'word/_rels/header1.xml.rels', content: relationsXml(['chart', 'charts/chart2.xml']) },
  { name: 'word/charts/chart2.xml', content: chart(`<c:title>${rich('On each page')}</c:title>`) },
])

it('charts and diagrams are read behind the text, each once; what a workbook computes is said [FMT-2]', async () => {
  const units = await unitsOf(docx, opened(WHOLE))
  expect(units.map(({ text, part, kind, left_out }) => [text, part, kind, left_out])).toEqual([
    ['One here', 'main text', 'paragraph', undefined],
    ['A header', 'headers', 'header', undefined],
    ['Sales of a year', 'charts', 'chart', undefined],
    ['Red wine', 'charts', 'chart', 'computed'],
    ['2024', 'charts', 'chart', 'number'],
    ['A label on it', 'charts', 'chart', undefined],
    ['First step', 'diagrams', 'chart', undefined],
    ['Second step', 'diagrams', 'chart', undefined],
    ['On each page', 'charts', 'chart', undefined],
  ])
  expect(new Set(units.map(({ path }) => path)).size).toBe(units.length)
})

it('a diagram says the same in its data and in its picture, whatever draws it [RES-2]', async () => {
  const translate: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)
  const result = await bytesOf(rewrite(docx, opened(WHOLE), translate, GERMAN))
  expect(await verify(docx, opened(WHOLE), opened(result), translate, GERMAN)).toEqual([])
  const archive = await openZip(opened(result)())
  const texts = async (name: string): Promise<string[]> =>
    [...(await bytesOf(archive.content(name))).toString().matchAll(/<(?:a:t|c:v)>([^<]*)</g)].map(
      ([, text = '']) => text,
    )
  expect(await texts('word/diagrams/data1.xml')).toEqual(['ä First step', 'ä Second step'])
  expect(await texts('word/diagrams/drawing1.xml')).toEqual(['ä First step', 'ä Second step'])
  expect(await texts('word/charts/chart1.xml')).toEqual(['ä Sales of a year', 'Red wine', '2024'])
  expect(await texts('word/drawings/d.xml')).toEqual(['ä A label on it'])
})

it('a diagram whose picture says something else has both', async () => {
  const file = documentOf(paragraph('One here'), [
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml(['diagramData', 'data1.xml'], ['diagramDrawing', 'drawing1.xml']),
    },
    { name: 'word/data1.xml', content: diagram('dataModel', 'First step') },
    { name: 'word/drawing1.xml', content: diagram('drawing', 'Another step') },
  ])
  const units = await unitsOf(docx, opened(file))
  expect(units.map(({ text, member }) => [text, member])).toEqual([
    ['One here', 'word/document.xml'],
    ['First step', 'word/data1.xml'],
    ['Another step', 'word/drawing1.xml'],
  ])
})

it.each([
  ['of two steps one word', { 'First step': 'Schritt', 'Second step': 'Schritt' }],
  ['of each step the word of the other', { 'First step': 'Second step', 'Second step': 'First step' }],
])('a diagram that gets %s reads back, each text in its own places [RES-2]', async (_, words) => {
  const said = new Map(Object.entries(words))
  const translate: TranslateUnit = ({ text }) => said.get(text)
  const result = await bytesOf(rewrite(docx, opened(WHOLE), translate, GERMAN))
  expect(await verify(docx, opened(WHOLE), opened(result), translate, GERMAN)).toEqual([])
})

it('a text of the picture alone, in front of one that the diagram has, may become the same [RES-2]', async () => {
  const file = documentOf(paragraph('One here'), [
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml(['diagramData', 'data1.xml'], ['diagramDrawing', 'drawing1.xml']),
    },
    { name: 'word/data1.xml', content: diagram('dataModel', 'First step') },
    { name: 'word/drawing1.xml', content: diagram('drawing', 'Another step', 'First step') },
  ])
  const translate: TranslateUnit = ({ part }) => (part === 'diagrams' ? 'Schritt' : undefined)
  const result = await bytesOf(rewrite(docx, opened(file), translate, GERMAN))
  expect(await verify(docx, opened(file), opened(result), translate, GERMAN)).toEqual([])
})
