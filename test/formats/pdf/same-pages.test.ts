import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { readPdf } from '../../../src/formats/pdf/document.ts'
import { api } from '../../../src/contract/operations.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { column, pdfOf } from './pages.ts'

const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
const LINES = ['The garden behind the old house is open', 'to everybody who likes roses.']
const GARDEN = pdfOf([column(LINES), column(['Closed on Mondays.'], { y: 200 })])
const created = async (bytes: Uint8Array, instruction: string) => {
  const world = await startWorld()
  return { world, made: createdIn(await sendForm(world, file('garden.pdf', bytes), { instruction })) }
}
const textsOf = async (bytes: Uint8Array) =>
  (await readPdf(bytes)).pages.map(({ paragraphs }) => paragraphs.map(({ text }) => text))

describe('the same pages', () => {
  it('are the result where the words ask for them: a PDF with as many pages, each with its translation [RES-2]', async () => {
    const { world, made } = await created(GARDEN, 'Translate into German. Keep the pages.')
    expect(made.plan).toMatchObject({ not_understood: [], not_included: [] })
    expect(JSON.stringify(made.plan)).toMatch(/The result is a PDF with the same pages/)
    expect(JSON.stringify(made.plan)).not.toMatch(/Word document/)
    await translate(world, made)
    const { result, file: pages } = await resultOf(world, made.batch.id)
    expect(result).toMatchObject({
      file_name: 'garden.de.pdf',
      media_type: 'application/pdf',
      quality: { kept_source: 0, findings: [] },
    })
    console.log(await textsOf(pages.bytes), JSON.stringify(made.plan, null, 1))
  })
})
