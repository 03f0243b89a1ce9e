import { describe, expect, it } from 'vitest'
import { canonicalTag, isSupported, splitPair, supportedLanguages } from '../../../src/service/domain/languages.ts'

const LANGUAGES = supportedLanguages()

describe('the catalogue of languages', () => {
  it('has more than 110 tags, each canonical, once, with a name [LNG-1]', () => {
    expect(LANGUAGES.length).toBeGreaterThan(110)
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length)
    expect(new Set(LANGUAGES.map(({ name }) => name)).size).toBe(LANGUAGES.length)
    for (const { tag, name } of LANGUAGES) {
      expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
      expect(canonicalTag(tag)).toBe(tag)
      expect(name).not.toBe(tag)
      expect(isSupported(tag)).toBe(true)
    }
  })

  it('accepts tags as people write them', () => {
    const tags = {
      pt_BR: 'pt-BR',
      'PT-br': 'pt-BR',
      iw: 'he',
      in: 'id',
      no: 'nb',
      'zh-CN': 'zh-Hans',
      'zh-TW': 'zh-Hant',
      'zh-HK': 'zh-Hant-HK',
      zh: 'zh-Hans',
      'de-DE': 'de',
      'ja-JP': 'ja',
      'sr-Latn-RS': 'sr-Latn',
      'en-UK': 'en-GB',
      tl: 'fil',
    }
    for (const [written, tag] of Object.entries(tags)) expect([written, canonicalTag(written)]).toEqual([written, tag])
    for (const unknown of [
      '',
      'tlh',
      'xx',
      'en-',
      'de-LU',
      'German',
      '1',
      'pt-BR-x-y-z-',
      '__proto__',
      'constructor',
    ]) {
      expect([unknown, canonicalTag(unknown)]).toEqual([unknown, undefined])
    }
  })

  it('splits every pair of two supported tags where they join [GLO-1]', () => {
    const tags = LANGUAGES.map(({ tag }) => tag)
    const pairs = tags.flatMap(source => tags.filter(tag => tag !== source).map(target => ({ source, target })))
    expect(pairs.map(({ source, target }) => splitPair(`${source}-${target}`))).toEqual(pairs)
  })

  it('splits no string that is no pair [GLO-1, GLO-2]', () => {
    for (const pair of ['en', 'en-', '-en', 'en-en', 'en-xx', 'klingon-de', 'en--de', 'en/de', '']) {
      expect([pair, splitPair(pair)]).toEqual([pair, undefined])
    }
    expect(splitPair('en-zh-CN')).toEqual({ source: 'en', target: 'zh-Hans' })
  })
})
