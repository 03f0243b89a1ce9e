import { exceeds } from '../../contract/spending-limits.ts'
import { type Amount, type BilledUnit, totalOf } from '../../mcp/consent/amount.ts'
import { amountsText, amountText, moneyText } from '../../mcp/render/amount.ts'
import { count } from '../../mcp/render/numbers.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'

/** The most that one question may be about. */
export type Caps = Pick<Settings, 'max_credits' | 'max_characters' | 'max_tokens' | 'max_money'>

const SETTING = {
  credits: 'max_credits',
  characters: 'max_characters',
  tokens: 'max_tokens',
} as const satisfies Record<BilledUnit, keyof Caps>

/**
 * Why a question is refused: its total is above a cap. Undefined where it is not.
 *
 * @param before what was agreed to before under the same caps
 */
export function beyondCap(asked: readonly Amount[], caps: Caps, before: readonly Amount[] = []): string | undefined {
  const total = totalOf([...before, ...asked])
  const costs = before.length === 0 ? 'this costs' : 'with what was agreed to before, this costs'
  for (const { unit } of total) {
    // Amounts of one unit are apart where only some have a price, or in another currency.
    const same = total.filter(amount => amount.unit === unit)
    const cap = caps[SETTING[unit]]
    if (cap !== undefined && sum(same.map(amount => amount.count)) > cap) {
      const flag = flagOf(unit)
      return `Nothing was spent: ${costs} ${amountsText(same)}, and ${flag} allows ${count(cap)}. Ask for fewer languages or parts, or raise ${flag}.`
    }
  }
  const { max_money } = caps
  if (max_money === undefined) return undefined
  const priced = total.filter(({ money }) => money?.currency === max_money.currency)
  const amount = sum(priced.map(({ money }) => money?.amount ?? 0))
  if (!exceeds(amount, max_money.amount)) return undefined
  return `Nothing was spent: ${costs} about ${moneyText({ ...max_money, amount })}, and --max-money allows ${moneyText(max_money)}. Ask for fewer languages or parts, or raise --max-money.`
}

/** True if all that is asked was agreed to: each amount to the same payer, no more of its unit, and at no higher price. */
export function isWithin(asked: readonly Amount[], agreed: readonly Amount[]): boolean {
  return totalOf(asked).every(({ unit, payer, count: more, money }) => {
    const same = totalOf(agreed).find(
      amount => amount.unit === unit && amount.payer === payer && amount.money?.currency === money?.currency,
    )
    return same !== undefined && more <= same.count && (money?.amount ?? 0) <= (same.money?.amount ?? 0)
  })
}

/**
 * Checks that what nobody is asked about is bounded: each amount needs a cap in its unit, or in its money.
 *
 * @param way `--yes`, or the command that asks nobody
 * @throws {UsageError} names the flag that is missing
 */
export function requireCaps(total: readonly Amount[], caps: Caps, way: string): void {
  const open = total.find(
    ({ unit, money }) =>
      caps[SETTING[unit]] === undefined &&
      (caps.max_money === undefined || money?.currency !== caps.max_money.currency),
  )
  if (open === undefined) return
  throw new UsageError(
    `Nothing was spent. ${way} for paid work needs a cap: this costs ${amountText(open)}. Add ${flagOf(open.unit)} N with the most that you would pay.`,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

function flagOf(unit: BilledUnit): string {
  return `--${SETTING[unit].replaceAll('_', '-')}`
}
