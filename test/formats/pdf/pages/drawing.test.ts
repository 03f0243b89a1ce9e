import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import type { Box } from '../../../../src/formats/pdf/pages/box.ts'
import {
  linesWritten,
  operatorsFor,
  paragraphTagged,
  type TextToDraw,
  tagFor,
} from '../../../../src/formats/pdf/pages/drawing.ts'
import { type Face, facesFor } from '../../../../src/formats/pdf/pages/faces.ts'
import type { Matrix } from '../../../../src/formats/pdf/pages/geometry.ts'
import type { TextLook } from '../../../../src/formats/pdf/pages/look.ts'
import { operationsIn } from '../../../../src/formats/pdf/pages/tokens.ts'

const LOOK: TextLook = { family: 'serif', bold: false, italic: false, colour: '#ff0080', alpha: 1 }
const NAMES = { tag: 'Tag', font: () => 'F7', alpha: (alpha: number) => `A${alpha * 10}` }
/** From the top left corner of a page of 800 points to its own places. */
const BACK: Matrix = [1, 0, 0, -1, 0, 800]
const BOX: Box = {
  ...{
    turned: 0,
    align: 'left',
    first: 50,
    left: 50,
    right: 300,
    ended: 300,
    y: 100,
    lowest: 112,
    leading: 12,
    size: 10,
  },
  obstacles: [],
}
const LINE = { text: 'one two', x: 50, y: 100, width: 40, gap: 0 }

async function faceOf(look: Partial<TextLook> = {}, text = 'one two'): Promise<Face> {
  const face = await facesFor(await PDFDocument.create())({ ...LOOK, ...look }, text)
  if (face === undefined) throw new Error('there is a face for it')
  return face
}

async function drawn(more: Partial<TextToDraw> = {}): Promise<string> {
  const text = { paragraph: 3, box: BOX, face: await faceOf(), look: LOOK, fitted: { size: 9, lines: [LINE] } }
  return operatorsFor({ ...text, ...more }, BACK, NAMES)
}

describe('what draws a text', () => {
  it('is marked, leaves the page as it was, and says colour, font, size and place', async () => {
    expect(await drawn()).toMatch(
      /^\/Tag3 BMC q 1 0 0\.502 rg BT \/F7 9 Tf 1 0 0 1 50 700 Tm \[<[\dA-F]+>\] TJ ET Q EMC$/,
    )
  })

  it('can be read as operators', async () => {
    const names = [...operationsIn(await drawn())].map(({ name }) => name)
    expect(names).toEqual(['BMC', 'q', 'rg', 'BT', 'Tf', 'Tm', 'TJ', 'ET', 'Q', 'EMC'])
  })

  it('lets through what the source did', async () => {
    expect(await drawn({ look: { ...LOOK, alpha: 0.5 } })).toContain('q /A5 gs 1 0 0.502 rg')
  })

  it('has a place for each line', async () => {
    const lines = [LINE, { ...LINE, x: 60, y: 112 }]
    expect(
      [...(await drawn({ fitted: { size: 9, lines } })).matchAll(/1 0 0 1 (\d+ \d+) Tm/g)].map(([, at]) => at),
    ).toEqual(['50 700', '60 688'])
  })

  it('changes the font where a part of the text needs another', async () => {
    const face = await faceOf({}, 'one ► two')
    const shown = await drawn({ face, fitted: { size: 9, lines: [{ ...LINE, text: 'one ► two' }] } })
    expect([...operationsIn(shown)].map(({ name }) => name).join(' ')).toMatch(/BT Tf Tm TJ Tf TJ Tf TJ ET/)
  })

  it('widens the blanks of a line that ends at an edge', async () => {
    expect(await drawn({ fitted: { size: 10, lines: [{ ...LINE, gap: 5 }] } })).toMatch(
      /\[<[\dA-F]+> -500 <[\dA-F]+>\] TJ/,
    )
  })

  it.each([
    [90, '0 -1 1 0 '],
    [180, '-1 0 0 -1 '],
    [270, '0 1 -1 0 '],
  ])('is turned as the source was: %i', async (turned, matrix) => {
    expect(await drawn({ box: { ...BOX, turned } })).toContain(matrix)
  })

  it('is known again by its lines', async () => {
    const text = { paragraph: 0, box: { ...BOX, turned: 90 }, face: await faceOf(), look: LOOK }
    expect(linesWritten({ ...text, fitted: { size: 9, lines: [LINE] } })).toEqual([
      { text: 'one two', x: 50, y: 100, width: 40, turned: 90 },
    ])
  })
})

describe('the tag of what is drawn', () => {
  it('follows from the file that is written over, and from nothing else', () => {
    expect(tagFor(Buffer.from('a'))).toMatch(/^Text[\da-f]{12}At$/)
    expect(tagFor(Buffer.from('a'))).toBe(tagFor(new Uint8Array([97])))
    expect(tagFor(Buffer.from('a'))).not.toBe(tagFor(Buffer.from('b')))
  })

  it('names a paragraph', () => {
    expect(paragraphTagged(['P', 'Tag12'], 'Tag')).toBe(12)
    expect(paragraphTagged(['Tag0'], 'Tag')).toBe(0)
    expect(paragraphTagged(['P', 'Other12'], 'Tag')).toBeUndefined()
    expect(paragraphTagged([], 'Tag')).toBeUndefined()
  })
})

describe('the face of a text', () => {
  it.each([
    ['Times-Roman', { family: 'serif' }, 'Die Rosen blühen'],
    ['Times-Bold', { family: 'serif', bold: true }, 'Rosen'],
    ['Times-BoldItalic', { family: 'serif', bold: true, italic: true }, 'Rosen'],
    ['Courier', { family: 'mono' }, 'Rosen'],
    ['Courier-Oblique', { family: 'mono', italic: true }, 'Rosen'],
    ['LiberationSans', { family: 'sans' }, 'Rosen'],
    ['LiberationSans-Bold', { family: 'sans', bold: true }, 'Rosen'],
    ['LiberationSans-Italic', { family: 'sans', italic: true }, 'Rosen'],
    ['LiberationSans-BoldItalic', { family: 'sans', bold: true, italic: true }, 'Rosen'],
    ['LiberationSans', { family: 'serif' }, 'Розы цветут'],
    ['LiberationSans-Bold', { family: 'mono', bold: true }, 'Różę'],
  ] as const)('is like that of its source, in letters that it has: %s', async (name, look, text) => {
    expect((await faceOf(look, text)).font.name).toMatch(new RegExp(`^${name}(?:-|$)`))
  })

  const runs = async (look: Partial<TextLook>, text: string, texts: readonly string[] = []) => {
    const face = await facesFor(await PDFDocument.create(), texts)({ ...LOOK, ...look }, text)
    return face?.runsOf(text).map(({ font, text: own }) => `${font.name.replace(/-\d+$/, '')}: ${own}`)
  }

  it('has serifs but for the words that need another font', async () => {
    expect(await runs({}, 'The music of Antonín Dvořák is played today')).toEqual([
      'Times-Roman: The music of Antonín ',
      'LiberationSans: Dvořák',
      'Times-Roman:  is played today',
    ])
  })

  it('has serifs but for signs that other fonts have, one by one', async () => {
    expect(await runs({}, 'a≤b ► c')).toEqual([
      'Times-Roman: a',
      'LiberationSans: ≤',
      'Times-Roman: b ',
      'LiberationSans: ►',
      'Times-Roman:  c',
    ])
    expect(await runs({ family: 'sans' }, '✓ for all ∀x')).toEqual([
      'ZapfDingbats: ✓',
      'LiberationSans:  for all ',
      'Symbol: ∀',
      'LiberationSans: x',
    ])
  })

  it('has none where many words of a text, or of a file, need the other font', async () => {
    expect(await runs({}, 'Zażółć gęślą jaźń tu')).toEqual(['LiberationSans: Zażółć gęślą jaźń tu'])
    expect(await runs({}, 'Raport', ['Raport', 'Zażółć gęślą jaźń tu'])).toEqual(['LiberationSans: Raport'])
  })

  it('measures each part in its own font', async () => {
    const face = await facesFor(await PDFDocument.create())(LOOK, 'a ► b')
    const [times, sans] = [await faceOf(), await faceOf({ family: 'sans' }, '►')]
    expect(face?.widthOf('a ► b')).toBeCloseTo(times.widthOf('a  b') + sans.widthOf('►'))
  })

  it('is none where no font has all letters', async () => {
    const face = facesFor(await PDFDocument.create())
    expect(await face(LOOK, '薔薇')).toBeUndefined()
    expect(await face({ ...LOOK, family: 'sans' }, 'ỗ')).toBeUndefined()
  })

  it('is put into a file once', async () => {
    const face = facesFor(await PDFDocument.create())
    const [one, other] = await Promise.all([face(LOOK, 'one'), face(LOOK, 'two')])
    expect(one).toBe(other)
    expect(await face({ ...LOOK, bold: true }, 'one')).not.toBe(one)
  })

  it('measures a text letter by letter', async () => {
    const face = await faceOf({ family: 'sans' })
    expect(face.widthOf('AV')).toBeCloseTo(face.widthOf('A') + face.widthOf('V'))
    expect(face.widthOf('i')).toBeCloseTo(0.222, 2)
    expect(face.widthOf('')).toBe(0)
  })
})
