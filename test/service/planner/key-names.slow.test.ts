import { expect, it } from 'vitest'
import { third } from '../../support/seed.ts'
import { type Judgement, judge, KEYS, SAYINGS, WORDINGS } from './key-names.ts'

it('of all keys and wordings none is told as applied and wrong, and none is done by half [MCP-14]', () => {
  const counts: Partial<Record<Judgement, number>> = {}
  const bad: string[] = []
  let tried = 0
  for (const [at, place] of (['root', 'inside', 'among'] as const).entries()) {
    // Each key is tried in one place, or in all of them in a whole run.
    for (const key of third(KEYS, at)) {
      for (const [wording, wish] of WORDINGS) {
        for (const say of SAYINGS) {
          const said = say(wording.replaceAll('X', () => key))
          const judged = judge(key, place, said, wish)
          counts[judged] = (counts[judged] ?? 0) + 1
          tried += 1
          if (judged === 'wrong' || judged === 'half') bad.push(`${judged}: ${said.join(' → ')}`)
        }
      }
    }
  }
  expect(bad).toEqual([])
  expect(KEYS.length).toBeGreaterThan(206)
  // Most of them are read: what is reported is the exception.
  expect((counts.right ?? 0) / tried).toBeGreaterThan(0.88)
})
