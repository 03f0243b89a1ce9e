import { describe, expect, it } from 'vitest'
import { openZip } from '../../../../src/formats/bytes/zip/index.ts'
import { documentOf, paragraph } from '../../docx/documents.ts'
import { built, bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../../files.ts'
import { box, deckOf, line, slide } from '../../pptx/decks.ts'
import { row, workbookOf } from '../../xlsx/workbooks.ts'
import { type Made, opened } from '../zip/zips.ts'

const CORE: Made = {
  name: 'docProps/core.xml',
  content:
    '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>My &amp; plan</dc:title><dc:creator>Ann Smith</dc:creator><cp:lastModifiedBy>Bo</cp:lastModifiedBy><cp:keywords/><dc:subject>42</dc:subject></cp:coreProperties>',
}
const relationsTo = (main: string): Made => ({
  name: '_rels/.rels',
  content: `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${main}"/><Relationship Id="b" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
})

const FILES: Readonly<Record<string, Buffer>> = {
  docx: documentOf(paragraph('One here'), [CORE, relationsTo('word/document.xml')]),
  xlsx: workbookOf([{ name: 'One', rows: row(1, ['One here']) }], ['<t>a</t>'], [CORE, relationsTo('xl/workbook.xml')]),
}

describe.each(Object.entries(FILES))('what a file says of itself: %s', (extension, file) => {
  const format = built(extension)
  const properties = async () => (await unitsOf(format, opened(file))).filter(({ kind }) => kind === 'metadata')

  it('waits to be asked for, and names of people stay for good [FMT-2]', async () => {
    expect((await properties()).map(({ text, part, left_out }) => [text, part, left_out])).toEqual([
      ['My & plan', 'document properties > title', 'on_request'],
      ['Ann Smith', 'document properties > creator', 'person'],
      ['Bo', 'document properties > lastModifiedBy', 'person'],
      ['42', 'document properties > subject', 'number'],
    ])
  })

  it('is written where somebody asked for it [RES-2]', async () => {
    const translate: TranslateUnit = ({ left_out }) => (left_out === 'on_request' ? 'Mein <Plan>' : undefined)
    const target = { language: 'de' }
    const result = await bytesOf(rewrite(format, opened(file), translate, target))
    expect(await verify(format, opened(file), opened(result), translate, target)).toEqual([])
    const archive = await openZip(opened(result)())
    expect((await bytesOf(archive.content('docProps/core.xml'))).toString()).toContain(
      '<dc:title>Mein &lt;Plan&gt;</dc:title><dc:creator>Ann Smith</dc:creator>',
    )
  })
})

it('a presentation without properties has none', async () => {
  const units = await unitsOf(built('pptx'), opened(deckOf([slide(box(line('One here')))])))
  expect(units.filter(({ kind }) => kind === 'metadata')).toEqual([])
})
