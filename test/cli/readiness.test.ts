import { expect, it } from 'vitest'
import { lately } from '../../src/cli/readiness.ts'
import { manualClock } from '../support/world.ts'

it('readiness is looked at once for all who ask within two seconds, and anew where the clock was put back', async () => {
  const clock = manualClock('2026-03-10T12:00:00Z')
  let looks = 0
  const ready = lately(async () => looks++ > 0, clock)
  expect(await Promise.all([ready(), ready()])).toEqual([false, false])
  clock.advance(1999)
  expect(await ready()).toBe(false)
  clock.advance(1)
  expect(await ready()).toBe(true)
  clock.advance(-3_600_000)
  await ready()
  expect(looks).toBe(3)
})
