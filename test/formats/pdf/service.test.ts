import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { column, pdfOf } from './pages.ts'

const INSTRUCTION = { instruction: 'Translate into German.' }
const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })
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

  it.each([
    ['that is none', Buffer.from('Hello'), /not what its name says: it is a text/],
    ['that has pictures alone', pdfOf([[]]), /has no text.*OCR/],
  ])('refuses a PDF %s in words, and nothing is spent [CRE-5]', async (_, bytes, words) => {
    const world = await startWorld()
    const sent = await sendForm(world, file('a.pdf', bytes), INSTRUCTION)
    expect(sent.text).toMatch(words)
  })
})
