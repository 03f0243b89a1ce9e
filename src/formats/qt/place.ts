/** Writing a translation of Qt, or one of its forms. */
import { sameTag } from '../../contract/language-tags.ts'
import { encodeLater } from '../bytes/charset.ts'
import {
  attributesOf,
  type CodedXml,
  openedTag,
  removeAttribute,
  setAttribute,
  writeCoded,
  type XmlElement,
  type XmlTag,
} from '../bytes/xml/index.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'
import { qtName, tagOfQt } from './languages.ts'

/** Which of several texts of a translation is written: a plural form, or a shorter wording. */
export interface QtForm {
  readonly name: 'numerusform' | 'lengthvariant'
  readonly at: number
  readonly count: number
  /** Those that the file has. */
  readonly all: readonly XmlElement[]
}

/** Where a translation is written. */
export interface QtPlace {
  readonly source: CodedXml
  readonly eol: string
  /** Absent: it is made behind `last`, with the white space in front of that. */
  readonly translation: XmlElement | undefined
  readonly last: XmlElement
  /** Absent where the translation is one text. */
  readonly form: QtForm | undefined
  /** The translation is in another language: it is emptied where it is not replaced. */
  readonly foreign: boolean
}

export interface QtUnit extends Unit {
  /** Absent where nothing is written. */
  readonly place?: QtPlace | undefined
  /** The root, which names the target language. */
  readonly header?: XmlTag | undefined
  /** Where a remark for translators goes: into the element that is there, or as one behind this offset, with white space in front. */
  readonly remark?: { readonly at: number; readonly inside: boolean; readonly indent: string } | undefined
}

const UNFINISHED = 'unfinished'

export function editsOfQt(unit: QtUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { header, place, charset } = unit
  if (header) return headerEdits(header, charset, target)
  if (!place) return []
  if (translation === undefined) return place.foreign ? emptied(place, charset) : []
  const text = writeCoded(place.source, translation, charset, place.eol)
  if (text === undefined) return []
  const marks = isFirst(place) && place.translation ? marked(place.translation.tag, place, charset, target) : []
  const isThere = place.form ? place.form.all[place.form.at] !== undefined : place.translation !== undefined
  if (isThere && translation === unit.target && !place.foreign) return marks
  return [...marks, ...written(place, text, charset, target), ...surplusOf(place)]
}

function headerEdits(tag: XmlTag, charset: Charset, { language }: Target): readonly Edit[] {
  const said = tagOfQt(attributesOf(tag).get('language')?.value)
  if (said !== undefined && sameTag(said, language)) return []
  return [setAttribute(tag, 'language', qtName(language), charset, 'version')].filter(edit => edit !== undefined)
}

function isFirst({ form }: QtPlace): boolean {
  return form === undefined || form.at === 0
}

function isLast({ form }: QtPlace): boolean {
  return form === undefined || form.at === form.count - 1
}

/** What the tag says of the translation: its state, and that it has shorter wordings. Sorted as they stand. */
function marked(tag: XmlTag, { form }: QtPlace, charset: Charset, { unreviewed }: Target): Edit[] {
  const state = unreviewed ? setAttribute(tag, 'type', UNFINISHED, charset) : removeAttribute(tag, 'type', charset)
  const variants =
    form?.name === 'lengthvariant'
      ? setAttribute(tag, 'variants', 'yes', charset)
      : removeAttribute(tag, 'variants', charset)
  return inOrder([state, variants])
}

function inOrder(edits: readonly (Edit | undefined)[]): Edit[] {
  return edits.filter(edit => edit !== undefined).sort((one, other) => one.start - other.start)
}

function written(place: QtPlace, text: string, charset: Charset, target: Target): readonly Edit[] {
  const { translation, last, form } = place
  if (!translation) {
    const open = isFirst(place) ? `${last.indent}<translation${newAttributes(form, target)}>` : ''
    return [inserted(last.end, `${open}${madeForm(place, text)}${isLast(place) ? '</translation>' : ''}`, charset)]
  }
  if (!form) return [filled(translation, text, charset)]
  const own = form.all[form.at]
  if (own) {
    const variants = removeAttribute(own.tag, 'variants', charset)
    return inOrder([variants, filled(own, text, charset)])
  }
  const made = madeForm(place, text)
  const behind = form.all.at(-1)
  if (behind) return [inserted(behind.end, made, charset)]
  const { tag, from, to } = translation
  if (!isFirst(place)) return [inserted(to, tag.empty && isLast(place) ? `${made}</${tag.name}>` : made, charset)]
  if (tag.empty) return [openedTag(tag, isLast(place) ? `${made}</${tag.name}>` : made, charset)]
  return [{ start: from, end: to, bytes: encodeLater(made, charset) }]
}

function newAttributes(form: QtForm | undefined, { unreviewed }: Target): string {
  return (unreviewed ? ` type="${UNFINISHED}"` : '') + (form?.name === 'lengthvariant' ? ' variants="yes"' : '')
}

/** A form that the file has not, as Qt indents it; behind others, as they are. */
function madeForm({ form, translation, last }: QtPlace, text: string): string {
  if (!form) return text
  const element = `<${form.name}>${text}</${form.name}>`
  const behind = form.all.at(-1)
  if (behind) return behind.indent + element
  const outer = (translation ?? last).indent
  if (!outer.includes('\n')) return element
  return `${outer}${outer.endsWith('\t') ? '\t' : '    '}${element}${form.at === form.count - 1 ? outer : ''}`
}

function inserted(at: number, text: string, charset: Charset): Edit {
  return { start: at, end: at, bytes: encodeLater(text, charset) }
}

function filled({ tag, from, to }: XmlElement, text: string, charset: Charset): Edit {
  if (tag.empty) return openedTag(tag, `${text}</${tag.name}>`, charset)
  return { start: from, end: to, bytes: encodeLater(text, charset) }
}

/** Forms that the language does not have go: Qt takes none of them. */
function surplusOf(place: QtPlace): readonly Edit[] {
  const { form } = place
  const [kept, last] = [form?.all[form.count - 1], form?.all.at(-1)]
  return form && isLast(place) && kept && last && kept !== last ? [{ start: kept.end, end: last.end, bytes: '' }] : []
}

/** The edits after which nothing is left of a translation in another language. */
function emptied(place: QtPlace, charset: Charset): readonly Edit[] {
  const { translation, form } = place
  if (!translation) return []
  const marks = isFirst(place) ? inOrder([setAttribute(translation.tag, 'type', UNFINISHED, charset)]) : []
  const own = form && form.all.length > 0 ? form.all[form.at] : isFirst(place) ? translation : undefined
  const gone = own && own.from < own.to ? [{ start: own.from, end: own.to, bytes: '' }] : []
  return [...marks, ...gone, ...surplusOf(place)]
}
