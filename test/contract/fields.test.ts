import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isMoment, queryFlag, queryWhole } from '../../src/contract/fields.ts'
import { IDEMPOTENCY_KEY } from '../../src/contract/limits.ts'

describe('query parameters', () => {
  it('give back the number that was written, within its bounds [BAT-2]', () => {
    const limit = queryWhole(1, 100)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), number => z.decode(limit, z.encode(limit, number)) === number),
    )
    for (const bad of ['0', '101', '-1', '1.5', '1e1', ' 1', '', 'ten', '99999999999999999999']) {
      expect(limit.safeDecode(bad).success, bad).toBe(false)
    }
  })

  it('read the four ways to write a truth value [BAT-2]', () => {
    const read = (text: '0' | '1' | 'true' | 'false') => z.decode(queryFlag, text)
    expect([read('0'), read('1'), read('false'), read('true')]).toEqual([false, true, false, true])
    expect(queryFlag.safeParse('yes').success).toBe(false)
  })

  it.each([
    ['2026-11-21', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-11-21T10:00:00Z', true],
    ['2026-11-21T10:00:00.123Z', true],
    ['2026-11-21T10:00:00+02:00', true],
    ['2026-11-21T10:00Z', true],
    ['2026-11-21T10:00:00', false],
    ['2026-13-01', false],
    ['2026-11-31', false],
    ['21.11.2026', false],
    ['yesterday', false],
    ['', false],
  ])('take %j as a moment: %s [USE-2]', (text, valid) => {
    expect(isMoment(text)).toBe(valid)
  })
})

it('an idempotency key is 1 to 255 printable characters [CRE-6]', () => {
  expect(IDEMPOTENCY_KEY.test('a')).toBe(true)
  expect(IDEMPOTENCY_KEY.test('x'.repeat(255))).toBe(true)
  for (const bad of ['', 'x'.repeat(256), 'a\nb', 'ü', '\u0000'])
    expect(IDEMPOTENCY_KEY.test(bad), JSON.stringify(bad)).toBe(false)
})
