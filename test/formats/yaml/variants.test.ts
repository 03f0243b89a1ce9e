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
