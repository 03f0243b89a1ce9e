import { expect, it } from 'vitest'
import { createLimiter } from '../../../src/service/oauth/limits.ts'
import { countAttempt, sweepAttempts } from '../../../src/service/store/attempts.ts'
import { startWorld } from '../../support/world.ts'

const START = 1_000_000
const MINUTE = 60_000

it('attempts are counted in a window that begins with the first one, and none is lost however many come at once [OAU-1]', async () => {
  const { db } = await startWorld()
  const count = (who: string, now: number) => countAttempt(db, { who, window_ms: MINUTE, now })
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => count('token from a', START + at)))
  expect(many.map(({ attempts }) => attempts).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
  const [ends_at] = new Set(many.map(window => window.ends_at))
  if (ends_at === undefined) throw new Error('no window')
  expect(new Set(many.map(window => window.ends_at)).size).toBe(1)
  expect(await count('token from b', START)).toEqual({ who: 'token from b', ends_at: START + MINUTE, attempts: 1 })
  expect(await count('token from a', ends_at - 1)).toEqual({ who: 'token from a', ends_at, attempts: 21 })
  const next = { who: 'token from a', ends_at: ends_at + MINUTE, attempts: 1 }
  expect(await count('token from a', ends_at)).toEqual(next)
})

it('windows that are over are forgotten, and no others [OAU-1]', async () => {
  const { db } = await startWorld()
  for (const [who, now] of [
    ['a', START],
    ['b', START + 1],
    ['c', START + 2],
  ] as const)
    await countAttempt(db, { who, window_ms: MINUTE, now })
  expect(await sweepAttempts(db, START + MINUTE + 1, 1)).toBe(1)
  expect(await sweepAttempts(db, START + MINUTE + 1, 5)).toBe(1)
  expect(await db.selectFrom('attempt_windows').select('who').execute()).toEqual([{ who: 'c' }])
})

it('attempts of one address at several endpoints are counted apart [OAU-1]', async () => {
  const { db } = await startWorld()
  const limiter = createLimiter({ db, clock: () => START }, { token: 2, device: 1 })
  const all = [
    await limiter.count('token', '198.51.100.7'),
    await limiter.count('device', '198.51.100.7'),
    await limiter.count('token', '198.51.100.7'),
    await limiter.count('device', '198.51.100.7'),
  ]
  expect(all.map(seconds => seconds === undefined)).toEqual([true, true, true, false])
  // What is refused here is refused without a word to the database.
  for (let turn = 0; turn < 5; turn += 1) await limiter.count('device', '198.51.100.7')
  const rows = await db.selectFrom('attempt_windows').select(['who', 'attempts']).orderBy('who').execute()
  expect(rows).toEqual([
    { who: 'device from 198.51.100.7', attempts: 1 },
    { who: 'token from 198.51.100.7', attempts: 2 },
  ])
})
