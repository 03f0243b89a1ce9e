import type { Plan, PlanPrice } from '../../contract/plan.ts'
import { listed } from './list.ts'
import { count, counted } from './numbers.ts'

type Rate = PlanPrice['rates'][number]
type OfLanguage = PlanPrice['languages'][number]

/** A price of a word for people: `at 1 credit each`, `at half price`. Prices are compared with that of the standard tier. */
export function rateText({ credits_per_word }: Rate, rates: readonly Rate[]): string {
  const standard = rates.find(rate => rate.quality_tier === 'standard')
  if (standard !== undefined && credits_per_word * 2 === standard.credits_per_word) return 'at half price'
  return `at ${counted(credits_per_word, 'credit')} each`
}

/** What a plan would cost in another tier, in credits. Each language is rounded up. */
export function costAt({ credits_per_word }: Rate, languages: readonly OfLanguage[]): number {
  return languages.reduce((sum, { new_words }) => sum + Math.ceil(new_words * credits_per_word), 0)
}

/** The rate that a plan is counted with; undefined where its credits are no sum of its words. */
export function rateOf({ price, quality_tier, credit_cost }: Plan): Rate | undefined {
  const rate = price?.rates.find(each => each.quality_tier === quality_tier)
  if (price === undefined || rate === undefined) return undefined
  const languages = price.languages.every(one => costAt(rate, [one]) === one.credits)
  return languages && costAt(rate, price.languages) === credit_cost ? rate : undefined
}

/**
 * The arithmetic of a plan's credits, which adds up: `52 words at half price = 26 credits; standard 52`. Undefined where the service does
 * not say how it counts, or where what it says does not add up.
 */
export function arithmeticOf(plan: Plan, labelOf: (tag: string) => string): string | undefined {
  const { price, word_count, credit_cost, by_language } = plan
  const rate = rateOf(plan)
  if (price === undefined || rate === undefined || word_count === null || credit_cost === null) return undefined
  const wordsOf = (tag: string): number => by_language?.find(({ language }) => language === tag)?.words ?? word_count
  const groups = new Map<string, Alike>()
  for (const one of price.languages) {
    const words = wordsOf(one.language)
    const key = `${one.new_words} ${words}`
    groups.set(key, { words, languages: [...(groups.get(key)?.languages ?? []), one] })
  }
  const at = rateText(rate, price.rates)
  const sums = [...groups.values()].map(alike => {
    const names = groups.size === 1 ? '' : `${listed(alike.languages.map(({ language }) => labelOf(language)))}: `
    return `${names}${groupText(alike, at, rate)}`
  })
  const others = price.rates.filter(({ quality_tier }) => quality_tier !== rate.quality_tier)
  return [
    `${sums.join('; ')}${sums.length === 1 ? '' : `; together ${count(credit_cost)}`}`,
    ...others.map(other => `${other.quality_tier} ${count(costAt(other, price.languages))}`),
  ].join('; ')
}

/** Languages that have the same number of words in the plan, and of words to translate anew. */
interface Alike {
  readonly words: number
  readonly languages: readonly OfLanguage[]
}

function groupText({ words, languages }: Alike, at: string, rate: Rate): string {
  const { new_words = 0 } = languages[0] ?? {}
  const known = words - new_words
  const times = languages.length === 1 ? '' : ` × ${languages.length} languages`
  const sum = costAt(rate, languages)
  const exact = Number.isInteger(new_words * rate.credits_per_word)
  const rounded = exact ? '' : times === '' ? ', rounded up' : ', each language rounded up'
  const reused =
    known <= 0 ? '' : `${counted(words, 'word')}, ${count(known)} of them known from earlier translations and free: `
  return `${reused}${counted(new_words, 'word')}${times} ${at} = ${counted(sum, 'credit')}${rounded}`
}
