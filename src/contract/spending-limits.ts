/** What a spending limit counts, and for how long (assumptions.md, Errors). */
export const LIMIT_PERIODS = ['day', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
export const LIMIT_UNITS = ['credits', 'characters', 'tokens', 'money'] as const
export type LimitUnit = (typeof LIMIT_UNITS)[number]
