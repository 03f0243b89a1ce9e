/** The units of a file of plurals for Apple's platforms: the texts of its messages, in the plural forms of the target. */
import { byteLength } from '../../bytes/charset.ts'
import { type CodedXml, codedOf, plainText } from '../../bytes/xml/index.ts'
import { leftOutOfText } from '../../content/left-out.ts'
import { limitSaid } from '../../content/limits.ts'
import { placeholdersOf } from '../../content/placeholders.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../../content/plural-categories.ts'
import { pluralNote } from '../../content/plural-note.ts'
import { childPointer } from '../../content/tree.ts'
import type { Charset, Edit } from '../../format.ts'
import type { XmlPlace, XmlUnit } from '../place.ts'
import { type DictPair, formsOfDict, isDict, MOST_LEVELS, type StringsDict, textsOfDict } from './dict.ts'

interface Reading {
  readonly charset: Charset
  readonly eol: string
  /** The language of the result as a BCP 47 tag; undefined while a file is surveyed. */
  readonly language: string | undefined
  /** It is the file that was written: each form says what stands there. */
  readonly written: boolean
}

/** What is around a pair. */
interface Around {
  readonly path: string
  /** The key of the message. */
  readonly message: string
  /** What its parts are for, in lines for translators. */
  readonly about: readonly string[]
  readonly comment: string | undefined
  /** The text that the variables of the message stand in. */
  readonly whole: string | undefined
  /** How many dictionaries it is in. */
  readonly level: number
}

type NewUnit = Omit<XmlUnit, 'index'>

const SCHEME = 'stringsdict:'
const WHOLE = 'NSStringLocalizedFormatKey'
/** Every text of such a file is a format. */
const SYNTAX = 'printf'

export function* stringsdictUnits(
  { messages, charset, eol = '\n' }: StringsDict,
  { language, written }: Pick<Reading, 'language' | 'written'>,
): Generator<NewUnit> {
  const reading = { charset, eol, language, written }
  for (const pair of messages) {
    const around = { path: SCHEME, message: pair.name, about: [], comment: undefined, whole: wholeOf(pair), level: 1 }
    yield* unitsOfPair(pair, around, reading)
  }
}

function wholeOf({ value }: DictPair): string | undefined {
  const whole = isDict(value) ? textsOfDict(value).find(({ name }) => name === WHOLE) : undefined
  const text = whole && plainText(whole.value.inside)
  return text === undefined || text.length > LONGEST_SHOWN ? undefined : text
}

const LONGEST_SHOWN = 300

function* unitsOfPair(pair: DictPair, outer: Around, reading: Reading): Generator<NewUnit> {
  const { name, value, key } = pair
  const path = childPointer(outer.path, name)
  const comment = commentOf(key) ?? outer.comment
  const about = [...outer.about, ...aboutOf(name, outer)]
  const around: Around = { ...outer, path, comment, about, level: outer.level + 1 }
  const forms = formsOfDict(value)
  if (forms !== undefined) yield* formUnits(forms, around, reading)
  else if (isDict(value)) {
    if (around.level > MOST_LEVELS) return
    for (const inner of textsOfDict(value)) yield* unitsOfPair(inner, around, reading)
  } else if (value.local === 'string') yield textUnit(pair, around, reading)
}

/** What a variable, a device or a width is for. */
function aboutOf(name: string, { path, whole }: Around): readonly string[] {
  const above = path.slice(path.lastIndexOf('/') + 1)
  if (above === 'NSStringDeviceSpecificRuleType') return [`For ${name}`]
  if (above === 'NSStringVariableWidthRuleType') return [`For a width of ${name}`]
  return whole?.includes(`#@${name}@`) ? [`Stands for %#@${name}@ in: ${whole}`] : []
}

const LONGEST_NOTE = 1000

function commentOf({ comments }: DictPair['key']): string | undefined {
  const said = comments.map(({ raw }) => raw.slice('<!--'.length, -'-->'.length).replace(/\s+/g, ' ').trim())
  return (
    said
      .filter(comment => comment !== '')
      .join('\n')
      .slice(0, LONGEST_NOTE) || undefined
  )
}

function textUnit({ value }: DictPair, around: Around, reading: Reading): NewUnit {
  const coded = codedOf(value.inside)
  return {
    ...commonOf(coded, around, reading),
    path: around.path,
    start: value.from,
    end: value.to,
    left_out: leftOutOfText(coded.text, SYNTAX),
    place: value.tag.empty ? undefined : placeFor(coded, reading),
  }
}

function placeFor(source: CodedXml, { eol }: Reading): XmlPlace {
  return { source, eol, before: '', after: '', also: [] }
}

function commonOf({ text }: CodedXml, { message, about, comment }: Around, { charset, eol }: Reading) {
  const sense = about.join('\n') || undefined
  return {
    ...({ part: message || '(no key)', text, charset, eol, syntax: SYNTAX, sense } as const),
    note: [comment, sense].filter(said => said !== undefined).join('\n') || undefined,
    max_length: comment === undefined ? undefined : limitSaid(comment.split('\n')),
    context: message === '' ? undefined : { key: message },
  }
}

/** A form of the file. */
interface FormText {
  readonly pair: DictPair
  readonly coded: CodedXml
}

/** Where a form goes that the target needs. */
interface FormPlace {
  readonly name: string
  readonly form: FormText | undefined
  readonly at: number
  readonly before: string
  readonly after: string
}

function formUnits(pairs: readonly DictPair[], around: Around, reading: Reading): readonly NewUnit[] {
  const forms = pairs.map((pair): FormText => ({ pair, coded: codedOf(pair.value.inside) }))
  const reasons = forms.map(({ coded }) => leftOutOfText(coded.text, SYNTAX))
  const [reason] = reasons.every(each => each !== undefined) ? reasons : []
  const other = forms.find(({ pair }) => pair.name === 'other')
  const categories = reading.language === undefined ? undefined : pluralCategories(reading.language, false)
  if (other === undefined) return []
  const names = categories === undefined ? forms.map(({ pair }) => pair.name) : namesOf(categories, forms)
  const places = placesOf(names, forms, other)
  const surplus = surplusOf(forms, places, reading.charset)
  return places.map((place): NewUnit => {
    const { name, form, at, before, after } = place
    const source = sourceOf(place, other, categories, reading)
    const numbers = numbersOf(name, categories)
    const comment = (form && commentOf(form.pair.key)) ?? around.comment
    const its = { ...around, comment, about: numbers === undefined ? around.about : [...around.about, numbers] }
    return {
      ...commonOf(source.coded, its, reading),
      path: childPointer(around.path, name),
      start: form?.pair.value.from ?? at,
      end: form?.pair.value.to ?? at,
      left_out: reason,
      group: around.path,
      // The forms of a message are written together, or none of them.
      ...(categories !== undefined && { unwritten: (form ?? source).coded.text }),
      place: {
        ...placeFor(source.coded, reading),
        ...{ before, after, also: surplus.get(place) ?? [] },
        ...(form !== undefined && form !== source && { made: true }),
      },
    }
  })
}

/** Apple takes the form for 0 in every language. */
function namesOf(categories: ReadonlyMap<PluralCategory, string>, forms: readonly FormText[]): readonly string[] {
  const hasZero = forms.some(({ pair }) => pair.name === 'zero')
  return PLURAL_CATEGORIES.filter(name => categories.has(name) || (name === 'zero' && hasZero))
}

function numbersOf(name: string, categories: ReadonlyMap<PluralCategory, string> | undefined): string | undefined {
  const category = PLURAL_CATEGORIES.find(each => each === name)
  if (categories === undefined || category === undefined) return undefined
  const numbers = categories.get(category) ?? (category === 'zero' ? '0' : '')
  return numbers === '' || (categories.size === 1 && category !== 'zero') ? undefined : pluralNote(numbers)
}

/** A form for more numbers than 1 has the text for 1 only if this has the same codes: `one file` would be wrong for 21. */
function sourceOf(
  { name, form }: FormPlace,
  other: FormText,
  categories: ReadonlyMap<PluralCategory, string> | undefined,
  { written }: Reading,
): FormText {
  if (form === undefined || written || name !== 'one' || categories === undefined) return form ?? other
  return categories.get('one') === '1' || codesIn(form) === codesIn(other) ? form : other
}

function codesIn({ coded }: FormText): string {
  return [...placeholdersOf(coded.text, SYNTAX)].sort().join('\n')
}

/** The forms in the order of their places in the file: where its own stand in another order than usual, new ones come last. */
function placesOf(names: readonly string[], forms: readonly FormText[], other: FormText): readonly FormPlace[] {
  const kept = forms.filter(
    ({ pair }, at) => names.includes(pair.name) && forms.findIndex(each => each.pair.name === pair.name) === at,
  )
  const there = kept.map((form): FormPlace => {
    return { name: form.pair.name, form, at: form.pair.value.from, before: '', after: '' }
  })
  const ranks = kept.map(({ pair }) => names.indexOf(pair.name))
  const isSorted = ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) < rank)
  const places = [...there]
  for (const name of names.filter(each => !kept.some(({ pair }) => pair.name === each))) {
    const rank = names.indexOf(name)
    const next = isSorted ? places.findIndex(place => names.indexOf(place.name) > rank) : -1
    const at = next < 0 ? places.length : next
    const before = places.slice(0, at).findLast(({ form }) => form !== undefined)?.form
    places.splice(at, 0, madePlace(name, { before, first: forms[0] ?? other, forms, kept }))
  }
  return places
}

function madePlace(
  name: string,
  around: {
    readonly before: FormText | undefined
    readonly first: FormText
    readonly forms: readonly FormText[]
    readonly kept: readonly FormText[]
  },
): FormPlace {
  const { before, first, forms, kept } = around
  const { key, value } = (before ?? first).pair
  const made = `${key.tag.raw}${name}</${key.tag.name}>${value.indent}${value.tag.raw}`
  const after = `</${value.tag.name}>`
  if (before === undefined) {
    return { name, form: undefined, at: key.tag.start, before: made, after: after + key.indent }
  }
  // Forms that the language lacks go; what is new stands behind them.
  const from = forms.indexOf(before)
  const rest = forms.slice(from + 1)
  const next = rest.findIndex(form => kept.includes(form))
  const last = (next < 0 ? rest : rest.slice(0, next)).at(-1) ?? before
  return { name, form: undefined, at: last.pair.value.end, before: key.indent + made, after }
}

/** The edits that take away the forms that the target lacks, each with the last form in front of it, else with the first. */
function surplusOf(
  forms: readonly FormText[],
  places: readonly FormPlace[],
  charset: Charset,
): ReadonlyMap<FormPlace, readonly Edit[]> {
  const edits = new Map<FormPlace, Edit[]>()
  for (const form of forms) {
    const { key, value } = form.pair
    const place = places.findLast(({ at }) => at <= key.tag.start) ?? places[0]
    if (place === undefined || places.some(each => each.form === form)) continue
    const edit = { start: key.tag.start - byteLength(key.indent, charset), end: value.end, bytes: '' }
    edits.set(place, [...(edits.get(place) ?? []), edit])
  }
  return edits
}
