import { describe, expect, it } from 'vitest'
import { tagFor } from '../../../../src/formats/pdf/pages/drawing.ts'
import { paragraphsFound } from '../../../../src/formats/pdf/pages/index.ts'
import { madePdf, missed, textAt, writtenOver } from './made.ts'

const ROSES = 'The roses are in flower'
const CLOSED = 'Closed on Mondays'
const SOURCE = madePdf([`${textAt(ROSES, 50, 700)} ${textAt(CLOSED, 50, 500)}`, textAt('Next page', 50, 700)])
const TAG = tagFor(SOURCE)
const marked = (number: number, text: string, x = 50, y = 700) => `/${TAG}${number} BMC ${textAt(text, x, y)} EMC`
const found = async (...contents: readonly string[]) => await paragraphsFound(madePdf(contents), SOURCE)

describe('pages that are read again', () => {
  it('say what was written where, page by page', async () => {
    const { bytes } = await writtenOver(SOURCE, text => `${text} jetzt`)
    expect(await paragraphsFound(bytes, SOURCE)).toEqual([
      { page: 1, paragraph: 0, text: 'Therosesareinflowerjetzt' },
      { page: 1, paragraph: 1, text: 'ClosedonMondaysjetzt' },
      { page: 2, paragraph: 0, text: 'Nextpagejetzt' },
    ])
  })

  it('say nothing of what was not written', async () => {
    expect(await paragraphsFound(SOURCE, SOURCE)).toEqual([])
    const { bytes } = await writtenOver(SOURCE, text => (text === CLOSED ? 'Montags zu' : undefined))
    expect(await paragraphsFound(bytes, SOURCE)).toEqual([{ page: 1, paragraph: 1, text: 'Montagszu' }])
  })

  it('join the lines of a paragraph, in their order', async () => {
    const lines = `/${TAG}2 BMC ${textAt('Die Rosen', 50, 700)} ${textAt('blühen', 50, 688)} EMC`.replace('ü', '\\374')
    expect(await found(lines)).toEqual([{ page: 1, paragraph: 2, text: 'DieRosenblühen' }])
  })

  it('show letters of the source that were left on the line', async () => {
    expect(await found(`${textAt('o', 60, 700)} ${marked(0, 'Rosen')}`)).toEqual([
      { page: 1, paragraph: 0, text: expect.stringMatching(/^R.*o.*o.*n$|^Ro+sen$/) },
    ])
    expect(await found(`${textAt('left', 300, 700)} ${marked(0, 'Rosen')}`)).toEqual([
      { page: 1, paragraph: 0, text: 'Rosen' },
    ])
  })

  it('show that a text is not all there, or is another one', async () => {
    const { bytes, written } = await writtenOver(SOURCE, () => 'Rosen')
    const other = written.map(one => ({ ...one, text: `${one.text}!` }))
    expect(await missed(SOURCE, { bytes, written })).toEqual([])
    expect(await missed(SOURCE, { bytes, written: other })).toHaveLength(3)
    expect(await missed(SOURCE, { bytes: SOURCE, written })).toHaveLength(3)
  })

  it('take no mark of another file for theirs', async () => {
    expect(await paragraphsFound(madePdf([marked(0, 'Rosen')]), madePdf(['']))).toEqual([])
    const first = await writtenOver(SOURCE, text => `${text} jetzt`)
    const second = await writtenOver(first.bytes, text => (text.startsWith('Closed') ? 'Fermé' : undefined), 'fr')
    expect(await paragraphsFound(second.bytes, first.bytes)).toEqual([{ page: 1, paragraph: 1, text: 'Fermé' }])
  })

  it('are refused in words where they are none', async () => {
    await expect(paragraphsFound(Buffer.from('no PDF'), SOURCE)).rejects.toMatchObject({ code: 'malformed' })
  })
})
