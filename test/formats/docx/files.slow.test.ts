import { describe, expect, it } from 'vitest'
import { docx } from '../../../src/formats/docx/docx.ts'
import { FormatError } from '../../../src/formats/format.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { SEED } from '../../support/seed.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph } from './documents.ts'

const GERMAN = { language: 'de' }
const FILES = corpus('docx')
/** Words of which the tags stay. */
const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[aeiou](?![^<]*>)/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)

describe.skipIf(FILES.length === 0)('real documents', () => {
  it.each(FILES)(
    '$name stays byte for byte, and has each translation in its place [RES-2, FMT-1]',
    async ({ bytes }) => {
      const same = await bytesOf(rewrite(docx, opened(bytes), ({ text }) => text, GERMAN))
      expect(same.equals(bytes)).toBe(true)
      const result = await bytesOf(rewrite(docx, opened(bytes), accented, GERMAN))
      expect(await verify(docx, opened(bytes), opened(result), accented, GERMAN)).toEqual([])
    },
  )

  it('are read or refused in words, however they are damaged [LIM-5]', async () => {
    const wrong: string[] = []
    for (const [at, { name, bytes }] of FILES.entries()) {
      for (const copy of damagedCopies(bytes, 40, SEED + at)) {
        await unitsOf(docx, opened(copy)).catch((error: unknown) => {
          if (!(error instanceof FormatError)) wrong.push(`${name}: ${error}`)
        })
      }
    }
    expect(wrong).toEqual([])
  })
})

const SIZE = 1000
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  paragraphs: n => paragraph('Some text here').repeat(n),
  'runs in one paragraph': n =>
    paragraph(...Array.from({ length: n }, (_, at) => [at % 2 ? '<w:b/>' : '', 'a b '] as const)),
  'different looks': n =>
    paragraph(...Array.from({ length: n }, (_, at) => [`<w:sz w:val="${at}"/>`, 'a b '] as const)),
  'breaks in a paragraph': n => paragraph('Some', '<w:r><w:br/></w:r>'.repeat(n), 'text'),
  'links that do not end': n =>
    `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(n)}<w:r><w:t>a b</w:t></w:r></w:p>`,
  'marks of fields': n =>
    `<w:p><w:r><w:t>a b</w:t></w:r>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'.repeat(n)}</w:p>`,
  'tags of ours': n => paragraph(`a ${'&lt;g1&gt; b '.repeat(n)}`),
}

describe.each(Object.entries(HOSTILE))('a document with many: %s', (_, body) => {
  it('is read, written and read again in time that follows its length [LIM-5]', async () => {
    const work = async (size: number): Promise<void> => {
      const file = opened(documentOf(body(size)))
      const result = await bytesOf(rewrite(docx, file, accented, GERMAN))
      await verify(docx, file, opened(result), accented, GERMAN)
    }
    expect(await growsSlowly(work, SIZE)).toBe(true)
  })
})

it('boxes in boxes are read as deep as XML is, in bounded time [LIM-5]', async () => {
  const nested = (depth: number): string =>
    depth === 0
      ? paragraph('a b')
      : `<w:p><w:r><w:pict><w:txbxContent>${nested(depth - 1)}</w:txbxContent></w:pict></w:r></w:p>`
  expect(await unitsOf(docx, opened(documentOf(nested(200))))).toHaveLength(1)
  await expect(unitsOf(docx, opened(documentOf(nested(400))))).rejects.toMatchObject({ code: 'too_deep' })
})
