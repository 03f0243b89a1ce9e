import type { GRANULARITIES } from '../../contract/account.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ServiceError } from './errors.ts'
import { DAY, timestamp } from './time.ts'

type Granularity = (typeof GRANULARITIES)[number]

/** A half-open range of time in milliseconds, and how it is cut. */
export interface UsageRange {
  readonly from: number
  readonly to: number
  readonly granularity: Granularity
}

/** The three counters of the contract (Usage point and totals). */
export interface Counters {
  readonly credits_used: number
  readonly batches_completed: number
  readonly words_translated: number
}

/** Counters of one UTC day, or of a part of it; `day` is its number since 1970. */
export interface DayCounters extends Counters {
  readonly day: number
}

/** A range with more points is refused: nobody reads so many, and a range may span thousands of years. */
const MOST_POINTS = 1000

/**
 * The range a caller asks for: by default the last 30 days, by day up to 31 days, by week up to 180, by month beyond (USE-1).
 * A `to` that is a date means the end of that day.
 *
 * @throws {ServiceError} invalid_parameter for an inverted range, one with too many points, or one outside 1970 to 9999
 */
export function usageRange(
  asked: { from?: string | undefined; to?: string | undefined; granularity?: Granularity | undefined },
  now: number,
): UsageRange {
  const to = asked.to === undefined ? now : Date.parse(asked.to) + (isDate(asked.to) ? DAY : 0)
  const from = asked.from === undefined ? to - LIMITS.usage_default_days * DAY : Date.parse(asked.from)
  if (from > to || (asked.to !== undefined && isDate(asked.to) && from === to)) {
    throw new ServiceError('invalid_parameter', 'from must not be after to.', { param: 'from' })
  }
  if (from < 0 || to > LATEST) {
    const param = asked.from !== undefined && from < 0 ? 'from' : 'to'
    throw new ServiceError('invalid_parameter', 'The range must lie between the years 1970 and 9999.', { param })
  }
  const granularity = asked.granularity ?? defaultGranularity((to - from) / DAY)
  if ((to - from) / DAY > MOST_POINTS * SHORTEST[granularity]) {
    const message = `The range has more than ${MOST_POINTS} points. Shorten it or take a coarser granularity.`
    throw new ServiceError('invalid_parameter', message, {
      param: asked.granularity === undefined ? 'from' : 'granularity',
    })
  }
  return { from, to, granularity }
}

/** The last day whose end still has a year of four digits, as timestamps need it. */
const LATEST = Date.UTC(9999, 11, 31)

/** The fewest days that a point can cover. */
const SHORTEST: Readonly<Record<Granularity, number>> = { day: 1, week: 7, month: 28 }

function isDate(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length
}

function defaultGranularity(days: number): Granularity {
  if (days <= LIMITS.usage_day_range) return 'day'
  return days <= LIMITS.usage_week_range ? 'week' : 'month'
}

const ZERO: Counters = { credits_used: 0, batches_completed: 0, words_translated: 0 }

/** The points of a range, empty ones included, with totals that are their sum (USE-2). */
export function usagePoints(range: UsageRange, days: readonly DayCounters[]) {
  const points = new Map<number, Counters>()
  let start = bucketStart(range.from, range.granularity)
  do {
    points.set(start, ZERO)
    start = nextBucket(start, range.granularity)
  } while (start < range.to)
  for (const { day, ...counters } of days) {
    const bucket = bucketStart(day * DAY, range.granularity)
    points.set(bucket, add(points.get(bucket) ?? ZERO, counters))
  }
  const totals = [...points.values()].reduce(add, ZERO)
  return {
    totals,
    points: [...points].map(([at, counters]) => ({ date: timestamp(at).slice(0, 10), ...counters })),
  }
}

/** The first instant of the day, of the ISO week (its Monday) or of the month that a moment lies in; UTC. */
function bucketStart(moment: number, granularity: Granularity): number {
  const date = new Date(moment)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (granularity) {
    case 'day':
      return Date.UTC(year, month, day)
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'month':
      return Date.UTC(year, month, 1)
  }
}

function nextBucket(start: number, granularity: Granularity): number {
  const date = new Date(start)
  return granularity === 'month'
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    : start + SHORTEST[granularity] * DAY
}

function add(a: Counters, b: Counters): Counters {
  return {
    credits_used: a.credits_used + b.credits_used,
    batches_completed: a.batches_completed + b.batches_completed,
    words_translated: a.words_translated + b.words_translated,
  }
}
