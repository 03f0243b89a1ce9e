/** One entry: which of its languages is translated, and where the translation goes. */
import { likeliestTag, sameTag } from '../../contract/language-tags.ts'
import { attributesOf, elementsIn, type XmlElement } from '../bytes/xml/index.ts'
import { isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import type { ExchangeManner } from './manner.ts'
import { sourceSaidIn } from './reader.ts'

/** A text of an entry in one language. */
export interface EntryLanguage {
  readonly element: XmlElement
  readonly attribute: 'xml:lang' | 'lang'
  readonly written: string
  /** A BCP 47 tag; undefined for what is none. */
  readonly tag: string | undefined
  /** From the element down to the text, without the former; undefined where it has no text. Of several texts the first that is wanted. */
  readonly way: readonly XmlElement[] | undefined
  /** Nobody wants any of its texts. */
  readonly gone: boolean
}

/** As BCP 47 tags. */
export interface AskedLanguages {
  /** What a person said, or the file shows. */
  readonly source: string | undefined
  /** What the header says. */
  readonly said: string | undefined
  /** Absent while a file is surveyed. */
  readonly target: string | undefined
}

export function languagesOfEntry({ inside }: XmlElement, manner: ExchangeManner): readonly EntryLanguage[] {
  return elementsIn(inside)
    .filter(({ local }) => manner.languages.has(local))
    .map(element => entryLanguageOf(element, manner))
}

export function entryLanguageOf(element: XmlElement, manner: ExchangeManner): EntryLanguage {
  const attributes = attributesOf(element.tag)
  const attribute = attributes.has('xml:lang') || !attributes.has('lang') ? 'xml:lang' : 'lang'
  const written = attributes.get(attribute)?.value ?? ''
  const ways = waysIn(element, manner)
  const wanted = ways.find(([first]) => first === undefined || !manner.isGone(first))
  return {
    ...{ element, attribute, written },
    tag: languageTagOf(written),
    way: wanted ?? ways[0],
    gone: ways.length > 0 && wanted === undefined,
  }
}

function waysIn({ inside }: XmlElement, manner: ExchangeManner): readonly (readonly XmlElement[])[] {
  return elementsIn(inside).flatMap(child => {
    if (child.local === manner.text) return [[child]]
    if (!manner.between.has(child.local)) return []
    return waysIn(child, manner).map(way => [child, ...way])
  })
}

/** The language that is translated: what is asked for, what the entry and the file say; where nobody says any, English or the first. */
export function sourceIn(
  entry: XmlElement,
  languages: readonly EntryLanguage[],
  { source, said, target }: AskedLanguages,
): EntryLanguage | undefined {
  const others = languages.filter(({ tag }) => tag === undefined || target === undefined || !sameTag(tag, target))
  const own = attributesOf(entry.tag).has('srclang') ? sourceSaidIn(entry.tag) : undefined
  const wanted = [source, own, said].filter(tag => tag !== undefined)
  for (const tag of wanted) {
    const found = nearest(others, tag)
    if (found) return found
  }
  return wanted.length > 0 ? undefined : (nearest(others, ENGLISH) ?? others[0])
}

const ENGLISH = 'en'

function nearest(languages: readonly EntryLanguage[], wanted: string): EntryLanguage | undefined {
  const isLike = (alike: (tag: string) => boolean) => languages.find(({ tag }) => tag !== undefined && alike(tag))
  return (
    isLike(tag => tag === wanted) ??
    isLike(tag => likeliestTag(tag) === likeliestTag(wanted)) ??
    isLike(tag => isSameLanguage(tag, wanted))
  )
}

export function targetIn(languages: readonly EntryLanguage[], target: string | undefined): EntryLanguage | undefined {
  return languages.find(({ tag }) => tag !== undefined && target !== undefined && sameTag(tag, target))
}
