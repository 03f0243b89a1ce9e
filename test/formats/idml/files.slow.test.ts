import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/formats/format.ts'
import { idml } from '../../../src/formats/idml/idml.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { SEED } from '../../support/seed.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { BOLD, BR, layoutOf, pageAt, paragraphs, run, said, storyOf } from './documents.ts'

const GERMAN = { language: 'de' }
const FILES = corpus('idml')
/** Words of which the tags stay. Tags are passed over as they come: looking ahead for their ends would grow with the square by itself. */
const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/<[^>]{0,9}>|[aeiou]/g, found => 'àéîöü'['aeiou'.indexOf(found)] ?? found)

describe.skipIf(FILES.length === 0)('real documents', () => {
  it.each(FILES)(
    '$name stays byte for byte, and has each translation in its place [RES-2, FMT-1]',
    async ({ bytes }) => {
      const same = await bytesOf(rewrite(idml, opened(bytes), ({ text }) => text, GERMAN))
      expect(same.equals(bytes)).toBe(true)
      const result = await bytesOf(rewrite(idml, opened(bytes), accented, GERMAN))
      expect(await verify(idml, opened(bytes), opened(result), accented, GERMAN)).toEqual([])
    },
  )

  it('are read or refused in words, however they are damaged [LIM-5]', async () => {
    const wrong: string[] = []
    for (const [at, { name, bytes }] of FILES.entries()) {
      for (const copy of damagedCopies(bytes, 20, SEED + at)) {
        await unitsOf(idml, opened(copy)).catch((error: unknown) => {
          if (!(error instanceof FormatError)) wrong.push(`${name}: ${error}`)
        })
      }
    }
    expect(wrong).toEqual([])
  })
})

const SIZE = 400
const link = (inside: string): string => `<HyperlinkTextSource>${inside}</HyperlinkTextSource>`
const HOSTILE: Readonly<Record<string, (size: number) => Buffer>> = {
  paragraphs: n => storyOf(paragraphs(run(`${said('Some text here')}${BR}`.repeat(n)))),
  'ranges in one paragraph': n =>
    storyOf(paragraphs(Array.from({ length: n }, (_, at) => run(said('a b '), at % 2 ? BOLD : '')).join(''))),
  'different looks': n =>
    storyOf(paragraphs(Array.from({ length: n }, (_, at) => run(said('a b '), ` PointSize="${at}"`)).join(''))),
  signs: n => storyOf(paragraphs(run(said(`Some${'<?ACE 18?>\t'.repeat(n)}text`)))),
  'separators in one text': n => storyOf(paragraphs(run(said('a b\u2029'.repeat(n))))),
  'links in one paragraph': n => storyOf(paragraphs(run(link(said('a b ')).repeat(n)))),
  'different links in one paragraph': n =>
    storyOf(
      paragraphs(
        run(
          Array.from(
            { length: n },
            (_, at) => `<HyperlinkTextSource Self="h${at}">${said('a b ')}</HyperlinkTextSource>`,
          ).join(''),
        ),
      ),
    ),
  'bookmarks in bookmarks': n =>
    storyOf(paragraphs(run(said('a b'))), `<Bookmark Name="a b">${'<Bookmark Name="c d"/>'.repeat(n)}</Bookmark>`),
  'notes on one paragraph': n =>
    storyOf(paragraphs(run(said('a ') + `<Footnote>${paragraphs(run(said('b c')))}</Footnote>`.repeat(n)))),
  'ends of links': n => storyOf(paragraphs(run(`${link(said('a b ') + BR)}${said('c')}`.repeat(n)))),
  'words in one text': n => storyOf(paragraphs(run(said('some words &amp; '.repeat(n))))),
  stories: n =>
    layoutOf({
      stories: Object.fromEntries(Array.from({ length: n / 10 }, (_, at) => [`u${at}`, paragraphs(run(said('a b')))])),
    }),
  frames: n =>
    layoutOf({
      stories: { u1: paragraphs(run(said('a b'))) },
      spread: pageAt('1', 0) + '<TextFrame ParentStory="u1" ItemTransform="1 0 0 1 0 0"/>'.repeat(n),
    }),
}

describe.each(Object.entries(HOSTILE))('a document with many: %s', (_, documentOf) => {
  it('is read, written and read again in time that follows its length [LIM-5]', async () => {
    const work = async (size: number): Promise<void> => {
      const file = opened(documentOf(size))
      const result = await bytesOf(rewrite(idml, file, accented, GERMAN))
      await verify(idml, file, opened(result), accented, GERMAN)
    }
    expect(await growsSlowly(work, SIZE)).toBe(true)
  })
})

it('tables in tables are read as deep as XML is [LIM-5]', async () => {
  const nested = (depth: number): string =>
    paragraphs(run(depth === 0 ? said('a b') : `<Table><Cell Name="0:0">${nested(depth - 1)}</Cell></Table>`))
  expect(await unitsOf(idml, opened(storyOf(nested(200))))).toHaveLength(1)
  await expect(unitsOf(idml, opened(storyOf(nested(300))))).rejects.toMatchObject({ code: 'too_deep' })
})
