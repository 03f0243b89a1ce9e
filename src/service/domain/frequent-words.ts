/**
 * The most frequent words of languages, without those that near-by languages write alike. They tell nothing of languages that are not here.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is are you your this that with not for from it be by or can have has will if when please',
  de: 'der die das und nicht ist für mit auf wird werden kann sind oder von zu zum zur sie ihr eine einen einer ein keine kein wenn nur bei beim nach wurde dieser diese sein bitte noch',
  fr: 'le les des du est et une pour dans vous votre sur pas avec cette sont être peut aux ne par veuillez ce qui à ou',
  es: 'el los las y una del para con por está puede más este esta como su sus sin pero ya hay ser',
  pt: 'os as uma do da dos das não para com por um seu sua ao em pode são você ou foi mais ser está',
  it: 'il lo gli di della delle dei è che per una con non nel nella sono questo questa può dell al alla essere ha come un',
  nl: 'het een van niet voor met zijn deze dit wordt worden naar door geen om aan bij uw kan maar heeft',
  sv: 'och att det är inte för på av med till från eller ska ett har som du ingen kan den',
  da: 'og ikke til som med af på eller skal fra det for kan er har at vil denne hvis',
  nb: 'og ikke til som med av på eller skal fra det for kan er har at vil denne hvis å',
  fi: 'ja ei ole on tai että voi tämä tämän kun jos vain kuin älä mutta myös',
  pl: 'nie w jest się można dla lub czy być przez są jeśli tylko tego przy oraz może aby',
  cs: 'není nebo pro nelze být při která který pokud jsou se je byl byla jako tento již',
  hu: 'az nem és vagy egy meg van hogy csak lehet ez nincs ki kell',
  ro: 'nu este în pentru cu și sau să din fi fost care mai sunt poate acest această prin',
  tr: 'bir ve için bu ile değil veya olarak çok daha var her',
  ru: 'и в не на для с по из или это как от к при если',
  uk: 'не для у з до або є і та чи якщо від за це що',
  el: 'το η δεν του για να είναι την από της με στο θα που και ο τα',
  id: 'yang tidak dan untuk dengan dari ini atau dalam pada adalah akan tak',
  vi: 'không của được các và có cho một là này đã trong',
}
const FREQUENT = Object.entries(WORDS).map(([tag, words]) => [tag, new Set(words.split(' '))] as const)

/** Languages whose words are in each other's lists, and that are told apart by more than these. */
const ALIKE = ['da nb sv', 'es pt', 'ru uk'].map(tags => tags.split(' '))

/** In texts, also of an interface, at least this share of all words is frequent ones. */
const LEAST_SHARE = 0.08
/** What comes after them adds nothing. */
const MOST_CHARACTERS = 20_000
/** Fewer, or fewer different ones, may be chance. */
const LEAST = 6
const LEAST_DIFFERENT = 3
/** Of no other language are there more than this share of them. */
const OF_ANOTHER = 0.5

/**
 * True for a text with so many frequent words of a language (BCP 47 tag), and so few of any other, that no detector need be asked: loading
 * one takes a tenth of a second and 50 MB. False says nothing: the text is short, or hardly prose, or in a language that is not known here.
 */
export function isPlainlyIn(tag: string, text: string): boolean {
  const { language } = new Intl.Locale(tag)
  if (!(language in WORDS)) return false
  const words =
    text
      .slice(0, MOST_CHARACTERS)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  const found = new Map(FREQUENT.map(([other, frequent]) => [other, words.filter(word => frequent.has(word))]))
  const own = found.get(language) ?? []
  if (own.length < Math.max(LEAST, words.length * LEAST_SHARE) || new Set(own).size < LEAST_DIFFERENT) return false
  const most = Math.floor(own.length * OF_ANOTHER)
  return [...found].every(
    ([other, { length }]) =>
      other === language || length <= most || ALIKE.some(tags => [other, language].every(one => tags.includes(one))),
  )
}
