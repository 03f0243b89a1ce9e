import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { properties } from '../../../src/formats/properties/properties.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format: Format = properties

const { translated, read } = catalogueOf(format)

const FILE = `# Licence of the whole file.

! Shown on the door.
greeting = Good morning, {0}!
menu.file.open:Open a file
menu.file.save   Save it
  indented=Says \\
    this and \\
    that
tab\\ key\\=x=Two\\tcolumns
empty=
lonely
link=https://example.org/
path = a\\\\b c\\\\d
`

describe('reading', () => {
  it('finds keys, separators and continuation lines as Java does [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      greeting: 'Good morning, {0}!',
      'menu.file.open': 'Open a file',
      'menu.file.save': 'Save it',
      indented: 'Says this and that',
      'tab key=x': 'Two\tcolumns',
      empty: 'empty',
      lonely: 'empty',
      link: 'url',
      path: 'a\\b c\\d',
    })
  })

  it('takes the comments right above a key for its note', async () => {
    const units = await unitsOf(format, opened(FILE))
    expect(units.filter(({ note }) => note).map(({ part, note }) => [part, note])).toEqual([
      ['greeting', 'Shown on the door.'],
    ])
  })

  it('reads ISO 8859-1 where the file is no UTF-8, and writes escapes for what that lacks', async () => {
    const latin = Buffer.from('a=Grüße an alle\n', 'latin1')
    expect(await read(latin)).toEqual({ a: 'Grüße an alle' })
    expect(await translated(latin, { a: 'Grüße – “Łódź”' })).toEqual(
      Buffer.from('a=Grüße \\u2013 \\u201C\\u0141\\u00F3d\\u017A\\u201D\n'.replace('\\u00F3', 'ó'), 'latin1'),
    )
  })

  it('keeps a file of ASCII in ASCII, and letters as they are in one of UTF-8', async () => {
    expect((await translated('a=Good day\n', { a: 'Schöne Grüße 🙂' })).toString()).toBe(
      'a=Sch\\u00F6ne Gr\\u00FC\\u00DFe \\uD83D\\uDE42\n',
    )
    expect((await translated('a=Good day\nb=Tschüss\n', { a: 'Schöne Grüße 🙂' })).toString()).toBe(
      'a=Schöne Grüße 🙂\nb=Tschüss\n',
    )
  })

  it('names the same key again by its number', async () => {
    const units = await unitsOf(format, opened('a=One\na=Two\n'))
    expect(units.map(({ path }) => path)).toEqual(['properties:/a', 'properties:/a#2'])
  })
})

describe('writing', () => {
  it('escapes what would be read otherwise, and what the file escapes', async () => {
    const file = 'a=Read \\: this\nb=Plain text\nc=One\\n\\\n   Two\n'
    const say = { a: 'Lies: das', b: ' vorn\tund \\ hinten ', c: 'Eins\n Zwei\nDrei' }
    expect((await translated(file, say)).toString()).toBe(
      'a=Lies\\: das\nb=\\ vorn\\tund \\\\ hinten \nc=Eins\\n\\\n   \\ Zwei\\n\\\n   Drei\n',
    )
  })

  it.each([
    ['doubles the apostrophes of a message with arguments', "a=Hello {0}\nb=Don't\n", "a=L''ami {0}\nb=Don't\n"],
    ['reads them as one where they are two', "a=It''s {0}\n", "a=L''ami {0}\n"],
    [
      'keeps to one where the file writes one beside arguments',
      "a=Hello {0}\nb=Don't {1}\n",
      "a=L'ami {0}\nb=Don't {1}\n",
    ],
    ['doubles all where texts without arguments have two', "a=Hello you\nb=Don''t\n", "a=L''ami {0}\nb=Don''t\n"],
  ])('%s', async (_name, file, becomes) => {
    expect((await translated(file, { a: "L'ami {0}" })).toString()).toBe(becomes)
  })

  it('escapes a sign in front that would separate a key', async () => {
    expect((await translated('a text\nb text\n', { a: '=x = y', b: ':-)' })).toString()).toBe('a \\=x = y\nb \\:-)\n')
  })

  it('reads back whatever it writes', async () => {
    const say = anyText().filter(text => text !== '' && !/\p{Cs}/u.test(text))
    const file = fc.constantFrom(
      'a=Some \\: text\n',
      'a : Some text\r\nb=ä\r\n',
      'a Some\\n\\\n  text',
      "a=It''s {0}\n",
      'a Some text',
    )
    await fc.assert(
      fc.asyncProperty(file, say, async (content, text) => {
        await translated(content, { a: text })
      }),
      { numRuns: 100 },
    )
  })
})

describe('merging', () => {
  const source = '# Top\n\n# First\na=One\nb=Two\n\n# Of c\nc=Three\nd=Four\n'

  it('brings an entry with its comments behind the one before it, in the line ends and escapes of the file', async () => {
    expect(
      await merged(format, 'b=Zwei\r\nz=Zett\r\n', {
        source,
        texts: { 'properties:/a': 'Äins', 'properties:/c': 'Drei' },
        remove: ['properties:/z'],
      }),
    ).toBe('# First\r\na=\\u00C4ins\r\nb=Zwei\r\n\r\n# Of c\r\nc=Drei\r\n')
  })

  it('makes the file, and ends its last line', async () => {
    expect(await merged(format, '', { source, texts: { 'properties:/b': 'Zwei' } })).toBe('b=Zwei\n')
    expect(await merged(format, 'a=Eins', { source, texts: { 'properties:/b': 'Zwei' } })).toBe('a=Eins\nb=Zwei\n')
  })

  it('writes apostrophes as the source does where the file shows nothing', async () => {
    const doubled = { source: "a=Don''t\nb=Text\n", texts: { 'properties:/b': "l'été" } }
    expect(await merged(format, 'a=Nein\nb=Text\n', doubled)).toBe("a=Nein\nb=l''\\u00E9t\\u00E9\n")
    expect(await merged(format, "a=N'oui\nb=Text\n", doubled)).toBe("a=N'oui\nb=l'\\u00E9t\\u00E9\n")
    const alone = { source: "a=It's {0}\nb=Text {0}\n", texts: { 'properties:/b': "l'\u00e4 {0}" } }
    expect(await merged(format, 'a={0}\nb=Text {0}\n', alone)).toBe("a={0}\nb=l'\\u00E4 {0}\n")
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(source))
    await keepsTheLaws(format, Buffer.from(FILE.replace('# Licence of the whole file.\n\n', '')))
  })
})
