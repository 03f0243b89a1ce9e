import { describe, expect, it } from 'vitest'
import { type Format, FormatError, type Unit } from '../../../src/formats/format.ts'
import { strings } from '../../../src/formats/strings/strings.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const GERMAN = { language: 'de' }
const format: Format = strings

const { translated, read } = catalogueOf(format)

const FILE = `/*
  Localizable.strings
  Copyright somebody
*/

/* Title of the first screen */
"main.title" = "Beds and borders";

/* No comment provided by engineer. */
"%d beds" = "%d beds";
// Shown in a dialog
"ask" = "Do you want to \\"save\\"?\\nIt takes a while.";
CFBundleName = Garden;
"two" = 'Single "quotes"'; "three"="Three";
"OK";
`

describe('reading', () => {
  it('finds pairs with keys in quotes and without, their escapes and their comments [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      'main.title': 'Beds and borders',
      '%d beds': '%d beds',
      ask: 'Do you want to "save"?\nIt takes a while.',
      CFBundleName: 'Garden',
      two: 'Single "quotes"',
      three: 'Three',
      OK: 'key',
    })
    const noted = (await unitsOf(format, opened(FILE))).flatMap(({ part, note }) => (note ? [[part, note]] : []))
    expect(noted).toEqual([
      ['main.title', 'Title of the first screen'],
      ['ask', 'Shown in a dialog'],
    ])
  })

  it.each(['utf-16le', 'utf-16be'] as const)('reads and writes %s with a mark and without', async charset => {
    const wide = (text: string) => {
      const bytes = Buffer.from(text, 'utf16le')
      return charset === 'utf-16le' ? bytes : bytes.swap16()
    }
    for (const mark of ['', '\ufeff']) {
      const made = await translated(wide(`${mark}"a" = "Good";\n`), { a: 'Schön 🙂' })
      expect(made).toEqual(wide(`${mark}"a" = "Schön 🙂";\n`))
    }
  })

  it.each([
    ['no semicolon', '"a" = "One"\n"b" = "Two";\n', { code: 'malformed', line: 1 }],
    ['an open string', '\n"a" = "One;\n', { code: 'malformed', line: 2 }],
    ['what was compiled', 'bplist00\u0001', { code: 'malformed' }],
  ])('refuses %s, and says where', async (_name, file, expected) => {
    const error = await read(file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject(expected)
    if ('line' in expected) expect(String(error)).toContain(`line ${expected.line}`)
  })
})

describe('writing', () => {
  it('escapes quotes, backslashes and line breaks, and keeps all else', async () => {
    const say = { ask: 'Wirklich "sichern"?\nDas \\ dauert.', three: 'Drei' }
    expect((await translated(FILE, say)).toString()).toBe(
      FILE.replace(
        'Do you want to \\"save\\"?\\nIt takes a while.',
        'Wirklich \\"sichern\\"?\\nDas \\\\ dauert.',
      ).replace('"Three"', '"Drei"'),
    )
  })

  it('leaves a word without quotes where the translation needs them', async () => {
    expect((await translated(FILE, { CFBundleName: 'Garten' })).toString()).toBe(FILE.replace('Garden', 'Garten'))
    for (const said of ['Mein Garten', '//Garten']) {
      const of = ({ part }: Unit) => (part === 'CFBundleName' ? said : undefined)
      expect((await bytesOf(rewrite(format, opened(FILE), of, GERMAN))).toString()).toBe(FILE)
    }
  })

  it('reads back whatever it writes', async () => {
    const text = anyText().filter(each => each !== '' && !/\p{Cs}|[\0\r]/u.test(each))
    await fc.assert(
      fc.asyncProperty(text, async said => {
        await translated(FILE, { 'main.title': said, ask: said, two: said, three: said })
      }),
      { numRuns: 60 },
    )
  })
})

describe('merging', () => {
  it('brings an entry with its comment behind the one before it', async () => {
    expect(
      await merged(format, '"main.title" = "Beete";\n"z" = "Zett";\n', {
        source: FILE,
        texts: { 'strings:/ask': 'Sichern?', 'strings:/CFBundleName': 'Garten' },
        remove: ['strings:/z'],
      }),
    ).toBe('"main.title" = "Beete";\n// Shown in a dialog\n"ask" = "Sichern?";\nCFBundleName = Garten;\n')
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(FILE.replace('"two" = \'Single "quotes"\'; "three"', '"three"')))
  })
})
