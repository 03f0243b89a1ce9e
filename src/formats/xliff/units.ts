/** The texts of one unit of an XLIFF file: of 1.2 one, of 2.x one for each segment. */
import {
  attributesOf,
  type CodedXml,
  codedOf,
  elementsIn,
  isTagsAlone,
  plainText,
  readLike,
  type XmlElement,
} from '../bytes/xml/index.ts'
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { isOneWord } from '../content/message-keys.ts'
import { PLURAL_CATEGORIES, pluralCategories } from '../content/plural-categories.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Charset } from '../format.ts'
import { HEADER_OF_CATALOGUE } from './catalogue-header.ts'
import { NO_DATA, optionsWith } from './codes.ts'
import { withForms } from './gettext-plurals.ts'
import { withTargetBranches } from './messages.ts'
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
  /** Where the sources are keys that nobody reads: whether the targets are the texts, or translations of which some may lack. */
  readonly keys: 'none' | 'texts' | 'translations'
  /** The language that is translated into, if it is known. */
  readonly target: string | undefined
  /** It is the file that was written: its texts are the translations. */
  readonly written: boolean
}

/** A unit with what is said of it as a whole. */
interface Whole {
  readonly element: XmlElement
  readonly scope: XliffScope
  readonly children: readonly XmlElement[]
  readonly notes: XliffNotes
  readonly id: string
  readonly key: string
  /** Of a plural form, the line that says which numbers it is for. */
  readonly numbers: string | undefined
}

type NewUnit = Omit<XliffUnit, 'index'>

export function unitsOf(element: XmlElement, outer: XliffScope, reading: XliffReading): NewUnit[] {
  const attributes = attributesOf(element.tag)
  const scope = inScope(outer, name => attributes.get(name)?.value)
  const children = elementsIn(element.inside)
  const id = attributes.get('id')?.value ?? ''
  const key = (attributes.get('resname') ?? attributes.get('name'))?.value ?? id
  const whole: Whole = {
    element,
    scope,
    children,
    notes: notesOf(children),
    id,
    key,
    numbers: numbersOf(id, reading.target),
  }
  const units = scope.version === 2 ? unitsOfSegments(whole, reading) : unitsOfTransUnit(whole, reading)
  if (reading.written && reading.keys === 'texts') return units
  return units.map(unit => withTargetBranches(unit, reading.target))
}

/** The units of the plural forms of one message. */
export function unitsOfForms(
  elements: readonly XmlElement[],
  scope: XliffScope,
  reading: XliffReading,
): readonly NewUnit[] {
  const forms = elements.flatMap(element => unitsOf(element, scope, reading).map(unit => ({ element, unit })))
  return withForms(forms, forms.length === elements.length ? reading.target : undefined)
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
  if (reading.keys === 'texts') return unitOfKey(whole, pair, reading)
  const { scope } = whole
  const { source, target, made, state } = pair
  const text = source.text
  const isHeader = attributesOf(whole.element.tag).get('restype')?.value === HEADER_OF_CATALOGUE
  const syntax = isIcuMessage(text) ? 'icu' : undefined
  const said_there = target ? readLike(source, target.inside) : ''
  // Programs copy the marks of segments that nobody has translated yet.
  const present = isTagsAlone(said_there) && !isTagsAlone(text) ? '' : said_there
  const language = languageOf(scope, present, reading)
  const said = state && attributesOf(state).get('state')?.value
  const open = language === 'foreign' || present === '' || isUnfinished(scope.version, said)
  const left_out =
    (scope.translate ? (isHeader ? 'metadata' : undefined) : 'do_not_translate') ??
    (language === 'other' ? 'other_language' : undefined) ??
    leftOutOfText(text, syntax) ??
    (open && reading.keys !== 'none' && isOneWord(text) ? 'key' : undefined) ??
    (open ? undefined : 'already_translated')
  // What is the source itself, as a name, is in no other language.
  const foreign = language === 'foreign' && (left_out !== 'do_not_translate' || present !== text)
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
    note: noteOf(whole),
    max_length: limitOf(whole),
    context: contextOf(whole, source, open && language === 'same' ? present : ''),
    sense: senseOf(whole),
    target: foreign ? '' : present,
    ...(left_out === 'metadata' && { target: undefined, catalogue_header: target }),
    place:
      left_out === 'metadata' || left_out === 'other_language' || (left_out === 'do_not_translate' && !foreign)
        ? undefined
        : { ...pair, version: scope.version, eol: reading.eol, foreign },
  }
}

/** A part of the file that is in one of its other languages gets no text, even where it has none. */
function languageOf(scope: XliffScope, present: string, reading: XliffReading): ReturnType<XliffReading['languageOf']> {
  const language = reading.languageOf(scope.target_language)
  return language === 'foreign' && present === '' ? 'same' : language
}

/** The text of a key is its target, in whose place the translation is written, as in a file of one language. */
function unitOfKey(whole: Whole, pair: Pair, reading: XliffReading): NewUnit {
  const { scope } = whole
  const { target, made, state } = pair
  const source = codedOf(target?.inside ?? [], optionsWith(NO_DATA))
  const { text } = source
  const syntax = isIcuMessage(text) ? 'icu' : undefined
  const isOther = target !== undefined && reading.languageOf(scope.target_language) === 'other'
  const left_out = scope.translate ? (isOther ? 'other_language' : leftOutOfText(text, syntax)) : 'do_not_translate'
  const said = state && attributesOf(state).get('state')?.value
  return {
    path: `xliff:${scope.file}/${pair.address}`,
    part: partOf(whole),
    ...{ start: target?.from ?? made.at, end: target?.to ?? made.at, text, charset: reading.charset, left_out, syntax },
    flags: said === undefined ? undefined : [said],
    note: noteOf(whole),
    max_length: limitOf(whole),
    context: contextOf(whole, source, ''),
    sense: senseOf(whole),
    place:
      target === undefined || isOther || !scope.translate
        ? undefined
        : { ...pair, source, version: scope.version, eol: reading.eol, foreign: false },
  }
}

/** How Xcode names the plural forms of a message: `key|==|plural.few`, `/key:dict/n:dict/few:dict/:string`. */
const FORM = /(?:\|==\|(?:.{0,200}\.)?plural\.|:dict\/)(zero|one|two|few|many|other)(?::dict\/:string)?$/

function numbersOf(id: string, target: string | undefined): string | undefined {
  const form = target === undefined ? undefined : FORM.exec(id)?.[1]
  const category = PLURAL_CATEGORIES.find(name => name === form)
  const numbers = category && target !== undefined ? pluralCategories(target, false)?.get(category) : undefined
  return numbers ? pluralNote(numbers) : undefined
}

function noteOf({ notes, numbers }: Whole): string | undefined {
  return [notes.note, numbers].filter(said => said !== undefined).join('\n') || undefined
}

/** What tells equal texts apart. */
function senseOf({ notes, numbers }: Whole): string | undefined {
  return [notes.meaning, numbers].filter(said => said !== undefined).join('\n') || undefined
}

function limitOf({ scope, notes }: Whole): number | undefined {
  return scope.max_length ?? (notes.note === undefined ? undefined : limitSaid(notes.note.split('\n')))
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
