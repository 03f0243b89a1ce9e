import * as z from 'zod'
import { LIMIT_PERIODS, LIMIT_UNITS, type LimitLeft } from '../../contract/spending-limits.ts'
import { moneyText } from './amount.ts'
import { listed } from './list.ts'
import { counted, moment } from './numbers.ts'

const WHOSE = { workspace: 'the workspace', member: 'this member', computer: 'this computer' } as const

/** A limit as get_account gives it. */
export const ShownLimit: z.ZodType<LimitLeft> = z.object({
  of: z.enum(['workspace', 'member', 'computer']),
  unit: z.enum(LIMIT_UNITS),
  period: z.enum(LIMIT_PERIODS),
  amount: z.number(),
  left: z.number(),
  currency: z.string().nullable(),
  ends_at: z.string(),
})

/** What the spending limits leave, in one line; empty without limits. */
export function limitLines(limits: readonly LimitLeft[]): string[] {
  if (limits.length === 0) return []
  const texts = limits.map(({ of, period, amount, left, ends_at, ...unit }) => {
    const most = `${textOf(amount, unit)} a ${period} for ${WHOSE[of]}`
    return `${textOf(left, unit)} left of ${most} (until ${moment(ends_at)})`
  })
  return [`Spending limits: ${listed(texts)}.`]
}

function textOf(amount: number, { unit, currency }: Pick<LimitLeft, 'unit' | 'currency'>): string {
  return unit === 'money'
    ? moneyText({ amount, currency: currency ?? '' })
    : counted(Math.floor(amount), unit.slice(0, -1))
}
