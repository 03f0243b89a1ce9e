import { QUALITY_TIERS } from '../../contract/batch.ts'

export type Tier = (typeof QUALITY_TIERS)[number]

/** Credits for a word, by quality tier (assumptions.md, Credits). */
export const TIER_RATES = { standard: 1, lite: 0.5 } as const satisfies Record<Tier, number>

/** The price of a word for each tier, in the order of the contract. */
export const RATES = QUALITY_TIERS.map(quality_tier => ({ quality_tier, credits_per_word: TIER_RATES[quality_tier] }))

/** Credits for a translation: words × rate, rounded up for each target language (assumptions.md, Credits). */
export function creditCost(words: number, languages: number, tier: Tier): number {
  return Math.ceil(words * TIER_RATES[tier]) * languages
}
