import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { pptx } from '../../../src/formats/pptx/pptx.ts'
import type { Made } from '../bytes/zip/zips.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { box, deckOf, line, relations, root, slide } from './decks.ts'

const GERMAN = { language: 'de' }
const read = async (deck: Buffer) => await unitsOf(pptx, opened(deck))
const textsOf = async (deck: Buffer) => (await read(deck)).map(({ text }) => text)

/** Members of the deck with translations, and what its verification finds. */
async function written(
  deck: Buffer,
  translate: TranslateUnit,
): Promise<{ at(name: string): Promise<string>; found: unknown[] }> {
  const result = await bytesOf(rewrite(pptx, opened(deck), translate, GERMAN))
  const found = await verify(pptx, opened(deck), opened(result), translate, GERMAN)
  const archive = await openZip(opened(result)())
  return { found, at: async name => (await bytesOf(archive.content(name))).toString() }
}

const marked: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `de ${text}`)

describe('slides', () => {
  it('come in the order of the presentation, with their titles', async () => {
    const two = [
      slide(box(line('Box here')) + box(line('First title'), 'title')),
      slide(box(line('Second body'), 'body') + box(line('Copyright us'), 'ftr')),
    ]
    expect((await read(deckOf(two, [], [2, 1]))).map(unit => [unit.path, unit.part, unit.kind, unit.ordinal])).toEqual([
      ['pptx:/ppt/slides/slide2.xml#p1', 'Slide 1', 'paragraph', 1],
      ['pptx:/ppt/slides/slide2.xml#p2', 'Slide 1', 'header', 1],
      ['pptx:/ppt/slides/slide1.xml#p1', 'Slide 2: First title', 'text box', 2],
      ['pptx:/ppt/slides/slide1.xml#p2', 'Slide 2: First title', 'heading', 2],
    ])
  })

  it('that are named twice, missing, or not named are read once, or not', async () => {
    const deck = deckOf([slide(box(line('One here'))), slide(box(line('Two here')))], [], [1, 7, 1])
    expect(await textsOf(deck)).toEqual(['One here'])
    expect((await read(deckOf([slide(box(line('A b')))], [], [7, 1])))[0]?.ordinal).toBe(2)
  })

  it('that are hidden stay, with all that hangs on them', async () => {
    expect((await read(deckOf([slide(box(line('One here')), 'show="0"')])))[0]?.left_out).toBe('hidden')
  })

  it('have tables, whose cells are known by their numbers', async () => {
    const table = `<p:graphicFrame><a:tbl><a:tr><a:tc>${line('One cell')}</a:tc><a:tc>${line('42')}</a:tc></a:tr></a:tbl></p:graphicFrame>`
    expect(await read(deckOf([slide(table)]))).toMatchObject([
      { kind: 'table', context: { kind: 'cell', row: '1', column: '1' } },
      { kind: 'table', left_out: 'number', context: { column: '2' } },
    ])
  })
})

describe('what hangs on a slide', () => {
  const part = (name: string, content: string): Made => ({ name, content })
  const chart = root(
    'c:chartSpace',
    `<c:title>${line('Sales here')}</c:title><c:strRef><c:f>A1</c:f><c:strCache><c:pt><c:v>East side</c:v></c:pt></c:strCache></c:strRef>`,
  )
  const withChart = (...more: readonly Made[]): Buffer =>
    deckOf(
      [slide(box(line('One here')))],
      [
        relations('ppt/slides/slide1.xml', ['chart', '../charts/chart1.xml']),
        part('ppt/charts/chart1.xml', chart),
        ...more,
      ],
    )

  it('is a chart: what it keeps of its cells stays as they do, and is said', async () => {
    const workbook = [
      relations('ppt/charts/chart1.xml', ['package', '../embeddings/a.xlsx']),
      part('ppt/embeddings/a.xlsx', 'x'),
    ]
    expect((await read(withChart(...workbook))).map(({ text, kind, left_out }) => [text, kind, left_out])).toEqual([
      ['One here', 'text box', undefined],
      ['Sales here', 'chart', undefined],
      ['East side', 'chart', 'referred_to'],
    ])
  })

  it('is a chart without cells, all of which is translated', async () => {
    const { at, found } = await written(withChart(), marked)
    expect(await at('ppt/charts/chart1.xml')).toContain('<c:v>de East side</c:v>')
    expect(found).toEqual([])
  })

  it('is a diagram, which says the same in its picture', async () => {
    const model = root('dgm:dataModel', `<dgm:pt><dgm:t>${line('One step')}${line('Two steps')}</dgm:t></dgm:pt>`)
    const picture = root(
      'dsp:drawing',
      `<dsp:sp>${line('Two steps', '<a:rPr kern="1200"/>')}</dsp:sp><dsp:sp>${line('One step')}</dsp:sp>`,
    )
    const deck = deckOf(
      [slide('')],
      [
        relations('ppt/slides/slide1.xml', ['diagramData', '../d/data1.xml'], ['diagramDrawing', '../d/drawing1.xml']),
        part('ppt/d/data1.xml', model),
        part('ppt/d/drawing1.xml', picture),
      ],
    )
    expect(await textsOf(deck)).toEqual(['One step', 'Two steps'])
    expect((await written(deck, () => 'de')).found).toEqual([])
    const { at, found } = await written(deck, marked)
    expect(await at('ppt/d/data1.xml')).toMatch(/de One step.*de Two steps/)
    expect(await at('ppt/d/drawing1.xml')).toMatch(/kern="1200"\/><a:t>de Two steps.*de One step/)
    expect(found).toEqual([])
  })

  it('are notes behind what is on it, and comments and masters that wait to be asked for', async () => {
    const notes = root('p:notes', box(line('Say this')) + box(line('Say that'), 'body'))
    const comments = root('p:cmLst', '<p:cm><p:text>Is it so?</p:text></p:cm>')
    const deck = deckOf(
      [slide(box(line('Title here'), 'title'))],
      [
        relations('ppt/slides/slide1.xml', ['comments', '../c.xml'], ['notesSlide', '../n.xml']),
        part('ppt/n.xml', notes),
        part('ppt/c.xml', comments),
      ],
    )
    expect((await read(deck)).map(({ text, part, kind, left_out }) => [text, part, kind, left_out])).toEqual([
      ['Title here', 'Slide 1: Title here', 'heading', undefined],
      ['Say this', 'Slide 1: Title here', 'speaker note', undefined],
      ['Say that', 'Slide 1: Title here', 'speaker note', undefined],
      ['Is it so?', 'Slide 1: Title here', 'comment', 'on_request'],
    ])
  })
})

describe('a translation', () => {
  it('stands in all its places, and the same bytes where nothing is translated [RES-2]', async () => {
    const deck = deckOf([slide(box(line('One here')) + box(line('One here'), 'title'))])
    expect((await bytesOf(rewrite(pptx, opened(deck), ({ text }) => text, GERMAN))).equals(deck)).toBe(true)
    const { at, found } = await written(deck, marked)
    expect((await at('ppt/slides/slide1.xml')).match(/<a:rPr lang="de-DE"\/><a:t>de One here/g)).toHaveLength(2)
    expect(found).toEqual([])
  })

  it('has about the room that its box has, unless the box or the text follows it', async () => {
    const size = '<a:xfrm><a:ext cx="1270000" cy="254000"/></a:xfrm>'
    const inside = box(line('Forty letters are more than this box has'), '', size)
    const fitted = inside.replace('<a:bodyPr/>', '<a:bodyPr><a:normAutofit/></a:bodyPr>')
    expect((await read(deckOf([slide(inside + fitted + box(line('No size')))]))).map(({ room }) => room)).toEqual([
      52,
      undefined,
      undefined,
    ])
  })
})

it.each([
  ['with a document type', deckOf([`<!DOCTYPE x><p:sld xmlns:p="p"/>`]), 'malformed'],
  ['that is no XML', deckOf(['<p:sld']), 'malformed'],
  [
    'nested deeper than anybody does',
    deckOf([slide('<p:grpSp>'.repeat(2000) + '</p:grpSp>'.repeat(2000))]),
    'too_deep',
  ],
])('a slide %s is refused in words [LIM-5]', async (_, deck, code) => {
  await expect(read(deck)).rejects.toMatchObject({ code })
})
