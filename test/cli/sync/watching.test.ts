import { describe, expect, it } from 'vitest'
import { IDLE, nextStep, type WatchEvent, type WatchState } from '../../../src/cli/sync/watching.ts'

/** What is done at each of these events; a number lets so many milliseconds pass. */
function doneAt(...events: readonly (WatchEvent | number)[]): readonly string[] {
  let state: WatchState = IDLE
  let now = 0
  return events.flatMap(event => {
    if (typeof event === 'number') {
      now += event
      return []
    }
    const step = nextStep(state, event, now)
    state = step.state
    return [step.do]
  })
}

describe('a watch', () => {
  it('works at once where it begins', () => {
    expect(doneAt('began')).toEqual(['work'])
  })

  it('makes one turn of all that changes within a moment', () => {
    expect(doneAt('touched', 100, 'touched', 100, 'touched', 200, 'settled')).toEqual(['wait', 'wait', 'wait', 'work'])
  })

  it('begins no turn while another is under way, and one after it where something changed meanwhile', () => {
    expect(doneAt('began', 'touched', 'touched', 'settled', 'ended', 'settled')).toEqual([
      ...['work', 'nothing', 'nothing', 'nothing'],
      ...['wait', 'work'],
    ])
  })

  it('rests after a turn in which nothing changed', () => {
    expect(doneAt('began', 'ended', 'settled', 'ended')).toEqual(['work', 'nothing', 'nothing', 'nothing'])
  })

  it('works after two seconds though something changes without end', () => {
    const without_end = Array.from({ length: 30 }, () => [100, 'touched'] as const).flat()
    expect(doneAt('touched', ...without_end).indexOf('work')).toBe(20)
  })
})
