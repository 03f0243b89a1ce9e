import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundLimits } from '../../../src/service/domain/round-limits.ts'
import { cutRound, holdFrom } from '../../../src/service/segments/round-rules.ts'
import { rulingOn, sortAnswers, TWICE, UNKNOWN } from '../../../src/service/segments/rulings.ts'
import { rounds } from '../../support/seed.ts'

/** Pieces in order, in bundles of one to four. */
const pieces = fc
  .array(fc.array(fc.nat(400), { minLength: 1, maxLength: 4 }), { maxLength: 60 })
  .map(bundles => bundles.flatMap((bundle, at) => bundle.map(words => ({ words, bundle: at }))))
const limits = fc.record({ words: fc.integer({ min: 1, max: 2000 }), segments: fc.integer({ min: 1, max: 20 }) })

const wordsOf = (round: readonly { words: number }[]) => round.reduce((sum, piece) => sum + piece.words, 0)
const bundlesOf = (round: readonly { bundle: number }[]) => new Set(round.map(({ bundle }) => bundle))

describe('cutting rounds', () => {
  it('takes everything once and in order, bundles whole, within the limits but for a bundle that is larger [MCP-15]', () => {
    fc.assert(
      fc.property(pieces, limits, (all, most) => {
        const rounds: (typeof all)[] = []
        for (let rest = all; rest.length > 0; rest = rest.slice(rounds.at(-1)?.length ?? rest.length)) {
          rounds.push(cutRound(rest, most))
        }
        expect(rounds.flat()).toEqual(all)
        for (const round of rounds) {
          expect(round.length).toBeGreaterThan(0)
          const fits = round.length <= most.segments && wordsOf(round) <= most.words
          expect(fits || bundlesOf(round).size === 1).toBe(true)
        }
        const bundles = rounds.map(bundlesOf)
        expect(bundles.reduce((sum, { size }) => sum + size, 0)).toBe(bundlesOf(all).size)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('takes as much as fits: the next bundle would be too much [MCP-15]', () => {
    fc.assert(
      fc.property(pieces, limits, (all, most) => {
        const round = cutRound(all, most)
        const next = all.filter(({ bundle }) => bundle === all[round.length]?.bundle)
        if (next.length === 0) return
        const more = [...round, ...next]
        expect(more.length > most.segments || wordsOf(more) > most.words).toBe(true)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('has half the words where the target is not written in Latin letters [MCP-15]', () => {
    const words = (tag: string) => roundLimits(tag, false).words
    expect(['de', 'vi', 'sr-Latn', 'pt-BR', 'en-XA'].map(words)).toEqual(Array(5).fill(1200))
    expect(['ja', 'ar', 'sr', 'zh-Hant-HK', 'el', 'hi'].map(words)).toEqual(Array(6).fill(600))
    expect(roundLimits('ja', true)).toEqual({ words: Number.POSITIVE_INFINITY, segments: 2000 })
  })

  it('holds a round for the setting, and a work file for a day', () => {
    expect(holdFrom(1000, 10, false)).toEqual({ held_until: 601_000, yields_at: 121_000 })
    expect(holdFrom(1000, 10, true)).toEqual({ held_until: 86_401_000, yields_at: 1000 })
  })
})

describe('answers', () => {
  it('are judged by where their segment stands [ENG-2]', () => {
    const table = [
      ['open', 0, [undefined, 'note', 'doubt', 'refuse'], ['take', 'take', 'again', 'again']],
      ['open', 1, [undefined, 'note', 'doubt', 'refuse'], ['take', 'take', 'take', 'keep']],
      ['answered', 0, [undefined, 'note', 'doubt', 'refuse'], ['take', 'take', 'take', 'leave']],
      ['kept', 2, [undefined, 'note', 'doubt', 'refuse'], ['take', 'take', 'take', 'leave']],
    ] as const
    for (const [state, refusals, worst, rulings] of table) {
      expect(worst.map(each => rulingOn(state, refusals, each))).toEqual(rulings)
    }
  })

  it('refuse themselves alone: what is no id, what comes twice with other words [MCP-15]', () => {
    const { answers, refused } = sortAnswers(
      ['1 a', '2 b', '2 c', '01 d', '1e0 e', '3 f', '3 f', '0 g', '9999999999 h', ' 1 i'].map(line => {
        const at = line.lastIndexOf(' ')
        return { id: line.slice(0, at), text: line.slice(at + 1) }
      }),
    )
    expect([...answers].map(([number, { text }]) => [number, text])).toEqual([
      [1, 'a'],
      [3, 'f'],
    ])
    expect(Object.fromEntries(refused)).toEqual({
      ...{ '2': TWICE, '01': UNKNOWN, '1e0': UNKNOWN, '0': UNKNOWN, '9999999999': UNKNOWN, ' 1': UNKNOWN },
    })
  })
})
