/** Whether a translation is in the language asked for, by its small words. */
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'
import { areNear, bareLanguage } from './script.ts'

/** Small words that are common in one language, and that no other language of this table has unless it is there, too. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is are with for from this that not be has have was were been will would can cannot could should you your it its by or which there their when where please only but what how all',
  de: 'der die das und ist sind nicht ein eine einen einem einer mit für von auf zu dem den im wird werden wurde kann können sie ihre oder auch wenn aus bei nach keine als diese dieser zum zur noch nur',
  fr: 'de en un à le la les des une est sont pas et dans pour avec sur vous votre vos ce cette ces qui que ou par au aux du plus être été peut ne sera leur nous fichier lors mais',
  es: 'de en un a el la los las una es son no y en para con por del se su sus que este esta estos como puede pero más al está han ser desde cuando sin también un lo',
  it: 'un in a il lo la gli le una è sono non e di per con del della dei che questo questa nel alla dal si può essere stato come più sul ma anche un ed',
  pt: 'de a um o os as uma é são não e em para com por do da dos das que este esta no na ser foi está pode como mais ao sem também um se seu sua',
  nl: 'het een en van is zijn niet met voor op te dat die deze wordt worden kan kunnen uw aan bij naar geen als door er maar ook om u dit de',
  sv: 'och att det som en ett är inte för med av den till på kan har om från eller när inga du din ska detta denna men alla ingen',
  da: 'og at det som en et er ikke for med af den til på kan har om fra eller når ingen du din skal dette denne men alle blev',
  nb: 'og at det som en et er ikke for med av den til på kan har om fra eller når ingen du din skal dette denne men alle ble',
  pl: 'nie jest się na do że w z i dla przez jako oraz może być można lub tego ten po od są za czy tylko już plik aby',
  cs: 'je se na že v a pro není nelze jako nebo být při po od jsou za tento do který byl bylo pouze ale soubor pokud',
  fi: 'ja on ei ole että se tai kun jos voi olla tämä joka mutta kuin myös ovat vain tiedosto ovat',
  hu: 'a az és nem egy hogy van is meg ez vagy csak volt lehet mint kell ha fájl ki be',
  tr: 've bir bu için ile değil olarak veya daha çok var yok olan ancak gibi sonra kadar dosya',
  ro: 'și nu este în un o la cu pentru de pe care din sau a fi fost sunt mai acest această poate',
  id: 'yang dan di untuk dengan tidak ini itu dari pada adalah akan dapat atau ke oleh dalam berkas anda',
  vi: 'không là và của có cho được các một này để với trong khi người đã bạn tập hoặc từ',
}

/** The languages of each small word, in the order of the table. */
const LANGUAGES_OF = new Map<string, string[]>()
for (const [language, words] of Object.entries(SMALL_WORDS)) {
  for (const word of new Set(words.split(' '))) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language])
}

const WORD = /[\p{L}\p{M}'’]+/gu
/** A text of fewer words does not show its language. */
const LEAST_WORDS = 4
/** So many different small words that the text's own language does not have, in such a share of all words, show another language. */
const LEAST_FOUND = 2
const LEAST_SHARE = 0.3
/** The most small words of its own language that such a text has, as a share of the others. */
const OWN_SHARE = 0.25
/** A longer text is judged by its beginning. In characters. */
const LOOKED_AT = 2000

/** A text in the language of its source, or in another one. Close languages are not told apart. */
export function checkLanguage(
  { text, translation, is_sentence, translated }: Pair,
  { source, target }: Conditions,
): readonly Flaw[] {
  if (text === translation || areNear(source, target) || !is_sentence) return []
  const words = translated.slice(0, LOOKED_AT).toLowerCase().match(WORD) ?? []
  if (words.length < LEAST_WORDS) return []
  const bare = bareLanguage(target)
  const own = bare === 'nn' ? 'nb' : bare
  const found = smallWordsOf(words, own)
  if (found.others.size === 0) return []
  const candidates = Object.keys(SMALL_WORDS).filter(each => own in SMALL_WORDS || source.startsWith(each))
  const other = candidates.find(each => {
    const { count = 0, different } = found.others.get(each) ?? {}
    if (count < LEAST_SHARE * words.length || found.own > OWN_SHARE * count || areNear(each, target)) return false
    return (different?.size ?? 0) >= LEAST_FOUND
  })
  if (other === undefined) return []
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(other) ?? other
  return [{ message: `The translation seems to be ${name}.` }]
}

/** How many words are small words of the text's own language, and of each other language that shares none of them with it. */
function smallWordsOf(words: readonly string[], own: string) {
  const others = new Map<string, { count: number; different: Set<string> }>()
  let ofOwn = 0
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word)
    if (languages === undefined) continue
    if (languages.includes(own)) {
      ofOwn += 1
      continue
    }
    for (const language of languages) {
      const seen = others.get(language) ?? { count: 0, different: new Set() }
      seen.count += 1
      seen.different.add(word)
      others.set(language, seen)
    }
  }
  return { own: ofOwn, others }
}
