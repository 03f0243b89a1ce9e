import type { BilledUnit, Money } from '../consent/amount.ts'
import type { CallContext, McpSettings } from '../context.ts'
import { moneyText } from './amount.ts'
import { listed } from './list.ts'
import { count, counted } from './numbers.ts'

/** The most that one question may be about, in each unit that has a cap, and in money. */
type SetCaps = Partial<Readonly<Record<BilledUnit, number>>> & { readonly money?: Money }

/** The caps that the operator has set. */
export function setCaps({ max_credits, max_characters, max_tokens, max_money }: McpSettings): SetCaps {
  return {
    ...(max_credits !== undefined && { credits: max_credits }),
    ...(max_characters !== undefined && { characters: max_characters }),
    ...(max_tokens !== undefined && { tokens: max_tokens }),
    ...(max_money && { money: max_money }),
  }
}

/** Who agrees to spend, from which amount on, and how much one question may be about, in one line. */
export function consentLine(context: CallContext): string {
  const { settings } = context.parts
  const own = `your own translating asks above ${counted(settings.ask_above_tokens, 'token')}`
  const caps = capTexts(settings)
  const most = caps.length === 0 ? '' : ` One question may be about at most ${listed(caps)}.`
  return `Spending asks a person ${whereAsked(context)}; ${own}.${most}`
}

function whereAsked({ caller, parts }: CallContext): string {
  const { settings, ways } = parts
  if (settings.consent === 'required') return "in this host's dialog, and nowhere else"
  const places = [
    ...(settings.consent === 'code' ? ['by a code that a refusal prints for her'] : []),
    ...(settings.consent === 'ask' && ways?.page !== undefined ? ['on a page in her browser'] : []),
    ...(ways?.memberPage !== undefined && caller !== undefined ? ['on her page of approvals'] : []),
    ...(ways?.command === undefined ? [] : ['in a terminal']),
  ]
  const ahead = ways !== undefined && caller === undefined ? ', unless it was allowed ahead' : ''
  const others = places.length === 0 ? '' : `, else ${places.join(' or ')}`
  return `in this host's dialog${others}${ahead}`
}

function capTexts(settings: McpSettings): string[] {
  const { money, ...units } = setCaps(settings)
  const texts = Object.entries(units).map(([unit, cap]) => `${count(cap)} ${unit}`)
  return money === undefined ? texts : [...texts, moneyText(money)]
}
