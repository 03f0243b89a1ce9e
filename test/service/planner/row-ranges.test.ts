import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rows } from '../../../src/service/domain/survey.ts'
import { type Range, rangesAt } from '../../../src/service/planner/prose/row-ranges.ts'
import { rounds } from '../../support/seed.ts'

const TABLE: Rows = { called: 'row', first: 2, last: 101, headings: true }
const DECK: Rows = { called: 'slide', first: 1, last: 20, headings: false }
const LETTER: Rows = { called: 'paragraph', first: 1, last: 12, headings: false }

/** `2–9, 12, 20–`: as a person would write what was read; undefined where the words speak of no rows. */
function read(said: string, rows: Rows = TABLE): string | undefined {
  const found = rangesAt(said, rows)
  if (found === undefined) return undefined
  expect(found.length, `${said}: all of it`).toBe(said.length)
  return found.ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to ?? ''}`)).join(', ')
}

/** One thing said in five languages. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  '11–': [
    'after row 10',
    'rows after 10',
    'nach Zeile 10',
    'après la ligne 10',
    'después de la fila 10',
    'beyond line 10',
  ],
  '1–9': ['before row 10', 'rows above 10', 'vor der Zeile 10', 'avant la ligne 10', 'antes de la fila 10'],
  '1–10': [
    ...[
      'up to row 10',
      'up to and including row 10',
      'until line 10',
      'rows through 10',
      'bis Zeile 10',
      'bis zur Zeile 10',
    ],
    ...['jusqu’à la ligne 10', 'hasta la fila 10', '10行目まで', '10行まで'],
  ],
  '10–': [
    ...[
      'from row 10',
      'starting at row 10',
      'rows from 10',
      'since row 10',
      'ab Zeile 10',
      'von der Zeile 10',
      'rows 10+',
    ],
    ...[
      'à partir de la ligne 10',
      'depuis la ligne 10',
      'desde la fila 10',
      'a partir de la fila 10',
      '10行目以降',
      '10行から',
    ],
    ...['rows 10 and up', 'row 10 onwards', 'row 10 to the end', 'Zeile 10 bis zum Ende', 'filas 10 en adelante'],
    ...['lignes 10 jusqu’à la fin', 'row number 10 and later', 'row #10 and higher'],
  ],
  '10': ['row 10', 'line no. 10', 'Zeile Nr. 10', 'la ligne 10'.slice(3), 'fila 10', '10行目', 'row #10', 'record 10'],
  '10–20': [
    ...[
      'rows 10-20',
      'rows 10 – 20',
      'rows 10 to 20',
      'rows 10 through 20',
      'rows 10..20',
      'rows 20-10',
      'row 10 to row 20',
    ],
    ...[
      'Zeilen 10 bis 20',
      'Zeile 10 bis zur Zeile 20',
      'lignes 10 à 20',
      'filas 10 a 20',
      'filas 10 hasta 20',
      'from rows 10 to 20',
    ],
    ...['10行目から20行目まで', '10〜20行', '10-20行目'],
  ],
  '2–11': [
    ...[
      'first 10 rows',
      'first ten rows',
      'top 10 lines',
      'ersten 10 Zeilen',
      'ersten zehn Zeilen',
      '10 ersten Zeilen',
    ],
    ...[
      'premières 10 lignes',
      '10 premières lignes',
      'dix premières lignes',
      'primeras 10 filas',
      'primeras diez filas',
      '最初の10行',
    ],
  ],
  '2–101': ['first hundred rows', 'first a hundred rows', 'first 100 rows', 'ersten hundert Zeilen'],
  '92–': [
    'last 10 rows',
    'final ten rows',
    'letzten 10 Zeilen',
    'dernières 10 lignes',
    '10 dernières lignes',
    'últimas 10 filas',
    '最後の10行',
  ],
  '2': ['first row', 'erste Zeile', 'première ligne', 'primera fila'],
  '101–': ['last row', 'letzte Zeile', 'dernière ligne', 'última fila'],
  '3, 5, 7–9': [
    'rows 3, 5 and 7-9',
    'Zeilen 3, 5 und 7-9',
    'lignes 3, 5 et 7-9',
    'filas 3, 5 y 7-9',
    'rows 3 & 5, 7 to 9',
  ],
  '3, 20–': ['rows 3 and 20+', 'rows 3, 20 and up', 'Zeilen 3 und 20 und folgende'],
}

describe('rows in words', () => {
  for (const [ranges, ways] of Object.entries(SAID)) {
    it.each(ways)(`“%s” are ${ranges} [PLN-1]`, said => {
      expect(read(said)).toBe(ranges)
    })
  }

  it.each([
    ...[
      'rows',
      'row',
      'tenth row',
      'row ten',
      '10',
      '10 rows',
      'rows 1,000',
      'rows 2.5',
      'row 10th',
      'rows 1234567890',
      'arrows 2-5',
    ],
    ...['paragraph 3', 'after 10', 'Zeilenumbruch 3', '行', 'first rowing 10', 'column 3'],
  ])('“%s” speaks of none: no number is guessed [PLN-1, MCP-14]', said => {
    expect(rangesAt(said, TABLE)).toBeUndefined()
  })

  it('end where they end: what follows is left to be read', () => {
    expect(rangesAt('rows 2-50 into German', TABLE)).toEqual({
      length: 'rows 2-50'.length,
      ranges: [{ from: 2, to: 50 }],
    })
    expect(rangesAt('row 3 and column name', TABLE)).toEqual({ length: 'row 3'.length, ranges: [{ from: 3, to: 3 }] })
    expect(rangesAt('the rows 2-50', TABLE)).toBeUndefined()
  })

  it('are paragraphs in a text, counted from the first, and rows are none there [PLN-1]', () => {
    expect(read('paragraphs 2-4', LETTER)).toBe('2–4')
    expect(read('Absätze 2 bis 4', LETTER)).toBe('2–4')
    expect(read('first two paragraphs', LETTER)).toBe('1–2')
    expect(read('letzten drei Absätze', LETTER)).toBe('10–')
    expect(read('2段落目以降', LETTER)).toBe('2–')
    expect(rangesAt('rows 2-4', LETTER)).toBeUndefined()
  })

  it('never begin before the first, however many of the last are asked for', () => {
    expect(read('last 5000 rows')).toBe('2–')
    expect(read('last 5000 paragraphs', LETTER)).toBe('1–')
  })
})

describe('any list of rows', () => {
  const number = fc.integer({ min: 1, max: 9999 })
  const range = fc.oneof(
    number.map(from => ({ from, to: from })),
    fc.tuple(number, number).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  )
  const LANGUAGES = [
    { noun: 'rows', to: ' to ', and: ' and ' },
    { noun: 'Zeilen', to: ' bis ', and: ' und ' },
    { noun: 'lignes', to: ' à ', and: ' et ' },
    { noun: 'filas', to: ' a ', and: ' y ' },
    { noun: 'rows', to: '-', and: ', and ' },
    { noun: 'Zeilen', to: '–', and: ' & ' },
  ] as const

  it('is read back as it was said, in each language and notation, none lost and none added [PLN-1]', () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), fc.constantFrom(...LANGUAGES), (ranges, words) => {
        const said = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}${words.to}${to}`))
        const [last = '', ...before] = said.toReversed()
        const list = before.length === 0 ? last : `${before.toReversed().join(', ')}${words.and}${last}`
        const text = `${words.noun} ${list}`
        expect(rangesAt(text, TABLE), text).toEqual({ length: text.length, ranges })
      }),
      { numRuns: rounds(300) },
    )
  })

  it('runs forwards and begins at 1 or later, whatever is said [PLN-1]', () => {
    const piece = fc.constantFrom(
      ...[
        'rows ',
        'row ',
        'first ',
        'last ',
        'after ',
        'before ',
        'up to ',
        'from ',
        'ten',
        ' and ',
        ', ',
        '-',
        ' to ',
        '+',
        ' on',
      ],
      ...['7', '12', '0', '1', 'Zeile ', '行目', '最後の'],
    )
    const backwards = ({ from, to }: Range) => to !== null && to < from && !(from === 1 && to <= 0)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), pieces => {
        const found = rangesAt(pieces.join(''), TABLE)
        if (found === undefined) return
        expect(found.length).toBeGreaterThan(0)
        expect(found.ranges.length).toBeGreaterThan(0)
        expect(found.ranges.filter(backwards)).toEqual([])
        for (const { from, to } of found.ranges) {
          expect(Number.isSafeInteger(from)).toBe(true)
          expect(to === null || Number.isSafeInteger(to)).toBe(true)
        }
      }),
      { numRuns: rounds(500) },
    )
  })
})

it.each([
  ['slides 3 to 7', '3–7'],
  ['Folien 3 bis 7', '3–7'],
  ['last 2 slides', '19–'],
  ['les diapositives 3 à 7', undefined],
  ['diapositives 3 à 7', '3–7'],
  ['diapositivas 3 a 7', '3–7'],
  ['スライド3', '3'],
  ['3枚目のスライド以降', '3–'],
])('“%s” are slides %s', (said, slides) => {
  expect(read(said, DECK)).toBe(slides)
})
