import { createRequire } from 'node:module'
import * as z from 'zod'

const require = createRequire(import.meta.url)

/** Snowball's stemmers by language, each loaded when a text of that language is first read. */
const STEMMERS: Readonly<Record<string, () => unknown>> = {
  ar: () => require('@orama/stemmers/arabic'),
  bg: () => require('@orama/stemmers/bulgarian'),
  da: () => require('@orama/stemmers/danish'),
  de: () => require('@orama/stemmers/german'),
  el: () => require('@orama/stemmers/greek'),
  en: () => require('@orama/stemmers/english'),
  es: () => require('@orama/stemmers/spanish'),
  fi: () => require('@orama/stemmers/finnish'),
  fr: () => require('@orama/stemmers/french'),
  ga: () => require('@orama/stemmers/irish'),
  hi: () => require('@orama/stemmers/indian'),
  hu: () => require('@orama/stemmers/hungarian'),
  hy: () => require('@orama/stemmers/armenian'),
  id: () => require('@orama/stemmers/indonesian'),
  it: () => require('@orama/stemmers/italian'),
  lt: () => require('@orama/stemmers/lithuanian'),
  nb: () => require('@orama/stemmers/norwegian'),
  ne: () => require('@orama/stemmers/nepali'),
  nl: () => require('@orama/stemmers/dutch'),
  nn: () => require('@orama/stemmers/norwegian'),
  pt: () => require('@orama/stemmers/portuguese'),
  ro: () => require('@orama/stemmers/romanian'),
  ru: () => require('@orama/stemmers/russian'),
  sr: () => require('@orama/stemmers/serbian'),
  sv: () => require('@orama/stemmers/swedish'),
  ta: () => require('@orama/stemmers/tamil'),
  tr: () => require('@orama/stemmers/turkish'),
  uk: () => require('@orama/stemmers/ukrainian'),
}

const Stemmer = z.object({
  stemmer: z.custom<(word: string) => string>(value => typeof value === 'function'),
})

const whole = (word: string): string => word

/** Makes inflected forms of one word in lower case equal. A word of a language without a stemmer is its own stem. */
export function stemmerOf(language: string): (word: string) => string {
  const load = STEMMERS[language.split('-', 1)[0] ?? '']
  return load === undefined ? whole : Stemmer.parse(load()).stemmer
}
