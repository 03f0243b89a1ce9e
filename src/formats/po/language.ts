/** What a header says of the language of its catalogue, and how gettext names a language. */

const NAME = /^([a-z]{2,3})(?:[_-]([a-z]{4}))?(?:[_-]([a-z]{2}|\d{3}))?(?:\.[\w-]{1,20})?(?:@(\w{1,20}))?$/i
/** What gettext writes behind `@`, as a script. Other such words name a dialect or a currency. */
const SCRIPTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ latin: 'Latn', cyrillic: 'Cyrl', devanagari: 'Deva', arabic: 'Arab', hebrew: 'Hebr' }),
)
/** Norwegian without a variety is written in Bokmål. */
const ALIASES: ReadonlyMap<string, string> = new Map([['no', 'nb']])

/** The tag of a language by gettext's name for it: `de_AT.UTF-8` → `de-AT`, `sr@latin` → `sr-Latn`. Undefined for other words. */
export function tagOfGettext(name: string): string | undefined {
  const [, written = '', script, region, modifier = ''] = NAME.exec(name.trim()) ?? []
  if (written === '' || englishName(written.toLowerCase()) === undefined) return undefined
  const language = ALIASES.get(written.toLowerCase()) ?? written
  const tag = [language, script ?? SCRIPTS.get(modifier.toLowerCase()), region].filter(part => part !== undefined)
  return localeOf(tag.join('-'))?.baseName
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

let names: Intl.DisplayNames | undefined

/** The English name of a language: `German`. Undefined where there is none. */
export function englishName(tag: string): string | undefined {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return names.of(tag)
}

/** The English name of the country of a tag: `Austria`. Undefined where the tag names none. */
export function countryName(tag: string): string | undefined {
  const region = localeOf(tag)?.region
  return region && new Intl.DisplayNames(['en'], { type: 'region' }).of(region)
}

/** Whether a text in the first language is one in the second. `de-AT` counts as `de` and `de` as `de-DE`, but not `de` as `de-AT`. */
export function isIn(tag: string, wanted: string): boolean {
  const [own, other] = [localeOf(tag)?.maximize(), localeOf(wanted)]
  const full = other?.maximize()
  if (!own || !other || !full || own.language !== full.language || own.script !== full.script) return false
  return other.region === undefined || own.region === full.region
}

/** Whether two tags name varieties of one language. */
export function areVarieties(one: string, other: string): boolean {
  return localeOf(one)?.language === localeOf(other)?.language
}

/** The fields that name the language, each believed before those after it. */
const FIELDS = ['language', 'x-language', 'x-crowdin-language', 'x-loco-target-locale', 'x-poedit-language']

/** The language that a header names in one of its fields, or whose team it names. The values are by field name in lower case. */
export function languageSaid(fields: ReadonlyMap<string, string>): string | undefined {
  for (const field of FIELDS) {
    const value = fields.get(field) ?? ''
    const country = field === 'x-poedit-language' ? (fields.get('x-poedit-country') ?? '') : ''
    const said = value === '' ? undefined : (tagOfGettext(value) ?? tagNamed(`${value} ${country}`) ?? tagNamed(value))
    if (said !== undefined) return said
  }
  return languageOfTeam(fields.get('language-team') ?? '')
}

const SOURCE_FIELDS = ['x-source-language', 'x-loco-source-locale', 'x-poedit-sourcelanguage']

/** The language of `msgid`, where a header names it. */
export function sourceSaid(fields: ReadonlyMap<string, string>): string | undefined {
  const said = SOURCE_FIELDS.map(field => fields.get(field) ?? '').find(value => value !== '')
  return said === undefined ? undefined : (tagOfGettext(said) ?? tagNamed(said))
}

/** Whether a header says that `msgid` are keys: next-intl and Crowdin write so. */
export function saysKeys(fields: ReadonlyMap<string, string>): boolean {
  return fields.get('x-crowdin-sourcekey') === 'msgstr'
}

const LONGEST_TEAM = 300
/** What stands there before somebody fills it in, and where there is no team. */
const NO_TEAM = /^(?:none|LANGUAGE\b.*|)$/
/** Where the address of a team names its language: `/language/de/`, `debian-l10n-german@`, `<de@li.org>`. */
const IN_ADDRESS = [
  /\/languages?\/([\w@-]{2,20})/,
  /l10n-([a-z]{2,20})\b/i,
  /(?:^|[<\s])([a-z]{2,3}(?:_[A-Z]{2})?)@li\.org/,
]

/** The language of a team, by its name or its address: `French <traduc@traduc.org>`. */
export function languageOfTeam(team: string): string | undefined {
  const said = team.slice(0, LONGEST_TEAM)
  if (NO_TEAM.test(said)) return undefined
  const name = said.replace(/<[^<>]*>|\([^()/]*\/[^()]*\)|https?:\S+/g, ' ').trim()
  const own = tagOfGettext(name) ?? tagNamed(name)
  if (own !== undefined) return own
  for (const pattern of IN_ADDRESS) {
    const found = pattern.exec(said)?.[1] ?? ''
    const tag = tagOfGettext(found) ?? tagNamed(found)
    if (tag !== undefined) return tag
  }
  return undefined
}

/** Languages whose own names are known besides the English ones. */
const OWN_NAMED =
  'ar bg ca cs da de el es et eu fa fi fr gl he hr hu id it ja ko lt lv nb nl pl pt pt-BR ro ru sk sl sr sv tr uk vi zh'
/** What is named by more than a language of two letters. */
const VARIETIES =
  'ast ckb csb dsb en-GB en-US es-MX fil fr-CA fur gsw hsb kab nds pt-BR pt-PT szl zh-CN zh-TW zh-Hans zh-Hant'
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Tags by name. They are made at the first look, since that takes a while. */
let english: ReadonlyMap<string, string> | undefined
let own: ReadonlyMap<string, string> | undefined

/** The tag of the longest name of a language among the words of a text: English ones, then what some languages call themselves. */
function tagNamed(text: string): string | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  english ??= tagsByEnglishName()
  const tag = tagAmong(words, english)
  if (tag !== undefined) return tag
  own ??= tagsByOwnName()
  return tagAmong(words, own)
}

function tagAmong(words: readonly string[], tags: ReadonlyMap<string, string>): string | undefined {
  for (let length = Math.min(words.length, MOST_WORDS); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const tag = tags.get(words.slice(at, at + length).join(' '))
      if (tag !== undefined) return tag
    }
  }
  return undefined
}

const MOST_WORDS = 3

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
}

function tagsByEnglishName(): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap(first => LETTERS.map(second => first + second))
  const long = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return new Map(
    [...codes, ...VARIETIES.split(' ')].flatMap(code => {
      const name = englishName(code)
      return name === undefined
        ? []
        : [name, long.of(code) ?? name].map(said => named(said, tagOfGettext(code) ?? code))
    }),
  )
}

function tagsByOwnName(): ReadonlyMap<string, string> {
  return new Map(
    OWN_NAMED.split(' ').map(tag => named(new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag, tag)),
  )
}

function named(name: string, tag: string): readonly [string, string] {
  return [wordsOf(name).join(' '), tag]
}
