/** Where a page says its language and its direction, and what is written there. */

import { byteLength, encodeLater } from '../bytes/charset.ts'
import { isFromTheRight } from '../bytes/direction.ts'
import { languageTagOf } from '../content/language-tag.ts'
import type { Charset, Edit, Target } from '../format.ts'
import { type HtmlAttribute, type HtmlNode, isTag } from './nodes.ts'

const LANGUAGE = ['lang', 'xml:lang']

/** The language that a tag says of its content, as it is written. What a program fills in there is none. */
export function languageInTag(node: HtmlNode): string | undefined {
  const said = LANGUAGE.map(name => node.attributes?.get(name)?.raw.trim())
  return said.find(each => each !== undefined && languageTagOf(each) !== undefined)
}

/** The tag that is around the page: `html`; in a fragment without one, the first tag where it says a language. */
export function rootOf(nodes: readonly HtmlNode[]): HtmlNode | undefined {
  const html = nodes.find(node => isTag(node) && node.name === 'html')
  if (html) return html
  const first = nodes.find(isTag)
  return first && languageInTag(first) !== undefined ? first : undefined
}

/** The language of a page, as a BCP 47 tag. */
export function languageOfPage(nodes: readonly HtmlNode[]): string | undefined {
  const root = rootOf(nodes)
  const said = root && languageInTag(root)
  if (said !== undefined) return said.replaceAll('_', '-')
  const meta = nodes.find(node => localeOf(node) === 'content-language')
  const content = meta?.attributes?.get('content')?.raw.trim()
  return content === undefined ? undefined : languageTagOf(content)
}

const LOCALE = /^(?:og:locale|content-language|language|dc\.language)$/i

/** The name of the meta element, if it says the language of the page. */
export function localeOf(node: HtmlNode): string | undefined {
  if (!isTag(node) || node.name !== 'meta') return undefined
  const said = ['http-equiv', 'property', 'name'].map(name => node.attributes?.get(name)?.raw)
  return said.find(each => each !== undefined && LOCALE.test(each))?.toLowerCase()
}

/** Whether two tags are of one language: `en-GB` of `en`. */
export function isOneLanguage(one: string, other: string | undefined): boolean {
  return primaryOf(one) === primaryOf(other ?? '')
}

function primaryOf(tag: string): string {
  return (/^[a-z]+/i.exec(tag)?.[0] ?? '').toLowerCase()
}

/** The edits that make a tag say the target language. `isRoot`: the tag says the direction, too. */
export function languageEdits(node: HtmlNode, isRoot: boolean, charset: Charset, { language }: Target): Edit[] {
  const edits: (Edit | undefined)[] = []
  if (localeOf(node) !== undefined) edits.push(settingLocale(node, charset, language))
  for (const name of LANGUAGE) {
    if (languageTagOf(node.attributes?.get(name)?.raw ?? '') !== undefined)
      edits.push(setting(node, name, language, charset))
  }
  const direction = node.attributes?.get('dir')?.raw.toLowerCase()
  if (isRoot && isFromTheRight(language) && direction !== 'rtl') edits.push(setting(node, 'dir', 'rtl', charset))
  if (isRoot && !isFromTheRight(language) && direction === 'rtl') edits.push(setting(node, 'dir', 'ltr', charset))
  return edits.flatMap(edit => (edit ? [edit] : [])).sort((one, other) => one.start - other.start)
}

function settingLocale(node: HtmlNode, charset: Charset, language: string): Edit | undefined {
  const before = node.attributes?.get('content')?.raw ?? ''
  if (languageTagOf(before) === undefined) return undefined
  if (!before.includes('_')) return setting(node, 'content', language, charset)
  const { language: main, region } = new Intl.Locale(language).maximize()
  return setting(node, 'content', region === undefined ? main : `${main}_${region}`, charset)
}

function setting(node: HtmlNode, name: string, value: string, charset: Charset): Edit | undefined {
  const own = node.attributes?.get(name)
  if (own && own.raw === value) return undefined
  if (own && own.raw !== '') return valueEdit(node, own, own.quote ? value : `"${value}"`, charset)
  if (own || !isTag(node)) return undefined
  const at = node.start + byteLength(node.raw.slice(0, node.name.length + 1), charset)
  return { start: at, end: at, bytes: encodeLater(` ${name}="${value}"`, charset) }
}

/** The edit that puts something in place of a value. */
export function valueEdit(node: HtmlNode, attribute: HtmlAttribute, written: string, charset: Charset): Edit {
  return { ...rangeOf(node, attribute, charset), bytes: encodeLater(written, charset) }
}

/** The byte range of a value in the file. */
export function rangeOf(
  node: HtmlNode,
  { at, raw }: HtmlAttribute,
  charset: Charset,
): { readonly start: number; readonly end: number } {
  const start = node.start + byteLength(node.raw.slice(0, at), charset)
  return { start, end: start + byteLength(raw, charset) }
}
