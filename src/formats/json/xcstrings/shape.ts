/** Which texts a localization has to have in a language: those of its source, with the plural forms of that language. */
import { leftOutOfData } from '../../content/left-out.ts'
import { placeholdersOf } from '../../content/placeholders.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../../content/plural-categories.ts'
import { pluralNote } from '../../content/plural-note.ts'
import { memberCount } from '../../content/tree.ts'
import type { Holder, JsonString } from '../reader.ts'
import { holderIn, stringIn } from './catalog.ts'

/** A text of a source. */
export interface CatalogText {
  readonly value: string
  /** As the file writes it, between its quotes. */
  readonly raw: string
  readonly start: number
  readonly end: number
}

/** A text that a language needs. */
export interface CatalogLeaf {
  readonly kind: 'leaf'
  /** The keys from the localization to what holds the text: `variations`, `plural`, `few`. */
  readonly keys: readonly string[]
  readonly from: CatalogText
  /** What it is for, in lines for translators: a device, the numbers of a plural form. */
  readonly about: readonly string[]
  /** Of several one in which there is nothing to translate: it is written as its source is. */
  readonly constant: boolean
}

/** What is written for a localization. */
export type CatalogShape =
  | CatalogLeaf
  | { readonly kind: 'members'; readonly members: readonly (readonly [string, CatalogShape])[] }
  | { readonly kind: 'written'; readonly text: string }

interface Shaping {
  readonly text: string
  /** A BCP 47 tag; undefined: all forms stay as the source has them. */
  readonly language: string | undefined
  /** The text that the substitutions of a message stand in. */
  readonly whole: string | undefined
  /** It is the only text, which a person may want translated whatever it looks like. */
  readonly alone: boolean
}

/** The shape of a translation of this localization. Undefined where the localization has no text. */
export function catalogShapeOf(source: Holder, text: string, language: string | undefined): CatalogShape | undefined {
  const whole = unitIn(source)?.value.value
  const shape = (alone: boolean) => shapeIn(source, { keys: [], about: [] }, { text, language, whole, alone })
  const count = leavesOf(shape(false)).length
  return count === 0 ? undefined : shape(count === 1)
}

/** The shape of a translation of a plain text. */
export function plainShape(from: CatalogText): CatalogShape {
  return { kind: 'members', members: [['stringUnit', leafOf(from, { keys: [], about: [] }, true)]] }
}

/** All leaves in the order in which they are written. */
export function leavesOf(shape: CatalogShape): readonly CatalogLeaf[] {
  if (shape.kind === 'leaf') return [shape]
  return shape.kind === 'members' ? shape.members.flatMap(([, member]) => leavesOf(member)) : []
}

/** The state and the text of what may have one; undefined where it lacks either. */
export function unitIn(holder: Holder): { readonly state: JsonString; readonly value: JsonString } | undefined {
  const unit = holderIn(holder, 'stringUnit')
  const [state, value] = [unit && stringIn(unit, 'state'), unit && stringIn(unit, 'value')]
  return state === undefined || value === undefined ? undefined : { state, value }
}

type Place = Pick<CatalogLeaf, 'keys' | 'about'>

function shapeIn(holder: Holder, place: Place, shaping: Shaping): CatalogShape {
  const isPlural = holder.key === 'plural' && place.keys.at(-1) === 'plural'
  const named = isPlural ? formsIn(holder, shaping.language) : holder.holders.map(each => [each.key, each] as const)
  const members = named.map(([name, each]): readonly [string, CatalogShape] => {
    if (name === 'stringUnit' && each.object) return [name, unitShape(each, place, shaping)]
    if (!each.object) return [name, { kind: 'written', text: shaping.text.slice(each.start, each.end) }]
    const about = isPlural ? formNote(name, shaping.language) : aboutOf(name, place, shaping)
    return [name, shapeIn(each, { keys: [...place.keys, name], about: [...place.about, ...about] }, shaping)]
  })
  const strings = holder.strings.map(({ key, start, end }): readonly [string, CatalogShape] => [
    key,
    { kind: 'written', text: shaping.text.slice(start - 1, end + 1) },
  ])
  const others = holder.others.map((key, at): readonly [string, CatalogShape] => [
    key,
    { kind: 'written', text: holder.plain[at] ?? 'null' },
  ])
  return { kind: 'members', members: [...members, ...strings, ...others].sort(([one], [other]) => order(one, other)) }
}

/** Xcode sorts what is below a key. */
function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function unitShape(unit: Holder, place: Place, { text, alone }: Shaping): CatalogShape {
  const value = stringIn(unit, 'value')
  if (value === undefined || memberCount(unit) > 2) {
    return { kind: 'written', text: text.slice(unit.start, unit.end) }
  }
  return leafOf(textOf(value, text), place, alone)
}

function textOf({ value, start, end }: JsonString, text: string): CatalogText {
  return { value, raw: text.slice(start, end), start, end }
}

function leafOf(from: CatalogText, { keys, about }: Place, alone: boolean): CatalogLeaf {
  return { kind: 'leaf', keys, about, from, constant: !alone && leftOutOfData(from.value) !== undefined }
}

function aboutOf(name: string, { keys }: Place, { whole }: Shaping): readonly string[] {
  const above = keys.at(-1)
  if (above === 'device') return [`For ${name}`]
  if (above !== 'substitutions' || whole === undefined || whole.length > LONGEST_SHOWN) return []
  return [`Stands for %#@${name}@ in: ${whole}`]
}

const LONGEST_SHOWN = 300

/** The forms of a plural in a language, each with the one that it is translated from. */
function formsIn(plural: Holder, language: string | undefined): readonly (readonly [string, Holder])[] {
  const own = plural.holders.map(each => [each.key, each] as const)
  const other = holderIn(plural, 'other')
  const categories = language === undefined ? undefined : pluralCategories(language, false)
  if (categories === undefined || other === undefined) return own
  const needed = PLURAL_CATEGORIES.filter(
    // Apple takes the form for 0 in every language.
    category => categories.has(category) || (category === 'zero' && holderIn(plural, category) !== undefined),
  )
  return needed.map(category => [category, sourceOfForm(plural, other, category, categories)] as const)
}

/** A form for more numbers than 1 has the text for 1 only if this has the same codes: `one file` would be wrong for 21. */
function sourceOfForm(
  plural: Holder,
  other: Holder,
  category: PluralCategory,
  categories: ReadonlyMap<PluralCategory, string>,
): Holder {
  const own = holderIn(plural, category)
  if (own === undefined || category !== 'one' || categories.get(category) === '1') return own ?? other
  return codesIn(own) === codesIn(other) ? own : other
}

function codesIn(form: Holder): string {
  return [...placeholdersOf(unitIn(form)?.value.value ?? '')].sort().join('\n')
}

function formNote(name: string, language: string | undefined): readonly string[] {
  const categories = language === undefined ? undefined : pluralCategories(language, false)
  const category = PLURAL_CATEGORIES.find(each => each === name)
  if (categories === undefined || category === undefined) return []
  const numbers = categories.get(category) ?? (category === 'zero' ? '0' : '')
  return numbers === '' || (categories.size === 1 && category !== 'zero') ? [] : [pluralNote(numbers)]
}
