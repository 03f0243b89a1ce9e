import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../src/formats/pdf/document.ts'
import { samePages } from '../../../src/formats/pdf/same-pages.ts'
import { opened, unitsOf } from '../files.ts'
import { lettersOf, writtenOver } from './pages/made.ts'
import { type Placed, pdfOf } from './pages.ts'

/** Rows of a form: a label, its text, and what follows it, with the places from the left where they begin. */
function rows(texts: readonly (readonly string[])[], places: readonly number[] = [50, 64, 300]): Placed[] {
  return texts.flatMap((row, at) => row.map((text, nth) => ({ text, x: places[nth] ?? 0, y: 100 + at * 12 })))
}

const texts = async (placed: readonly Placed[]) =>
  (await readPdf(pdfOf([placed]))).pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).sort()
const FORM = [
  ['1', 'Wages and salaries'],
  ['2', 'Taxable interest'],
  ['3', 'Ordinary dividends'],
  ['b', 'Qualified dividends'],
]

describe('numbers of lines in a column of their own', () => {
  it('are no part of the texts beside them, and each row is by itself', async () => {
    expect(await texts(rows(FORM))).toEqual(FORM.flat().sort())
    expect(await texts(rows(FORM, [50, 90]))).toEqual(FORM.flat().sort())
  })

  it('stay where they are as the texts are translated, and nobody pays for them', async () => {
    const form = pdfOf([rows(FORM)])
    const units = await unitsOf(samePages, opened(form))
    expect(units.filter(({ left_out }) => left_out === undefined).map(({ text }) => text)).toEqual(
      FORM.map(([, text]) => text),
    )
    const { bytes } = await writtenOver(form, text => (/^\d?[ab]?$/.test(text) ? undefined : `${text} de`))
    const letters = await lettersOf(bytes)
    for (const place of [
      '1 50.0 100.0',
      'W 64.0 100.0',
      '2 50.0 112.0',
      'T 64.0 112.0',
      '3 50.0 124.0',
      'b 50.0 136.0',
    ])
      expect(letters).toContain(place)
  })

  it('may stand without a text, beside the amounts', async () => {
    const amounts = rows([['10'], ['11a'], ['12']], [400])
    expect(await texts([...rows(FORM), ...amounts])).toEqual([...FORM.flat(), '10', '11a', '12'].sort())
  })

  it.each([
    ['of two rows', FORM.slice(0, 2)],
    ['of lists', FORM.map(([label, text]) => [`${label}.`, text ?? ''])],
    ['of running text that somebody numbered', FORM.map(([label, text]) => [label ?? '', text?.toLowerCase() ?? ''])],
  ])('are none %s', async (_, form) => {
    expect((await texts(rows(form))).join(' ')).toMatch(/1\.? wages and/i)
  })

  it('are none of a table of contents', async () => {
    const contents = FORM.map(([label, text], at) => [label ?? '', `${text} . . . . . . . . . ${at}`])
    expect((await texts(rows(contents))).join(' ')).toMatch(/1 Wages and/)
  })
})

describe('dots that lead to an amount', () => {
  it('end the text in front of them, and are by themselves', async () => {
    const form = ['Wages and salaries of all', 'Taxable interest of all'].map(text => [text, '.', '.', '.'])
    const found = await texts(rows(form, [50, 200, 212, 224]))
    expect(found).toEqual(['. . .', '. . .', 'Taxable interest of all', 'Wages and salaries of all'])
  })
})
