import { describe, expect, it } from 'vitest'
import { joinedDrawn } from '../../../../src/formats/bytes/drawing/drawn.ts'
import {
  type DrawnText,
  type DrawnUnit,
  drawnReadsAs,
  editsOfDrawn,
  unitsOfDrawn,
} from '../../../../src/formats/bytes/drawing/index.ts'
import { DrawingReading } from '../../../../src/formats/bytes/drawing/reading.ts'
import { readXml } from '../../../../src/formats/bytes/xml/index.ts'
import { opened } from '../../files.ts'

const run = (text: string, properties = ''): string => `<a:r>${properties}<a:t>${text}</a:t></a:r>`
const paragraph = (...inside: readonly string[]): string => `<a:p>${inside.join('')}</a:p>`
const shape = (inside: string, about = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Box"/><p:nvPr>${about}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${inside}</p:txBody></p:sp>`

async function textsOf(inside: string): Promise<DrawnText[]> {
  const reading = new DrawingReading('s.xml')
  const texts: DrawnText[] = []
  for await (const piece of readXml(opened(`<x>${inside}</x>`)())) texts.push(...reading.take(piece))
  return texts
}

const unitsOf = (texts: readonly DrawnText[]): DrawnUnit[] => texts.flatMap(text => [...unitsOfDrawn(text, 'x:/s.xml')])
const saidIn = async (inside: string): Promise<string[]> => unitsOf(await textsOf(inside)).map(({ text }) => text)

/** What is in the root with one translation. */
async function written(inside: string, translation: string, language = 'de'): Promise<string> {
  const bytes = Buffer.from(`<x>${inside}</x>`)
  const edits = unitsOf(await textsOf(inside)).flatMap(unit => editsOfDrawn(unit, translation, { language }))
  let made = bytes
  for (const { start, end, bytes: by } of [...edits].sort(
    (one, other) => other.start - one.start || other.end - one.end,
  ))
    made = Buffer.concat([made.subarray(0, start), Buffer.from(by), made.subarray(end)])
  return made.toString().slice('<x>'.length, -'</x>'.length)
}

describe('a paragraph of a drawing', () => {
  it.each<[string, string, string[]]>([
    ['of runs in one look', paragraph(run('One ', '<a:rPr lang="en-US" dirty="0"/>'), run('two')), ['One two']],
    ['with a run in another look', paragraph(run('One '), run('two', '<a:rPr b="1"/>')), ['One <g1>two</g1>']],
    ['with a break', paragraph(run('One'), '<a:br><a:rPr/></a:br>', run('two')), ['One<x1/>two']],
    ['with the number of a slide', paragraph(run('Page '), '<a:fld type="slidenum"><a:t>3</a:t></a:fld>'), ['Page']],
    ['with a date', paragraph('<a:fld type="datetime1"><a:rPr/><a:t>3 May</a:t></a:fld>'), ['3 May']],
    ['with nothing in it', `<a:p/>${paragraph('<a:endParaRPr/>')}`, []],
    ['with references', paragraph(run('A &amp; B')), ['A & B']],
  ])('%s', async (_, inside, texts) => expect(await saidIn(inside)).toEqual(texts))

  it('that is computed stays, and is said', async () => {
    const [unit] = unitsOf(await textsOf(paragraph('<a:fld type="datetime1"><a:t>3 May</a:t></a:fld>')))
    expect(unit).toMatchObject({ path: 'x:/s.xml#p1/field1', left_out: 'computed', drawn: [] })
  })

  it('is counted with those that are empty, and known with its shape and its cell', async () => {
    const cell = `<a:tbl><a:tr><a:tc>${paragraph(run('A'))}</a:tc><a:tc>${paragraph(run('B'))}</a:tc></a:tr></a:tbl>`
    const texts = await textsOf(`<a:p/>${shape(paragraph(run('T')), '<p:ph type="title"/>')}${cell}`)
    expect(texts.map(text => [text.anchor, text.shape.placeholder, text.cell])).toEqual([
      ['p2', 'title', undefined],
      ['p3', undefined, { row: 1, column: 1 }],
      ['p4', undefined, { row: 1, column: 2 }],
    ])
  })

  it('is hidden with the group that it is in', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g" hidden="1"/></p:nvGrpSpPr>${shape(paragraph(run('A')))}</p:grpSp>`
    const [inside, outside] = await textsOf(group + shape(paragraph(run('B'))))
    expect([inside?.shape.hidden, outside?.shape.hidden]).toEqual([true, false])
  })
})

describe('texts that are no paragraphs', () => {
  it('are descriptions of pictures, not their names', async () => {
    const texts = await textsOf('<p:pic><p:cNvPr id="1" name="Picture 1" descr="A red fox" title=""/></p:pic>')
    expect(texts.map(({ is, anchor, said }) => [is, anchor, said])).toEqual([['alt text', 'alt1', 'A red fox']])
  })

  it('are what a chart keeps of cells, with the cells, and what is written into it', async () => {
    const cached =
      '<c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:pt idx="0"><c:v>East</c:v></c:pt></c:strCache></c:strRef>'
    const numbers =
      '<c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache><c:pt idx="0"><c:v>5</c:v></c:pt></c:numCache></c:numRef>'
    const texts = await textsOf(`<c:cat>${cached}</c:cat>${numbers}<c:tx><c:v>Sales</c:v></c:tx>`)
    expect(texts.map(({ is, said, formula }) => [is, said, formula])).toEqual([
      ['cached', 'East', 'Sheet1!$A$2'],
      ['cached', 'Sales', undefined],
    ])
  })
})

describe('what a file says twice', () => {
  const both = (one: string, other: string): string =>
    `<mc:AlternateContent><mc:Choice>${one}</mc:Choice><mc:Fallback>${other}</mc:Fallback></mc:AlternateContent>`

  it('for other programs is one text, translated alike', async () => {
    const inside = both(shape(paragraph(run('One'))), shape(paragraph(run('One')) + paragraph(run('Two'))))
    expect(await saidIn(inside)).toEqual(['One', 'Two'])
    expect((await written(inside, 'Eins')).match(/Eins/g)).toHaveLength(3)
  })

  it('in another formatting is a text of its own', async () => {
    const inside = both(paragraph(run('One two')), paragraph(run('One '), run('two', '<a:rPr b="1"/>')))
    expect(unitsOf(await textsOf(inside)).map(({ path, text }) => [path, text])).toEqual([
      ['x:/s.xml#p1', 'One two'],
      ['x:/s.xml#p1/other1', 'One <g1>two</g1>'],
    ])
  })

  it('in another member is one text, as often as it is said', async () => {
    const [model, picture] = [
      await textsOf(paragraph(run('A')).repeat(2)),
      await textsOf(paragraph(run('A')).repeat(3)),
    ]
    expect(joinedDrawn(model, picture).map(({ places }) => places.length)).toEqual([2, 2, 1])
  })
})

describe('a translation', () => {
  it.each<[string, string, string, string, string]>([
    [
      'of a run without formatting',
      paragraph(run('One')),
      'Eins',
      'de',
      paragraph(run('Eins', '<a:rPr lang="de-DE"/>')),
    ],
    [
      'of a run with its language',
      paragraph(run('One', '<a:rPr lang="en-US" b="1"><a:latin typeface="x"/></a:rPr>')),
      '一',
      'ja',
      paragraph(run('一', '<a:rPr lang="ja-JP" b="1"><a:latin typeface="x"/></a:rPr>')),
    ],
    [
      'from right to left',
      paragraph('<a:pPr algn="l" lvl="1"/>', run('One')),
      'واحد',
      'ar',
      paragraph('<a:pPr rtl="1" algn="r" lvl="1"/>', run('واحد', '<a:rPr lang="ar-SA"/>')),
    ],
    [
      'from right to left, of what has no properties',
      paragraph(run('One')),
      'אחת',
      'he',
      paragraph('<a:pPr algn="r" rtl="1"/>', run('אחת', '<a:rPr lang="he-IL"/>')),
    ],
    [
      'from left to right, of what was not',
      paragraph('<a:pPr algn="r" rtl="1"/>', run('واحد')),
      'One',
      'en',
      paragraph('<a:pPr algn="l" rtl="0"/>', run('One', '<a:rPr lang="en-US"/>')),
    ],
    [
      'that is centred stays so',
      paragraph('<a:pPr algn="ctr"></a:pPr>', run('One')),
      'אחת',
      'he',
      paragraph('<a:pPr rtl="1" algn="ctr"></a:pPr>', run('אחת', '<a:rPr lang="he-IL"/>')),
    ],
    [
      'of a description',
      '<p:cNvPr id="1" descr="A fox"/>',
      'Ein "Fuchs"',
      'de',
      '<p:cNvPr id="1" descr="Ein &quot;Fuchs&quot;"/>',
    ],
    [
      'of what is written into a chart',
      '<c:tx><c:v>A</c:v></c:tx>',
      'B & C',
      'de',
      '<c:tx><c:v>B &amp; C</c:v></c:tx>',
    ],
    ['with a character that XML has not', paragraph(run('One')), '\u0001', 'de', paragraph(run('One'))],
    ['that is the source', paragraph(run('One')), 'One', 'ar', paragraph(run('One'))],
  ])('%s', async (_, inside, translation, language, made) =>
    expect(await written(inside, translation, language)).toBe(made),
  )

  it('reads back as it is written, with what looks the same as one', async () => {
    const bold = '<a:rPr b="1"/>'
    const inside = paragraph(run('One and more '), run('two', bold), run(' three and '), run('four', bold))
    const [unit] = unitsOf(await textsOf(inside))
    const said = 'Eins <g1>zwei</g1><g1>!</g1>'
    expect(unit && drawnReadsAs(unit, said)).toBe('Eins <g1>zwei!</g1>')
  })
})
