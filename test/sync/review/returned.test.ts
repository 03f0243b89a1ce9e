import { describe, expect, it } from 'vitest'
import { hashOfText } from '../../../src/sync/lock/index.ts'
import { planReturned, type ReviewWishes } from '../../../src/sync/review/returned.ts'
import { readRowId, rowIdText } from '../../../src/sync/review/row.ts'
import { ANA, type Edit, pairOf, returnedRows } from './support.ts'

const WISHES: ReviewWishes = { all: false, reviewer: 'Ana' }
const SOURCE = { a: 'Open {it}', b: 'Shut it', c: 'Take it' }
const TARGET = { a: 'Öffne {it}', b: 'Zu' }
const pair = await pairOf(SOURCE, TARGET)

/** What becomes of the rows of a translation that come back with edits. */
function back(edits: Readonly<Record<string, Edit>>, wishes: Partial<ReviewWishes> = {}, now = pair) {
  const { taken, left, ...counts } = planReturned([now], returnedRows(pair, edits), { ...WISHES, ...wishes })
  return {
    taken: taken.map(({ row, text, changed }) => [row.key, text, changed]),
    left: left.map(({ row, why }) => [row.key, why]),
    ...counts,
  }
}

/** Why the row of `a` is left; undefined where it is not. */
const whyLeft = (edit: Edit, now = pair) => back({ a: edit }, {}, now).left[0]?.[1]

describe('of rows that come back', () => {
  it('one that is neither changed nor marked is nobody’s review [SYN-5]', () => {
    expect(back({})).toEqual({ taken: [], left: [], not_marked: 2, empty: 1, known: 0 })
  })

  it('a marked one and a changed one are taken [SYN-5]', () => {
    expect(back({ a: { mark: 'yes' }, b: { text: 'Schließ es' }, c: { text: 'Nimm es' } })).toMatchObject({
      taken: [
        ['a', 'Öffne {it}', false],
        ['b', 'Schließ es', true],
        ['c', 'Nimm es', true],
      ],
      left: [],
    })
  })

  it('all are taken where a person says so, but those marked no [SYN-5]', () => {
    const { taken, not_marked, empty } = back({ b: { mark: 'no' } }, { all: true })
    expect({ taken, not_marked, empty }).toEqual({ taken: [['a', 'Öffne {it}', false]], not_marked: 1, empty: 1 })
  })

  it('an empty cell leaves what is there, and is named where it is marked [SYN-5]', () => {
    expect(back({ a: { text: '' }, b: { text: ' \n' } })).toMatchObject({ taken: [], left: [], empty: 3 })
    expect(whyLeft({ text: '', mark: 'yes' })).toBe('is marked, and has no translation')
  })

  it.each<[string, Edit, RegExp]>([
    ['has lost a placeholder', { text: 'Öffne es' }, /^is broken: it lacks \{it\}$/],
    ['has lost one, though it is marked', { text: 'Öffne es', mark: 'yes' }, /^is broken/],
    ['has broken characters', { text: 'Öffne {it}\u0007' }, /U\+0007/],
    ['is marked with other words', { mark: 'unclear' }, /neither yes nor no/],
    ['is changed, and marked no', { text: 'Mach {it} auf', mark: 'no' }, /marked no/],
    ['has no id', { id: '', text: 'x' }, /has no id/],
    ['has an id that was cut', { id: 'tm1.abc' }, /no whole id/],
    [
      'has an id of another project',
      { id: rowIdText({ place: hashOfText('?'), source: hashOfText(''), written: hashOfText('') }) },
      /no text of this project/,
    ],
    ['stands beside another source', { source: 'Shut it', mark: 'yes' }, /sorted apart/],
    ['is a formula', { text: 'Mach {it} auf', no_text: 'has a formula' }, /formula/],
    ['has tags that nobody exported', { text: 'Mach {it} auf', has_tags: true }, /tags/],
    ['lost its letters', { text: '?ffne {it}' }, /question marks/],
  ])('one that %s is left, and why is said [SYN-5]', (_, edit, why) => {
    expect(whyLeft(edit)).toMatch(why)
  })

  it('one whose source changed since is left: text, note, limit alike [SYN-5]', async () => {
    const now = await pairOf({ ...SOURCE, a: 'Open {it} now' }, TARGET)
    for (const edit of [{ mark: 'yes' }, { text: 'Mach {it} auf' }] as const)
      expect(whyLeft(edit, now)).toBe('has another source since the export: export it anew')
    expect(whyLeft({}, now)).toBeUndefined()
  })

  it('one whose translation somebody changed since is left, unless she wrote the same [SYN-5]', async () => {
    const now = await pairOf(SOURCE, { ...TARGET, a: 'Auf mit {it}' })
    for (const edit of [{ mark: 'yes' }, { text: 'Mach {it} auf' }] as const)
      expect(whyLeft(edit, now)).toMatch(/^has another translation since the export, which stays/)
    expect(back({ a: { text: 'Auf mit {it}' } }, {}, now).taken).toEqual([['a', 'Auf mit {it}', false]])
    expect(whyLeft({ mark: 'yes' }, await pairOf(SOURCE, { b: 'Zu' }))).toMatch(/another translation/)
  })

  it('one whose key is gone is left [SYN-5]', async () => {
    expect(whyLeft({ mark: 'yes' }, await pairOf({ b: 'Shut it' }, TARGET))).toMatch(/its key is gone/)
  })

  it('one that a program cut off is left', async () => {
    const long = 'Nimm es '.repeat(5000)
    const now = await pairOf({ a: 'Take it' }, { a: long })
    const [row] = returnedRows(now, { a: { text: long.slice(0, 32_767) } })
    expect(planReturned([now], row === undefined ? [] : [row], WISHES).left).toMatchObject([
      { why: expect.stringContaining('cut off') },
    ])
  })

  it('a new one that is its source is left, unless it is marked: programs fill in sources [SYN-5]', () => {
    expect(back({ c: { text: 'Take it' } }).left).toEqual([
      ['c', 'is the same as its source: mark it where that is meant'],
    ])
    expect(back({ c: { text: 'Take it', mark: 'yes' } }).taken).toEqual([['c', 'Take it', true]])
  })

  it('white space at the ends and line ends are no change, and a changed one has those of its source', async () => {
    const now = await pairOf({ a: ' Open\nit ' }, { a: ' Öffne\nes ' })
    const said = (text: string) => planReturned([now], returnedRows(now, { a: { text, mark: 'yes' } }), WISHES).taken
    expect(said('Öffne\r\nes')).toMatchObject([{ text: ' Öffne\nes ', changed: false }])
    expect(said('Mach\r\nauf ')).toMatchObject([{ text: ' Mach\nauf ', changed: true }])
  })

  it('two that differ for one text are both left, each naming the other; two alike count once [SYN-5]', () => {
    const [a] = returnedRows(pair, { a: { mark: 'yes' } })
    if (a === undefined) throw new Error('no row')
    const other = { ...a, line: 9, textFor: () => 'Auf {it}' }
    const { left, taken } = planReturned([pair], [a, other], WISHES)
    expect(taken).toEqual([])
    expect(left.map(({ why }) => why)).toEqual([
      'has two rows that differ, and the other is in line 9: keep one of them',
      'has two rows that differ, and the other is in line 2: keep one of them',
    ])
    expect(planReturned([pair], [a, { ...other, file: 'b.csv' }], WISHES).left[0]?.why).toContain('line 9 of b.csv')
    expect(planReturned([pair], [a, { ...a, line: 9 }], WISHES)).toMatchObject({
      taken: [{ path: 'json:/a' }],
      left: [],
    })
  })

  it('one that is recorded already is known, and a review of another person stands where nothing is marked [SYN-5]', async () => {
    const now = await pairOf(SOURCE, TARGET, { a: ANA })
    expect(back({ a: { mark: 'yes' } }, {}, now)).toMatchObject({ taken: [], known: 1 })
    expect(back({}, { all: true, reviewer: 'Bo' }, now)).toMatchObject({ taken: [['b', 'Zu', false]], known: 1 })
    expect(back({ a: { mark: 'yes' } }, { reviewer: 'Bo' }, now)).toMatchObject({ taken: [['a', 'Öffne {it}', false]] })
  })

  it('a file that comes a second time changes nothing: its changes are known [SYN-5]', async () => {
    const now = await pairOf(SOURCE, { ...TARGET, b: 'Schließ es' }, { b: ANA })
    expect(back({ b: { text: 'Schließ es' } }, {}, now)).toMatchObject({ taken: [], left: [], known: 1 })
  })

  it('a broken text cannot be found right', async () => {
    const now = await pairOf(SOURCE, { a: 'Öffne' })
    expect(planReturned([now], returnedRows(now, { a: { mark: 'yes' } }), WISHES).left).toMatchObject([
      { why: 'is broken: it lacks {it}' },
    ])
  })

  it('rows say their texts, not where they stand: they may be sorted and fewer', () => {
    const rows = [...returnedRows(pair, { a: { mark: 'yes' } })].reverse().filter(({ key }) => key !== 'b')
    expect(planReturned([pair], rows, WISHES)).toMatchObject({ taken: [{ path: 'json:/a' }], empty: 1, not_marked: 0 })
    expect(readRowId(rows[0]?.id ?? '')).toBeDefined()
  })
})
