import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { corpus } from '../../support/corpus.ts'
import { built, opened } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format = built('xml')

function file(lines: readonly string[], root = '<resources>'): string {
  return ['<?xml version="1.0" encoding="utf-8"?>', root, ...lines, '</resources>', ''].join('\n')
}

function string(name: string, text: string, indent = '    '): string {
  return `${indent}<string name="${name}">${text}</string>`
}

const [A, B, C] = [string('a', 'One'), string('b', 'Two'), string('c', 'Three')]
const [ALPHA, BETA, GAMMA] = [string('a', 'Eins'), string('b', 'Zwei'), string('c', 'Drei')]
const NOTE = '    <!-- A number -->'

describe('a file of Android gains', () => {
  const texts = { 'android:string/b': 'Zwei' }

  it.each([
    ['after the one before it', [A, NOTE, B, C], [ALPHA, GAMMA], [ALPHA, NOTE, BETA, GAMMA]],
    ['in the order of the file that is there', [A, B, C], [GAMMA, ALPHA], [GAMMA, ALPHA, BETA]],
    ['before the next one', [B, C], [NOTE, GAMMA], [BETA, NOTE, GAMMA]],
    ['in an empty file', [A, NOTE, B, C], [], [NOTE, BETA]],
    [
      'in its section',
      [A, '', '    <!-- Numbers -->', '', B],
      [ALPHA, '', '    <!-- Numbers -->', '', '    <!-- Rest -->', '', string('x', 'X')],
      [ALPHA, '', '    <!-- Numbers -->', '', BETA, '', '    <!-- Rest -->', '', string('x', 'X')],
    ],
    [
      'behind what stands on the line of the one before it',
      [A, B],
      [`${ALPHA} <!-- one -->`],
      [`${ALPHA} <!-- one -->`, BETA],
    ],
    [
      'with its attributes',
      [A, '    <string formatted="false" name="b">Two</string>'],
      [ALPHA],
      [ALPHA, '    <string formatted="false" name="b">Zwei</string>'],
    ],
    [
      'as the file is indented',
      [A, NOTE, B],
      ['\t<string name="a">Eins</string>'],
      ['\t<string name="a">Eins</string>', '\t<!-- A number -->', string('b', 'Zwei', '\t')],
    ],
  ])('a text that is missing %s', async (_, source, there, becomes) => {
    expect(await merged(format, file(there), { source: file(source), texts })).toBe(file(becomes))
  })

  it.each([
    ['<resources/>', '<resources>\n    <string name="b">Zwei</string>\n</resources>'],
    ['<resources />\r\n', '<resources>\r\n    <string name="b">Zwei</string>\r\n</resources>\r\n'],
    ['<resources></resources>', '<resources>\n    <string name="b">Zwei</string>\n</resources>'],
    ['<resources>\n</resources>\n', '<resources>\n    <string name="b">Zwei</string>\n</resources>\n'],
    [
      '<resources><string name="a">x</string></resources>',
      '<resources><string name="a">x</string><string name="b">Zwei</string></resources>',
    ],
    [
      '<resources>\r\n  <string name="a">x</string>\r\n</resources>',
      '<resources>\r\n  <string name="a">x</string>\r\n  <string name="b">Zwei</string>\r\n</resources>',
    ],
  ])('a text in %j', async (there, becomes) => {
    expect(await merged(format, there, { source: file([A, B]), texts })).toBe(becomes)
  })

  it('on lines of its own what its source has on one', async () => {
    const source = '<resources><string name="a">One</string><string name="b">Two</string></resources>'
    expect(await merged(format, file([ALPHA]), { source, texts })).toBe(file([ALPHA, BETA]))
  })

  it.each([
    ['"Es ist  so"', "Ist's", '"Ist\\\'s"'],
    ["Ist's", "Nicht's", "Nicht's"],
    ['A&#160;b', 'C\u00a0d', 'C&#160;d'],
    ['<![CDATA[alt]]>', 'a < b', 'a &lt; b'],
    ['  Ein\n   Wort ', 'Zwei Worte', '  Zwei Worte '],
    ['Ein <b>Wort</b>', 'Zwei', 'Zwei'],
    ['Zwei', 'Zwei', 'Zwei'],
    ['"Zwei"', 'Zwei', '"Zwei"'],
  ])('in place of %j what says %j, as %j', async (before, text, becomes) => {
    const written = { source: file([A, B]), texts: { 'android:string/b': text } }
    expect(await merged(format, file([ALPHA, string('b', before)]), written)).toBe(file([ALPHA, string('b', becomes)]))
  })

  it('a text with codes that were changed, and what they need', async () => {
    const root = '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="t">'
    const item = (text: string): string => `    <string name="b" tools:ignore="X">${text}</string>`
    const source = file([A, item('Hi <xliff:g id="n">%1$s</xliff:g>')], root)
    const change = { source, texts: { 'android:string/b': 'He <x1/>' } }
    expect(await merged(format, file([ALPHA]), change)).toBe(
      file(
        [ALPHA, item('He <xliff:g id="n">%1$s</xliff:g>')],
        '<resources xmlns:tools="t" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">',
      ),
    )
    expect(await merged(format, file([string('b', 'He %s')]), change)).toBe(
      file(
        [string('b', 'He <xliff:g id="n">%1$s</xliff:g>')],
        '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">',
      ),
    )
  })

  it('nothing that stays as it is in all languages, and nothing that neither file has', async () => {
    const source = file([A, '    <string name="b" translatable="false">Two</string>'])
    const take = ['android:string/b', 'android:string/x', 'xml:']
    expect(await merged(format, file([ALPHA]), { source, take, remove: ['android:string/y'] })).toBe(file([ALPHA]))
  })

  it('characters that its charset lacks as references', async () => {
    const there = '<?xml version="1.0" encoding="us-ascii"?><resources><string name="a">x</string></resources>'
    const source = file([A, '    <!-- 日本 -->', B])
    expect(await merged(format, there, { source, texts: { 'android:string/a': 'é', 'android:string/b': '日' } })).toBe(
      '<?xml version="1.0" encoding="us-ascii"?><resources><string name="a">&#233;</string><!-- ?? --><string name="b">&#26085;</string></resources>',
    )
  })
})

describe('a file of Android loses', () => {
  it.each([
    ['a text with the comment above it', [ALPHA, NOTE, BETA, GAMMA], ['b'], [ALPHA, GAMMA]],
    ['a text with the comment behind it', [ALPHA, `${BETA} <!-- two -->`, GAMMA], ['b'], [ALPHA, GAMMA]],
    ['the first text', [ALPHA, BETA], ['a'], [BETA]],
    ['all texts', [ALPHA, NOTE, BETA], ['a', 'b'], []],
    ['no heading above an empty line', [ALPHA, NOTE, '', BETA], ['b'], [ALPHA, NOTE]],
    [
      'no text that was commented out',
      [ALPHA, '    <!-- <string name="o">O</string> -->', BETA],
      ['b'],
      [ALPHA, '    <!-- <string name="o">O</string> -->'],
    ],
  ])('%s', async (_, there, names, becomes) => {
    const remove = names.map(name => `android:string/${name}`)
    expect(await merged(format, file(there), { source: file([A, B, C]), remove })).toBe(file(becomes))
  })

  it('a text on one line with others', async () => {
    const there =
      '<resources><string name="a">1</string><string name="b">2</string><string name="c">3</string></resources>'
    expect(await merged(format, there, { source: file([A]), remove: ['android:string/b'] })).toBe(
      '<resources><string name="a">1</string><string name="c">3</string></resources>',
    )
  })
})

describe('an array', () => {
  const array = (...items: string[]): string[] => [
    '    <string-array name="n">',
    ...items.map(item => `        <item>${item}</item>`),
    '    </string-array>',
  ]
  const source = file([A, ...array('One', 'Two', 'Three')])
  const path = (at: number): string => `android:array/n/${at}`

  it('that is missing comes whole', async () => {
    const texts = { [path(0)]: 'Eins', [path(1)]: 'Zwei', [path(2)]: 'Drei' }
    expect(await merged(format, file([ALPHA]), { source, texts })).toBe(file([ALPHA, ...array('Eins', 'Zwei', 'Drei')]))
    expect(await merged(format, file(['\t<string name="a">Eins</string>']), { source, texts })).toBe(
      file([
        '\t<string name="a">Eins</string>',
        ...array('Eins', 'Zwei', 'Drei').map(line => line.replaceAll('    ', '\t')),
      ]),
    )
  })

  it('with fewer items gets the rest in order', async () => {
    const change = { source, texts: { [path(2)]: 'Drei' } }
    expect(await merged(format, file(array('Eins')), change)).toBe(file(array('Eins', 'Two', 'Drei')))
  })

  it('gets another item in its place, loses those behind it, and goes with the last one', async () => {
    const there = file(array('1', '2', '3'))
    expect(await merged(format, there, { source, texts: { [path(1)]: 'Zwei' }, remove: [path(2)] })).toBe(
      file(array('1', 'Zwei')),
    )
    expect(await merged(format, there, { source, remove: [path(0), path(1), path(2)] })).toBe(file([]))
  })
})

describe('a plural', () => {
  const plural = (...forms: readonly (readonly [string, string])[]): string[] => [
    '    <plurals name="n">',
    ...forms.map(([form, text]) => `        <item quantity="${form}">${text}</item>`),
    '    </plurals>',
  ]
  const source = file([A, ...plural(['one', '%d day'], ['other', '%d days'])])
  const forms = ['one', 'few', 'many', 'other']
  const texts = Object.fromEntries(forms.map(form => [`android:plurals/n[${form}]`, `%d ${form}`]))
  const all = plural(...forms.map(form => [form, `%d ${form}`] as const))

  it('that is missing comes with all forms of the language', async () => {
    expect(await merged(format, file([ALPHA]), { source, texts, language: 'pl' })).toBe(file([ALPHA, ...all]))
  })

  it('gets the forms that it lacks in their order, and keeps those that are not taken', async () => {
    const change = { source, texts, take: ['android:plurals/n[few]', 'android:plurals/n[many]'], language: 'pl' }
    expect(await merged(format, file(plural(['one', '1'], ['other', '5'])), change)).toBe(
      file(plural(['one', '1'], ['few', '%d few'], ['many', '%d many'], ['other', '5'])),
    )
  })

  it('goes whole, also with forms that the language has not', async () => {
    const remove = ['android:plurals/n[one]', 'android:plurals/n[other]']
    expect(await merged(format, file([ALPHA, ...all]), { source: file([A]), remove })).toBe(file([ALPHA]))
  })
})

describe('what a merge of Android keeps', () => {
  const withArrays = ({ group, path, left_out }: Unit): string | undefined =>
    left_out === 'do_not_translate' || path === 'xml:'
      ? undefined
      : (group ?? path).replace(/(?<=^android:array\/.*)\/\d+$/, '')

  it.each(corpus('xml').filter(({ name }) => name.startsWith('strings')))('$name is whole again', async ({ bytes }) => {
    await keepsTheLaws(format, bytes, { togetherOf: withArrays })
  })

  it('is the same where it has no declaration, no indents and no last line end', async () => {
    const source =
      '<resources>\r\n<!-- c --><string name="a">A b</string>\r\n\r\n<string name="b">C d</string>\r\n</resources>'
    await keepsTheLaws(format, Buffer.from(source))
  })
})

describe('a file that cannot be merged', () => {
  it('is known before, and refused', async () => {
    const page = '<page><title>Hello</title></page>'
    const reason = await format.unmergeable?.(opened(page)())
    expect(reason).toMatch(/^This XML file is no resource file of Android/)
    expect(await format.unmergeable?.(opened(file([A]))())).toBeUndefined()
    await expect(merged(format, page, { source: page })).rejects.toThrow(reason)
  })

  it.each(['<resources>', '', '<resources><string></resources>'])('is %j', async there => {
    await expect(merged(format, there, { source: file([A]) })).rejects.toMatchObject({ code: 'malformed' })
  })
})
