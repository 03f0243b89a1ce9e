/** Whether values under tags of languages are one text in these languages, and which of them is the source. */
import { hasNameOf, isNameOf, isRatherWord } from './language-keys.ts'
import { isSameLanguage, languageTagOf } from './language-tag.ts'
import { leftOutOfData } from './left-out.ts'

/** What a file has under a tag. */
export interface TextUnderTag {
  readonly tag: string
  /** The tag as the file writes it. */
  readonly written: string
  readonly values: readonly string[]
}

interface Around {
  /** The key above them. */
  readonly called: string
  /** The language of the file, where it is known. */
  readonly spoken: string | undefined
  /** The values under a tag have keys of their own. */
  readonly are_objects: boolean
  /** Something beside them says that the tags are languages. */
  readonly are_said: boolean
}

/** What names languages or countries, and no texts in them. */
const LIST_OF_NAMES = /languag|locale|countr|region|territor|nation|currenc|states|provinc|lang$|langs/i

/** Whether values are a text in several languages. In doubt they are not: each is then what it is elsewhere. */
export function areOneText(all: readonly TextUnderTag[], { called, spoken, are_objects, are_said }: Around): boolean {
  const sure = all.filter(({ written }) => !isRatherWord(written))
  const isKnown = ({ tag }: TextUnderTag) => tag === 'en' || (spoken !== undefined && isSameLanguage(tag, spoken))
  if (!are_said && (sure.length < 2 || are_objects) && !sure.some(isKnown)) return false
  if (LIST_OF_NAMES.test(called)) return false
  const values = all.flatMap(each => each.values).filter(value => value.trim() !== '')
  if (values.filter(isForReaders).length * 2 < values.length) return false
  const shared = ['en', ...(spoken === undefined ? [] : [spoken]), ...all.slice(0, 1).map(({ tag }) => tag)]
  const named = all.filter(
    each =>
      each.values.length <= FEW_TEXTS && each.values.some(value => isNameOf(each.tag, value, [...shared, each.tag])),
  )
  return named.length * 2 <= all.length && !areAbout(all, spoken ?? 'en')
}

/** Whether most texts are about the language of their key, in another one: `fr` has `Switch to French`. */
function areAbout(all: readonly TextUnderTag[], language: string): boolean {
  const others = all.filter(({ tag }) => !isSameLanguage(tag, language))
  const about = others.filter(
    ({ tag, values }) => values.length <= FEW_TEXTS && values.some(value => hasNameOf(tag, value, language)),
  )
  return about.length * 2 > others.length
}

/** A catalogue has more, and may name its own language among them. */
const FEW_TEXTS = 8

function isForReaders(value: string): boolean {
  return languageTagOf(value) === undefined && leftOutOfData(value) === undefined
}

/** Of the languages of several texts the one that most have; of as many, English or the first. */
export function commonest(texts: readonly (readonly string[])[]): string | undefined {
  const counts = new Map<string, number>()
  for (const tag of texts.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const tags = [...counts].flatMap(([tag, count]) => (count === most ? [tag] : []))
  return tags.find(tag => tag === 'en') ?? tags.find(tag => tag.startsWith('en-')) ?? tags[0]
}
