import { describe, expect, it } from 'vitest'
import { CellsOfRow } from '../../../src/formats/xlsx/cells-of-row.ts'
import type { Cell } from '../../../src/formats/xlsx/rows.ts'
import { fc } from '../files.ts'

const cellAt = (column: number): Cell => {
  const tag = { kind: 'open', name: 'c', empty: true, start: 0, end: 4, raw: '<c/>' } as const
  return { column, tag, type: 'n', formula: false, start: 0, end: 4 }
}

describe('the cells of a row', () => {
  it('are found by their columns, the last one where several have one, whatever their order is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }), columns => {
        const cells = columns.map(cellAt)
        const found = new CellsOfRow(cells)
        const known = new Map(cells.map(cell => [cell.column, cell]))
        for (let column = 0; column <= 41; column += 1) expect(found.get(column)).toBe(known.get(column))
      }),
    )
  })

  it('are found in a row that is as wide as a sheet may be', () => {
    const cells = Array.from({ length: 16_384 }, (_, at) => cellAt(at + 1))
    const found = new CellsOfRow(cells)
    for (const cell of cells) expect(found.get(cell.column)).toBe(cell)
    expect([found.get(0), found.get(16_385), new CellsOfRow([]).get(1)]).toEqual([undefined, undefined, undefined])
  })
})
