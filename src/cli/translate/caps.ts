import type { Amount, BilledUnit } from '../../mcp/consent/amount.ts'
import { amountText, moneyText } from '../../mcp/render/amount.ts'
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

/** Why a question is refused: its total is above a cap. Undefined where it is not. */
export function beyondCap(total: readonly Amount[], caps: Caps): string | undefined {
  for (const amount of total) {
    const cap = caps[SETTING[amount.unit]]
    if (cap !== undefined && amount.count > cap) {
      const flag = flagOf(amount.unit)
      return `Nothing was spent: this costs ${amountText(amount)}, and ${flag} allows ${count(cap)}. Ask for fewer languages or parts, or raise ${flag}.`
    }
  }
  const { max_money } = caps
  if (max_money === undefined) return undefined
  const priced = total.filter(({ money }) => money?.currency === max_money.currency)
  const amount = priced.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0)
  if (amount <= max_money.amount) return undefined
  return `Nothing was spent: this costs about ${moneyText({ ...max_money, amount })}, and --max-money allows ${moneyText(max_money)}. Ask for fewer languages or parts, or raise --max-money.`
}

/**
 * Checks that `--yes` is bounded: each amount needs a cap in its unit, or in its money.
 * @throws {UsageError} names the flag that is missing
 */
export function requireCaps(total: readonly Amount[], caps: Caps): void {
  const open = total.find(
    ({ unit, money }) =>
      caps[SETTING[unit]] === undefined &&
      (caps.max_money === undefined || money?.currency !== caps.max_money.currency),
  )
  if (open === undefined) return
  throw new UsageError(
    `Nothing was spent. --yes for paid work needs a cap: this costs ${amountText(open)}. Add ${flagOf(open.unit)} N with the most that you would pay.`,
  )
}

function flagOf(unit: BilledUnit): string {
  return `--${SETTING[unit].replaceAll('_', '-')}`
}
