import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened, PROTECTED, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { documentOf, paragraph } from './documents.ts'

const INSTRUCTION = { instruction: 'Translate into German.' }
const file = (name: string, bytes: Uint8Array) => ({ name, bytes: new Uint8Array(bytes) })

describe('the service', () => {
  it('translates a document of Word, and leaves all else of it as it is [RES-2, FMT-2]', async () => {
    const world = await startWorld()
    const picture = { name: 'word/media/a.png', content: Buffer.from([0x89, 0x50, 0, 1, 2]), method: 0 }
    const document = documentOf(paragraph('The garden is ', ['<w:b/>', 'open'], ' today.') + paragraph('42'), [picture])
    const created = createdIn(await sendForm(world, file('garden.docx', document), INSTRUCTION))
    expect(created.plan?.not_included).toMatchObject([{ reason: expect.stringMatching(/number/) }])
    await translate(world, created)
    const { result, file: made } = await resultOf(world, created.batch.id)
    expect(result).toMatchObject({
      file_name: expect.stringMatching(/\.docx$/),
      quality: { kept_source: 0, findings: [] },
    })
    const archive = await openZip(opened(made.bytes)())
    expect(archive.names).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/media/a.png'])
    expect((await bytesOf(archive.content('word/document.xml'))).toString()).toMatch(
      /<w:t xml:space="preserve">⟦de [^<]*<\/w:t><\/w:r><w:r><w:rPr><w:b\/><w:lang w:val="de-DE"\/><\/w:rPr><w:t xml:space="preserve">[^<]+<\/w:t>/,
    )
    expect((await bytesOf(archive.content('word/media/a.png'))).equals(picture.content)).toBe(true)
  })

  it.each([
    ['with a password', PROTECTED, /protected by a password/],
    ['that is a text', Buffer.from('Hello'), /it is a text/],
    ['that holds a way out of its folder', zipOf([{ name: '../../a' }]), /no name of a file inside it/],
  ])('refuses a .docx %s in words, and nothing is spent [CRE-5]', async (_, bytes, words) => {
    const world = await startWorld()
    const sent = await sendForm(world, file('a.docx', bytes), INSTRUCTION)
    expect(sent.text).toMatch(words)
  })
})
