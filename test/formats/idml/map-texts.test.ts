import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { idml } from '../../../src/formats/idml/idml.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf, verify } from '../files.ts'
import { paragraphs, run, said, storyOf } from './documents.ts'

const GERMAN = { language: 'de' }
const BODY = paragraphs(run(said('Some words')))

/** What is found beside the story. */
const foundIn = async (map: string): Promise<unknown[][]> =>
  (await unitsOf(idml, opened(storyOf(BODY, map))))
    .slice(1)
    .map(({ text, part, kind, left_out }) => [text, part, kind, left_out])

/** The map with a translation of all that it has, and what verification finds. */
async function mapWith(map: string, translation: string): Promise<{ map: string; found: unknown[] }> {
  const file = storyOf(BODY, map)
  const translate = ({ path }: { path: string }): string | undefined =>
    path.includes('designmap') ? translation : undefined
  const result = await bytesOf(rewrite(idml, opened(file), translate, GERMAN))
  const found = await verify(idml, opened(file), opened(result), translate, GERMAN)
  return { map: (await bytesOf((await openZip(opened(result)())).content('designmap.xml'))).toString(), found }
}

const variable = (inside: string): string => `<TextVariable Self="t" Name="Its name">${inside}</TextVariable>`
const custom = (contents: string): string =>
  variable(
    `<CustomTextVariablePreference><Properties><Contents type="string">${contents}</Contents></Properties></CustomTextVariablePreference>`,
  )

describe('the map of a document', () => {
  it.each<[string, string, unknown[][]]>([
    [
      'bookmarks',
      '<Bookmark Name="First chapter"><Bookmark Name="A &amp; B"/></Bookmark>',
      [
        ['First chapter', 'bookmarks', 'metadata', 'metadata'],
        ['A & B', 'bookmarks', 'metadata', 'metadata'],
      ],
    ],
    [
      'the markers of sections',
      '<Section Name="" Marker="Getting started" SectionPrefix="Part "/>',
      [
        ['Getting started', 'sections', 'metadata', 'metadata'],
        ['Part ', 'sections', 'metadata', 'metadata'],
      ],
    ],
    [
      'the names of links',
      '<Hyperlink Name="Our shop" Source="s"/>',
      [['Our shop', 'names of links', 'paragraph', 'computed']],
    ],
    [
      'topics of the index',
      '<Index><Topic Name="Gardens"><Topic Name="Roses"/></Topic></Index>',
      [
        ['Gardens', 'topics of the index', 'paragraph', 'computed'],
        ['Roses', 'topics of the index', 'paragraph', 'computed'],
      ],
    ],
    [
      'words around text variables',
      variable('<DateVariablePreference TextBefore="Printed on " Format="dd/MM/yy" TextAfter=""/>'),
      [['Printed on ', 'text variables', 'paragraph', 'computed']],
    ],
    [
      'words of text variables',
      custom('Our &lt;name&gt;'),
      [['Our <name>', 'text variables', 'paragraph', 'computed']],
    ],
    ['CDATA of text variables', custom('<![CDATA[A & b]]>'), [['A & b', 'text variables', 'paragraph', 'computed']]],
  ])('has %s, which are left out, and said to be so', async (_, map, found) => {
    expect(await foundIn(map)).toEqual(found)
  })

  it.each([
    ['empty names', '<Bookmark Name=""/><Section Marker=" " SectionPrefix=""/>'],
    ['names that InDesign gives itself', '<Bookmark Name="$ID/Unknown"/>'],
    ['elements without the name', '<Bookmark/><Hyperlink Source="s"/>'],
    ['names of other things', '<Layer Name="Layer one"/><Condition Name="Web only"/><XMLTag Name="story"/>'],
    ['empty text variables', custom('')],
    ['contents of something else', '<Properties><Contents type="string">Some text</Contents></Properties>'],
  ])('has no text in %s', async (_, map) => {
    expect(await foundIn(map)).toEqual([])
  })

  it('says of what is no text why it is none', async () => {
    expect(await foundIn('<Bookmark Name="12"/><Bookmark Name="https://example.com/a"/>')).toMatchObject([
      ['12', 'bookmarks', 'metadata', 'number'],
      ['https://example.com/a', 'bookmarks', 'metadata', 'url'],
    ])
  })

  it('has each name at its own address, at the bytes where it stands', async () => {
    const map = '<Bookmark Name="Grüße"/><Section Marker=\'Größe\'/>'
    const file = storyOf(BODY, map)
    const [, ...units] = await unitsOf(idml, opened(file))
    const bytes = await bytesOf((await openZip(opened(file)())).content('designmap.xml'))
    expect(units.map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual(['Grüße', 'Größe'])
    expect(units.map(({ path }) => path)).toEqual([
      'idml:/designmap.xml#Bookmark/Name1',
      'idml:/designmap.xml#Section/Marker2',
    ])
  })

  it.each([
    ['in double quotes', '<Bookmark Name="One"/>', '<Bookmark Name="Sag &quot;ja&quot; &amp; &lt;geh&gt;"/>'],
    ['in single quotes', "<Section Marker='One'/>", '<Section Marker=\'Sag "ja" &amp; &lt;geh&gt;\'/>'],
  ])('has bookmarks and sections written where somebody asks for them, %s [RES-2]', async (_, map, made) => {
    const result = await mapWith(map, 'Sag "ja" & <geh>')
    expect(result.map).toContain(made)
    expect(result.found).toEqual([])
  })

  it.each([
    ['names of links', '<Hyperlink Name="Our shop"/>'],
    ['topics', '<Index><Topic Name="Roses"/></Index>'],
    ['text variables', custom('Our name')],
  ])('keeps what InDesign makes, although somebody asks for it: %s', async (_, map) => {
    const result = await mapWith(map, 'Etwas')
    expect(result.map).toContain(map)
    expect(result.found).toMatchObject([{ kind: 'text' }])
  })
})
