import { exceeds } from '../../contract/spending-limits.ts'
import { DAY } from './time.ts'

/** A unit in which somebody is charged, or a currency: `EUR`. */
export interface Charge {
  readonly unit: string
  readonly count: number
  readonly money?: { readonly amount: number; readonly currency: string }
}

/** What a person allowed to be spent without a question, and what of it is left. */
export interface LiveAllowance {
  readonly id: string
  readonly unit: string
  readonly left: number
  readonly folder: string | null
}

/** What is booked on which allowance. */
export interface Booking {
  readonly allowance_id: string
  readonly amount: number
}

/** The moment since which the uses of an allowance count: the beginning of the day (UTC), or its own. */
export function countsSince(period: 'day' | 'once', created_at: number, now: number): number {
  return period === 'day' ? Math.max(created_at, Math.floor(now / DAY) * DAY) : created_at
}

/**
 * Books all charges on the allowances, each on one that has enough left; undefined where one charge finds none: a spending is covered
 * wholly or not at all. `covers` says whether an allowance holds for the folder of every file of the spending.
 */
export function book(
  charges: readonly Charge[],
  allowances: readonly LiveAllowance[],
  covers: (folder: string | null) => boolean,
): Booking[] | undefined {
  const left = new Map(allowances.map(({ id, left: amount }) => [id, amount]))
  const bookings: Booking[] = []
  for (const charge of charges) {
    const found = allowances.find(({ id, unit, folder }) => {
      const amount = amountIn(unit, charge)
      return amount !== undefined && covers(folder) && !exceeds(amount, left.get(id) ?? 0)
    })
    if (found === undefined) return undefined
    const amount = amountIn(found.unit, charge) ?? 0
    left.set(found.id, (left.get(found.id) ?? 0) - amount)
    bookings.push({ allowance_id: found.id, amount })
  }
  return bookings
}

/** A booking that stands, in the unit of its allowance. */
export interface StandingBooking {
  readonly id: string
  readonly unit: string
  readonly amount: number
}

/** What is left of bookings once these charges are given back, each on the first booking in its unit that has so much; never below 0. */
export function afterReturn(bookings: readonly StandingBooking[], back: readonly Charge[]): StandingBooking[] {
  const left = bookings.map(booking => ({ ...booking }))
  for (const charge of back) {
    const inUnit = left.filter(({ unit }) => amountIn(unit, charge) !== undefined)
    const found = inUnit.find(({ unit, amount }) => !exceeds(amountIn(unit, charge) ?? 0, amount)) ?? inUnit[0]
    if (found !== undefined) found.amount = Math.max(0, found.amount - (amountIn(found.unit, charge) ?? 0))
  }
  return left
}

function amountIn(unit: string, { unit: own, count, money }: Charge): number | undefined {
  if (unit === own) return count
  return money?.currency === unit ? money.amount : undefined
}
