import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/formats/format.ts'
import { pptx } from '../../../src/formats/pptx/pptx.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { SEED } from '../../support/seed.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { box, deckOf, line, slide } from './decks.ts'

const ARABIC = { language: 'ar' }
const FILES = corpus('pptx')
const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[aeiou](?![^<]*>)/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)

describe.skipIf(FILES.length === 0)('real presentations', () => {
  it.each(FILES)(
    '$name stays byte for byte, and has each translation in its place [RES-2, FMT-1]',
    async ({ bytes }) => {
      const same = await bytesOf(rewrite(pptx, opened(bytes), ({ text }) => text, ARABIC))
      expect(same.equals(bytes)).toBe(true)
      const result = await bytesOf(rewrite(pptx, opened(bytes), accented, ARABIC))
      expect(await verify(pptx, opened(bytes), opened(result), accented, ARABIC)).toEqual([])
    },
  )

  it('are read or refused in words, however they are damaged [LIM-5]', async () => {
    const wrong: string[] = []
    for (const [at, { name, bytes }] of FILES.entries()) {
      for (const copy of damagedCopies(bytes, 8, SEED + at)) {
        await unitsOf(pptx, opened(copy)).catch((error: unknown) => {
          if (!(error instanceof FormatError)) wrong.push(`${name}: ${error}`)
        })
      }
    }
    expect(wrong).toEqual([])
  })
})

const SIZE = 150
const HOSTILE: Readonly<Record<string, (size: number) => Buffer>> = {
  slides: n => deckOf(Array.from({ length: n }, () => slide(box(line('Some text here'))))),
  'paragraphs in a box': n => deckOf([slide(box(line('Some text here').repeat(n)))]),
  'alternatives that say the same': n =>
    deckOf([
      slide(
        `<mc:AlternateContent><mc:Choice>${line('a b').repeat(n)}</mc:Choice><mc:Fallback>${line('a b').repeat(n)}</mc:Fallback></mc:AlternateContent>`,
      ),
    ]),
  fields: n =>
    deckOf([slide(`<a:p>${'<a:fld><a:rPr/><a:t>May</a:t></a:fld>'.repeat(n)}<a:r><a:t>a b</a:t></a:r></a:p>`)]),
}

describe.each(Object.entries(HOSTILE))('a presentation with many: %s', (_, deck) => {
  it('is read, written and read again in time that follows its length [LIM-5]', async () => {
    const work = async (size: number): Promise<void> => {
      const file = opened(deck(size))
      const result = await bytesOf(rewrite(pptx, file, accented, ARABIC))
      await verify(pptx, file, opened(result), accented, ARABIC)
    }
    expect(await growsSlowly(work, SIZE)).toBe(true)
  })
})
