/** The language and the direction of what is written into drawings. */
import type { XmlTag } from '../xml/index.ts'
import { attributesOf } from '../xml/index.ts'

export interface DrawnLanguage {
  /** What `lang` of a run says: programs of Office have no languages without a country. */
  readonly tag: string
  readonly rtl: boolean
}

const RTL = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'])
/** Where Office means another country than the most likely one. */
const COUNTRIES: Readonly<Record<string, string>> = { ar: 'SA' }

const known = new Map<string, DrawnLanguage>()

/** `language`: a BCP 47 tag. */
export function drawnLanguage(language: string): DrawnLanguage {
  const found = known.get(language)
  if (found) return found
  const own = new Intl.Locale(language)
  const likely = own.maximize()
  const country = own.region ?? COUNTRIES[own.language] ?? likely.region
  const made = {
    tag: country === undefined ? own.language : `${own.language}-${country}`,
    rtl: RTL.has(likely.script ?? ''),
  }
  known.set(language, made)
  return made
}

const RUN = /^(<((?:[\w.-]+:)?)r\b[^>]*>)(<\2rPr\b(?:[^>"']|"[^"]*"|'[^']*')*>)?/

/** The beginning of a run as it is in a language. */
export function runOpenedIn(open: string, { tag }: DrawnLanguage): string {
  return open.replace(RUN, (_, run: string, prefix: string, properties: string | undefined) => {
    const written = properties === undefined ? `<${prefix}rPr lang="${tag}"/>` : withAttribute(properties, 'lang', tag)
    return run + written
  })
}

/** The start tag of the properties of a paragraph as they are in a direction; undefined where nothing changes. */
export function turnedTag(tag: XmlTag, rtl: boolean, alignsItself: boolean): string | undefined {
  const attributes = attributesOf(tag)
  const isRtl = /^(?:1|true|on)$/.test(attributes.get('rtl')?.value ?? '')
  if (isRtl === rtl) return undefined
  const aligned = attributes.get('algn')?.value ?? (alignsItself ? undefined : rtl ? 'l' : 'r')
  const mirrored = aligned === undefined ? undefined : MIRRORED.get(aligned)
  const turned = withAttribute(tag.raw, 'rtl', rtl ? '1' : '0')
  return mirrored === undefined ? turned : withAttribute(turned, 'algn', mirrored)
}

/** Sides are those of the slide, not of the line: text from right to left begins at the right only where it says so. */
const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['l', 'r'],
  ['r', 'l'],
])

function withAttribute(tag: string, name: string, value: string): string {
  const own = new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`)
  if (own.test(tag)) return tag.replace(own, `$1"${value}"`)
  return tag.replace(/^<[^\s/>]+/, start => `${start} ${name}="${value}"`)
}
