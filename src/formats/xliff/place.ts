/** Writing one text of an XLIFF file. */
import { sameTag } from '../../contract/language-tags.ts'
import { byteLength, encodeLater } from '../bytes/charset.ts'
import {
  attributesOf,
  type CodedXml,
  removeAttribute,
  setAttribute,
  writeCoded,
  type XmlElement,
  type XmlTag,
} from '../bytes/xml/index.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'
import { ruleEdits } from './catalogue-header.ts'
import { inMannerOf } from './languages.ts'
import { emptiedState, type Version, writtenState } from './states.ts'

/** Where a translation is written. */
export interface XliffPlace {
  readonly source: CodedXml
  readonly version: Version
  readonly eol: string
  /** The target as it is in the file. */
  readonly target: XmlElement | undefined
  /** Where a target is made that is not there: its name, the white space in front of it, and a unit that is made around it. */
  readonly made: {
    readonly name: string
    readonly indent: string
    readonly at: number
    readonly before?: string
    readonly after?: string
  }
  /** The tag that carries the state: of 2.x that of the segment, else the target's own. */
  readonly state: XmlTag | undefined
  /** The tag of the unit, where it says that somebody approved the translation. */
  readonly approved?: XmlTag | undefined
  /** The target is in another language: it is emptied where it is not replaced. */
  readonly foreign: boolean
}

export interface XliffUnit extends Unit {
  /** Absent where nothing is written. */
  readonly place?: XliffPlace | undefined
  /** A tag that names the target language, in which attribute, and after which one this comes where it is not there. */
  readonly header?: { readonly tag: XmlTag; readonly attribute: string; readonly after: string } | undefined
  /** The header of a catalogue of gettext, which names the rule of the plural forms. */
  readonly catalogue_header?: XmlElement | undefined
}

export function editsOfTarget(unit: XliffUnit, translation: string | undefined, target: Target): readonly Edit[] {
  if (unit.header) return headerEdits(unit.header, unit.charset, target)
  const { place, charset } = unit
  if (unit.catalogue_header) return ruleEdits(unit.catalogue_header, charset, target.language)
  if (!place) return []
  if (translation === undefined || unit.left_out === 'do_not_translate')
    return place.foreign ? emptied(place, charset) : []
  const text = writeCoded(place.source, translation, charset, place.eol)
  if (text === undefined) return []
  const marks = marked(place, charset, target)
  if (translation === (unit.target ?? unit.unwritten ?? unit.text) && !place.foreign && place.target)
    return inOrder(marks)
  return inOrder([...marks, written(place, text, charset, target)])
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((one, other) => one.start - other.start)
}

function headerEdits({ tag, attribute, after }: NonNullable<XliffUnit['header']>, charset: Charset, target: Target) {
  const before = attributesOf(tag).get(attribute)?.value
  if (before !== undefined && sameTag(before, target.language)) return []
  const edit = setAttribute(tag, attribute, inMannerOf(before, target.language), charset, after)
  return edit ? [edit] : []
}

/** Attributes of tags that are in the file already. */
function marked({ version, state, approved, target }: XliffPlace, charset: Charset, to: Target): Edit[] {
  const isNeeded = hasState(state) || to.unreviewed || (version === 2 && target === undefined)
  const language = target && attributesOf(target.tag).has('xml:lang') ? target.tag : undefined
  return [
    approved && setAttribute(approved, 'approved', 'no', charset),
    state && isNeeded ? setAttribute(state, 'state', writtenState(version, to), charset) : undefined,
    ...detailsGone(state, charset),
    language && setAttribute(language, 'xml:lang', to.language, charset),
  ].filter(edit => edit !== undefined)
}

/** Details of a state are about the text that was there: `exact-match`, or what a program keeps for itself. */
function detailsGone(state: XmlTag | undefined, charset: Charset): (Edit | undefined)[] {
  return state ? ['state-qualifier', 'subState'].map(name => removeAttribute(state, name, charset)) : []
}

function hasState(tag: XmlTag | undefined): tag is XmlTag {
  return tag !== undefined && attributesOf(tag).has('state')
}

/** The edit that writes the text; where there is no target, with a new one around it. */
function written({ version, target, made }: XliffPlace, text: string, charset: Charset, to: Target): Edit {
  if (!target) {
    const state = version === 1 ? ` state="${writtenState(version, to)}"` : ''
    const whole = `${made.before ?? ''}${made.indent}<${made.name}${state}>${text}</${made.name}>${made.after ?? ''}`
    return { start: made.at, end: made.at, bytes: encodeLater(whole, charset) }
  }
  const { tag, from, to: end } = target
  if (!tag.empty) return { start: from, end, bytes: encodeLater(text, charset) }
  return { start: end - endOf(tag, charset), end, bytes: encodeLater(`>${text}</${tag.name}>`, charset) }
}

/** How many bytes the end of `<target/>` has, with the white space before it. */
function endOf({ raw }: XmlTag, charset: Charset): number {
  return byteLength(/\s{0,20}\/>$/.exec(raw.slice(-LONGEST_END))?.[0] ?? '/>', charset)
}

const LONGEST_END = 20

function emptied({ version, target, state, approved }: XliffPlace, charset: Charset): Edit[] {
  if (!target || target.from === target.to) return []
  const edits = [
    approved && setAttribute(approved, 'approved', 'no', charset),
    hasState(state) ? setAttribute(state, 'state', emptiedState(version), charset) : undefined,
    ...detailsGone(state, charset),
    { start: target.from, end: target.to, bytes: '' },
  ]
  return inOrder(edits.filter(edit => edit !== undefined))
}
