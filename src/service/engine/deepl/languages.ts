/** DeepL's own names of languages, and how formal it is to write. */
import type { Formality, Language, LanguageCode, SourceLanguageCode, TargetLanguageCode } from 'deepl-node'
import type { Deepl } from './client.ts'

export interface Languages {
  readonly sources: readonly Language[]
  readonly targets: readonly Language[]
}

export interface DeeplPair {
  readonly source: SourceLanguageCode
  readonly target: TargetLanguageCode
}

/** Every language that the account has. */
export async function languagesOf({ client }: Deepl): Promise<Languages> {
  const [sources, targets] = await Promise.all([client.getSourceLanguages(), client.getTargetLanguages()])
  return { sources, targets }
}

/** The variant that DeepL writes where our tag names none, or one that DeepL does not have. */
const VARIANTS: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR', zh: 'zh-Hans', fil: 'tl' }
const REGIONS: Readonly<Record<string, string>> = { US: 'en-US', CA: 'en-US', PT: 'pt-PT' }
const LATIN_AMERICA = /^es-(?:AR|BO|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE)$/

/** DeepL's codes of a pair; undefined where the account does not have one of them. */
export function pairOf({ sources, targets }: Languages, source: string, target: string): DeeplPair | undefined {
  const from = firstOf(sources.map(({ code }) => code).filter(isSource), [...bareOf(source).reverse(), source])
  const into = firstOf(targets.map(({ code }) => code).filter(isTarget), targetsFor(target))
  return from !== undefined && into !== undefined ? { source: from, target: into } : undefined
}

function targetsFor(tag: string): string[] {
  const { language, region, script } = new Intl.Locale(tag)
  if (language === 'zh')
    return [`zh-${new Intl.Locale(tag).maximize().script ?? 'Hans'}`, ...(script === 'Hant' ? [] : ['zh'])]
  const regional = region === undefined ? undefined : (REGIONS[region] ?? (language === 'en' ? 'en-GB' : undefined))
  const ownRegion = regional?.startsWith(`${language}-`) === true ? [regional] : []
  const latin = LATIN_AMERICA.test(tag) ? ['es-419'] : []
  return [tag, ...ownRegion, ...latin, ...bareOf(tag)]
}

/** The language without its region, where it is then still written in the same script. */
function bareOf(tag: string): string[] {
  const locale = new Intl.Locale(tag)
  const { language } = locale
  if (new Intl.Locale(language).maximize().script !== locale.maximize().script) return []
  return [...(VARIANTS[language] === undefined ? [] : [VARIANTS[language]]), language]
}

function firstOf<T extends string>(codes: readonly T[], wanted: readonly string[]): T | undefined {
  for (const each of wanted) {
    const found = codes.find(code => code.toLowerCase() === each.toLowerCase())
    if (found !== undefined) return found
  }
  return undefined
}

/** DeepL translates from no regional variant. */
function isSource(code: LanguageCode): code is SourceLanguageCode {
  return !code.includes('-')
}

/** English and Portuguese are targets only as variants, such as `en-GB`. */
function isTarget(code: LanguageCode): code is TargetLanguageCode {
  return code !== 'en' && code !== 'pt'
}

const INFORMAL =
  /\b(?:informal|casual|familiar|duzen|tutoyer|tutear)\b|(?:\b(?:use|say|with|as)\s+["“„'‘]?|["“„'‘])(?:du|tu|tú|ты)(?!\p{L})/iu
const FORMAL =
  /\b(?:formal|polite|siezen|vouvoyer)\b|(?:\b(?:use|say|with|as)\s+["“„'‘]?|["“„'‘])(?:Sie|usted|vous|вы)(?!\p{L})/iu

/** What the caller's guidance says about formality; the last word counts. DeepL ignores it where a language has no such forms. */
export function formalityOf(guidance: readonly string[]): Formality | undefined {
  for (const said of guidance.toReversed()) {
    if (INFORMAL.test(said)) return 'prefer_less'
    if (FORMAL.test(said)) return 'prefer_more'
  }
  return undefined
}
