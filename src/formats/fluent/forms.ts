/**
 * The texts of a pattern: one, or one for each variant of its selectors. A selector within a sentence gives the whole sentence for each of its
 * variants, since no other language says the rest of it alike; several give one for each of their combinations.
 */
import type { Pattern, SelectExpression, Variant } from '@fluent/syntax'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../content/plural-categories.ts'
import { pluralNote } from '../content/plural-note.ts'
import { placeOfPattern, spanOf } from './reader.ts'

type Elements = Pattern['elements']

/** A text of a pattern. Places count characters of the file. */
export interface FluentForm {
  /** The keys of its variants, outermost first; none where the pattern has no selectors. */
  readonly keys: readonly string[]
  readonly text: string
  /** What stands before it, from the end of the text before or from the beginning of the pattern. */
  readonly before: string
  /** Of one that is made: what stands before it where it is written beside the others. */
  readonly opening: string
  /** Where the file has just this text. Absent where it is made: there a new variant is written. */
  readonly place?: { readonly start: number; readonly end: number } | undefined
  readonly at: number
  /** The numbers that it is for. */
  readonly numbers?: string | undefined
}

export interface FluentForms {
  readonly forms: readonly FluentForm[]
  /** What stands behind the last text. */
  readonly after: string
  /** Each text is the whole value of a variant: it can be written in its place. */
  readonly in_place: boolean
}

/** More combinations than these are no text for people. */
const MOST_FORMS = 64

interface Walk {
  readonly text: string
  readonly language: string | undefined
  readonly forms: FluentForm[]
  /** The syntax since the last text. */
  pending: string
  in_place: boolean
}

/** Where in a pattern the walk is. */
interface Within {
  readonly keys: readonly string[]
  readonly numbers: readonly string[]
  readonly at: number
  readonly place: { readonly start: number; readonly end: number } | undefined
  /** It has what stands around a selector. */
  readonly joined: boolean
  /** What a new variant begins with; undefined in one of the file. */
  readonly opening: string | undefined
}

/** The texts of a pattern in a language, as a BCP 47 tag; undefined while a file is surveyed. Undefined where there are too many. */
export function formsOfPattern(
  text: string,
  { elements, start, end }: { readonly elements: Elements; readonly start: number; readonly end: number },
  language: string | undefined,
): FluentForms | undefined {
  const walk: Walk = { text, language, forms: [], pending: '', in_place: true }
  visit(walk, elements, { keys: [], numbers: [], at: start, place: { start, end }, joined: false, opening: undefined })
  if (walk.forms.length > MOST_FORMS) return undefined
  return { forms: walk.forms, after: walk.pending, in_place: walk.in_place }
}

function visit(walk: Walk, elements: Elements, within: Within): void {
  if (walk.forms.length > MOST_FORMS) return
  const at = elements.findIndex(element => selectIn(element) !== undefined)
  const found = elements[at]
  const select = found && selectIn(found)
  if (found === undefined || select === undefined) {
    const { keys, numbers, place, opening, joined } = within
    const note = numbers.length === 0 ? undefined : numbers.join('\n')
    const said = patternText(walk.text, elements)
    // Behind a key, no line of a text can be indented by more than the others.
    const own = {
      keys,
      text: joined ? said.replace(INDENT, '\n') : said,
      before: walk.pending,
      at: within.at,
      numbers: note,
    }
    walk.forms.push({ ...own, opening: opening ?? '', place: opening === undefined ? place : undefined })
    walk.pending = ''
    return
  }
  const [prefix, suffix] = [elements.slice(0, at), elements.slice(at + 1)]
  const joined = within.joined || prefix.length + suffix.length > 0
  if (joined || within.opening !== undefined) walk.in_place = false
  variantsOf(walk, spanOf(found), select, { ...within, joined }, value => [...prefix, ...value, ...suffix])
}

const INDENT = /\n +/g

function selectIn(element: Elements[number]): SelectExpression | undefined {
  if (element.type !== 'Placeable') return undefined
  const { expression } = element
  return expression.type === 'SelectExpression' ? expression : undefined
}

function variantsOf(
  walk: Walk,
  { start, end }: { readonly start: number; readonly end: number },
  select: SelectExpression,
  within: Within,
  around: (value: Elements) => Elements,
): void {
  const { text } = walk
  const plural = pluralIn(text, select)
  const added = addedTo(select, plural, walk.language)
  const other = select.variants.find(variant => variant.default)
  if (other === undefined) return
  // Blanks in front of a variant begin behind the one before.
  let end_before = text.indexOf('->', spanOf(select.selector).end) + 2
  walk.pending += text.slice(start, end_before)
  const make = (category: PluralCategory, lead: string): void => {
    const place = placeOfPattern(text, other.value)
    const opening = lead + text.slice(spanOf(other).start, place.start).replace('*', '').replace(keyOf(other), category)
    walk.pending += opening
    visit(walk, around(other.value.elements), step(walk, within, plural, category, { at: end_before, opening }))
  }
  for (const variant of select.variants) {
    const lead = text.slice(end_before, spanOf(variant).start)
    for (const category of added.get(variant) ?? []) make(category, variant.default ? `${lead} ` : lead)
    const place = placeOfPattern(text, variant.value)
    walk.pending += lead + text.slice(spanOf(variant).start, place.start)
    visit(walk, around(variant.value.elements), {
      ...step(walk, within, plural, keyOf(variant), { at: place.start, opening: within.opening }),
      place,
    })
    end_before = place.end
  }
  walk.pending += text.slice(end_before, end)
}

function step(
  { language }: Walk,
  { keys, numbers, joined }: Within,
  plural: { readonly ordinal: boolean } | undefined,
  key: string,
  { at, opening }: Pick<Within, 'at' | 'opening'>,
): Within {
  const own = plural === undefined || language === undefined ? undefined : numbersOf(key, plural.ordinal, language)
  return {
    keys: [...keys, key],
    numbers: own === undefined ? numbers : [...numbers, own],
    at,
    opening,
    joined,
    place: undefined,
  }
}

function numbersOf(key: string, ordinal: boolean, language: string): string | undefined {
  const categories = pluralCategories(language, ordinal)
  if (categories === undefined || (categories.size === 1 && categories.has('other'))) return undefined
  const said = PLURAL_CATEGORIES.flatMap(category => (category === key ? [categories.get(category) ?? ''] : []))[0]
  return said ? pluralNote(said) : undefined
}

function keyOf({ key }: Variant): string {
  return key.type === 'Identifier' ? key.name : key.value
}

const CATEGORIES: ReadonlySet<string> = new Set(PLURAL_CATEGORIES)
const NUMBER = /^-?\d/
const ORDINAL = /type:\s*"ordinal"/

/** Whether a selector chooses by the plural of a number; undefined where it chooses by something else. */
function pluralIn(text: string, { selector, variants }: SelectExpression): { readonly ordinal: boolean } | undefined {
  const keys = variants.map(keyOf)
  const hasOther = variants.some(variant => variant.default && keyOf(variant) === 'other')
  if (!hasOther || !keys.every(key => CATEGORIES.has(key) || NUMBER.test(key))) return undefined
  const { start, end } = spanOf(selector)
  const said = text.slice(start, end)
  const counts = selector.type === 'VariableReference' || selector.type === 'FunctionReference'
  const [only] = variants.length === 1 ? variants : []
  const says = only === undefined || text.slice(spanOf(only).start, spanOf(only).end).includes(said)
  return counts && says ? { ordinal: ORDINAL.test(said) } : undefined
}

/** The categories that a language needs besides, each by the variant that it is written in front of, in the order of CLDR. */
function addedTo(
  { variants }: SelectExpression,
  plural: { readonly ordinal: boolean } | undefined,
  language: string | undefined,
): ReadonlyMap<Variant, readonly PluralCategory[]> {
  const added = new Map<Variant, PluralCategory[]>()
  const categories = plural && language !== undefined ? pluralCategories(language, plural.ordinal) : undefined
  const keys = variants.map(keyOf)
  for (const [category, numbers] of categories ?? []) {
    // A number that has a variant of its own needs no category that is for nothing else.
    if (keys.includes(category) || keys.includes(numbers)) continue
    const later = new Set<string>(PLURAL_CATEGORIES.slice(PLURAL_CATEGORIES.indexOf(category)))
    const follower = variants.find(variant => later.has(keyOf(variant)))
    if (follower !== undefined) added.set(follower, [...(added.get(follower) ?? []), category])
  }
  return added
}

/** What a stretch of a pattern says: its texts, and its placeables as the file writes them. */
export function patternText(text: string, elements: Elements): string {
  const said = elements.map(element => {
    if (element.type === 'TextElement') return element.value
    const { start, end } = spanOf(element)
    return text.slice(start, end).replaceAll('\r\n', '\n')
  })
  return said.join('')
}

/** Whether a pattern has selectors. */
export function hasSelectors(elements: Elements): boolean {
  return elements.some(element => selectIn(element) !== undefined)
}
