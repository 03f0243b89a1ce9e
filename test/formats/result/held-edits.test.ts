import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/formats/format.ts'
import { HeldEdits, HeldPlaces } from '../../../src/formats/result/held-edits.ts'
import { fc } from '../files.ts'

async function listed(held: HeldEdits): Promise<(readonly [number, number, string])[]> {
  const all: (readonly [number, number, string])[] = []
  for await (const { start, end, bytes } of held.inOrder()) all.push([start, end, Buffer.from(bytes).toString()])
  return all
}

function holding(edits: readonly Pick<Edit, 'start' | 'end' | 'bytes'>[]): HeldEdits {
  const held = new HeldEdits()
  for (const edit of edits) held.add(edit)
  return held
}

describe('edits that are held', () => {
  it('come back in the order of where they begin, those of one place as they came', async () => {
    const edits = [
      { start: 9, end: 12, bytes: 'third' },
      { start: 2, end: 2, bytes: 'first' },
      { start: 9, end: 9, bytes: Buffer.from('fourth') },
      { start: 2, end: 5, bytes: '' },
    ]
    expect(await listed(holding(edits))).toEqual([
      [2, 2, 'first'],
      [2, 5, ''],
      [9, 12, 'third'],
      [9, 9, 'fourth'],
    ])
  })

  it('come back whole, whatever they hold and however many they are', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.nat({ max: 100_000 }).map(length => 'é'.repeat(length)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 30 }), async texts => {
        const edits = texts.map((bytes, at) => ({ start: at, end: at + 1, bytes }))
        expect(await listed(holding(edits))).toEqual(
          edits.map(({ start, end, bytes }) => [start, end, Buffer.from(bytes).toString()]),
        )
      }),
      { numRuns: 30 },
    )
    const many = Array.from({ length: 2001 }, (_, at) => ({ start: at, end: at, bytes: `${at}` }))
    expect(await listed(holding(many))).toHaveLength(2001)
  })

  it('are none where none were added', async () => {
    expect(await listed(new HeldEdits())).toEqual([])
  })
})

it('places come back with their lengths, in the order of where they begin', () => {
  const places = new HeldPlaces()
  places.add(8, 9, 1)
  places.add(3, 5, 7)
  expect(places.count).toBe(2)
  expect(Array.from(places.inOrder(), index => places.at(index))).toEqual([
    { start: 3, end: 5, length: 7 },
    { start: 8, end: 9, length: 1 },
  ])
})
