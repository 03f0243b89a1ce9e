import { moneyText } from '../mcp/render/amount.ts'
import { count } from '../mcp/render/numbers.ts'
import type { SpendingLimit } from '../service/domain/spending-limits.ts'

/** A limit for people: `at most 5,000 tokens a day`, where it is known with what is left of it. */
export function limitLine(limit: SpendingLimit & { readonly left?: number }): string {
  const { period, amount, left } = limit
  return `  at most ${shown(amount, limit)} a ${period}${left === undefined ? '' : `, ${shown(left, limit)} left`}`
}

function shown(amount: number, { unit, currency }: SpendingLimit): string {
  return unit === 'money' ? moneyText({ amount, currency: currency ?? '' }) : `${count(Math.floor(amount))} ${unit}`
}
