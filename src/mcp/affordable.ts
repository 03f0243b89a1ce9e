import type { Plan } from '../contract/plan.ts'
import { type Amount, amountsOf, totalOf, UNSTATED } from './consent/amount.ts'
import { quoted } from './render/data.ts'
import { listed } from './render/list.ts'
import { count, counted } from './render/numbers.ts'
import { languageLabel } from './render/plan.ts'
import { costAt, rateOf } from './render/price.ts'

/**
 * Says that a balance does not cover what is asked in credits, and how much is missing. Undefined where it does, where no credits are
 * charged, and where the service does not state them.
 */
export function shortfall(amounts: readonly Amount[], balance: number): string | undefined {
  const cost = totalOf(amounts).find(({ unit }) => unit === 'credits')?.count
  if (cost === undefined || cost >= UNSTATED || cost <= balance) return undefined
  return `The balance does not cover this: it costs ${counted(cost, 'credit')}, the balance is ${count(balance)}, ${counted(cost - balance, 'credit')} are missing.`
}

/** What makes a plan cheaper. */
export const CHEAPER = 'Fewer languages, fewer parts or lite quality cost less; or a workspace admin adds credits.'

/** A warning that the balance does not cover a plan, with what it does cover; none where it does. */
export function shortOf(plan: Plan | null, balance: number): string[] {
  const short = plan === null ? undefined : shortfall(amountsOf(plan, null) ?? [], balance)
  return short === undefined || plan === null ? [] : [`${short} ${whatFits(plan, balance)}`]
}

/** The most parts that are named. */
const PARTS_NAMED = 5

/**
 * What of a plan a balance covers, in numbers: a cheaper tier, some of its languages, some of its parts, or else so many words. In
 * general words where the service does not say how it counts.
 */
export function whatFits(plan: Plan, balance: number): string {
  const { price } = plan
  const rate = rateOf(plan)
  if (price === undefined || rate === undefined) return CHEAPER
  const tiers = price.rates
    .map(other => ({ tier: other.quality_tier, credits: costAt(other, price.languages) }))
    .filter(({ tier, credits }) => tier !== rate.quality_tier && credits <= balance)
    .map(({ tier, credits }) => `all of it in ${tier} quality for ${counted(credits, 'credit')}`)
  const fitting = [...tiers, ...languagesThatFit(price.languages, balance), ...partsThatFit(plan, balance)]
  const words = Math.floor(balance / rate.credits_per_word)
  const least = words === 0 ? 'nothing' : `${counted(words, 'word')} into one language (some of its parts or rows)`
  return `What it covers: ${fitting.length === 0 ? least : fitting.join('; or ')}. Or a workspace admin adds credits.`
}

type OfLanguage = NonNullable<Plan['price']>['languages'][number]

/** The first languages, in the order of the plan, that fit together. */
function languagesThatFit(languages: readonly OfLanguage[], balance: number): string[] {
  let left = balance
  const fitting = languages.filter(({ credits }) => {
    if (credits > left) return false
    left -= credits
    return true
  })
  if (fitting.length === 0) return []
  const names = listed(fitting.map(({ language }) => languageLabel(language)))
  return [`${names} alone for ${counted(balance - left, 'credit')}`]
}

/** The first parts, in the order of the plan, that fit together into all its languages. What is known of them already costs less. */
function partsThatFit({ included, price, quality_tier }: Plan, balance: number): string[] {
  const rate = price?.rates.find(each => each.quality_tier === quality_tier)
  if (price === undefined || rate === undefined || included.length < 2) return []
  let cost = 0
  let words = 0
  const fitting = included.filter(part => {
    const all = words + (part.words ?? Number.POSITIVE_INFINITY)
    const credits = Math.ceil(all * rate.credits_per_word) * price.languages.length
    if (credits > balance) return false
    cost = credits
    words = all
    return true
  })
  if (fitting.length === 0) return []
  const named = fitting.slice(0, PARTS_NAMED).map(({ part }) => quoted(part, 60))
  const more = fitting.length > PARTS_NAMED ? [counted(fitting.length - PARTS_NAMED, 'more part')] : []
  return [`only ${listed([...named, ...more])} for at most ${counted(cost, 'credit')}`]
}
