import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { readPdf } from '../../../src/formats/pdf/document.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { madePdf, textAt } from './pages/made.ts'
import { column, pdfOf } from './pages.ts'

const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
const LINES = ['The garden behind the old house is open', 'to everybody who likes roses.']
const GARDEN = pdfOf([column(LINES), column(['Closed on Mondays.'], { y: 200 })])
const KEEP = 'Translate into German. Keep the pages.'

async function planned(bytes: Uint8Array, instruction: string, name = 'garden.pdf') {
  const world = await startWorld()
  const made = createdIn(await sendForm(world, file(name, bytes), { instruction }))
  const advice = (made.plan?.advice ?? []).join('\n')
  const replan = (more: string) =>
    world.call(api.batches.plan, { params: { batch_id: made.batch.id }, body: { instruction: more } })
  return { world, made, advice, replan }
}

async function resulting({ world, made }: Pick<Awaited<ReturnType<typeof planned>>, 'world' | 'made'>) {
  await translate(world, made)
  return await resultOf(world, made.batch.id)
}

const textsOf = async (bytes: Uint8Array) =>
  (await readPdf(bytes)).pages.map(({ paragraphs }) => paragraphs.map(({ text }) => text))

describe('the same pages', () => {
  it('are the result where the words ask for them: a PDF with as many pages, each with its translation [RES-2]', async () => {
    const plan = await planned(GARDEN, KEEP)
    expect(plan.made.plan).toMatchObject({ not_understood: [], not_included: [], word_count: 16 })
    expect(plan.advice).toMatch(/^The result is a PDF with the same pages/)
    expect(plan.advice).not.toContain('Word document')
    const { result, file: made } = await resulting(plan)
    expect(result).toMatchObject({
      file_name: 'garden.de.pdf',
      media_type: 'application/pdf',
      quality: { kept_source: 0, findings: [] },
    })
    expect(await textsOf(made.bytes)).toEqual([
      [expect.stringMatching(/^\[de Ţĥéé ĝåŕðééñ .*\]$/)],
      [expect.stringMatching(/^\[de Çļööšéð .*\]$/)],
    ])
  })

  it('are offered where nobody asks, and wait for a word; another word gives the document again', async () => {
    const { advice, replan } = await planned(GARDEN, 'Translate into German.')
    expect(advice).toMatch(/is a Word document.*\nSay “keep the pages”/)
    expect((await replan('As a PDF.')).plan?.advice?.[0]).toMatch(/is a PDF with the same pages/)
    expect((await replan('Formal tone.')).plan?.advice?.[0]).toMatch(/is a PDF with the same pages/)
    expect((await replan('As a Word document.')).plan?.advice?.[0]).toMatch(/is a Word document/)
  })

  it('come in a zip where there are several languages, one for each', async () => {
    const { file: made } = await resulting(await planned(GARDEN, 'Translate into German and French, as a PDF.'))
    expect((await openZip(opened(made.bytes)())).names).toEqual(['garden.de.pdf', 'garden.fr.pdf'])
  })

  it.each([
    ['Arabic', GARDEN, /^The pages cannot be kept as you asked\. The target language is written from right to left/],
    ['German and Japanese', GARDEN, /^The pages cannot be kept as you asked\. ja: The fonts .* have no letters/],
    ['German', madePdf([textAt('Read by a machine', 50, 700, { before: '3 Tr' })]), /No page has text that can be/],
  ])(
    'are not promised where they cannot be kept: the plan says why, and that a document is made: %s',
    async (into, bytes, words) => {
      const plan = await planned(bytes, `Translate into ${into}. Keep the pages.`)
      expect(plan.advice).toMatch(words)
      expect(plan.advice).toMatch(/\nThe result is a Word document/)
      expect((await resulting(plan)).result.file_name).toMatch(/\.docx$|\.zip$/)
    },
  )

  it('are kept as soon as the language that they cannot have is gone', async () => {
    const { replan } = await planned(GARDEN, 'Translate into German and Japanese. Keep the pages.')
    expect((await replan('Without Japanese.')).plan?.advice?.[0]).toMatch(/is a PDF with the same pages/)
  })

  it('name, page by page, what only can stay as it is, and nobody pays for it', async () => {
    const comment = '<</Type/Annot/Subtype/Text/Contents(Please check this sentence)/Rect[0 0 20 20]>>'
    const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Mary Poppins)/Rect[0 0 90 20]>>'
    const bytes = madePdf(
      [
        `${textAt('Read by a machine', 50, 700, { before: '3 Tr' })} ${textAt('The roses', 50, 400, { before: '0 Tr' })}`,
        '10 10 20 20 re f',
      ],
      { objects: [comment, field], page: '/Annots[4 0 R 5 0 R]' },
    )
    const { made } = await planned(bytes, KEEP)
    expect(made.plan).toMatchObject({ word_count: 2 })
    expect(made.plan?.not_included).toEqual([
      { part: 'Page 1', reason: expect.stringMatching(/stays as it is: text that is not shown/), words: 4 },
      { part: 'Page 1', reason: expect.stringMatching(/stays as it is: filled in a field of a form/), words: 2 },
      { part: 'Page 1', reason: expect.stringMatching(/stays as it is: a comment/), words: 4 },
      { part: 'Page 2', reason: expect.stringMatching(/no text that can be read/), words: 0 },
    ])
  })

  it('have headers translated on each page, not on the first alone', async () => {
    const pages = [1, 2, 3].map(number => [
      ...column(['Notes of the garden'], { y: 30 }),
      ...column([`Flower number ${number} is in bloom.`], { y: 300 }),
    ])
    const { file: made } = await resulting(await planned(pdfOf(pages), KEEP))
    expect((await textsOf(made.bytes)).map(([header]) => header)).toEqual(
      Array(3).fill('[de Ñöţééš ööƒ ţĥéé ĝååŕðééñ]'),
    )
  })

  it('keep a text whose translation does not fit, and the result says which [RES-2]', async () => {
    const atTheEdge = column(['If'], { x: 590 })
    const { result, file: made } = await resulting(await planned(pdfOf([atTheEdge, column(['Roses'])]), KEEP))
    const reason = expect.stringMatching(
      /^No room on page 1 for “\[de .*\]”, even in letters of 60 %.* The source was kept\.$/,
    )
    expect(result.quality).toMatchObject({ kept_source: 1, findings: [{ segment: 'pdf:/p1/b1', reason }] })
    expect(await textsOf(made.bytes)).toEqual([['If'], [expect.stringMatching(/^\[de /)]])
  })

  it('can be translated once more', async () => {
    const { file: first } = await resulting(await planned(GARDEN, KEEP))
    const again = await resulting(await planned(first.bytes, 'From German into Polish. Keep the pages.'))
    expect(again.result).toMatchObject({ quality: { kept_source: 0 } })
    expect((await textsOf(again.file.bytes)).flat().every(text => text.startsWith('[pl ['))).toBe(true)
  })
})
