import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACES } from '../../../src/service/domain/intent.ts'
import {
  isGenericNoun,
  nameWords,
  plain,
  segmentsOf,
  sitsIn,
  withoutGeneric,
} from '../../../src/service/planner/prose/part-names.ts'
import { rounds } from '../../support/seed.ts'

const word = fc.stringMatching(/^[bcdfghjklmnpqrtvw][aeiou][bcdfghjklmnpqrtvw]{1,2}[aeiou][dfgklmnprt]$/)
const words = fc.array(word, { minLength: 1, maxLength: 4 })
const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The ways in which people and programs write the words of one name. */
const WAYS: readonly ((parts: readonly string[]) => string)[] = [
  parts => parts.join(' '),
  parts => parts.join('_'),
  parts => parts.join('-'),
  parts => parts.join('_').toUpperCase(),
  parts => parts.map(upper).join(''),
  parts => parts.map((part, at) => (at === 0 ? part : upper(part))).join(''),
  parts => upper(parts.join(' ')),
  parts => ` ${parts.join('  ')}.`,
]

describe('the words of a name', () => {
  it('are the same however it is written: legalTexts, legal_texts, LEGAL-TEXTS [PLN-1]', () => {
    fc.assert(
      fc.property(words, parts => {
        const said = nameWords(parts.join(' '))
        expect(said).toHaveLength(parts.length)
        for (const write of WAYS) expect(nameWords(write(parts)), write(parts)).toEqual(said)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('are the same read once more: nothing is shortened twice [PLN-1]', () => {
    const real = fc.constantFrom(
      ...[
        'errors',
        'boxes',
        'categories',
        'addresses',
        'classes',
        'news',
        'status',
        'menus',
        'analysis',
        'Preise',
        'Menüs',
        'señales',
      ],
      ...['HTMLs', 'URLs', 'JSONData', 'item2Title', 'straße', 'クラス', 'menu列', 'matches', 'fixes'],
    )
    fc.assert(
      fc.property(fc.oneof(real, fc.string({ maxLength: 20 })), name => {
        const once = nameWords(name)
        expect(nameWords(once.join(' '))).toEqual(once)
      }),
      { numRuns: rounds(500) },
    )
  })

  it.each([
    ['boxes', 'box'],
    ['classes', 'class'],
    ['addresses', 'address'],
    ['matches', 'match'],
    ['wishes', 'wish'],
    ['categories', 'category'],
    ['errors', 'error'],
    ['menus', 'Menüs'],
    ['URLs', 'url'],
    ['Straßen', 'strassen'],
    ['Überschrift', 'uberschrift'],
    ['señal', 'senal'],
  ])('%s and %s are one', (one, other) => {
    expect(nameWords(one)).toEqual(nameWords(other))
  })

  it.each([
    ['press', 'pres'],
    ['gas', 'ga'],
    ['menu', 'manual'],
    ['item1', 'item2'],
  ])('%s and %s are two', (one, other) => {
    expect(nameWords(one)).not.toEqual(nameWords(other))
  })

  it('keep stars, and split where the script changes', () => {
    expect(nameWords('menu.*.title')).toEqual(['menu', '*', 'title'])
    expect(nameWords('name列')).toHaveLength(2)
    expect(nameWords('...')).toEqual([])
  })
})

describe('nouns that say only that a part is meant', () => {
  it.each([
    'column',
    'Columns',
    'section',
    'Abschnitt',
    'Spalten',
    'colonne',
    'sección',
    'セクション',
    '列',
    'key',
    'field',
  ])('%s is one', noun => {
    expect(isGenericNoun(noun)).toBe(true)
  })

  it.each(['menu', 'errors', 'name', 'column name', ''])('%j is none', noun => {
    expect(isGenericNoun(noun)).toBe(false)
  })

  it('fall away, but never the whole name [PLN-1]', () => {
    expect(withoutGeneric(nameWords('the name column'))).not.toContain('column')
    expect(withoutGeneric(nameWords('section'))).toEqual(nameWords('section'))
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.constantFrom('column', 'section', 'text')), { minLength: 1, maxLength: 4 }),
        parts => {
          const bare = withoutGeneric(nameWords(parts.join(' ')))
          expect(bare.length).toBeGreaterThan(0)
          expect(withoutGeneric(bare)).toEqual(bare)
        },
      ),
      { numRuns: rounds(200) },
    )
  })
})

describe('where a name sits in a part', () => {
  const paths = fc.array(
    words.map(parts => parts.map((part, at) => (at === 0 ? part : upper(part))).join('')),
    { minLength: 1, maxLength: 4 },
  )

  it('is at its root, from its beginning to any of its dots [PLN-1]', () => {
    fc.assert(
      fc.property(paths, fc.nat(3), (path, count) => {
        const part = path.join('.')
        const said = path.slice(0, 1 + (count % path.length)).flatMap(nameWords)
        for (const place of ['root', 'whole', 'inside'] as const) expect(sitsIn(said, part, place), place).toBe(true)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('in a stricter place is also in every looser one [PLN-1]', () => {
    fc.assert(
      fc.property(
        paths,
        fc.array(fc.constantFrom('menu', 'file', 'open', '*'), { minLength: 1, maxLength: 3 }),
        (path, said) => {
          const part = ['menu', ...path, 'fileOpen'].join('.')
          const found = PLACES.filter(place => place !== 'scattered').map(place => sitsIn(said, part, place))
          for (const [at, there] of found.entries()) if (there) expect(found.slice(at)).not.toContain(false)
        },
      ),
      { numRuns: rounds(300) },
    )
  })

  it('is nowhere for no words, and everywhere for a star [PLN-1]', () => {
    for (const place of PLACES) expect(sitsIn([], 'menu.file', place)).toBe(false)
    expect(sitsIn(['*'], 'menu.file', 'root')).toBe(true)
    expect(sitsIn(['menu', '*'], 'menu.file.open', 'root')).toBe(true)
    expect(sitsIn(['file', '*'], 'menu.file.open', 'root')).toBe(false)
  })

  it('in front matter needs to be said: a title is a heading, and that of the front matter another [PLN-1]', () => {
    const part = 'front matter > title'
    expect(sitsIn(nameWords('title'), part, 'whole')).toBe(false)
    expect(sitsIn(nameWords('front matter title'), part, 'whole')).toBe(true)
    expect(sitsIn(nameWords('frontmatter title'), part, 'whole')).toBe(true)
    expect(sitsIn(nameWords('metadata title'), part, 'whole')).toBe(true)
  })

  it('has segments between dots, or between > of headings whose dots are their own', () => {
    expect(segmentsOf('a.b.c')).toEqual(['a', 'b', 'c'])
    expect(segmentsOf('Install > v1.2 > Linux')).toEqual(['Install', 'v1.2', 'Linux'])
  })
})

it('words are compared without case and accents, whatever their notation', () => {
  expect(plain('ÉCOLE')).toBe(plain('e\u0301cole'))
  expect(plain('Straße')).toBe('strasse')
  expect(plain('がく')).toBe('がく')
})
