import type { QUALITY_TIERS } from '../../contract/batch.ts'

export type Tier = (typeof QUALITY_TIERS)[number]

/** Credits for a word, by quality tier (assumptions.md, Credits). */
export const TIER_RATES = { standard: 1, lite: 0.5 } as const satisfies Record<Tier, number>

/** Credits for a translation: words × rate, rounded up for each target language (assumptions.md, Credits). */
export function creditCost(words: number, languages: number, tier: Tier): number {
  return Math.ceil(words * TIER_RATES[tier]) * languages
}
