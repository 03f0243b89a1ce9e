import { describe, expect, it } from 'vitest'
import { type Around, boxOf, type Edge } from '../../../../src/formats/pdf/pages/box.ts'
import type { Paragraph } from '../../../../src/formats/pdf/paragraphs.ts'
import type { TextLine } from '../../../../src/formats/pdf/text-line.ts'

const PAGE = { width: 600, height: 800 }

/** A line of a page, from one side to the other, with its base line. */
function line(left: number, right: number, y: number, size = 10, turned = 0): TextLine {
  const piece = { text: 'text', x: left, y, width: right - left, size, font: 'F1', from_right: false, turned }
  return { text: 'text', left, right, y, size, pieces: [piece] }
}

function paragraph(lines: readonly TextLine[], more: Partial<Paragraph> = {}): Paragraph {
  const [first, last] = [lines[0]?.y ?? 0, lines.at(-1)?.y ?? 0]
  return { text: 'text', size: 10, top: first - 8, bottom: last, is_list: false, is_cell: false, lines, ...more }
}

/** The place of a paragraph of these lines, among others and edges. */
function placed(lines: readonly TextLine[], others: readonly TextLine[] = [], edges: readonly Edge[] = [], more = {}) {
  const around: Around = { lines: [...lines, ...others], edges, ...PAGE }
  return boxOf(paragraph(lines, more), around)
}

const MARGIN = line(50, 550, 700)
const upright = (x: number): Edge => ({ left: x, right: x, top: 0, bottom: 800 })
const level = (y: number): Edge => ({ left: 0, right: 600, top: y, bottom: y })

describe('the place of one line', () => {
  it('begins where it did, on the same base line, in the same size', () => {
    expect(placed([line(50, 150, 100)], [MARGIN])).toMatchObject({
      ...{ turned: 0, align: 'left', left: 50, first: 50, y: 100, size: 10, obstacles: [] },
    })
  })

  it('goes to the end of what is written on the page', () => {
    expect(placed([line(50, 150, 100)], [MARGIN])?.right).toBe(550)
    expect(placed([line(50, 150, 100)], [line(50, 500, 700)])?.right).toBe(550)
  })

  it('ends in front of what stands beside it', () => {
    expect(placed([line(50, 150, 100)], [MARGIN, line(300, 400, 100)])?.right).toBe(294)
    expect(placed([line(50, 150, 100)], [MARGIN, line(300, 400, 130)])?.right).toBe(550)
  })

  it('ends in front of an upright line of a table', () => {
    expect(placed([line(50, 150, 100)], [MARGIN], [upright(200)])?.right).toBe(197.5)
    expect(placed([line(50, 150, 100)], [MARGIN], [{ ...upright(200), bottom: 40 }])?.right).toBe(550)
  })

  it('is never narrower than its source', () => {
    expect(placed([line(50, 150, 100)], [MARGIN, line(151, 400, 100)])).toMatchObject({ left: 50, right: 150 })
    expect(placed([line(50, 150, 100)], [MARGIN], [upright(150.5)])).toMatchObject({ left: 50, right: 150 })
  })

  it('is around its middle where that is the middle of the page', () => {
    expect(placed([line(250, 350, 100)], [MARGIN])).toMatchObject({ align: 'centre', left: 50, right: 550 })
    expect(placed([line(250, 350, 100)], [MARGIN, line(400, 500, 100)])).toMatchObject({ left: 206, right: 394 })
  })

  it('is around its middle where that is the middle of a cell', () => {
    expect(placed([line(140, 160, 100)], [MARGIN], [upright(100), upright(200)])).toMatchObject({
      align: 'centre',
      left: 102.5,
      right: 197.5,
    })
    expect(placed([line(104, 160, 100)], [MARGIN], [upright(100), upright(200)])?.align).toBe('left')
  })

  it('ends where it did where it stood at the right end of the page', () => {
    expect(placed([line(450, 550, 100)], [MARGIN])).toMatchObject({ align: 'right', left: 50, right: 550 })
    expect(placed([line(450, 540, 100)], [MARGIN])?.align).toBe('left')
  })

  it('may have another line below, where that is free', () => {
    const box = placed([line(50, 150, 100)], [MARGIN])
    expect(box).toMatchObject({ leading: 12, lowest: 112 })
    expect(placed([line(50, 150, 100)], [line(50, 550, 113)])?.lowest).toBe(101.5)
    expect(placed([line(50, 150, 100)], [line(50, 550, 107)])?.lowest).toBe(100)
  })

  it('has none below where a line of a table is, or the page ends', () => {
    expect(placed([line(50, 150, 100)], [MARGIN], [level(105)])?.lowest).toBe(102)
    expect(placed([line(50, 150, 755)], [line(50, 550, 100)])?.lowest).toBe(760)
  })

  it('has what is below it elsewhere on the page not in its way', () => {
    expect(placed([line(50, 150, 100)], [line(300, 550, 100), line(300, 550, 112)])?.lowest).toBe(112)
  })
})

describe('the place of several lines', () => {
  const three = (sides: readonly (readonly [number, number])[]) =>
    sides.map(([left, right], at) => line(left, right, 100 + at * 12))
  const WIDE: readonly (readonly [number, number])[] = [
    [50, 300],
    [50, 300],
    [50, 200],
  ]

  it('keeps its sides and the distance of its lines', () => {
    expect(placed(three(WIDE), [MARGIN])).toMatchObject({ left: 50, right: 300, y: 100, leading: 12 })
  })

  it.each([
    ['justified', WIDE],
    [
      'left',
      [
        [50, 300],
        [50, 260],
        [50, 200],
      ],
    ],
    [
      'centre',
      [
        [50, 300],
        [75, 275],
        [100, 250],
      ],
    ],
    [
      'right',
      [
        [50, 300],
        [90, 300],
        [200, 300],
      ],
    ],
    [
      'left',
      [
        [50, 300],
        [90, 280],
        [70, 200],
      ],
    ],
  ] as const)('stands as its lines did: %s', (align, sides) => {
    expect(placed(three(sides), [MARGIN])?.align).toBe(align)
  })

  it('has an indent of the first line, or of all others', () => {
    const [first, ...rest] = WIDE
    expect(placed(three([[70, 300], ...rest]), [MARGIN])).toMatchObject({ first: 70, left: 50 })
    expect(placed(three([first ?? [50, 300], [70, 300], [70, 200]]), [MARGIN])).toMatchObject({ first: 50, left: 70 })
    expect(placed(three(WIDE), [MARGIN])).toMatchObject({ first: 50, left: 50 })
  })

  it('grows by a third of its lines, at most, and by one at least', () => {
    const lines = (many: number) => Array.from({ length: many }, (_, at) => line(50, 300, 100 + at * 12))
    expect(placed(lines(2), [MARGIN])?.lowest).toBe(124)
    expect(placed(lines(3), [MARGIN])?.lowest).toBe(136)
    expect(placed(lines(10), [MARGIN])?.lowest).toBe(244)
  })

  it('goes around what stands in it', () => {
    const box = placed(three(WIDE), [MARGIN, line(200, 210, 112, 5)])
    expect(box?.obstacles).toEqual([{ left: 200, right: 210, top: 108.5, bottom: 112.5 }])
  })
})

describe('a text that is turned', () => {
  it('has its place on a page turned back, and is never taken for one in the middle', () => {
    const own = line(250, 350, 100, 10, 90)
    expect(placed([own], [line(50, 550, 700, 10, 90)])).toMatchObject({ turned: 90, align: 'left', right: 550 })
  })

  it('goes no further than other text that is turned as far', () => {
    const own = line(50, 150, 100, 10, 90)
    expect(placed([own])).toMatchObject({ right: 150, lowest: 100 })
  })
})

describe('a paragraph without lines', () => {
  it('has no place', () => {
    expect(placed([])).toBeUndefined()
  })
})
