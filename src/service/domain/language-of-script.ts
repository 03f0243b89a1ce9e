/** Scripts that one language alone is written in today, but for a few that the catalogue does not have or that are far rarer. */
const OWN_SCRIPTS: Readonly<Record<string, string>> = {
  ko: 'Hangul',
  el: 'Greek',
  he: 'Hebrew',
  hy: 'Armenian',
  ka: 'Georgian',
  th: 'Thai',
  lo: 'Lao',
  km: 'Khmer',
  my: 'Myanmar',
  si: 'Sinhala',
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  ml: 'Malayalam',
  gu: 'Gujarati',
  pa: 'Gurmukhi',
  or: 'Oriya',
}
const SCRIPTS = Object.entries(OWN_SCRIPTS).map(
  ([tag, name]) => [tag, new RegExp(`\\p{Script=${name}}`, 'gu')] as const,
)
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
/** Kana among Han in a smaller share are names. */
const KANA_SHARE = 0.1
const LEAST_OWN = 4

/** The language of a text by its script, however short it is; undefined where several languages share the script of most letters. */
export function languageOfScript(text: string): string | undefined {
  if (!/[^\p{Script=Latin}\P{L}]/u.test(text)) return undefined
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const all = count(/[\p{L}\p{M}]/gu)
  const kana = count(KANA)
  if (kana >= LEAST_OWN && kana > all * KANA_SHARE && count(JAPANESE) * 2 > all) return 'ja'
  const isMost = (own: number) => own >= LEAST_OWN && own * 2 > all
  return SCRIPTS.find(([, script]) => isMost(count(script)))?.[0]
}
