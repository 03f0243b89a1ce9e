import { expect, it } from 'vitest'
import { createMoves } from '../../../src/service/worker/moves.ts'
import { oneAtATime } from '../../../src/service/worker/one-at-a-time.ts'

const turn = () => new Promise<void>(setImmediate)

it('what is asked for while work runs is done once more after it, however often, and never beside it [SCL-2]', async () => {
  const ends: (() => void)[] = []
  let most = 0
  let beside = 0
  const ask = oneAtATime(async () => {
    most = Math.max(most, ++beside)
    await new Promise<void>(end => ends.push(end))
    beside -= 1
  })
  ask()
  expect(ends).toHaveLength(1)
  for (let times = 0; times < 5; times++) ask()
  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await turn()
  // Nothing was asked for meanwhile, so it rests until it is.
  expect([ends.length, beside]).toEqual([2, 0])
  ask()
  expect([ends.length, most]).toEqual([3, 1])
})

/** Says which of those who wait were told, in order. */
function waiters() {
  const moves = createMoves()
  const told: string[] = []
  const wait = (batchId: string, name: string) => {
    const one = moves.listen(batchId)
    const next = () => void one.next().then(() => told.push(name))
    next()
    return { ...one, next }
  }
  return { moves, told, wait }
}

it('tells of a batch all who wait for it and nobody else, and without one everybody', async () => {
  const { moves, told, wait } = waiters()
  wait('bat_1', 'a')
  wait('bat_1', 'b')
  wait('bat_2', 'c')
  moves.tell('bat_none')
  moves.tell('bat_1')
  await turn()
  expect(told).toEqual(['a', 'b'])
  moves.tell()
  await turn()
  // Those who were told do not wait before they ask again.
  expect(told).toEqual(['a', 'b', 'c'])
})

it('tells whoever asks again, also what came between two looks, and whoever ended never', async () => {
  const { moves, told, wait } = waiters()
  const first = wait('bat_1', 'first')
  const second = wait('bat_1', 'second')
  second.end()
  moves.tell('bat_1')
  first.next()
  // Told before whoever waits came to look: it is kept, as `next` was called before.
  moves.tell('bat_1')
  await turn()
  expect(told).toEqual(['first', 'first'])
  first.end()
  second.end()
  // An end that comes late does not take away those who listen since.
  const third = wait('bat_1', 'third')
  first.end()
  moves.tell('bat_1')
  await turn()
  expect(told).toEqual(['first', 'first', 'third'])
  third.end()
})
