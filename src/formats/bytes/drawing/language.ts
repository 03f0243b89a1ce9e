/** The language and the direction of what is written into drawings. */
import type { OfficeLanguage } from '../direction.ts'
import type { XmlTag } from '../xml/index.ts'
import { attributesOf } from '../xml/index.ts'

const RUN = /^(<((?:[\w.-]+:)?)r\b[^>]*>)(<\2rPr\b(?:[^>"']|"[^"]*"|'[^']*')*>)?/

/** The last beginnings of runs, by language and how they were before: most are a few again and again. */
const OPENED = new Map<string, string>()
const MOST_OPENED = 1000

/** The beginning of a run as it is in a language. */
export function runOpenedIn(open: string, { tag }: OfficeLanguage): string {
  const key = `${tag} ${open}`
  const known = OPENED.get(key)
  if (known !== undefined) return known
  if (OPENED.size >= MOST_OPENED) OPENED.clear()
  const opened = openedAnew(open, tag)
  OPENED.set(key, opened)
  return opened
}

function openedAnew(open: string, tag: string): string {
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
