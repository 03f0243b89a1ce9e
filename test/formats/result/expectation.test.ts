import { describe, expect, it } from 'vitest'
import * as formats from '../../../src/formats/index.ts'
import { Expectation } from '../../../src/formats/index.ts'
import { corpus } from '../../support/corpus.ts'
import { DOCUMENT_FAMILIES } from '../documents/families.ts'
import { accented } from '../documents/wrong.ts'
import { documentOf, paragraph } from '../docx/documents.ts'
import { built, bytesOf, each, marked, opened, type TranslateUnit, verify } from '../files.ts'

/** So many files of a family, the smallest. All are in written.soak. */
const FILES = 1
const GERMAN = { language: 'de' }
const ARABIC = { language: 'ar' }

/** What is expected of a translation of a file, and the file that it became. */
async function written(extension: string, bytes: Buffer | string, translate: TranslateUnit, target = GERMAN) {
  const expectation = new Expectation(built(extension))
  const chunks = formats.rewrite(built(extension), opened(bytes), each(translate), target, expectation)
  return { expectation, result: await bytesOf(chunks) }
}

const TWO_LOOKS = documentOf(
  [
    paragraph('Open the ', ['<w:b/>', 'door'], ' and then the ', ['<w:i/>', 'window'], ' of the room.'),
    paragraph('A second line of plain words.'),
    paragraph('Red lines', '<w:r><w:br/></w:r>', ' and blue lines.'),
  ].join(''),
)

const text = (translations: Readonly<Record<string, string>>): TranslateUnit => {
  return unit => (unit.left_out ? undefined : (translations[unit.text] ?? unit.text))
}

describe.each(DOCUMENT_FAMILIES.map(({ extension }) => extension))('a file of %s', extension => {
  const files = corpus(extension)
    .sort((one, other) => one.bytes.length - other.bytes.length)
    .slice(0, FILES)

  it.each([GERMAN, ARABIC])('reads back as it was written, in $language', async target => {
    for (const { bytes, name } of files) {
      const { expectation, result } = await written(extension, bytes, accented, target)
      expect(await expectation.isMet(opened(bytes), opened(result), target), name).toBe(true)
      expect(await verify(built(extension), opened(bytes), opened(result), accented, target), name).toEqual([])
    }
  })

  it('is not taken for right where it says something else, or nothing new', async () => {
    for (const { bytes, name } of files) {
      const { expectation } = await written(extension, bytes, accented)
      const other = await written(extension, bytes, unit => accented(unit)?.replace('à', 'á'))
      if (other.result.equals((await written(extension, bytes, accented)).result)) continue
      expect(await expectation.isMet(opened(bytes), opened(other.result), GERMAN), name).toBe(false)
      const again = await written(extension, bytes, accented)
      expect(await again.expectation.isMet(opened(bytes), opened(bytes), GERMAN), name).toBe(false)
    }
  })
})

describe('a document', () => {
  const line = 'Open the <g1>door</g1> and then the <g2>window</g2> of the room.'

  it('may have its words in another order, with what they look like', async () => {
    const turned = text({ [line]: 'Das <g2>Fenster</g2> öffnen, dann die <g1>Tür</g1> des Raums.' })
    const { expectation, result } = await written('docx', TWO_LOOKS, turned)
    expect(await expectation.isMet(opened(TWO_LOOKS), opened(result), GERMAN)).toBe(true)
  })

  it('is not taken for right where two words have each other’s look', async () => {
    const { expectation } = await written(
      'docx',
      TWO_LOOKS,
      text({ [line]: 'Die <g1>Tür</g1> und das <g2>Fenster</g2>.' }),
    )
    const other = await written('docx', TWO_LOOKS, text({ [line]: 'Die <g2>Tür</g2> und das <g1>Fenster</g1>.' }))
    expect(await expectation.isMet(opened(TWO_LOOKS), opened(other.result), GERMAN)).toBe(false)
  })

  it('is compared unit by unit where a break comes to the end of a line, or a text cannot be written', async () => {
    const broken = 'Red lines<x1/> and blue lines.'
    for (const translation of ['Rote und blaue Linien.<x1/>', 'Rote <g9>Linien</g9><x1/>']) {
      const translate = text({ [broken]: translation })
      const { expectation, result } = await written('docx', TWO_LOOKS, translate)
      expect(await expectation.isMet(opened(TWO_LOOKS), opened(result), GERMAN), translation).toBe(false)
    }
    const moved = await written('docx', TWO_LOOKS, text({ [broken]: 'Rote und blaue Linien.<x1/>' }))
    const translate = text({ [broken]: 'Rote und blaue Linien.<x1/>' })
    expect(await verify(built('docx'), opened(TWO_LOOKS), opened(moved.result), translate, GERMAN)).toEqual([])
  })

  it('is not taken for right where another byte is not that of its original', async () => {
    const translate = text({ 'A second line of plain words.': 'Eine zweite Zeile.' })
    const { expectation } = await written('docx', TWO_LOOKS, translate)
    const changed = documentOf(paragraph('Another document.'))
    const other = await written('docx', changed, translate)
    expect(await expectation.isMet(opened(TWO_LOOKS), opened(other.result), GERMAN)).toBe(false)
  })

  it('is not taken for right where it no longer opens', async () => {
    const { expectation, result } = await written('docx', TWO_LOOKS, ({ text }) => marked(text))
    expect(await expectation.isMet(opened(TWO_LOOKS), opened(result.subarray(0, 200)), GERMAN)).toBe(false)
  })

  it('says how many units were read', async () => {
    const { expectation, result } = await written('docx', TWO_LOOKS, accented)
    let units = 0
    const passed = (count: number): void => {
      units += count
    }
    expect(await expectation.isMet(opened(TWO_LOOKS), opened(result), GERMAN, passed)).toBe(true)
    expect(units).toBe(3)
  })
})

it('nothing is expected of formats whose units have no sign: they are compared unit by unit', async () => {
  const { expectation, result } = await written('json', '{"a":"One door"}', ({ text }) => marked(text))
  expect(await expectation.isMet(opened('{"a":"One door"}'), opened(result), GERMAN)).toBe(false)
})
