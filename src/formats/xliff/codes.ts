/** The inline elements of XLIFF 1.2 and 2.x: which of them have text inside, which belong together, and what they stand for. */
import { attributesOf, type CodedOptions, localName, type XmlTag } from '../bytes/xml/index.ts'

/** Elements whose content is text. All others are codes with all that they hold: native code, or nothing. */
const PAIRS: ReadonlySet<string> = new Set(['g', 'mrk', 'pc'])
const BEGINS: ReadonlySet<string> = new Set(['bx', 'bpt', 'sc', 'sm'])
const ENDS: ReadonlySet<string> = new Set(['ex', 'ept', 'ec', 'em'])
/** Angular writes the tags of its templates as `<x id="START_LINK"/>` and `<x id="CLOSE_LINK"/>`; the first may have a number more. */
const HALF = /^(START|CLOSE)_(.+?)(?:_\d+)?$/

/** What an inline element stands for, by attribute: the first that says something. */
const MEANINGS = ['equiv-text', 'disp', 'dispStart', 'equiv', 'equivStart']

/** How the inline elements are read; `data` has the native codes that a unit of XLIFF 2 keeps beside its text. */
export function optionsWith(data: ReadonlyMap<string, string>): CodedOptions {
  return {
    role: tag => (PAIRS.has(localName(tag.name)) && !isKept(tag) ? 'pair' : 'opaque'),
    half: halfOf,
    key: tag => attributesOf(tag).get('id')?.value,
    meaning: (tag, content) => meaningOf(tag, content, data),
  }
}

export const NO_DATA: ReadonlyMap<string, string> = new Map()

/** Marked as something that stays as it is. */
function isKept(tag: XmlTag): boolean {
  const attributes = attributesOf(tag)
  return attributes.get('mtype')?.value === 'protected' || attributes.get('translate')?.value === 'no'
}

function halfOf(tag: XmlTag): { half: 'begin' | 'end'; of: string } | undefined {
  const [name, attributes] = [localName(tag.name), attributesOf(tag)]
  const id = attributes.get('id')?.value ?? ''
  const [, kind, of] = name === 'x' || name === 'ph' ? (HALF.exec(attributes.get('equiv')?.value ?? id) ?? []) : []
  if (kind !== undefined && of !== undefined) return { half: kind === 'START' ? 'begin' : 'end', of: `of ${of}` }
  if (BEGINS.has(name)) return { half: 'begin', of: attributes.get('rid')?.value ?? id }
  if (ENDS.has(name)) return { half: 'end', of: (attributes.get('rid') ?? attributes.get('startRef'))?.value ?? id }
  return undefined
}

const LONGEST_MEANING = 100

function meaningOf(tag: XmlTag, content: string, data: ReadonlyMap<string, string>): string | undefined {
  const attributes = attributesOf(tag)
  const native = attributes.get('dataRef') ?? attributes.get('dataRefStart')
  const said = MEANINGS.map(name => attributes.get(name)?.value).find(value => value !== undefined && value !== '')
  const meaning = said ?? data.get(native?.value ?? '') ?? content
  return meaning.trim().slice(0, LONGEST_MEANING) || undefined
}
