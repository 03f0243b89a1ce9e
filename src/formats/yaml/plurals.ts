/**
 * Plural forms as keys: a map of `one` and `other`. In a language with more forms, the message gets the keys that are missing, in the
 * order of CLDR and in the manner of the others.
 */
import { placeholdersOf } from '../content/placeholders.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../content/plural-categories.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { YamlScalar } from './scalar.ts'

export interface PluralForm {
  readonly scalar: YamlScalar
  readonly category: PluralCategory
}

/** The forms of one message, in the order of the file. */
export interface PluralMessage {
  readonly forms: readonly PluralForm[]
  readonly categories: ReadonlyMap<YamlScalar, PluralCategory>
  /** The text that a form is translated from which the file does not have. */
  readonly other: YamlScalar
  /** False where the keys may only look like plural forms: then no form is added. */
  readonly sure: boolean
}

const CATEGORIES: ReadonlyMap<string, PluralCategory> = new Map(PLURAL_CATEGORIES.map(name => [name, name]))
/** What a message of go-i18n has beside its forms. */
const BESIDE: ReadonlySet<string> = new Set(['description', 'id', 'hash', 'leftDelim', 'rightDelim'])
/** How messages write the number that decides. */
const COUNTED = /^(?:\{\{\s*\.?(?:count|n|num|number)\b.*|[%#$]?\{(?:count|n|num|number)\b.*|%[dn]|%count%)/i

/** The message that the scalars of one map are the forms of; undefined where they are something else. */
export function pluralMessageOf(scalars: readonly YamlScalar[]): PluralMessage | undefined {
  const forms = scalars.flatMap(scalar => {
    const category = CATEGORIES.get(scalar.entry?.name ?? '')
    return category === undefined || scalar.typed !== undefined ? [] : [{ scalar, category }]
  })
  const other = forms.find(({ category }) => category === 'other')?.scalar
  if (other === undefined) return undefined
  const beside = scalars.filter(({ entry }) => BESIDE.has(entry?.name ?? ''))
  const names = new Set(forms.map(({ category }) => category))
  const categories = new Map(forms.map(({ scalar, category }) => [scalar, category]))
  const entries = other.siblings
  const isWhole = forms.length + beside.length >= entries && names.size === forms.length
  const sure = isWhole && (names.has('one') || names.has('few') || isCounted(forms))
  return { forms, categories, other, sure }
}

function isCounted(forms: readonly PluralForm[]): boolean {
  return forms.some(({ scalar }) => [...placeholdersOf(scalar.value).keys()].some(code => COUNTED.test(code)))
}

/** A form that a language needs and the file does not have: on which side of which one it is written. */
export interface YamlLackingForm {
  readonly category: PluralCategory
  readonly beside: YamlScalar
  readonly behind: boolean
}

/** The forms that a message needs in a language besides its own. Among these they stand in the order of CLDR. */
export function formsLackedBy({ forms, sure }: PluralMessage, language: string): YamlLackingForm[] {
  const wanted = sure ? pluralCategories(language, false) : undefined
  if (wanted === undefined) return []
  const own = PLURAL_CATEGORIES.flatMap(category => forms.filter(form => form.category === category))
  const lacking = [...wanted.keys()].filter(category => !own.some(form => form.category === category))
  return lacking.flatMap(category => {
    const earlier = own.findLast(form => rankOf(form.category) < rankOf(category))
    const beside = earlier ?? own[0]
    return beside ? [{ category, beside: beside.scalar, behind: earlier !== undefined }] : []
  })
}

function rankOf(category: PluralCategory): number {
  return PLURAL_CATEGORIES.indexOf(category)
}

/** Numbers of forms that a language does not have: programs that know no rules of languages use them for these. */
const WITHOUT_RULES: Partial<Record<PluralCategory, string>> = { zero: '0', one: '1' }

/** The line for translators that says which numbers a form is for. */
export function numbersNote(category: PluralCategory, language: string): string | undefined {
  const numbers = pluralCategories(language, false)?.get(category) || WITHOUT_RULES[category]
  return numbers === undefined ? undefined : pluralNote(numbers)
}
