import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/formats/format.ts'
import { HeldEdits } from '../../../src/formats/result/held-edits.ts'
import { collect } from '../../support/collecting.ts'
import { fc } from '../files.ts'

const listed = (held: HeldEdits, member = 'one') =>
  [...held.inOrder(member)].flat().map(({ start, end, length, bytes }) => {
    if (length !== bytes.length) throw new Error(`${length} bytes are said, and ${bytes.length} are there.`)
    return [start, end, bytes.toString()]
  })

function holding(edits: readonly Pick<Edit, 'start' | 'end' | 'bytes'>[]): HeldEdits {
  const held = new HeldEdits()
  for (const edit of edits) held.add('one', edit)
  return held
}

describe('edits that are held', () => {
  it('come back in the order of where they begin, those of one place as they came', () => {
    const edits = [
      { start: 9, end: 12, bytes: 'third' },
      { start: 2, end: 2, bytes: 'first' },
      { start: 9, end: 9, bytes: Buffer.from('fourth') },
      { start: 2, end: 5, bytes: '' },
    ]
    expect(listed(holding(edits))).toEqual([
      [2, 2, 'first'],
      [2, 5, ''],
      [9, 12, 'third'],
      [9, 9, 'fourth'],
    ])
  })

  it('come back whole, whatever they hold and however many they are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.nat({ max: 100_000 }).map(length => 'é'.repeat(length)),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), texts => {
        const edits = texts.map((bytes, at) => ({ start: at, end: at + 1, bytes }))
        expect(listed(holding(edits))).toEqual(
          edits.map(({ start, end, bytes }) => [start, end, Buffer.from(bytes).toString()]),
        )
      }),
      { numRuns: 30 },
    )
    const many = Array.from({ length: 2001 }, (_, at) => ({ start: at, end: at, bytes: `${at}` }))
    expect(listed(holding(many))).toHaveLength(2001)
  })

  it('are those of their member, in whatever order members come', () => {
    const held = new HeldEdits()
    const text = (member: number, at: number): string => `${member} ${at} `.repeat(200)
    for (let at = 0; at < 200; at += 1) {
      for (const member of at % 50 < 25 ? [0, 1] : [2]) {
        held.add(`${member}`, { start: 200 - at, end: 200 - at, bytes: text(member, at) })
      }
    }
    expect([...held.members]).toEqual(['0', '1', '2'])
    for (const member of [2, 0, 1]) {
      const its = Array.from({ length: 200 }, (_, at) => at).filter(at => (member === 2) === at % 50 >= 25)
      const expected = its.map(at => [200 - at, 200 - at, text(member, at)]).reverse()
      expect(listed(held, `${member}`)).toEqual(expected)
    }
  })

  it('take a fraction of their bytes in memory', () => {
    const markup = '<a:r><a:rPr lang="en-US" sz="2000" dirty="0"/><a:t>'
    const count = 40_000
    collect()
    const before = process.memoryUsage().arrayBuffers
    const held = new HeldEdits()
    for (let at = 0; at < count; at += 1) held.add('one', { start: at, end: at, bytes: `${markup}${at}` })
    collect()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((count * markup.length) / 2)
    expect(listed(held)).toHaveLength(count)
  })

  it('are none where none were added', () => {
    expect(listed(new HeldEdits())).toEqual([])
    expect(new HeldEdits().has('one')).toBe(false)
  })
})

it('places come back with their lengths, in the order of where they begin', () => {
  const places = new HeldEdits()
  places.addPlace('one', { start: 8, end: 9, length: 1 })
  places.addPlace('one', { start: 3, end: 5, length: 7 })
  expect(places.has('one')).toBe(true)
  expect([...places.inOrder('one')].flat().map(({ start, end, length }) => [start, end, length])).toEqual([
    [3, 5, 7],
    [8, 9, 1],
  ])
})
