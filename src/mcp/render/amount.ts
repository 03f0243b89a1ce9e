import { type Amount, type Payer, UNSTATED } from '../consent/amount.ts'
import { listed } from './list.ts'
import { counted } from './numbers.ts'

const ACCOUNTS: Readonly<Record<Payer, string>> = {
  workspace: '',
  you: ' on your own account with the engine',
  operator: ' on the account of whoever runs this server',
  assistant: " of your assistant's own plan",
}

/** The digits of an estimate that are shown: it is no more exact than that. */
const DIGITS = 3

/**
 * An amount for people: `1,240 credits`, `about 3,500 characters (about 0.07 EUR) on your own account with the engine`,
 * `credits that the service does not state`.
 */
export function amountText({ unit, count, payer, money }: Amount): string {
  const one = unit.slice(0, -1)
  if (count === UNSTATED) return `${unit} that the service does not state${ACCOUNTS[payer]}`
  const size = unit === 'credits' ? counted(count, one) : `about ${counted(Number(count.toPrecision(DIGITS)), one)}`
  const price = money === undefined ? '' : ` (about ${moneyText(money)})`
  return `${size}${price}${ACCOUNTS[payer]}`
}

/** `0.07 EUR`; a price below a hundredth is not shown as nothing. */
export function moneyText({ amount, currency }: NonNullable<Amount['money']>): string {
  const shown = amount > 0 && amount < 0.01 ? 'less than 0.01' : amount.toFixed(2)
  return `${shown} ${currency}`
}

/** All amounts in a sentence; `nothing, it is free` for none. */
export function amountsText(amounts: readonly Amount[]): string {
  return amounts.length === 0 ? 'nothing, it is free' : listed(amounts.map(amountText))
}
