import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedLines, compareLines } from '../../../src/service/domain/compare-lines.ts'
import { rounds } from '../../support/seed.ts'

const told = (stretches: readonly ComparedLines[]) =>
  stretches.map(one =>
    one.kind === 'same'
      ? one.count
      : [
          one.source.map(({ number, text }) => `${number} ${text}`),
          one.result.map(({ number, text }) => `${number} ${text}`),
        ],
  )

describe('two files by their lines', () => {
  it('are compared line by line where they have as many, and equal ones are counted [RES-1]', () => {
    expect(
      told(compareLines(['{', ' "a": "Open",', ' "b": 1', '}'], ['{', ' "a": "Öffnen",', ' "b": 1', '}'])),
    ).toEqual([1, [['2  "a": "Open",'], ['2  "a": "Öffnen",']], 2])
  })

  it('find each other again where one has more lines', () => {
    const source = ['msgid "a"', 'msgstr ""', '', 'msgid "b"', 'msgstr ""']
    const result = ['msgid "a"', 'msgstr ""', '"eins"', '"zwei"', '', 'msgid "b"', 'msgstr "drei"']
    expect(told(compareLines(source, result))).toEqual([
      2,
      [[], ['3 "eins"', '4 "zwei"']],
      2,
      [['5 msgstr ""'], ['7 msgstr "drei"']],
    ])
  })

  it('are the same, or have nothing in common', () => {
    expect(compareLines(['a', 'b'], ['a', 'b'])).toEqual([{ kind: 'same', count: 2 }])
    expect(compareLines([], [])).toEqual([])
    expect(told(compareLines(['a'], []))).toEqual([[['1 a'], []]])
  })

  it('lose no line and make none up', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (source, result) => {
        const rebuilt: [string[], string[]] = [[], []]
        for (const one of compareLines(source, result)) {
          if (one.kind === 'changed') {
            rebuilt[0].push(...one.source.map(({ text }) => text))
            rebuilt[1].push(...one.result.map(({ text }) => text))
          } else {
            const at = rebuilt[0].length
            const other = rebuilt[1].length
            expect(source.slice(at, at + one.count)).toEqual(result.slice(other, other + one.count))
            rebuilt[0].push(...source.slice(at, at + one.count))
            rebuilt[1].push(...result.slice(other, other + one.count))
          }
        }
        expect(rebuilt).toEqual([source, result])
      }),
      { numRuns: rounds(300) },
    )
  })
})
