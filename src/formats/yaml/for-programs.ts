/**
 * Values in catalogues that look like text and are settings: how a program writes dates, numbers and sums in the language. Below the root
 * language, by their keys.
 */
import type { Reason } from '../format.ts'

interface Rule {
  readonly reason: Reason
  /** Of the keys below the language, joined by dots; an item of a list is `*`. */
  readonly key: RegExp
}

/** The structure that the translations of Rails itself have. Names of days, months and units are text. */
const RAILS: readonly Rule[] = [
  { reason: 'code', key: /^(?:date|time|datetime)(?:\.[\w-]+)?\.formats(?:\.[\w-]+)*$/ },
  { reason: 'identifier', key: /^date\.order(?:\.\*)?$/ },
  {
    reason: 'code',
    key: /^number(?:\.\w+)*\.format\.(?:unit|format|negative_format|separator|delimiter|precision|round_mode)$/,
  },
  { reason: 'code', key: /^number\.human\.(?:decimal|storage)_units\.format$/ },
  { reason: 'code', key: /^(?:i18n\.(?:transliterate|plural)|transliterate)\..+$/ },
]

/** `:day`: a name of Ruby. */
const SYMBOL = /^:[A-Za-z_]\w*[?!]?$/
/** The directives of strftime with nothing but signs between them: `%d.%m.%Y`. */
const STRFTIME = /^(?=[^%]*%[-^0_#]?[A-Za-z])(?:%[-^0_#]?[A-Za-z]|[^\p{L}%])+$/u
/** Patterns of Moment.js and others, under a key that says so: `MMM D, YYYY`. */
const PATTERN = /^(?=.*(?:YY|MM|DD|HH|hh|mm|LT|LL))(?:[DMYHhmsSaALTlZdwo]|\[[^\]]{0,20}\]|[^\p{L}[])+$/u
const OF_PATTERN = /(?:date|time|format)/i
const LONGEST_PATTERN = 60

/** Why a value is for programs although it has letters; undefined for all others. `keys` are those below the root language. */
export function forPrograms(keys: string, value: string): Reason | undefined {
  const rule = RAILS.find(({ key }) => key.test(keys))
  if (rule) return rule.reason
  if (SYMBOL.test(value)) return 'identifier'
  if (value.length > LONGEST_PATTERN) return undefined
  return STRFTIME.test(value) || (PATTERN.test(value) && OF_PATTERN.test(keys)) ? 'code' : undefined
}
