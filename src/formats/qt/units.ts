/** The units of the messages of a translation file of Qt: one for each, or one for each plural form or shorter wording. */
import {
  attributesOf,
  type CodedOptions,
  type CodedXml,
  codedOf,
  elementsIn,
  readLike,
  type XmlElement,
} from '../bytes/xml/index.ts'
import type { FormUse, PluralForms } from '../content/gettext-plurals.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Charset, Reason } from '../format.ts'
import { isGone, type QtMessage } from './message.ts'
import type { QtForm, QtPlace, QtUnit } from './place.ts'

/** What is true of all messages that are read for a result. */
export interface QtReading {
  readonly charset: Charset
  readonly eol: string
  /** The translations are in another language than the target: none of them may stay. */
  readonly foreign: boolean
  /** Absent while a file is surveyed. */
  readonly forms: PluralForms | undefined
  readonly uses: readonly FormUse[]
  /** The wordings that the file of the source language has for its messages, by their paths. */
  readonly wordings: ReadonlyMap<string, readonly string[]>
  /** References that the file writes for signs that need none: those of a text that has such signs for the first time. */
  readonly references: string
}

type NewUnit = Omit<QtUnit, 'index'>

/** Signs that no file can have as they are, and what Qt has for them. */
export const CODES: CodedOptions = {
  role: () => 'opaque',
  meaning: tag => attributesOf(tag).get('value')?.value,
}
/** Between the wordings of a source, the longest first. */
const BETWEEN_VARIANTS = '\u009c'
const ALL_NUMBERS = 'all numbers'
const LONGEST_NOTE = 1000

export function unitsOfMessage(message: QtMessage, reading: QtReading): readonly NewUnit[] {
  const coded = sourceOf(message, reading)
  if (message.numerus) return numerusUnits(message, coded, reading)
  const variants = coded.text.split(BETWEEN_VARIANTS)
  if (variants.length === 1) return [unitOf(message, reading, { source: coded })]
  const all = formsIn(message, 'lengthvariant')
  return variants.map((text, at) => {
    const form: QtForm = { name: 'lengthvariant', at, count: variants.length, all }
    return unitOf(message, reading, { source: { ...coded, text: text.trim(), lead: '', trail: '' }, form })
  })
}

function sourceOf({ source }: QtMessage, { references }: QtReading): CodedXml {
  const coded = codedOf(source?.inside ?? [], CODES)
  return { ...coded, like: coded.like + references }
}

function formsIn({ translation }: QtMessage, name: QtForm['name']): readonly XmlElement[] {
  return elementsIn(translation?.inside ?? []).filter(({ local }) => local === name)
}

/** As many as the target has: two while it is not known. */
function numerusUnits(message: QtMessage, coded: CodedXml, reading: QtReading): readonly NewUnit[] {
  const { forms, uses } = reading
  const count = forms?.count ?? 2
  const all = formsIn(message, 'numerusform')
  return Array.from({ length: count }, (_, at) => {
    const use = uses[at]
    const numbers = count === 1 ? ALL_NUMBERS : use?.numbers
    const text = wordingFor(message, coded, reading, at)
    return unitOf(message, reading, {
      source: text === undefined ? coded : { ...coded, text },
      form: { name: 'numerusform', at, count, all },
      numbers: forms && numbers !== undefined ? pluralNote(numbers) : undefined,
    })
  })
}

/** The wording of the source language for a form: that for one only where it is right for all of the numbers of the form. */
function wordingFor({ path }: QtMessage, { text }: CodedXml, reading: QtReading, at: number): string | undefined {
  const wordings = reading.wordings.get(path) ?? []
  const [one, many] = [wordings[0], wordings.at(-1)]
  if (one === undefined || many === undefined) return undefined
  const use = reading.uses[at]
  const isOne = use ? use.one && (use.only_one || codesIn(one) === codesIn(many)) : at === 0
  const said = isOne && reading.forms?.count !== 1 ? one : many
  return said === text ? undefined : said
}

function codesIn(text: string): string {
  return JSON.stringify([...placeholdersOf(text)].map(found => found.join()).sort())
}

interface Said {
  readonly source: CodedXml
  readonly form?: QtForm
  readonly numbers?: string | undefined
}

function unitOf(message: QtMessage, reading: QtReading, { source: read, form, numbers }: Said): NewUnit {
  const { element, translation, context, id, comment, references, previous, type } = message
  const wording = form === undefined ? reading.wordings.get(message.path)?.[0] : undefined
  const source = wording === undefined ? read : { ...read, text: wording }
  const own =
    form && form.all.length > 0 ? form.all[form.at] : form === undefined || form.at === 0 ? translation : undefined
  const present = reading.foreign || !own ? '' : presentIn(source, own)
  const said = [...message.notes, ...(numbers === undefined ? [] : [numbers])].join('\n')
  const last = message.last ?? translation ?? element
  const left_out = leftOut(message, source.text, reading)
  const at = form?.all.at(-1)?.end ?? translation?.to ?? last.end
  const isOpen = left_out === undefined && !reading.foreign
  // What is gone is no translation of anything.
  const gone = isGone(message)
  return {
    path: form ? `${message.path}[${form.at}]` : message.path,
    part: context || 'messages',
    start: gone ? at : (own?.from ?? at),
    end: gone ? at : (own?.to ?? at),
    text: source.text,
    charset: reading.charset,
    left_out,
    group: form && message.path,
    flags: type === undefined ? undefined : [type],
    note: said.slice(-LONGEST_NOTE) || undefined,
    max_length: limitSaid(message.notes.flatMap(note => note.split('\n'))),
    context: {
      key: id,
      context: context || undefined,
      references,
      previous,
      present: (isOpen && present) || undefined,
    },
    sense: [comment, numbers].filter(line => line !== undefined).join('\n') || undefined,
    target: gone ? undefined : present,
    place: gone || last === element ? undefined : placeOf(message, reading, source, form, last),
    remark: remarkOf(message, last),
  }
}

function presentIn(source: CodedXml, element: XmlElement): string {
  const [variant] = elementsIn(element.inside).filter(({ local }) => local === 'lengthvariant')
  return readLike(source, (variant ?? element).inside)
}

function placeOf(
  { translation }: QtMessage,
  { eol, foreign }: QtReading,
  source: CodedXml,
  form: QtForm | undefined,
  last: XmlElement,
): QtPlace {
  return { source, eol, translation, last, form, foreign }
}

function leftOut(message: QtMessage, text: string, reading: QtReading): Reason | undefined {
  if (isGone(message)) return 'obsolete'
  return leftOutOfText(text) ?? (!reading.foreign && isDone(message, reading) ? 'already_translated' : undefined)
}

/** Whether a translation is finished, in all forms that its language has. */
export function isDone(message: QtMessage, { forms }: Pick<QtReading, 'forms'>): boolean {
  const { type, numerus, translation } = message
  if (type !== undefined || translation === undefined) return false
  if (!numerus) return isFilled(translation)
  const all = formsIn(message, 'numerusform')
  return all.length >= (forms?.count ?? 1) && all.slice(0, forms?.count).every(isFilled)
}

function isFilled({ inside }: XmlElement): boolean {
  return inside.some(({ kind, raw }) => (kind === 'text' ? raw.trim() !== '' : kind !== 'comment'))
}

function remarkOf({ remark, element, translation }: QtMessage, last: XmlElement): QtUnit['remark'] {
  if (remark && !remark.tag.empty) return { at: remark.to, inside: true, indent: '' }
  if (last === element) return undefined
  return { at: translation?.tag.start ?? last.end, inside: false, indent: last.indent }
}
