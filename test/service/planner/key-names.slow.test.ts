import { expect, it } from 'vitest'
import { type Judgement, judge, KEYS, SAYINGS, WORDINGS } from './key-names.ts'

it('of all keys and wordings none is told as applied and wrong, and none is done by half [MCP-14]', () => {
  const counts: Partial<Record<Judgement, number>> = {}
  const bad: string[] = []
  for (const place of ['root', 'inside', 'among'] as const) {
    for (const key of KEYS) {
      for (const [wording, wish] of WORDINGS) {
        for (const say of SAYINGS) {
          const said = say(wording.replaceAll('X', () => key))
          const judged = judge(key, place, said, wish)
          counts[judged] = (counts[judged] ?? 0) + 1
          if (judged === 'wrong' || judged === 'half') bad.push(`${judged}: ${said.join(' → ')}`)
        }
      }
    }
  }
  expect(bad).toEqual([])
  expect(KEYS.length).toBeGreaterThan(206)
  // Most of them are read: what is reported is the exception.
  expect((counts.right ?? 0) / (KEYS.length * WORDINGS.length * SAYINGS.length * 3)).toBeGreaterThan(0.88)
})
