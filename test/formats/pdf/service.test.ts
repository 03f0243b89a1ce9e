import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { parcelOfFiles } from '../parcel/parcels.ts'
import { column, pdfOf } from './pages.ts'

const INSTRUCTION = { instruction: 'Translate into German.' }
const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
async function textsIn(result: Uint8Array): Promise<string[]> {
  const document = (await bytesOf((await openZip(opened(result)())).content('word/document.xml'))).toString()
  return [...document.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text = '']) => text)
}

const LINES = ['The garden behind the old house is open', 'to everybody who likes roses.']

describe('the service', () => {
  it('translates a PDF into a document of Word, under its name and its media type, and says so in the plan [RES-2]', async () => {
    const world = await startWorld()
    const created = createdIn(await sendForm(world, file('garden.pdf', pdfOf([column(LINES), []])), INSTRUCTION))
    expect(created.plan?.not_included).toMatchObject([{ part: 'Page 2', reason: expect.stringMatching(/no text/) }])
    expect(JSON.stringify(created.plan)).toMatch(/The result is a Word document/)
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result).toMatchObject({
      file_name: 'garden.de.docx',
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      quality: { kept_source: 0, findings: [] },
    })
    const document = (await bytesOf((await openZip(opened(made.bytes)())).content('word/document.xml'))).toString()
    expect(document).toMatch(/<w:t xml:space="preserve">⟦de [^<]*<\/w:t>/)
  })

  it('puts a document for each language into a zip', async () => {
    const world = await startWorld()
    const instruction = { instruction: 'Translate into German and French.' }
    const created = createdIn(await sendForm(world, file('garden.pdf', pdfOf([column(LINES)])), instruction))
    await translate(world, created)
    const { file: made } = await resultOf(world, created.batch.id)
    expect((await openZip(opened(made.bytes)())).names).toEqual(['garden.de.docx', 'garden.fr.docx'])
  })

  it('says of pages that they are pages, and translates those alone that were asked for; the others keep their source', async () => {
    const world = await startWorld()
    const pages = [1, 2, 3].map(number => column([`The garden number ${number} is open to everybody.`]))
    const instruction = { instruction: 'Translate into German. Only pages 2 to 3.' }
    const created = createdIn(await sendForm(world, file('garden.pdf', pdfOf(pages)), instruction))
    expect(created.plan?.not_understood).toEqual([])
    expect(created.plan?.not_included).toEqual([{ part: 'Page 1', reason: 'not in the range you asked for', words: 8 }])
    await translate(world, created)
    const { file: made } = await resultOf(world, created.batch.id)
    const texts = await textsIn(made.bytes)
    expect(texts.map(text => text.startsWith('⟦de '))).toEqual([false, true, true])
    expect(texts[0]).toBe('The garden number 1 is open to everybody.')
  })

  it('translates comments where they are asked for, into paragraphs after their page', async () => {
    const world = await startWorld()
    const comment = '<</Type/Annot/Subtype/Text/Contents(Please check this sentence)/Rect[0 0 20 20]>>'
    const sent = file('garden.pdf', pdfOf([column(LINES)], [comment]))
    const plain = createdIn(await sendForm(world, sent, INSTRUCTION))
    expect(plain.plan?.not_included).toMatchObject([{ part: 'Page 1', reason: 'translated where you ask for it' }])
    await translate(world, plain)
    expect(await textsIn((await resultOf(world, plain.batch.id)).file.bytes)).toHaveLength(1)
    const instruction = { instruction: 'Translate into German. Also translate the comments.' }
    const asked = createdIn(await sendForm(world, file('other.pdf', sent.bytes), instruction))
    expect(asked.plan?.not_included).toEqual([])
    await translate(world, asked)
    expect(await textsIn((await resultOf(world, asked.batch.id)).file.bytes)).toHaveLength(2)
  })

  it('leaves a PDF in a zip as it is, and says why; a zip of such files alone is refused in words', async () => {
    const world = await startWorld()
    const zip = (files: Record<string, string | Buffer>) => file('all.zip', parcelOfFiles(files))
    const bytes = pdfOf([column(LINES)])
    const created = createdIn(await sendForm(world, zip({ 'a.pdf': bytes, 'b.md': 'Some words.\n' }), INSTRUCTION))
    expect(created.plan?.not_included).toMatchObject([
      { part: 'a.pdf', reason: expect.stringMatching(/send it by itself$/) },
    ])
    await translate(world, created)
    const { file: made } = await resultOf(world, created.batch.id)
    expect((await bytesOf((await openZip(opened(made.bytes)())).content('a.pdf'))).equals(bytes)).toBe(true)
    const refused = await sendForm(world, zip({ 'a.pdf': bytes }), INSTRUCTION)
    expect(refused.text).toMatch(/No file in the zip can be translated.*send it by itself/)
  })

  it.each([
    ['that is none', Buffer.from('Hello'), /not what its name says: it is a text/],
    ['that has pictures alone', pdfOf([[]]), /has no text.*OCR/],
  ])('refuses a PDF %s in words, and nothing is spent [CRE-5]', async (_, bytes, words) => {
    const world = await startWorld()
    const sent = await sendForm(world, file('a.pdf', bytes), INSTRUCTION)
    expect(sent.text).toMatch(words)
  })
})
