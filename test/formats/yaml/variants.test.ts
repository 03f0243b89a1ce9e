import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

/** Makes a result and proves that it reads back. */
async function written(content: string, language: string, translations: Record<string, string>) {
  const translate = ({ left_out, text }: Unit) => (left_out === undefined ? translations[text] : undefined)
  const result = await bytesOf(rewrite(yaml, opened(content), translate, { language }))
  expect(await verify(yaml, opened(content), opened(result), translate, { language })).toEqual([])
  return result.toString()
}

const EACH =
  'title:\n  en: Open the file\n  fr: Ouvrir le fichier\nlist:\n  - en: Close it\n    fr: Le fermer\n    de: ""\n'

describe('a text with its languages beside each other', () => {
  it('is in the language that is English, or the first', async () => {
    expect(await yaml.languages?.(opened(EACH)())).toEqual({ source: 'en', several: true })
    const units = await unitsOf(yaml, opened(EACH))
    expect(units.map(({ part, left_out }) => [part, left_out])).toEqual([
      ['title.en', undefined],
      ['title.fr', 'other_language'],
      ['list.0.en', undefined],
      ['list.0.fr', 'other_language'],
      ['list.0.de', 'empty'],
    ])
  })

  it.each<[string, string, string]>([
    ['a map', EACH, EACH.replace('fichier\n', 'fichier\n  de: X\n').replace('""', '"Y"')],
    ['in brackets', 'a: {en: Open the file, fr: Ouvrir}\n', 'a: {en: Open the file, fr: Ouvrir, de: X}\n'],
    [
      'maps of their own',
      'x:\n  en:\n    a: Open the file\n    b: Close it\n  fr:\n    a: Ouvrir\n',
      'x:\n  en:\n    a: Open the file\n    b: Close it\n  fr:\n    a: Ouvrir\n  de:\n    a: X\n    b: "Y"\n',
    ],
    [
      'lists of their own',
      'x:\n  en:\n    - Open the file\n    - Close it\n  fr:\n    - Ouvrir\n    - Fermer\n',
      'x:\n  en:\n    - Open the file\n    - Close it\n  fr:\n    - Ouvrir\n    - Fermer\n  de:\n    - X\n    - "Y"\n',
    ],
    [
      'keys that end with a language',
      'title_en: Open the file\ntitle_fr: Ouvrir\nid: x_1\nmore-en: Close it\nmore-fr: Fermer\n',
      'title_en: Open the file\ntitle_fr: Ouvrir\ntitle_de: X\nid: x_1\nmore-en: Close it\nmore-fr: Fermer\nmore-de: "Y"\n',
    ],
    [
      'keys in quotes, in capitals, in brackets',
      'a: {"t_EN": Open the file, "t_FR": Ouvrir}\nb:\n  EN: Close it\n  FR: Fermer\n',
      'a: {"t_EN": Open the file, "t_FR": Ouvrir, "t_DE": X}\nb:\n  EN: Close it\n  FR: Fermer\n  DE: "Y"\n',
    ],
    [
      'a list with an item for each',
      'x:\n  - lang: en\n    n: 1\n    text: Open the file\n    more: |\n      Close it\n  - lang: fr\n    n: 1\n    text: Ouvrir\n    more: |\n      Fermer\n# End\n',
      'x:\n  - lang: en\n    n: 1\n    text: Open the file\n    more: |\n      Close it\n  - lang: fr\n    n: 1\n    text: Ouvrir\n    more: |\n      Fermer\n  - lang: de\n    n: 1\n    text: X\n    more: |\n      Y\n# End\n',
    ],
    [
      'such a list in brackets, or at the root',
      '- {locale: "en", text: Open the file}\n- {locale: "fr", text: Ouvrir}\n',
      '- {locale: "en", text: Open the file}\n- {locale: "fr", text: Ouvrir}\n- {locale: "de", text: X}\n',
    ],
    [
      'a list whose dashes stand alone',
      'x: [{lang: en, t: Close it}, {lang: fr, t: Fermer}]\ny:\n-\n  lang: en\n  t: Open the file\n-\n  lang: fr\n  t: Ouvrir\n',
      'x: [{lang: en, t: Close it}, {lang: fr, t: Fermer}, {lang: de, t: "Y"}]\ny:\n-\n  lang: en\n  t: Open the file\n-\n  lang: fr\n  t: Ouvrir\n-\n  lang: de\n  t: X\n',
    ],
    [
      'a list that has the language',
      '- locale: de\n  text: ""\n- locale: en\n  text: Open the file\n',
      '- locale: de\n  text: "X"\n- locale: en\n  text: Open the file\n',
    ],
    [
      'below the one language of the root, which is then no language of the file',
      'en:\n  locale: en\n  title:\n    en: Open the file\n    fr: Ouvrir\n  b_en: Close it\n  b_fr: Le fermer\n',
      'en:\n  locale: en\n  title:\n    en: Open the file\n    fr: Ouvrir\n    de: X\n  b_en: Close it\n  b_fr: Le fermer\n  b_de: "Y"\n',
    ],
    [
      'a list with an item for each language of each text',
      '- key: a\n  lang: en\n  text: Open the file\n- key: a\n  lang: fr\n  text: Ouvrir\n- key: 2\n  lang: en\n  text: Close it\n- key: 2\n  lang: fr\n  text: Fermer\n',
      '- key: a\n  lang: en\n  text: Open the file\n- key: a\n  lang: fr\n  text: Ouvrir\n- key: a\n  lang: de\n  text: X\n- key: 2\n  lang: en\n  text: Close it\n- key: 2\n  lang: fr\n  text: Fermer\n- key: 2\n  lang: de\n  text: "Y"\n',
    ],
    [
      'such a list below a key, language by language',
      'x:\n  - {id: a, locale: en, value: Open the file}\n  - {id: b, locale: en, value: Close it}\n  - {id: a, locale: fr, value: Ouvrir}\n  - {id: b, locale: fr, value: Fermer}\n',
      'x:\n  - {id: a, locale: en, value: Open the file}\n  - {id: b, locale: en, value: Close it}\n  - {id: a, locale: fr, value: Ouvrir}\n  - {id: b, locale: fr, value: Fermer}\n  - {id: a, locale: de, value: X}\n  - {id: b, locale: de, value: "Y"}\n',
    ],
    [
      'nothing is written in place of nothing',
      'a:\n  en: Open the file\n  de:\nb:\n  en: Close it\n  fr: Le fermer\n',
      'a:\n  en: Open the file\n  de:\nb:\n  en: Close it\n  fr: Le fermer\n  de: "Y"\n',
    ],
    [
      'what is in none of the languages stays',
      'locale: en\nkind: A page\na:\n  en: Open the file\n  fr: Ouvrir le fichier\n',
      'locale: en\nkind: A page\na:\n  en: Open the file\n  fr: Ouvrir le fichier\n  de: X\n',
    ],
  ])('gets another one behind them, and no other is changed: %s [FMT-3, RES-2]', async (_, file, expected) => {
    expect(await written(file, 'de', { 'Open the file': 'X', 'Close it': 'Y' })).toBe(expected)
    expect(await written(file, 'de', {})).toBe(file)
  })

  it('may have keys that are words, too, where what is under them is in these languages', async () => {
    const file = 'x:\n  it: Apri il file e chiudi la finestra\n  hr: Otvori datoteku i zatvori prozor\n'
    expect(await yaml.languages?.(opened(file)())).toEqual({ source: 'it', several: true })
    expect(await written(file, 'de', { 'Apri il file e chiudi la finestra': 'X' })).toBe(`${file}  de: X\n`)
    const short = opened('x:\n  it: Item\n  hr: Ruler\n')
    expect((await yaml.remarks?.(short(), ['de'], 'en'))?.[0]).toContain('“it”, “hr” may be languages or words')
    expect((await unitsOf(yaml, short)).map(({ left_out }) => left_out)).toEqual([undefined, undefined])
  })

  it('is below the root of a catalogue, which gets the new language for all the rest', async () => {
    const file = 'en:\n  a: Open the file\n  b: One more\n  c: And one\n  x:\n    en: Close it\n    fr: Fermer\n'
    expect(await yaml.languages?.(opened(file)())).toEqual({ source: 'en' })
    expect(await written(file, 'de', { 'Open the file': 'X', 'Close it': 'Y' })).toBe(
      'de:\n  a: X\n  b: One more\n  c: And one\n  x:\n    en: Close it\n    fr: Fermer\n    de: "Y"\n',
    )
  })

  it.each([
    ['names of languages', 'menu:\n  en: English\n  fr: French\n'],
    ['departments', 'x:\n  it: Computer help\n  hr: Hiring people\n'],
    ['shops', 'shops:\n  de:\n    a: Our shop there\n  fr:\n    a: Our shop here\n'],
  ])('is not what only looks like it: %s', async (_, file) => {
    expect(await yaml.languages?.(opened(file)())).toEqual({ source: undefined })
    const units = await unitsOf(yaml, opened(file))
    expect(units.map(({ left_out }) => left_out)).toEqual([undefined, undefined])
    expect(await written(file, 'pl', { English: 'angielski', French: 'francuski' })).not.toContain('pl:')
  })
})
