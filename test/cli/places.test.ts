import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BESIDE, collision, entriesByLanguage, placeOf, unknownPlaceholder } from '../../src/cli/translate/places.ts'

describe('the place of a result', () => {
  it.each([
    [BESIDE, '/p/locales/en.json', '/p/locales/de.json'],
    [BESIDE, '/p/menu.json', '/p/menu.de.json'],
    [BESIDE, '/p/LICENSE', '/p/LICENSE.de'],
    ['{dir}/{name}.{lang}.{ext}', '/p/en.json', '/p/en.de.json'],
    ['locales/{lang}.json', '/p/src/en.json', '/here/locales/de.json'],
    ['{dir}/{lang}/{name}.{ext}', '/p/en.json', '/p/de/en.json'],
    ['out/', '/p/en.json', '/here/out/de.json'],
    ['{dir}/{lang}/', '/p/menu.json', '/p/de/menu.de.json'],
    ['/abs/{name}-{lang}.{ext}', '/p/a.b.txt', '/abs/a.b-de.txt'],
    ['{name}.{lang}', '/p/{lang}.txt', '/here/{lang}.de'],
  ])('by %s of %s is %s', (template, source, place) => {
    expect(placeOf(template, { path: source, language: 'en' }, 'de', '/here')).toBe(place)
  })

  it('knows its placeholders', () => {
    expect(unknownPlaceholder('{dir}/{language}.json')).toBe('{language}')
    expect(unknownPlaceholder(BESIDE)).toBeUndefined()
  })

  it('is one for one result only', () => {
    expect(collision(['/a', '/b', '/a'])).toBe('/a')
    expect(collision(['/a', '/b'])).toBeUndefined()
  })
})

describe('the entries of a parcel', () => {
  it('are found by the tag that stands last in their names', () => {
    const names = ['notes.de.fr.md', 'notes.de.de.md', 'notes.de.pt-BR.md']
    expect(Object.fromEntries(entriesByLanguage(names, ['de', 'fr', 'pt-BR']) ?? [])).toEqual({
      de: 'notes.de.de.md',
      fr: 'notes.de.fr.md',
      'pt-BR': 'notes.de.pt-BR.md',
    })
  })

  it('are found however the tag is written', () => {
    const names = ['strings_de.po', 'strings_pt_BR.po', 'strings_pt.po', 'strings_zh-hant.po']
    expect(Object.fromEntries(entriesByLanguage(names, ['pt', 'pt-BR', 'de', 'zh-Hant']) ?? [])).toEqual({
      de: 'strings_de.po',
      'pt-BR': 'strings_pt_BR.po',
      pt: 'strings_pt.po',
      'zh-Hant': 'strings_zh-hant.po',
    })
  })

  it('may lie in folders named by language', () => {
    expect(Object.fromEntries(entriesByLanguage(['de/a.json', 'fr/a.json'], ['de', 'fr']) ?? [])).toEqual({
      de: 'de/a.json',
      fr: 'fr/a.json',
    })
  })

  it.each([
    [['a.de.md'], ['de', 'fr']],
    [['a.de.md', 'b.de.md'], ['de']],
    [['a.de.md', 'readme.md'], ['de']],
  ])('%j are not taken for %j', (names, languages) => {
    expect(entriesByLanguage(names, languages)).toBeUndefined()
  })

  it('are found again whatever the source is called', () => {
    const name = fc.stringMatching(/^[a-z. ]{1,12}$/)
    const languages = ['de', 'fr', 'pt', 'pt-BR', 'zh-Hant']
    fc.assert(
      fc.property(name, source => {
        const names = languages.map(language => `${source}.${language}.txt`)
        expect([...(entriesByLanguage(names, languages)?.keys() ?? [])]).toEqual(languages)
      }),
    )
  })
})
