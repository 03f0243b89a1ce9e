import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/service/domain/time.ts'
import { type UsageRange, usagePoints, usageRange } from '../../../src/service/domain/usage.ts'
import { rounds } from '../../support/seed.ts'

const NOW = Date.parse('2026-03-10T15:30:00Z')
const GRANULARITIES = ['day', 'week', 'month'] as const
const LENGTHS = { day: [1], week: [7], month: [28, 29, 30, 31] }
const BEGINS = {
  day: (date: Date) => date.getTime() % DAY === 0,
  week: (date: Date) => date.getTime() % DAY === 0 && date.getUTCDay() === 1,
  month: (date: Date) => date.getTime() % DAY === 0 && date.getUTCDate() === 1,
}
const datesOf = (range: UsageRange) => usagePoints(range, []).points.map(({ date }) => date)
const range = (from: string, to: string, granularity: UsageRange['granularity']): UsageRange =>
  usageRange({ from, to, granularity }, NOW)

describe('the range of usage', () => {
  it.each([
    ['31 days', 31 * DAY, 'day'],
    ['31 days and a millisecond', 31 * DAY + 1, 'week'],
    ['180 days', 180 * DAY, 'week'],
    ['180 days and a millisecond', 180 * DAY + 1, 'month'],
    ['nothing', 0, 'day'],
  ] as const)('of %s is cut by the granularity of its length [USE-1]', (_, length, granularity) => {
    const from = new Date(NOW - length).toISOString()
    expect(usageRange({ from, to: new Date(NOW).toISOString() }, NOW)).toEqual({
      from: NOW - length,
      to: NOW,
      granularity,
    })
  })

  it('reaches back 30 days from whatever end is given [USE-1]', () => {
    expect(usageRange({}, NOW)).toEqual({ from: NOW - 30 * DAY, to: NOW, granularity: 'day' })
    const to = Date.parse('2026-03-01T00:00:00Z')
    expect(usageRange({ to: '2026-02-28' }, NOW)).toEqual({ from: to - 30 * DAY, to, granularity: 'day' })
  })

  it.each([
    ['2026-03-01', '2026-02-28', 'from'],
    ['2026-03-02T00:00:00Z', '2026-03-01', 'from'],
    ['2026-03-01T00:00:00.001Z', '2026-03-01T00:00:00Z', 'from'],
    ['2026-03-11', undefined, 'from'],
  ])('from %s to %s is refused as inverted [USE-2]', (from, to, param) => {
    expect(() => usageRange({ from, to }, NOW)).toThrow(expect.objectContaining({ code: 'invalid_parameter', param }))
  })

  it('may be one day, or one moment [USE-2]', () => {
    expect(datesOf(usageRange({ from: '2026-03-01', to: '2026-03-01' }, NOW))).toEqual(['2026-03-01'])
    const moment = '2026-03-01T12:00:00Z'
    expect(datesOf(usageRange({ from: moment, to: moment }, NOW))).toEqual(['2026-03-01'])
  })

  it.each([
    ['0050-01-01', '0050-01-03', 'from'],
    ['1969-12-31', '1970-01-02', 'from'],
    [undefined, '1970-01-02', 'to'],
    ['9999-12-30', '9999-12-31', 'to'],
    ['9999-12-30', '9999-12-31T23:59:59-12:00', 'to'],
  ])('from %s to %s is refused as nobody used anything then [USE-2]', (from, to, param) => {
    expect(() => usageRange({ from, to }, NOW)).toThrow(expect.objectContaining({ code: 'invalid_parameter', param }))
  })

  it('is refused when it has too many points, naming what would have to change [USE-2]', () => {
    const long = { from: '2020-01-01', to: '2026-01-01' }
    const refusal = (param: string) => expect.objectContaining({ code: 'invalid_parameter', param })
    expect(() => usageRange({ ...long, granularity: 'day' }, NOW)).toThrow(refusal('granularity'))
    expect(datesOf(usageRange({ ...long, granularity: 'week' }, NOW))).toHaveLength(314)
    expect(datesOf(usageRange(long, NOW))).toHaveLength(73)
    expect(() => usageRange({ from: '1970-01-01', to: '2060-01-01' }, NOW)).toThrow(refusal('from'))
  })
})

describe('the points of usage', () => {
  it('have the leap day where there is one [USE-2]', () => {
    expect(datesOf(range('2028-02-28', '2028-03-01', 'day'))).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(datesOf(range('2026-02-28', '2026-03-01', 'day'))).toEqual(['2026-02-28', '2026-03-01'])
    expect(datesOf(range('2100-02-28', '2100-03-01', 'day'))).toEqual(['2100-02-28', '2100-03-01'])
  })

  it('are ISO weeks that begin on Monday, across the turn of a year [USE-2]', () => {
    expect(datesOf(range('2026-12-31', '2027-01-04', 'week'))).toEqual(['2026-12-28', '2027-01-04'])
    expect(datesOf(range('2027-01-03', '2027-01-03', 'week'))).toEqual(['2026-12-28'])
    expect(datesOf(range('2027-01-04', '2027-01-10', 'week'))).toEqual(['2027-01-04'])
  })

  it('are months of their own lengths, across the turn of a year [USE-2]', () => {
    expect(datesOf(range('2027-11-30', '2028-03-01', 'month'))).toEqual([
      ...['2027-11-01', '2027-12-01', '2028-01-01', '2028-02-01', '2028-03-01'],
    ])
  })

  it('do not begin at an end that is a first instant [USE-2]', () => {
    const to = '2026-04-01T00:00:00Z'
    expect(datesOf(range('2026-03-31T12:00:00Z', to, 'day'))).toEqual(['2026-03-31'])
    expect(datesOf(range('2026-03-31T12:00:00Z', to, 'month'))).toEqual(['2026-03-01'])
  })

  it('are days in UTC, whatever clock the machine has and whenever it is changed [USE-2]', () => {
    const zone = process.env.TZ
    try {
      for (const name of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Apia', 'Australia/Lord_Howe']) {
        process.env.TZ = name
        expect(datesOf(range('2026-03-28', '2026-03-30', 'day')), name).toEqual([
          ...['2026-03-28', '2026-03-29', '2026-03-30'],
        ])
        expect(datesOf(range('2026-10-24', '2026-11-01', 'week')), name).toEqual(['2026-10-19', '2026-10-26'])
        expect(datesOf(range('2011-12-29', '2011-12-31', 'day')), name).toHaveLength(3)
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  it('follow each other without gap, each day in exactly one, whatever the range [USE-2]', () => {
    const day = fc.integer({ min: 3000, max: 40_000 })
    const asked = fc.record({
      start: day,
      days: fc.integer({ min: 0, max: 900 }),
      hours: fc.integer({ min: 0, max: 23 }),
      granularity: fc.constantFrom(...GRANULARITIES),
      used: fc.array(fc.record({ at: fc.nat(899), credits: fc.nat(1000) }), { maxLength: 8 }),
    })
    fc.assert(
      fc.property(asked, ({ start, days, hours, granularity, used }) => {
        const from = start * DAY + hours * HOUR
        const to = from + days * DAY
        const rows = used
          .filter(({ at }) => at < days)
          .map(({ at, credits }) => ({
            day: start + at,
            credits_used: credits,
            batches_completed: 1,
            words_translated: 2 * credits,
          }))
        const { points, totals } = usagePoints({ from, to, granularity }, rows)
        const starts = points.map(({ date }) => Date.parse(date))
        expect(starts[0]).toBeLessThanOrEqual(from)
        const lengths = starts.slice(1).map((next, index) => (next - (starts[index] ?? 0)) / DAY)
        expect(new Set(LENGTHS[granularity])).toEqual(new Set([...LENGTHS[granularity], ...lengths]))
        expect(starts.filter(at => !BEGINS[granularity](new Date(at)))).toEqual([])
        expect(starts.slice(1).filter(at => at >= to)).toEqual([])
        const credits = rows.reduce((sum, row) => sum + row.credits_used, 0)
        expect(totals).toEqual({ credits_used: credits, batches_completed: rows.length, words_translated: 2 * credits })
        expect(points.reduce((sum, point) => sum + point.credits_used, 0)).toBe(credits)
      }),
      { numRuns: rounds(300) },
    )
  })
})
