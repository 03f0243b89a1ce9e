/**
 * Plural forms as keys of their own: `item_one` and `item_other`, an object of `one` and `other`. In a language with more forms, the
 * message gets the keys that are missing, after its last form.
 */

import { placeholdersOf } from '../content/placeholders.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../content/plural-categories.ts'
import { pluralNote } from '../content/plural-note.ts'
import { childPointer, memberCount, pointerOf } from '../content/tree.ts'
import type { Holder, JsonString } from './reader.ts'

/** A string that is one form of a message. */
export interface KeyedForm {
  readonly string: JsonString
  /** Undefined for the two forms of older i18next files, `item` and `item_plural`. */
  readonly category: PluralCategory | undefined
}

/** The forms of one message, in the order of the file. */
export interface KeyedPlural {
  /** The pointer that stands for all of them. */
  readonly pointer: string
  readonly ordinal: boolean
  readonly forms: readonly KeyedForm[]
  /** False where the keys may only look like plural forms: then no form is added. */
  readonly sure: boolean
}

/** i18next: `item_one`, `item_ordinal_two`; flat files: `item.one`. In older i18next files, `item_plural` is the plural of `item`. */
const PLURAL_KEY = /^(.+)([_.])(zero|one|two|few|many|other|plural)$/
const FORM_KEY = /(?:^|[_.])(?:zero|one|two|few|many|other|plural)$/
const CATEGORIES: ReadonlyMap<string, PluralCategory> = new Map(PLURAL_CATEGORIES.map(name => [name, name]))
/** How messages write the number that decides. */
const COUNTED =
  /^(?:\{\{\s*(?:count|n|num|number|smart_count)\b.*|[%#$]?\{(?:count|n|num|number|smart_count)\b.*|%[dn])/

/** What a string is in its message. */
export interface FormOfGroup {
  readonly group: KeyedPlural
  readonly category: PluralCategory | undefined
}

/** Whether a key may be that of a plural form. */
export function isFormKey(key: string): boolean {
  return FORM_KEY.test(key)
}

/** The groups among the strings of one object, by each string that is in one. */
export function pluralGroups(holder: Holder): ReadonlyMap<JsonString, FormOfGroup> {
  const groups = new Map<JsonString, FormOfGroup>()
  if (!holder.object || holder.strings.length === 0) return groups
  const own = ownForms(holder)
  for (const group of own === undefined ? suffixed(holder) : [own]) {
    for (const { string, category } of group.forms) groups.set(string, { group, category })
  }
  return groups
}

/** An object whose keys are the forms of one message. */
function ownForms(holder: Holder): KeyedPlural | undefined {
  if (!holder.strings.some(({ key }) => key === 'other')) return undefined
  const forms = holder.strings.flatMap(string => {
    const category = CATEGORIES.get(string.key)
    return category === undefined ? [] : [{ string, category }]
  })
  const whole = forms.length === memberCount(holder)
  // A lone `other` beside other keys is a name.
  if (forms.length === 1 && !whole) return undefined
  const sure = whole && isCounted(forms)
  return { pointer: holder.pointer, ordinal: false, forms, sure }
}

function suffixed(holder: Holder): KeyedPlural[] {
  const byStem = new Map<string, KeyedForm[]>()
  let plain: Map<string, JsonString> | undefined
  for (const string of holder.strings) {
    const { key } = string
    if (!FORM_KEY.test(key)) continue
    const [, stem = '', mark = '', form = ''] = PLURAL_KEY.exec(key) ?? []
    if (form === '') continue
    const forms = byStem.get(stem + mark) ?? []
    byStem.set(stem + mark, forms)
    forms.push({ string, category: CATEGORIES.get(form) })
    if (form !== 'plural') continue
    plain ??= new Map(holder.strings.map(each => [each.key, each]))
    const singular = plain.get(stem)
    if (singular !== undefined) forms.push({ string: singular, category: undefined })
  }
  return [...byStem].flatMap(([stem, all]) => groupsOf(holder, stem, all))
}

function groupsOf(holder: Holder, stem: string, all: readonly KeyedForm[]): KeyedPlural[] {
  const pointer = childPointer(holder.pointer, stem.slice(0, -1))
  const isOld = ({ category }: KeyedForm) => category === undefined
  const old = all.filter(isOld).sort((a, b) => a.string.start - b.string.start)
  if (old.length > 1) return [{ pointer, ordinal: false, forms: old, sure: false }]
  const forms = all.filter(form => !isOld(form))
  if (!forms.some(({ category }) => category === 'other')) return []
  return [{ pointer, ordinal: stem.endsWith('_ordinal_'), forms, sure: isCounted(forms) }]
}

/** Whether forms are those of a message, and not names that happen to be the same, as `reason_other`. */
function isCounted(forms: readonly KeyedForm[]): boolean {
  const names = new Set(forms.map(({ category }) => category))
  if (names.size < forms.length) return false
  if (names.has('one') || names.has('few')) return true
  return forms.some(({ string }) => [...placeholdersOf(string.value).keys()].some(code => COUNTED.test(code)))
}

/** The line for translators that says which numbers a form is for; undefined where the language has but one. */
export function formNote(group: KeyedPlural, category: PluralCategory | undefined, tag: string): string | undefined {
  const categories = pluralCategories(tag, group.ordinal)
  if (category === undefined || categories === undefined || categories.size === 1) return undefined
  const numbers = categories.get(category) ?? (category === 'zero' ? '0' : '')
  return numbers === '' ? undefined : pluralNote(numbers)
}

/** A form that a language needs and the file does not have. */
export interface LackingForm {
  readonly category: PluralCategory
  /** What it is translated from. */
  readonly from: JsonString
  /** The form of the file beside which it is written, and on which side. */
  readonly beside: JsonString
  readonly behind: boolean
  /** What is written before and after its text. */
  readonly before: string
  readonly after: string
  readonly pointer: string
  readonly key: string
}

/**
 * The forms that a message needs in a language besides its own. They stand in the order of CLDR among these, so that those which are not
 * written do not change the order of the others.
 */
export function addedForms(group: KeyedPlural, tag: string, text: string): readonly LackingForm[] {
  const from = group.forms.find(({ category }) => category === 'other')?.string
  const categories = group.sure ? pluralCategories(tag, group.ordinal) : undefined
  if (from === undefined || categories === undefined) return []
  const own = new Map(group.forms.flatMap(({ category, string }) => (category ? [[category, string] as const] : [])))
  const present = PLURAL_CATEGORIES.filter(category => own.has(category))
  // What stands before the last of them stands between two members; before the first, it may stand behind a bracket.
  const lead = blanksBefore(text, (group.forms.at(-1)?.string.key_start ?? 0) - 1)
  return [...categories.keys()].flatMap(category => {
    if (own.has(category)) return []
    const rank = PLURAL_CATEGORIES.indexOf(category)
    const earlier = present.findLast(each => PLURAL_CATEGORIES.indexOf(each) < rank)
    const name = earlier ?? present[0]
    const beside = name && own.get(name)
    return name && beside ? formBeside(beside, name, { category, from, behind: earlier !== undefined }, lead, text) : []
  })
}

/** A form in the manner of the one beside it: its quotes, its indent and line end, the blanks around its colon. */
function formBeside(
  beside: JsonString,
  own: PluralCategory,
  { category, from, behind }: Pick<LackingForm, 'category' | 'from' | 'behind'>,
  lead: string,
  text: string,
): LackingForm[] {
  const written = text.slice(beside.key_start, beside.key_end)
  if (!written.endsWith(own)) return []
  const between = text.slice(beside.key_end + 1, beside.start - 1)
  const colon = BLANK_COLON.test(between) ? between : ': '
  const start = `"${written.slice(0, -own.length)}${category}"${colon}"`
  const key = beside.key.slice(0, -own.length) + category
  const place = behind ? { before: `,${lead}${start}`, after: '"' } : { before: start, after: `",${lead}` }
  return [{ category, from, beside, behind, ...place, key, pointer: pointerOf({ ...beside, key }) }]
}

const BLANK_COLON = /^\s*:\s*$/

/** The white space that ends at an offset. */
export function blanksBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1
  return text.slice(start, end)
}
