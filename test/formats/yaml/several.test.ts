import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

/** Makes a result and proves that it reads back; what has no translation in the table keeps its source. */
async function written(content: string, language: string, translations: Record<string, string> | 'all') {
  const translate = ({ left_out, text }: Unit) =>
    left_out !== undefined ? undefined : translations === 'all' ? text.toUpperCase() : translations[text]
  const result = await bytesOf(rewrite(yaml, opened(content), translate, { language }))
  expect(await verify(yaml, opened(content), opened(result), translate, { language })).toEqual([])
  return result.toString()
}

const read = async (content: string, language?: string) => {
  const units = await unitsOf(yaml, opened(content), language === undefined ? {} : { target: { language } })
  return units.map(({ path, text, left_out }) => [path, left_out ?? text])
}

const MESSAGE = '{n, plural, one {# day} other {# days}}'
const GROWN = '{n, plural, one {# day} few {# days} many {# days} other {# days}}'

describe('a message with plurals in it', () => {
  it.each([
    [
      'alone',
      `en:\n  a: Save\n  b: "${MESSAGE}"\n`,
      /^pl:\n {2}a: Zapisz\n {2}b: "ok \{n, plural, one .* few .* many /,
    ],
    ['beside others', `en:\n  b: "${MESSAGE}"\nfr:\n  b: "${MESSAGE}"\n`, /pl:\n {2}b: "ok \{n, plural, one .* few /],
    ['in a place that is empty', `en:\n  b: '${MESSAGE}'\npl:\n  b: ''\n`, /pl:\n {2}b: 'ok \{n, plural, one .* few /],
  ])('has the branches of its target, %s [FMT-4, RES-2]', async (_, file, expected) => {
    expect(await written(file, 'pl', { Save: 'Zapisz', [GROWN]: `ok ${GROWN}` })).toMatch(expected)
    expect(await written(file, 'pl', { [GROWN]: `ok ${MESSAGE}` })).toContain(`ok ${MESSAGE}`)
    expect(await written(file, 'pl', { Save: 'Zapisz' })).toContain(MESSAGE)
  })
})

const BOTH = `en:
  # The menu.
  menu:
    open: "Open"   # verb
    n: 1
    close: 'Close it'
  terms: |
    One.
    Two.
  ref: &ref Same here
  again: *ref

fr:
  menu:
    open: "Ouvrir"
`

describe('several languages in one file', () => {
  it('are said, and counted as other languages [FMT-3]', async () => {
    expect(await yaml.languages?.(opened(BOTH)())).toEqual({ source: 'en', several: true })
    expect(await read(BOTH)).toEqual([
      ['yaml:/en/menu/open', 'Open'],
      ['yaml:/en/menu/n', 'number'],
      ['yaml:/en/menu/close', 'Close it'],
      ['yaml:/en/terms', 'One.\nTwo.'],
      ['yaml:/en/ref', 'Same here'],
      ['yaml:/fr/menu/open', 'other_language'],
    ])
  })

  it('keep each other: a new one is a copy of the source after them [FMT-3, RES-2]', async () => {
    const german = { Open: 'Öffnen', 'Close it': "Schließ's", 'One.\nTwo.': 'Eins.\n\nZwei.' }
    expect(await written(BOTH, 'de', german)).toBe(`${BOTH}
de:
  # The menu.
  menu:
    open: "Öffnen"   # verb
    n: 1
    close: 'Schließ''s'
  terms: |
    Eins.

    Zwei.
  ref: &ref Same here
  again: *ref
`)
    expect(await written(BOTH, 'de', {})).toBe(BOTH)
  })

  it('name their own language in a field, too', async () => {
    const file = 'en:\n  locale: en\n  a: Save\nfr:\n  locale: fr\n'
    expect(await written(file, 'de', { Save: 'Sichern' })).toBe(`${file}de:\n  locale: de\n  a: Sichern\n`)
    expect(await written('en:\n  a: Save\n  lang: "en"\nde: {}\n', 'de', { Save: 'Sichern' })).toContain(
      'de:\n  a: Sichern\n  lang: "de"\n',
    )
  })

  it('get what they lack where the source has it, and keep what they have', async () => {
    const content = BOTH.replace('fr:', 'fr:\n  terms: ""').replace(
      '    n: 1\n',
      '    n: [a b, c d]\n    m: {x: y z}\n',
    )
    const french = await written(content, 'fr', { 'Close it': 'Fermer', 'a b': 'x', 'One.\nTwo.': 'U\nD', Open: '!' })
    expect(french.slice(french.indexOf('fr:'))).toBe(`fr:
  terms: "U\\nD\\n"
  ref: Same here
  menu:
    open: "Ouvrir"
    n: [x, c d]
    m: {x: y z}
    close: 'Fermer'
`)
    expect((await read(content, 'fr')).find(([path]) => path === 'yaml:/fr/menu/open')?.[1]).toBe('already_translated')
  })

  it.each([
    [
      'nothing yet',
      'en:\n  a: b c\n  l:\n  - d e\nde:\n',
      'en:\n  a: b c\n  l:\n  - d e\nde:\n  a: B C\n  l:\n  - D E\n',
    ],
    ['null', 'en: {a: b c}\nde: {a: ~}\n', 'en: {a: b c}\nde: {a: B C}\n'],
    ['an empty map', 'en:\n  a: b c\nde: {}\n', 'en:\n  a: b c\nde:\n  a: B C\n'],
    ['a key without a value', 'en:\n  a:\n    b: c d\nde:\n  a:\n', 'en:\n  a:\n    b: c d\nde:\n  a:\n    b: C D\n'],
    ['a deeper indent', 'en:\n  a: b c\n  d: |\n    e f\nde:\n    x: X\n    a: B\n', undefined],
    ['another first key', 'en:\n  a: b c\n  d: e f\nde:\n  d: E\n', 'en:\n  a: b c\n  d: e f\nde:\n  a: B C\n  d: E\n'],
    ['brackets', '{en: {a: b c, d: e f}, de: {d: E}}', '{en: {a: b c, d: e f}, de: {a: B C, d: E}}'],
    ['no place in brackets', '{en: {a: b c}, fr: {}}', '{en: {a: b c}, fr: {}, de: {a: B C}}'],
    ['DOS line ends', 'en:\r\n  a: b c\r\nfr:\r\n  a: d', 'en:\r\n  a: b c\r\nfr:\r\n  a: d\r\nde:\r\n  a: B C'],
    ['a region', 'en:\n  a: b c\nde-DE:\n  d: E\n', 'en:\n  a: b c\nde-DE:\n  a: B C\n  d: E\n'],
  ])('are filled where a language has %s', async (_, content, expected) => {
    expect(await written(content, 'de', 'all')).toBe(
      expected ?? 'en:\n  a: b c\n  d: |\n    e f\nde:\n    x: X\n    a: B\n    d: |\n      E F\n',
    )
  })

  it('are named in the manner of the others, and may be symbols of Ruby', async () => {
    expect(await written('en:\n  a: b c\nzh_CN:\n  a: d\n', 'pt-BR', 'all')).toContain('\npt_BR:\n')
    expect(await written(':en:\n  :a: b c\n:fr:\n  :a: d\n', 'no', 'all')).toContain('\n:no:\n  :a: B C\n')
    expect(await written('en:\n  a: b c\nfr:\n  a: d\n', 'no', 'all')).toContain('\n"no":\n  a: B C\n')
  })

  it('have the plural forms of each language [FMT-4]', async () => {
    const content = 'en:\n  n:\n    one: "%{count} bed"\n    other: "%{count} beds"\n'
    const forms = (few: string) => `pl:\n  n:\n    one: "%{COUNT} BED"\n${few}    other: "%{COUNT} BEDS"\n`
    const added = '    few: "%{COUNT} BEDS"\n    many: "%{COUNT} BEDS"\n'
    const french = 'fr:\n  n:\n    other: "x y"\n'
    expect(await written(content + french, 'pl', 'all')).toBe(content + french + forms(added))
    const polish = forms('    few: "a b"\n')
    expect(await written(content + polish, 'pl', 'all')).toBe(
      content + forms('    few: "a b"\n    many: "%{COUNT} BEDS"\n'),
    )
    const notes = await unitsOf(yaml, opened(content + polish), { target: { language: 'pl' } })
    expect(notes.map(({ note }) => note)).toEqual(
      ['1', '2, 3, 4, 22, 23 …', '0, 5, 6, 7, 8 …', '0.5, 1.5, 2.5, 3.5, 4.5 …'].map(of => `Plural form for ${of}`),
    )
  })

  it('are translated from the one that is said, else from English, and never from the target itself', async () => {
    const content = 'fr:\n  a: un deux\nen:\n  a: one two\n'
    const texts = async (language: string, source?: string) =>
      (await unitsOf(yaml, opened(content), { target: { language }, source })).map(({ text }) => text)
    expect(await texts('de')).toEqual(['un deux', 'one two'])
    expect((await read(content, 'de')).at(-1)).toEqual(['yaml:/de/a', 'one two'])
    expect(await texts('de', 'fr')).toEqual(['one two', 'un deux'])
    expect(await texts('en')).toEqual(['un deux'])
  })
})
