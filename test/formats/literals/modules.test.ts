import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { modules } from '../../../src/formats/literals/modules.ts'
import { anyText } from '../../support/any-text.ts'
import { catalogueOf } from '../catalogues.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws, merged } from '../merging.ts'

const format: Format = modules

const { translated, read } = catalogueOf(format)

/** A placeholder of a template, which is text between other quotes. */
const Z = ['$', '{z}'].join('')

const FILE = `import type { Locale } from './types'
import { brand } from '../brand'

const en: Locale = {
  // Shown on the door.
  greeting: 'Good morning, {name}!',
  "menu.open": "Open the \\"file\\"",
  menu: {
    /** Saves it. */
    save: \`Save \\\`it\\\`
now\`,
    items: ['One here', 'Two \\u{68}ere \\x41\\u0042\\
C'],
  },
  dateFormat: 'dd.MM.yyyy',
  link: 'https://example.org/',
  count: 12,
  cars: 'no cars | one car | {n} cars',
  typed: ('Typed here' as string),
  [brand]: 'Of a brand',
  joined: 'Hello ' + brand,
  made: \`Hello \${brand}\`,
  called: (n: number) => \`\${n} files\`,
  method() {
    return 'Some text'
  },
  brand,
  ...rest,
}

export default en
`

describe('reading', () => {
  it('finds the literals of nested objects by their keys, and says what is code [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      greeting: 'Good morning, {name}!',
      'menu.open': 'Open the "file"',
      'menu.save': 'Save `it`\nnow',
      'menu.items.0': 'One here',
      'menu.items.1': 'Two here ABC',
      dateFormat: 'code',
      link: 'url',
      cars: 'no cars | one car | {n} cars',
      typed: 'Typed here',
      '[brand]': 'Of a brand',
      joined: 'code',
      made: 'code',
      called: 'code',
      method: 'code',
    })
  })

  it('takes the comments of an entry for its note, and forms of a plural by their bars', async () => {
    const units = await unitsOf(format, opened(FILE))
    expect(units.filter(({ note }) => note).map(({ part, note }) => [part, note])).toEqual([
      ['greeting', 'Shown on the door.'],
      ['menu.save', 'Saves it.'],
      ['cars', 'Plural forms, with | between them: keep all 3.'],
    ])
  })

  it.each([
    ['export default', "export default { a: 'One here' }"],
    ['satisfies and as const', "export default { a: 'One here' } as const satisfies Words"],
    ['a constant', "export const de = { a: 'One here' } as const"],
    ['CommonJS', "'use strict'\nmodule.exports = { a: 'One here' };"],
    ['a name that CommonJS exports', "exports.words = { a: 'One here' }"],
    ['export = of TypeScript', "export = { a: 'One here' }"],
    ['a function that is given them', "export default defineMessages({ a: 'One here' })"],
    ['types beside them', "type A = { b: 'C' }\ninterface D {}\nexport type { A }\nexport default { a: 'One here' }"],
  ])('knows %s', async (_name, file) => {
    const units = await unitsOf(format, opened(file))
    expect(units.map(({ path, text }) => [path, text])).toEqual([['module:/a', 'One here']])
  })

  it('tells several objects of a file apart by their names', async () => {
    const file =
      "const common = { a: 'One here' }\nexport const more = { a: 'Two here' }\nexport default { a: 'Three here' }"
    expect(await read(file)).toEqual({ 'common.a': 'One here', 'more.a': 'Two here', a: 'Three here' })
  })

  it.each([
    ['a function', "export default { a: 'b' }\nfunction a() {}", /line 2: there is more than texts/],
    ['a function that is a constant', "const a = () => 'b'\nexport default {}", /line 1: there is more/],
    ['a class', 'export default class A {}', /line 1: there is more/],
    ['a statement', "export default { a: 'b' }\n\nif (a) b()", /line 3: there is more/],
    ['a call', "start({ a: 'b' })", /line 1: there is more/],
    ['nothing', "import a from 'b'\nexport { a }", /no texts in the file\. A module of texts exports an object/],
    ['JSX', 'export default { a: <b /> }', /line 1: /],
    ['what is no module', "export default {\n  a: 'b'\n  c: 'd',\n}", /line 3: /],
    ['a string without an end', "export default {\n  a: 'b,\n}", /line 2: Unterminated/],
  ])('refuses %s', async (_name, file, message) => {
    await expect(read(file)).rejects.toThrow(message)
  })

  it('refuses what is nested too deep, and what is no text', async () => {
    const nested = (levels: number) => `export default ${'['.repeat(levels)}'a b'${']'.repeat(levels)}`
    expect(Object.values(await read(nested(90)))).toEqual(['a b'])
    for (const levels of [110, 100_000]) await expect(read(nested(levels))).rejects.toMatchObject({ code: 'too_deep' })
    await expect(read(Buffer.from([0, 1, 2, 255]))).rejects.toMatchObject({ code: 'not_decodable' })
  })
})

describe('writing', () => {
  it('keeps the quotes of a text, and escapes what they need', async () => {
    const file = 'export default {\r\n  a: \'One here\',\r\n  b: "Two here",\r\n  c: `Three\r\nhere`,\r\n}\r\n'
    const say = `L'ami \\ "x" \`y\` ${Z}\n`
    expect((await translated(file, { a: say, b: say, c: say })).toString()).toBe(
      'export default {\r\n' +
        `  a: 'L\\'ami \\\\ "x" \`y\` ${Z}\\n',\r\n` +
        `  b: "L'ami \\\\ \\"x\\" \`y\` ${Z}\\n",\r\n` +
        `  c: \`L'ami \\\\ "x" \\\`y\\\` \\${Z}\r\n\`,\r\n` +
        '}\r\n',
    )
  })

  it('escapes letters in a file that escapes all of them', async () => {
    expect(
      (await translated("export default { a: 'Gr\\u00fc\\u00dfe an', b: 'Two here' }", { b: 'Äh 🙂' })).toString(),
    ).toBe("export default { a: 'Gr\\u00fc\\u00dfe an', b: '\\u00c4h \\ud83d\\ude42' }")
  })

  it('reads back whatever it writes', async () => {
    const say = anyText().filter(text => text !== '' && !/\p{Cs}|\|/u.test(text))
    const file = fc.constantFrom(
      "export default { a: 'b c' }",
      'export default { a: "b c" }',
      'export default { a: `b c` }',
    )
    await fc.assert(
      fc.asyncProperty(file, say, async (content, text) => {
        await translated(content, { a: text })
      }),
      { numRuns: 40 },
    )
  })

  it('keeps the number of plural forms, and writes no code', async () => {
    const units = await unitsOf(format, opened(FILE))
    const edited = (part: string, text: string) =>
      units.filter(unit => unit.part === part).flatMap(unit => format.edits(unit, text, { language: 'ru' }))
    expect(edited('cars', 'a | b | {n} c')).toHaveLength(1)
    expect(edited('cars', 'a | b | c | {n} d')).toEqual([])
    expect(edited('called', 'Hallo')).toEqual([])
  })
})

describe('merging', () => {
  const source = `export default {
  a: 'One here',
  // Of b
  b: 'Two here',
  in: {
    c: 'Three here', // to all
    d: 'Four here',
    n: 5,
    f: (n) => n + ' of them',
  },
}
`

  it('brings an entry with its comments to its place, with the indent and the commas of the file', async () => {
    const there = "import x from 'x'\nexport const de = {\n\ta: 'Eins',\n\tz: 'Zett'\n} as const\n"
    const texts = { 'module:/b': 'Zwei', 'module:/in/c': 'Drei' }
    expect(await merged(format, there, { source, texts, remove: ['module:/z'] })).toBe(
      "import x from 'x'\nexport const de = {\n\ta: 'Eins',\n\t// Of b\n\tb: 'Zwei',\n\tin: {\n\t\tc: 'Drei', // to all\n\t\tn: 5,\n\t}\n} as const\n",
    )
  })

  it('fills an object that has nothing yet, and replaces texts in the quotes of the file', async () => {
    const texts = { 'module:/a': "L'eins", 'module:/b': 'Zwei' }
    expect(await merged(format, 'export default {}\n', { source, texts })).toBe(
      "export default {\n  a: 'L\\'eins',\n  // Of b\n  b: 'Zwei',\n}\n",
    )
    expect(await merged(format, 'export default { a: "Eins" }\n', { source, texts })).toBe(
      "export default { a: \"L'eins\", b: 'Zwei' }\n",
    )
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(source))
    await keepsTheLaws(format, Buffer.from(source.replaceAll('\n', '\r\n')))
    await keepsTheLaws(format, Buffer.from(FILE), { exact: false })
  })

  it('changes what is taken and nothing else', async () => {
    const there = "export default { in: { d: 'Vier', x: 'Ix da' }, b: 'Zwei' }\n"
    const paths = ['module:/a', 'module:/b', 'module:/in/c', 'module:/in/d', 'module:/in/x']
    await fc.assert(
      fc.asyncProperty(fc.subarray(paths), fc.subarray(paths), async (take, remove) => {
        await hasWhatIsTaken(format, { source, there }, { take, remove: remove.filter(path => !take.includes(path)) })
      }),
      { numRuns: 15 },
    )
  })
})
