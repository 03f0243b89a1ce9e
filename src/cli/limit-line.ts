import { moneyText } from '../mcp/render/amount.ts'
import { count } from '../mcp/render/numbers.ts'
import type { SpendingLimit } from '../service/domain/spending-limits.ts'

/** A limit for people: `at most 5,000 tokens a day`. */
export function limitLine({ unit, period, amount, currency }: SpendingLimit): string {
  const most = unit === 'money' ? moneyText({ amount, currency: currency ?? '' }) : `${count(amount)} ${unit}`
  return `  at most ${most} a ${period}`
}
