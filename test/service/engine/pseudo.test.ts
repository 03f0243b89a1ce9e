import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samePlaceholders } from '../../../src/formats/index.ts'
import type { EngineJob } from '../../../src/service/engine/engine.ts'
import { pseudo, pseudoText } from '../../../src/service/engine/pseudo/pseudo.ts'
import { growth, STEADY } from '../../support/growth.ts'
import { rounds } from '../../support/seed.ts'

const JOB: EngineJob = { source: 'en', target: 'de', tier: 'standard', glossary: [], keep: [], guidance: [] }

const PIECES = [
  'Save ',
  '{name}',
  '%s',
  ' changes',
  '<b>',
  '</b>',
  '{{count}}',
  ' 100% sure ',
  '&amp;',
  'https://example.com/a?b=c',
  ' %(total)d',
  '“',
  '設定',
  '\n',
  '$t(menu.file)',
]

describe('pseudo translation', () => {
  it('keeps every placeholder as often as it was [ENG-2]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), pieces => {
        const text = pieces.join('')
        expect(samePlaceholders(text, pseudoText({ text }, JOB))).toBe(true)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('keeps the form of ICU messages', () => {
    const text = "{n, plural, one {# item isn't here} other {# items of {name}}}"
    const result = pseudoText({ text, syntax: 'icu' }, JOB)
    expect(samePlaceholders(text, result, 'icu')).toBe(true)
    expect(result).toContain('{n, plural, one {# ')
  })

  it('keeps white space at both ends and leaves empty text alone', () => {
    expect(pseudoText({ text: '  Save\n' }, JOB)).toMatch(/^ {2}⟦de .*⟧\n$/)
    for (const text of ['', ' ', '\n\t']) expect(pseudoText({ text }, JOB)).toBe(text)
  })

  it('makes text longer by a third or so', () => {
    const text = 'Your session has expired, please sign in again to continue working.'
    const grown = (pseudoText({ text }, JOB).length - '⟦de ⟧'.length) / text.length
    expect(grown).toBeGreaterThan(1.2)
    expect(grown).toBeLessThan(1.45)
  })

  it('differs between targets and is the same each time', () => {
    const texts = ['de', 'fr', 'en-XA'].map(target => pseudoText({ text: 'File' }, { ...JOB, target }))
    expect(new Set(texts).size).toBe(3)
    expect(pseudoText({ text: 'File' }, JOB)).toBe(texts[0])
  })

  it('puts glossary terms as they are in the glossary, whole words only, case as the term says [GLO-3]', () => {
    const glossary = [
      { source: 'cart', target: 'Warenkorb', case_sensitive: false },
      { source: 'shopping cart', target: 'Einkaufswagen', case_sensitive: false },
      { source: 'IT', target: 'EDV', case_sensitive: true },
    ]
    const result = (text: string) => pseudoText({ text }, { ...JOB, glossary })
    expect(result('Open the Cart')).toContain(' Warenkorb⟧')
    expect(result('Your shopping cart')).toContain('Einkaufswagen')
    expect(result('Your shopping cart')).not.toContain('Warenkorb')
    expect(result('Cartridge')).not.toContain('Warenkorb')
    expect(result('Ask IT about it')).toMatch(/EDV(?!.*EDV)/)
  })

  it('leaves kept terms as they are, also against the glossary', () => {
    const job = {
      ...JOB,
      keep: ['Acme Cloud', 'C++'],
      glossary: [{ source: 'cloud', target: 'Wolke', case_sensitive: false }],
    }
    expect(pseudoText({ text: 'Acme Cloud and the cloud in C++' }, job)).toMatch(/Acme Cloud .*Wolke.*C\+\+⟧$/)
  })

  it('takes any character of the keyboard in a term, alone and between letters [GLO-3]', () => {
    const printable = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at))
    for (const mark of printable.filter(each => !/[A-Za-z0-9]/.test(each))) {
      for (const source of [mark, `e${mark}mail`, `${mark}x`, `x${mark}`]) {
        const glossary = [{ source, target: 'TERM', case_sensitive: false }]
        expect(pseudoText({ text: `a ${source} b` }, { ...JOB, glossary, keep: [source] }), source).toContain(source)
        if (!/[{}<>%$&:/@#[\]()|`*_]/.test(mark)) {
          expect(pseudoText({ text: `a ${source} b` }, { ...JOB, glossary }), source).toContain('TERM')
        }
      }
    }
  })

  it('finds the longest of terms that begin alike, and the one whose case fits', () => {
    const glossary = ['data', 'database', 'Data base', 'date', 'DATE'].map(source => ({
      ...{ source, target: `<${source}>`.replace(/[<>]/g, '§'), case_sensitive: source === 'DATE' },
    }))
    const result = (text: string) => pseudoText({ text }, { ...JOB, glossary })
    expect(result('the database')).toContain('§database§')
    expect(result('the Data')).toContain('§data§')
    expect(result('a data base')).toContain('§Data base§')
    expect(result('the databases')).not.toContain('§')
    expect(result('the date')).toContain('§date§')
  })

  it('honours ten thousand terms in thousands of segments without going through them one by one [GLO-3]', async () => {
    const word = (at: number) => `${at.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '')}ab`
    const translated = async (segments: number) => {
      const glossary = Array.from({ length: 5 * segments }, (_, at) => ({
        ...{ source: `${word(at)} term`, target: `T${at}`, case_sensitive: false },
      }))
      const batch = Array.from({ length: segments }, (_, at) => ({
        id: `${at}`,
        text: `See ${word(at)} term in the manual.`,
      }))
      const without: string[] = []
      for await (const { id, text } of pseudo.translate(batch, { ...JOB, glossary }))
        if (!text.includes(` T${id} `)) without.push(text)
      expect(without).toEqual([])
    }
    expect(await growth(translated, 500)).toBeLessThan(STEADY)
  })

  it('stops when it is told to', async () => {
    const controller = new AbortController()
    const batch = ['a', 'b', 'c'].map(id => ({ id, text: id }))
    const done: string[] = []
    for await (const { id } of pseudo.translate(batch, { ...JOB, signal: controller.signal })) {
      done.push(id)
      controller.abort()
    }
    expect(done).toEqual(['a'])
  })
})
