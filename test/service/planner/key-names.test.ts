import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../support/seed.ts'
import { brief, intentOf } from './files.ts'
import { catalogueWith, judge, KEYS, SAYINGS, WORDINGS } from './key-names.ts'

describe('a key that is called like a word of an instruction', () => {
  it('is chosen as said, or it is reported that nobody knows which is meant; never something else [MCP-14]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYS),
        fc.constantFrom(...WORDINGS),
        fc.constantFrom('root' as const, 'inside' as const, 'among' as const),
        fc.constantFrom(...SAYINGS),
        (key, [wording, wish], place, say) => {
          const said = say(wording.replaceAll('X', () => key))
          expect(['right', 'reported', 'refused'], said.join(' → ')).toContain(judge(key, place, said, wish))
        },
      ),
      { numRuns: rounds(3000) },
    )
  })

  it.each([
    ['bye', 'skip bye', 'skip bye'],
    ['help', 'skip the help section', 'skip help'],
    ['hidden', 'only hidden', 'only hidden'],
    ['new', 'only the new section', 'only new'],
    ['german', 'skip the key "german"', 'skip german'],
    ['skip', 'exclude "skip"', 'skip skip'],
    ['untranslated', 'leave out „untranslated“', 'skip untranslated'],
  ])('%s: “%s” [PLN-1, MCP-14]', (key, said, meaning) => {
    expect(brief(intentOf(catalogueWith(key), 'Translate into Italian', said))).toBe(`to it | ${meaning}`)
  })

  it.each([
    ['german', 'skip german'],
    ['cheap', 'not cheap'],
    ['formal', 'also formal'],
    ['de', 'without de'],
    ['translation', 'without translation'],
  ])('%s: “%s” is not guessed [MCP-14]', (key, said) => {
    const { not_understood, selection } = intentOf(catalogueWith(key), `Translate into Italian, ${said}`)
    expect(not_understood).toEqual([said])
    expect(selection).toMatchObject({ include: [], exclude: [], also: [], lift: [] })
  })
})

describe('what is said of languages', () => {
  const plain = catalogueWith('title')

  it.each([
    ['Translate into Serbian in Latin script', 'to sr-Latn'],
    ['Serbian in Cyrillic script', 'to sr'],
    ['Fill in what is missing in French', 'to fr'],
  ])('is read whole: “%s” [LNG-1, MCP-14]', (said, meaning) => {
    expect(brief(intentOf(plain, said))).toBe(meaning)
  })

  it('an answer is no language, and readers are no target [MCP-14]', () => {
    expect(brief(intentOf(plain, 'Translate into German', 'no, Spanish instead'))).toBe('to es')
    expect(() => intentOf(plain, 'I need this for our Polish users')).toThrow('no target language')
    const { not_understood } = intentOf(plain, 'Translate into German. I need this for our Polish users.')
    expect(not_understood).toEqual(['this for our Polish users'])
  })

  it('is echoed as it was said [MCP-14]', () => {
    const { applied } = intentOf(
      catalogueWith('Legal'),
      'Fill in what is missing in French. Leave out the Legal section',
    )
    expect(applied).toEqual(['Fill in what is missing in French', 'Leave out the Legal section'])
  })
})
