/** The dictionaries of a property list, as pairs of a key and a value. */
import { heldBytes, oneChunk } from '../../bytes/ranges.ts'
import { elementsIn, plainText, type XmlElement, type XmlFile, xmlFileOf } from '../../bytes/xml/index.ts'
import { type ByteStream, FormatError } from '../../format.ts'

export interface DictPair {
  readonly name: string
  readonly key: XmlElement
  readonly value: XmlElement
}

/** The messages of a file, which are the pairs of its outermost dictionary. */
export interface StringsDict extends XmlFile {
  readonly dict: XmlElement
  readonly messages: readonly DictPair[]
}

/** @throws {FormatError} as `xmlFileOf`; malformed: it is no property list with a dictionary */
export async function readStringsDict(source: ByteStream): Promise<StringsDict> {
  const bytes = await heldBytes(source)
  if (bytes.subarray(0, BINARY.length).equals(BINARY)) throw new FormatError('malformed', COMPILED)
  const file = await xmlFileOf(oneChunk(bytes))
  const dict = file.root.local === 'plist' ? elementsIn(file.root.inside).find(isDict) : undefined
  if (dict === undefined) throw new FormatError('malformed', ELSE)
  return { ...file, dict, messages: pairsIn(dict) }
}

const ELSE =
  'This is no .stringsdict file: its root is no <plist> with a <dict> in it. Send the file of the project, or name an XML file .xml.'

const BINARY = Buffer.from('bplist')
const COMPILED = 'This is a compiled file of an app, a binary property list. Send the .stringsdict file of the project.'

/** Deeper dictionaries are passed by: a message has four levels at most. */
export const MOST_LEVELS = 8

export function isDict({ local }: XmlElement): boolean {
  return local === 'dict'
}

/** What is no key with a value behind it is passed by. */
function pairsIn({ inside }: XmlElement): readonly DictPair[] {
  const elements = elementsIn(inside)
  return elements.flatMap((key, at) => {
    const value = elements[at + 1]
    if (key.local !== 'key' || value === undefined || value.local === 'key') return []
    return [{ name: plainText(key.inside), key, value }]
  })
}

const FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])
const KIND = 'NSStringFormatSpecTypeKey'
/** What says how a value is written, and is no text. */
const SAYS: ReadonlySet<string> = new Set([KIND, 'NSStringFormatValueTypeKey'])

/** The forms of a plural, where a dictionary holds one that has `other`. */
export function formsOfDict(value: XmlElement): readonly DictPair[] | undefined {
  if (!isDict(value)) return undefined
  const pairs = pairsIn(value)
  if (!pairs.some(({ name }) => name === KIND)) return undefined
  const forms = pairs.filter(({ name, value: text }) => FORMS.has(name) && text.local === 'string' && !text.tag.empty)
  return forms.some(({ name }) => name === 'other') ? forms : undefined
}

/** What is in a dictionary that may be a text, or hold one. */
export function textsOfDict(value: XmlElement): readonly DictPair[] {
  return pairsIn(value).filter(({ name }) => !SAYS.has(name))
}
