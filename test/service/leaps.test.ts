import { expect, it } from 'vitest'
import { watchLeaps } from '../../src/service/leaps.ts'

const HOUR = 3_600_000

it('a leap ahead is seen once, a correction, a leap back and passing time are none [CRD-3, CRE-6]', () => {
  let [at, steady] = [Date.parse('2026-03-10T12:00:00Z'), 0]
  const leapt = watchLeaps(
    () => at,
    () => steady,
  )
  const after = (wall: number, true_ms: number) => {
    at += wall
    steady += true_ms
    return leapt()
  }
  expect(leapt()).toBe(false)
  expect(after(HOUR, HOUR)).toBe(false)
  expect(after(HOUR + 60_000, HOUR)).toBe(false)
  expect(after(31 * 24 * HOUR, HOUR)).toBe(true)
  expect(after(HOUR, HOUR)).toBe(false)
  expect(after(-31 * 24 * HOUR, HOUR)).toBe(false)
  expect(after(HOUR, HOUR)).toBe(false)
})
