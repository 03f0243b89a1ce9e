import { describe, expect, it } from 'vitest'
import { contentOf, madePdf, missed, streamOf, textAt, writtenOver } from './made.ts'

const LINES = ['The roses of this garden are the oldest of', 'the whole village and flower until autumn']
const SOURCE = LINES.join(' ')
const LONGER = `${SOURCE} und noch viele Wörter mehr in diesem Satz dazu`

/** A paragraph of two lines, and another text right below, so that there is no room for more. */
const paragraphAt = (y: number, size = 10): string =>
  [
    ...LINES.map((line, at) => textAt(line, 50, y - at * size * 1.2, { size })),
    textAt('Closed', 50, y - size * 4, { size }),
  ].join('\n')

/** How much of their size paragraphs of two lines keep whose places are these, where the last `short` ones stay as short as they were. */
async function sharesOf(sizes: readonly number[], short: number): Promise<number[]> {
  const source = madePdf([sizes.map((size, at) => paragraphAt(760 - at * 100, size)).join('\n')])
  let met = 0
  const made = await writtenOver(source, text => {
    if (text !== SOURCE) return undefined
    met += 1
    return met <= sizes.length - short ? LONGER : SOURCE
  })
  expect(await missed(source, made)).toEqual([])
  expect(made.kept).toEqual([])
  return made.written.map(({ share }) => share)
}

describe('paragraphs of one size on a page', () => {
  it('become smaller together where most have to', async () => {
    const [first = 1, ...others] = await sharesOf([10, 10, 10, 10], 1)
    expect(first).toBeLessThan(1)
    expect(others).toEqual([first, first, first])
  })

  it('keep their size where most can', async () => {
    const [first, ...others] = await sharesOf([10, 10, 10, 10], 3)
    expect(first).toBeLessThan(1)
    expect(others).toEqual([1, 1, 1])
  })

  it.each<[string, readonly number[]]>([
    ['few', [10, 10]],
    ['of a size of its own', [10, 10, 10, 14]],
  ])('are not made smaller for others where they are %s', async (_, sizes) => {
    expect((await sharesOf(sizes, 1)).at(-1)).toBe(1)
  })

  it('are those of several lines: a single line keeps its size', async () => {
    const lines = [paragraphAt(760), paragraphAt(660), paragraphAt(560), textAt('Alone', 50, 300)]
    const made = await writtenOver(madePdf([lines.join('\n')]), text => (text === SOURCE ? LONGER : 'Allein'))
    const share = (said: string) => made.written.filter(({ text }) => text === said).map(one => one.share)
    expect(share('Allein').every(one => one === 1)).toBe(true)
    expect(share(LONGER).every(one => one < 1)).toBe(true)
  })
})

describe('a field of a form', () => {
  const NAME = 'Your name'
  const EDGE = 180
  const written = async (rect: string, subtype = 'Widget') => {
    const field = `<</Type/Annot/Subtype/${subtype}/FT/Tx/T(name)/Rect[${rect}]>>`
    const content = `${textAt(NAME, 50, 700)} ${textAt('Roses are in flower in all of this garden until late autumn', 50, 500)}`
    const source = madePdf([content], { objects: [field], page: '/Annots[4 0 R]' })
    const { written: texts } = await writtenOver(source, text =>
      text === NAME ? 'Vollständiger Name der Antragstellerin' : undefined,
    )
    const [{ lines, share } = { lines: [], share: 0 }] = texts
    return { share, right: Math.max(...lines.map(({ x, width }) => x + width)) }
  }

  it.each<[string, string]>([
    ['on its line', `${EDGE} 696 400 712`],
    ['a little above it', `${EDGE} 706 400 730`],
    ['a little below it', `${EDGE} 680 400 700`],
    ['whose corners are the other way round', `400 712 ${EDGE} 696`],
  ])('keeps a text off: %s', async (_, rect) => {
    const { right } = await written(rect)
    expect(right).toBeLessThan(EDGE)
  })

  it.each<[string, string, string]>([
    ['far above', `${EDGE} 740 400 760`, 'Widget'],
    ['on its line, which is no field', `${EDGE} 696 400 712`, 'Square'],
  ])('does not where it is %s', async (_, rect, subtype) => {
    const { right, share } = await written(rect, subtype)
    expect(right).toBeGreaterThan(EDGE)
    expect(share).toBe(1)
  })
})

describe('text whose letters cannot be read', () => {
  /** A font whose capitals from `A` to `F` are signs of no alphabet. */
  const widths = '500 '.repeat(95)
  const font = `<</Type/Font/Subtype/TrueType/BaseFont/Odd/FirstChar 32/LastChar 126/Widths[${widths}]/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/g1/g2/g3/g4/g5/g6]>>/ToUnicode 5 0 R>>`
  const objects = [
    font,
    streamOf('1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <46> <e041> endbfrange'),
  ]
  const page = '/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>'

  it.each<[string, string, readonly string[]]>([
    ['stays whole, with what can be read of it', 'The roses ABCDE flower', ['unreadable']],
    ['stays whole where it begins with it', 'ABCDE flower', ['unreadable']],
    ['may be a bullet', 'A The roses flower', []],
    ['is none where all letters are known', 'The roses flower', []],
  ])('%s', async (_, text, reasons) => {
    const odd = `BT /F2 10 Tf 50 700 Td (${text}) Tj ET`
    const source = madePdf([`${odd} ${textAt('Closed on Mondays', 50, 500)}`], { objects, page })
    const { bytes, kept, written } = await writtenOver(source, said => `${said} neu`)
    expect(kept.map(({ reason }) => reason)).toEqual(reasons)
    expect(written).toHaveLength(2 - reasons.length)
    expect((await contentOf(bytes)).includes(`(${text}) Tj`)).toBe(reasons.length > 0)
  })
})
