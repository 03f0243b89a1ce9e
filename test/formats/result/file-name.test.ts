import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { translatedName } from '../../../src/formats/result/file-name.ts'
import { rounds } from '../../support/seed.ts'

describe('the name of a translation', () => {
  it.each([
    ['menu.json', 'en', 'de', 'menu.de.json'],
    ['README', 'en', 'de', 'README.de'],
    ['en.json', 'en', 'de', 'de.json'],
    ['en-US.json', 'en', 'pt-BR', 'pt-BR.json'],
    ['en.json', 'en-GB', 'de', 'de.json'],
    ['en_US.po', 'en-US', 'pt-BR', 'pt_BR.po'],
    ['messages.en.json', 'en', 'pt-BR', 'messages.pt-BR.json'],
    ['messages_en.po', 'en', 'pt-BR', 'messages_pt_BR.po'],
    ['my-app-en.csv', 'en', 'fr', 'my-app-fr.csv'],
    ['app.zh-hant-tw.json', 'zh-Hant-TW', 'pt-BR', 'app.pt-br.json'],
    ['strings zh_Hans.txt', 'zh-Hans', 'de', 'strings de.txt'],
    ['EN.md', 'en', 'de', 'de.md'],
    ['es-419.json', 'es-419', 'en', 'en.json'],
  ])('%s in %s for %s is %s', (name, source, target, expected) => {
    expect(translatedName(name, target, source)).toBe(expected)
  })

  it.each([
    ['a word that only ends like a tag', 'screen.json', 'en', 'screen.de.json'],
    ['the tag of another language', 'de.po', 'en', 'de.de.po'],
    ['the tag of another country', 'pt-PT.json', 'pt-BR', 'pt-PT.de.json'],
    ['a tag that is not at the end', 'en.messages.json', 'en', 'en.messages.de.json'],
    ['nothing but an extension', '.en', 'en', '.de.en'],
    ['a folder as a tag', 'en/menu.json', 'en', 'en/menu.de.json'],
  ])('keeps %s', (_what, name, source, expected) => {
    expect(translatedName(name, 'de', source)).toBe(expected)
  })

  it('goes by nothing but the name where the source is not known', () => {
    expect(translatedName('en.json', 'de')).toBe('en.de.json')
  })

  it('is never the name of the file itself, and another for each language [MCP-10]', () => {
    const tag = fc.constantFrom('en', 'en-US', 'en-GB', 'de', 'pt-BR', 'pt', 'zh-Hant')
    const stem = fc.oneof(tag, fc.stringMatching(/^[a-z._-]{0,8}[._-](?:en|en-US|en_us|pt_BR|de)$/))
    fc.assert(
      fc.property(stem, tag, fc.uniqueArray(tag, { minLength: 2 }), (name, source, targets) => {
        const file = `${name}.json`
        const names = targets.filter(target => target !== source).map(target => translatedName(file, target, source))
        expect(names.map(each => each.toLowerCase())).not.toContain(file.toLowerCase())
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: rounds(500) },
    )
  })
})
