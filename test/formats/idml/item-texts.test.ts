import { expect, it } from 'vitest'
import { idml } from '../../../src/formats/idml/idml.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { layoutOf, pageAt, paragraphs, run, said } from './documents.ts'

const alt = (text: string): string => `<Rectangle><ObjectExportOption CustomAltText="${text}"/></Rectangle>`
const FILE = layoutOf({
  stories: { a: paragraphs(run(said('Some words') + alt('A red rose'))) },
  spread: `${pageAt('1', 0)}${alt('A &amp; B in a door')}${alt('$ID/')}<Button Description="Press me" Name="b"/>`,
})
const german: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)

it('descriptions of objects are translated for who hears them, and said where they hang on a line [FMT-1]', async () => {
  const shown = async (file: Buffer) =>
    (await unitsOf(idml, opened(file))).slice(1).map(({ text, part, kind, left_out }) => [text, part, kind, left_out])
  expect(await shown(FILE)).toEqual([
    ['A & B in a door', 'descriptions', 'alt text', undefined],
    ['Press me', 'descriptions', 'alt text', undefined],
    ['A red rose', 'descriptions', 'alt text', 'not_taken'],
  ])
  const result = await bytesOf(rewrite(idml, opened(FILE), german, { language: 'de' }))
  expect(await verify(idml, opened(FILE), opened(result), german, { language: 'de' })).toEqual([])
  expect((await shown(result)).map(([text]) => text)).toEqual(['ä A & B in a door', 'ä Press me', 'A red rose'])
})

it('a border of letters in a font of ornaments is no text [FMT-1]', async () => {
  const file = layoutOf({ stories: { a: paragraphs(run(said('BBBBBBBBBBBB'))), b: paragraphs(run(said('Aaah, no'))) } })
  expect((await unitsOf(idml, opened(file))).map(({ left_out }) => left_out)).toEqual(['not_text', undefined])
})
