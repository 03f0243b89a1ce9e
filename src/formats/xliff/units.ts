/** The texts of one unit of an XLIFF file: of 1.2 one, of 2.x one for each segment. */
import {
  attributesOf,
  type CodedXml,
  codedOf,
  elementsIn,
  plainText,
  readLike,
  type XmlElement,
} from '../bytes/xml/index.ts'
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import type { Charset } from '../format.ts'
import { NO_DATA, optionsWith } from './codes.ts'
import { notesOf, type XliffNotes } from './notes.ts'
import type { XliffPlace, XliffUnit } from './place.ts'
import { inScope, type XliffScope } from './reader.ts'
import { isUnfinished } from './states.ts'

/** What is true of all units that are read for a result. */
export interface XliffReading {
  readonly charset: Charset
  readonly eol: string
  /** Whether targets of this language are kept, are in another language, or belong to another translation in the same file. */
  readonly languageOf: (target: string | undefined) => 'same' | 'foreign' | 'other'
}

/** A unit with what is said of it as a whole. */
interface Whole {
  readonly element: XmlElement
  readonly scope: XliffScope
  readonly children: readonly XmlElement[]
  readonly notes: XliffNotes
  readonly id: string
  readonly key: string
}

type NewUnit = Omit<XliffUnit, 'index'>

export function unitsOf(element: XmlElement, outer: XliffScope, reading: XliffReading): NewUnit[] {
  const attributes = attributesOf(element.tag)
  const scope = inScope(outer, name => attributes.get(name)?.value)
  const children = elementsIn(element.inside)
  const id = attributes.get('id')?.value ?? ''
  const key = (attributes.get('resname') ?? attributes.get('name'))?.value ?? id
  const whole: Whole = { element, scope, children, notes: notesOf(children), id, key }
  return scope.version === 2 ? unitsOfSegments(whole, reading) : unitsOfTransUnit(whole, reading)
}

/** A text with its place. */
interface Pair {
  readonly address: string
  readonly source: CodedXml
  readonly target: XmlElement | undefined
  readonly made: XliffPlace['made']
  readonly state: XliffPlace['state']
  readonly approved?: XliffPlace['approved']
}

function named(children: readonly XmlElement[], name: string): XmlElement | undefined {
  return children.find(child => child.local === name)
}

/** What stands after which element of the same prefix. */
function madeAfter(source: XmlElement, last: XmlElement): XliffPlace['made'] {
  return { name: source.tag.name.replace(/source$/, 'target'), indent: source.indent, at: last.end }
}

function unitsOfSegments(whole: Whole, reading: XliffReading): NewUnit[] {
  const data = new Map(
    elementsIn(named(whole.children, 'originalData')?.inside ?? []).map(
      ({ tag, inside }) => [attributesOf(tag).get('id')?.value ?? '', plainText(inside)] as const,
    ),
  )
  const options = optionsWith(data)
  const segments = whole.children.filter(({ local }) => local === 'segment')
  return segments.flatMap((segment, at): NewUnit[] => {
    const inside = elementsIn(segment.inside)
    const source = named(inside, 'source')
    if (!source) return []
    const pair: Pair = {
      address: `${whole.id}/${attributesOf(segment.tag).get('id')?.value ?? at + 1}`,
      source: codedOf(source.inside, options),
      target: named(inside, 'target'),
      made: madeAfter(source, source),
      state: segment.tag,
    }
    return [unitOf(whole, pair, reading)]
  })
}

/** Where the source is cut into segments, the translation gets the same marks: they are codes of the text. */
function unitsOfTransUnit(whole: Whole, reading: XliffReading): NewUnit[] {
  const [source, target] = [named(whole.children, 'source'), named(whole.children, 'target')]
  if (!source) return []
  const segmented = named(whole.children, 'seg-source') ?? source
  const pair: Pair = {
    address: whole.id,
    source: codedOf(segmented.inside, optionsWith(NO_DATA)),
    target,
    made: madeAfter(source, segmented),
    state: target?.tag,
    approved: attributesOf(whole.element.tag).get('approved')?.value === 'yes' ? whole.element.tag : undefined,
  }
  return [unitOf(whole, pair, reading)]
}

function unitOf(whole: Whole, pair: Pair, reading: XliffReading): NewUnit {
  const { scope, notes } = whole
  const { source, target, made, state } = pair
  const text = source.text
  const syntax = isIcuMessage(text) ? 'icu' : undefined
  const present = target ? readLike(source, target.inside) : ''
  const language = present === '' ? 'same' : reading.languageOf(scope.target_language)
  const said = state && attributesOf(state).get('state')?.value
  const open = language === 'foreign' || present === '' || isUnfinished(scope.version, said)
  const left_out =
    (scope.translate ? undefined : 'do_not_translate') ??
    (language === 'other' ? 'other_language' : undefined) ??
    leftOutOfText(text, syntax) ??
    (open ? undefined : 'already_translated')
  const foreign = language === 'foreign' && left_out !== 'do_not_translate'
  return {
    path: `xliff:${scope.file}/${pair.address}`,
    part: partOf(whole),
    start: target?.from ?? made.at,
    end: target?.to ?? made.at,
    text,
    charset: reading.charset,
    left_out,
    syntax,
    flags: said === undefined ? undefined : [said],
    note: notes.note,
    max_length: scope.max_length ?? (notes.note === undefined ? undefined : limitSaid(notes.note.split('\n'))),
    context: contextOf(whole, source, open && language === 'same' ? present : ''),
    sense: notes.meaning,
    target: foreign ? '' : present,
    place:
      left_out === 'other_language' || left_out === 'do_not_translate'
        ? undefined
        : { ...pair, version: scope.version, eol: reading.eol, foreign },
  }
}

function contextOf({ notes, key }: Whole, { codes }: CodedXml, present: string): XliffUnit['context'] {
  const stands = codes.flatMap(({ tag, meaning }) => (meaning === undefined ? [] : [[tag, meaning] as const]))
  return {
    key: key || undefined,
    context: notes.meaning,
    references: notes.references,
    present: present || undefined,
    stands_for: stands.length === 0 ? undefined : Object.fromEntries(stands),
  }
}

/** A name that people gave: `menu.file.open`. Others are made by programs: hashes, numbers, ids of elements. */
const NAME = /^[A-Za-z]\w{0,60}(?:[.:/]\w{1,60}){1,12}$/

/** What people call the place of the text: the name that it has, else the document that it comes from. */
function partOf({ element, scope, key }: Whole): string {
  const attributes = attributesOf(element.tag)
  if (attributes.has('resname') || attributes.has('name') || NAME.test(key)) return key
  return scope.original || 'messages'
}
