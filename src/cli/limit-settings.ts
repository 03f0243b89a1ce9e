import * as z from 'zod'
import { LIMIT_PERIODS, LIMIT_UNITS, type LimitPeriod, type LimitUnit } from '../contract/spending-limits.ts'
import type { LimitWish } from '../service/admin/limits.ts'
import { money } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const NONE = 'none'
const ADVERB = { day: 'daily', month: 'monthly' } as const satisfies Record<LimitPeriod, string>
const LIMITED = ['members', 'workspaces'] as const

function amount() {
  const accepted = 'a whole number, or none'
  return z
    .string()
    .regex(/^(?:\d{1,12}|none)$/, accepted)
    .transform(given => (given === NONE ? null : Number(given)))
}

function sum() {
  return z.union([z.literal(NONE).transform(() => null), money()], {
    error: 'an amount and a currency, as 5 EUR, or none',
  })
}

const help = (unit: LimitUnit, period: LimitPeriod) =>
  `most ${unit === 'money' ? 'money' : unit} that may be approved in a ${period} (UTC); none removes the limit`

const counted = (unit: Exclude<LimitUnit, 'money'>, period: LimitPeriod) =>
  amount()
    .optional()
    .register(about, { ...flag, value: 'N', commands: LIMITED, help: help(unit, period), unset: 'as it is' })

const priced = (period: LimitPeriod) =>
  sum()
    .optional()
    .register(about, {
      ...flag,
      value: '"N CURRENCY"',
      commands: LIMITED,
      help: help('money', period),
      unset: 'as it is',
    })

/** Limits on what may be approved, for `members set` and `workspaces set`. */
export const limitSettings = {
  daily_credits: counted('credits', 'day'),
  daily_characters: counted('characters', 'day'),
  daily_tokens: counted('tokens', 'day'),
  daily_money: priced('day'),
  most_monthly_credits: amount()
    .optional()
    .register(about, {
      ...flag,
      flag: 'monthly-credits',
      value: 'N',
      commands: LIMITED,
      help: `${help('credits', 'month')}; to workspaces create, the credits granted each month`,
      unset: 'as it is',
    }),
  monthly_characters: counted('characters', 'month'),
  monthly_tokens: counted('tokens', 'month'),
  monthly_money: priced('month'),
  local: z
    .boolean()
    .default(false)
    .register(about, {
      ...flag,
      commands: ['workspaces'],
      help: "the limits hold for this computer's own key alone, which stdio and translate use",
    }),
}

/** The values of these settings that say limits. */
type LimitValues = Readonly<Record<string, unknown>>

const Money = z.object({ amount: z.number(), currency: z.string() })

/** The limits that a command line sets. */
export function limitsIn(settings: LimitValues): LimitWish[] {
  return LIMIT_PERIODS.flatMap(period =>
    LIMIT_UNITS.flatMap((unit): LimitWish[] => {
      const name = `${ADVERB[period]}_${unit}`
      const value = settings[name === 'monthly_credits' ? 'most_monthly_credits' : name]
      if (value === undefined) return []
      if (value === null) return [{ unit, period, amount: null, currency: null }]
      if (typeof value === 'number') return [{ unit, period, amount: value, currency: null }]
      return [{ unit, period, ...Money.parse(value) }]
    }),
  )
}
