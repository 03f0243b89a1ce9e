import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesByLanguage } from '../../src/mcp/files/languages-in-zip.ts'

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

  it('are found by the names of gettext', () => {
    const names = ['sr.po', 'sr@latin.po', 'zh_CN.po', 'zh_TW.po']
    expect(Object.fromEntries(entriesByLanguage(names, ['zh-Hans', 'zh-Hant', 'sr', 'sr-Latn']) ?? [])).toEqual({
      'zh-Hans': 'zh_CN.po',
      'zh-Hant': 'zh_TW.po',
      sr: 'sr.po',
      'sr-Latn': 'sr@latin.po',
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
