import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNewPair, readPair } from '../../../src/service/domain/glossaries.ts'
import {
  canonicalTag,
  isSupported,
  languageName,
  SUPPORTED_TAGS,
  splitPair,
} from '../../../src/service/domain/languages.ts'
import { rounds } from '../../support/seed.ts'

const tag = fc.constantFrom(...SUPPORTED_TAGS)
/** The same tag as people write it: other case, underscores, spaces around it. */
const written = fc.tuple(tag, fc.boolean(), fc.boolean(), fc.boolean()).map(([one, upper, lower, underscore]) => {
  const cased = upper ? one.toUpperCase() : lower ? one.toLowerCase() : one
  return { tag: one, text: ` ${underscore ? cased.replaceAll('-', '_') : cased} ` }
})
const refusal = (code: string) => expect.objectContaining({ code, param: 'language_pair' })

describe('a tag as people write it', () => {
  it('is the catalogue’s own, in any case and with either line [LNG-1]', () => {
    fc.assert(
      fc.property(written, ({ tag: known, text }) => {
        expect(canonicalTag(text)).toBe(known)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('leads into the catalogue or nowhere, and stays there [LNG-1]', () => {
    const part = fc.constantFrom(
      'en',
      'zh',
      'sr',
      'es',
      'de',
      'no',
      'und',
      'Hans',
      'Latn',
      'US',
      'TW',
      '419',
      'x',
      'u-nu',
      '',
      'POSIX',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 4 }).map(parts => parts.join('-')),
          fc.string({ maxLength: 12 }),
        ),
        text => {
          const found = canonicalTag(text)
          if (found === undefined) return
          expect(isSupported(found)).toBe(true)
          expect(canonicalTag(found)).toBe(found)
          expect(languageName(found)).not.toBe('')
        },
      ),
      { numRuns: rounds(1000) },
    )
  })

  it.each(['und', 'und-DE', 'und-Latn', 'mul', 'zxx', 'x-klingon', 'i-klingon', 'C', 'en_US.UTF-8'])(
    '%s names no language [LNG-1]',
    text => {
      expect(canonicalTag(text)).toBeUndefined()
    },
  )

  it.each([
    ['de-DE', 'de'],
    ['fr-FR', 'fr'],
    ['en-Latn-US', 'en-US'],
    ['pt-Latn-BR', 'pt-BR'],
    ['zh-Hans-SG', 'zh-Hans'],
    ['zh-MO', 'zh-Hant'],
    ['sr-Cyrl-RS', 'sr'],
    ['es-XL', 'es-419'],
    ['nb-NO', 'nb'],
  ])('%s falls to %s: only what is the likeliest anyway is dropped [LNG-1]', (text, known) => {
    expect(canonicalTag(text)).toBe(known)
  })

  it.each(['de-LU', 'es-PE', 'zh-Latn', 'sr-Latn-XX', 'fr-SN', 'ar-Latn'])(
    '%s is not taken for another place or script [LNG-1]',
    text => {
      expect(canonicalTag(text)).toBeUndefined()
    },
  )
})

describe('the address of a glossary', () => {
  it('is read as written, and its canonical form reads the same [GLO-1]', () => {
    fc.assert(
      fc.property(tag, tag, (source, target) => {
        if (source === target) return
        const pair = `${source}-${target}`
        expect(readPair(pair)).toEqual({ source, target, language_pair: pair })
        expect(readNewPair(pair.toLowerCase()).language_pair.toLowerCase()).toBe(pair.toLowerCase())
      }),
      { numRuns: rounds(500) },
    )
  })

  it('never holds one language twice, and refuses what it cannot split, naming the field [GLO-2]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 14 }), text => {
        const pair = splitPair(text)
        if (pair === undefined) {
          expect(() => readPair(text)).toThrow(refusal('invalid_language_pair'))
          return
        }
        expect(pair.source).not.toBe(pair.target)
        expect([pair.source, pair.target].every(isSupported)).toBe(true)
      }),
      { numRuns: rounds(500) },
    )
  })

  it.each([
    ['en-tlh', 'language_not_supported', 'tlh'],
    ['xx-de', 'language_not_supported', 'xx'],
    ['xx-yy', 'language_not_supported', 'xx'],
    ['en-en', 'invalid_language_pair', 'en-en'],
    ['german', 'invalid_language_pair', 'german'],
    ['en-pt-XX', 'invalid_language_pair', 'en-pt-XX'],
  ])('to be made as %s is refused as %s, naming %s [GLO-2]', (text, code, named) => {
    expect(() => readNewPair(text)).toThrow(refusal(code))
    expect(() => readNewPair(text)).toThrow(named)
  })
})
