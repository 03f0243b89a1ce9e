/**
 * The letters that languages need beside those of ASCII (CLDR, exemplar characters), to know what a charset cannot hold. Of scripts with
 * thousands of signs a few stand for all.
 */

const BY_SCRIPT: Readonly<Record<string, string>> = {
  Latn: '',
  Cyrl: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  Grek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
  Hebr: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  Arab: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي',
  Jpan: 'あいんアイン日本語込働畑',
  Kore: '가각나다한국어힣',
  Hans: '汉语简体网络这个',
  Hant: '漢語繁體網絡這個',
  Thai: 'กขคงจชดตนบปพมยรลวสหอะาิีึืุูเแโใไ่้',
}

/** Where a language is not content with the letters of its script: in a script of its own (`sr-Latn`), else by its language. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  af: 'áèéêëîïôöúû',
  az: 'çəğıöşüİ',
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  bs: 'čćđšž',
  ca: 'àçèéíïòóúü·',
  cs: 'áčďéěíňóřšťúůýž',
  cy: 'áàâäéèêëíïîóôöúûüŵŷ',
  da: 'æøåé',
  de: 'äöüß',
  eo: 'ĉĝĥĵŝŭ',
  es: 'áéíñóúü¿¡',
  et: 'äõöüšž',
  eu: 'çñ',
  fa: 'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی',
  fi: 'äö',
  fil: 'ñ',
  fo: 'áðíóúýæø',
  fr: 'àâæçéèêëîïôœùûü',
  fy: 'âêéëôûú',
  ga: 'áéíóú',
  gd: 'àèìòù',
  gl: 'áéíñóúü',
  ha: 'ɓɗƙ',
  hr: 'čćđšž',
  ht: 'èò',
  hu: 'áéíóöőúüű',
  ig: 'ịọụṅ',
  is: 'áðéíóúýþæö',
  it: 'àèéìòù',
  kk: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяәғқңөұүһі',
  ky: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяңөү',
  lb: 'äéë',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  mn: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяөү',
  mt: 'ċġħż',
  nb: 'æøå',
  nl: 'éèëïóöü',
  nn: 'æøå',
  oc: 'àáçèéíòóú',
  pl: 'ąćęłńóśźż',
  pt: 'áàâãçéêíóôõú',
  rm: 'àèéìòù',
  ro: 'ăâîșț',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sq: 'çë',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  'sr-Latn': 'čćđšž',
  sv: 'åäö',
  tg: 'абвгғдеёжзиӣйкқлмнопрстуӯфхҳчҷшъэюя',
  tk: 'äçžňöşüý',
  tr: 'çğıöşüİ',
  tt: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяәөүҗңһ',
  ug: 'ئابپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  ur: 'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءیے',
  uz: 'ʻʼ',
  vi: 'ăâđêôơưạảấầẩẫậếềểễệịọốồổỗộớờởỡợụứừửữự',
  yi: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  yo: 'ẹọṣ',
}

/** The letters of a language, small and capital; a few where it has thousands. Empty where ASCII is enough. */
export function lettersOf(tag: string): string {
  const { language, script = '' } = new Intl.Locale(tag).maximize()
  const letters = BY_LANGUAGE[`${language}-${script}`] ?? BY_LANGUAGE[language] ?? BY_SCRIPT[script] ?? nameOf(tag)
  const capitals = [...letters].map(letter => letter.toUpperCase()).filter(letter => [...letter].length === 1)
  return [...new Set([...letters, ...capitals])].join('')
}

/** What a language calls itself, in its own script. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? ''
  return name.replace(/[^\p{L}\p{M}]/gu, '')
}
