import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import type { Segment } from '../../../src/service/engine/engine.ts'
import { collectRounds } from '../../../src/service/worker/collecting.ts'
import { rounds } from '../../support/seed.ts'

type Facts = Partial<Pick<Unit, 'left_out' | 'note' | 'max_length'>>

function unitsOf(texts: readonly (string | readonly [string, Facts])[]): Unit[] {
  return texts.map((each, index) => {
    const [text, facts] = typeof each === 'string' ? [each, {}] : each
    const place = { index, path: `text:p${index}`, part: 'paragraph', start: 0, end: 0, charset: 'utf-8' } as const
    return { ...place, text, ...facts }
  })
}

async function roundsOf(
  units: readonly Unit[],
  limits: Parameters<typeof collectRounds>[1],
  wanting = ({ index, left_out }: Unit) => (left_out === undefined ? `${index}` : undefined),
): Promise<(readonly Segment[])[]> {
  const scan = async function* () {
    yield* units
  }
  const rounds: (readonly Segment[])[] = []
  for await (const round of collectRounds(scan(), limits, async units => units.map(wanting))) rounds.push(round)
  return rounds
}

const WIDE = { segments: 100, characters: 10_000 }

describe('the rounds of a file', () => {
  it('show each segment what stands before and after it, also across rounds and around what is not asked for', async () => {
    const units = unitsOf([
      'One',
      ['42', { left_out: 'number' }],
      ['Done', { left_out: 'already_translated' }],
      'Two',
      'Three',
    ])
    const rounds = await roundsOf(units, { segments: 1, characters: 10_000 })
    expect(rounds.flat()).toEqual([
      expect.objectContaining({ id: '0', text: 'One', after: 'Done' }),
      expect.objectContaining({ id: '3', text: 'Two', before: 'Done', after: 'Three' }),
      expect.objectContaining({ id: '4', text: 'Three', before: 'Two' }),
    ])
    expect(rounds.flat()[0]).not.toHaveProperty('before')
    expect(rounds.flat()[2]).not.toHaveProperty('after')
  })

  it('show of a long neighbour its near end alone [ENG-3]', async () => {
    const units = unitsOf([`${'a'.repeat(500)}b`, 'Two', `c${'d'.repeat(500)}`])
    const [round = []] = await roundsOf(units, WIDE)
    expect(round[1]?.before).toMatch(/^a{199}b$/)
    expect(round[1]?.after).toMatch(/^cd{199}$/)
  })

  it('are larger after the first few, and within the limit of characters all the same', async () => {
    const units = unitsOf(Array.from({ length: 20 }, (_, at) => `Text ${at % 10}`))
    const sizes = async (characters: number) => {
      const rounds = await roundsOf(units, { segments: 2, characters, later: { after: 3, segments: 5 } })
      return rounds.map(({ length }) => length)
    }
    expect(await sizes(10_000)).toEqual([2, 2, 2, 5, 5, 4])
    expect(await sizes(18)).toEqual([2, 2, 2, 3, 3, 3, 3, 2])
  })

  it('carry the note and the limit of a segment [FMT-4, ENG-3]', async () => {
    const [round] = await roundsOf(unitsOf([['Save', { note: 'A button.', max_length: 8 }]]), WIDE)
    expect(round).toEqual([{ id: '0', text: 'Save', part: 'paragraph', note: 'A button.', max_length: 8 }])
  })

  it('come empty now and then where nothing is wanted for long, so that whoever waits can look around', async () => {
    const units = unitsOf(Array.from({ length: 2500 }, () => 'Known'))
    expect(await roundsOf(units, WIDE, () => undefined)).toEqual([[], []])
  })

  it('have every wanted segment once, in order, and no more than fits unless one is larger by itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 60 }),
        async (texts, segments, characters) => {
          const rounds = await roundsOf(unitsOf(texts), { segments, characters })
          expect(rounds.flat().map(({ id }) => Number(id))).toEqual(texts.map((_, at) => at))
          for (const round of rounds) {
            const size = round.reduce((sum, { text }) => sum + text.length, 0)
            expect(round.length).toBeLessThanOrEqual(segments)
            if (round.length > 1) expect(size).toBeLessThanOrEqual(characters)
          }
        },
      ),
      { numRuns: rounds(50) },
    )
  })
})
