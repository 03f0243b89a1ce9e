/** What TMX and TBX have in common: entries that hold their texts in several languages beside each other. */
import {
  attributesOf,
  type CodedOptions,
  elementsIn,
  localName,
  plainText,
  type XmlElement,
} from '../bytes/xml/index.ts'
import { TBX_CONCEPTS, TBX_LANGUAGES, TBX_TERMS, TMX_CODES } from '../content/exchange-names.ts'

export interface ExchangeManner {
  /** The beginning of paths. */
  readonly name: 'tmx' | 'tbx'
  readonly roots: ReadonlySet<string>
  readonly entries: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  /** Elements between that of a language and its text. */
  readonly between: ReadonlySet<string>
  readonly text: string
  /** What people call a part of the file. */
  readonly part: string
  readonly codes: CodedOptions
  /** What is said of an entry or of one language of it, in lines: to translators, and of where it stands. */
  readonly said: (element: XmlElement) => { readonly notes: readonly string[]; readonly context: readonly string[] }
  /** What tells an entry without an id from others with its text; empty where nothing does. */
  readonly standsAt: (entry: XmlElement) => string
  /** Texts that people do not want any more. */
  readonly isGone: (holder: XmlElement) => boolean
  /** Equal texts with other notes are other texts. */
  readonly notes_tell_apart: boolean
}

const LONGEST_MEANING = 100
/** Properties by which OmegaT knows the places of texts that are translated otherwise in each: their file, their key, and the texts around. */
const PLACES: ReadonlySet<string> = new Set(['file', 'id', 'path', 'prev', 'next'])

const TMX_OPTIONS: CodedOptions = {
  role: tag => (TMX_CODES.has(localName(tag.name)) ? 'opaque' : 'pair'),
  half: tag => {
    const [name, number] = [localName(tag.name), attributesOf(tag).get('i')?.value ?? '']
    return name === 'bpt' ? { half: 'begin', of: number } : name === 'ept' ? { half: 'end', of: number } : undefined
  },
  key: tag => {
    const attributes = attributesOf(tag)
    return (attributes.get('x') ?? attributes.get('i'))?.value
  },
  meaning: (_, content) => content.trim().slice(0, LONGEST_MEANING) || undefined,
}

export const TMX: ExchangeManner = {
  name: 'tmx',
  roots: new Set(['tmx']),
  entries: new Set(['tu']),
  languages: new Set(['tuv']),
  between: new Set(),
  text: 'seg',
  part: 'units',
  codes: TMX_OPTIONS,
  said: element => ({
    notes: textsOf(element, ({ local }) => local === 'note'),
    context: elementsIn(element.inside)
      .filter(({ local }) => local === 'prop')
      .map(({ tag, inside }) => `${attributesOf(tag).get('type')?.value ?? 'prop'}: ${plainText(inside)}`),
  }),
  standsAt: entry => {
    const said = elementsIn(entry.inside)
      .map(element => [typed(element), plainText(element.inside)] as const)
      .filter(([type]) => PLACES.has(type))
    return said.length === 0 ? '' : ` (${said.map(each => each.join(': ')).join('; ')})`
  },
  isGone: () => false,
  notes_tell_apart: false,
}

const TO_TRANSLATORS: ReadonlySet<string> = new Set(['definition', 'note', 'partOfSpeech'])
const GONE = /^(?:deprecated|superseded)/i

/** What is said in an element, whatever it stands in; the types of the style DCA are names in DCT. */
function typed({ tag, local }: XmlElement): string {
  return attributesOf(tag).get('type')?.value ?? local
}

export const TBX: ExchangeManner = {
  name: 'tbx',
  roots: new Set(['tbx', 'martif']),
  entries: new Set(TBX_CONCEPTS),
  languages: new Set(TBX_LANGUAGES),
  between: new Set([...TBX_TERMS, 'termGrp']),
  text: 'term',
  part: 'terms',
  codes: {},
  said: element => ({
    notes: textsOf(element, each => TO_TRANSLATORS.has(typed(each))),
    context: textsOf(element, each => typed(each) === 'subjectField'),
  }),
  standsAt: () => '',
  isGone: holder =>
    textsOf(holder, each => /^(?:administrativeStatus|normativeAuthorization)$/.test(typed(each))).some(said =>
      GONE.test(said),
    ),
  notes_tell_apart: true,
}

/** The texts of elements below one, but of those in a language. */
function textsOf(element: XmlElement, isOne: (element: XmlElement) => boolean): string[] {
  return elementsIn(element.inside).flatMap(each => {
    if (OWN.has(each.local)) return []
    if (isOne(each)) return [plainText(each.inside)].filter(text => text !== '')
    return textsOf(each, isOne)
  })
}

const OWN: ReadonlySet<string> = new Set([...TBX_LANGUAGES, 'tuv'])
