/** Plural forms as the keys of one table, as go-i18n has them: those that the file has, and those that the target needs besides. */
import { placeholdersOf } from '../content/placeholders.ts'
import { PLURAL_CATEGORIES, type PluralCategory, pluralCategories } from '../content/plural-categories.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { MadeForm } from '../keyed/index.ts'
import type { TomlFile, TomlString, TomlTable } from './reader.ts'

export interface TomlForm {
  readonly of: readonly string[]
  readonly numbers: string | undefined
}

/** A form that the file lacks, to be written in front of one that it has. */
export interface TomlMade {
  readonly category: PluralCategory
  readonly other: TomlString
  readonly made: MadeForm
  readonly at: number
}

/** A message of several forms. */
interface Message {
  readonly table: TomlTable
  readonly other: TomlString
  /** False where the keys may only look like forms. */
  readonly sure: boolean
}

const CATEGORIES: ReadonlySet<string> = new Set(PLURAL_CATEGORIES)
/** What a message of go-i18n has beside its forms. */
export const BESIDE_FORMS: ReadonlySet<string> = new Set(['description', 'hash', 'id', 'leftDelim', 'rightDelim'])
const COUNTED = /^(?:\{\{\s*\.?(?:count|n|num|number|plural\w*)\b.*|[%#$]?\{(?:count|n|num|number)\b.*|%[dn])/i

export function formName({ keys }: TomlString): string {
  return keys.at(-1) ?? ''
}

function isCategory(name: string): name is PluralCategory {
  return CATEGORIES.has(name)
}

/** The message that a table is; undefined where it is none of several forms, or may get none. */
export function messageIn(table: TomlTable): Message | undefined {
  const forms = table.strings.filter(string => isCategory(formName(string)) && string.key !== undefined)
  const other = forms.find(string => formName(string) === 'other')
  if (other === undefined) return undefined
  const rest = table.strings.filter(string => !forms.includes(string) && !BESIDE_FORMS.has(formName(string)))
  const isWhole = rest.length + table.others === 0
  const counts = forms.some(({ text }) => [...placeholdersOf(text).keys()].some(code => COUNTED.test(code)))
  const sure = isWhole && (forms.some(string => /^(?:one|few)$/.test(formName(string))) || counts)
  return forms.length > 1 || sure ? { table, other, sure } : undefined
}

/** What a string is in its message. */
export function formIn({ table }: Message, string: TomlString, language: string | undefined): TomlForm | undefined {
  const name = formName(string)
  return isCategory(name) ? { of: table.keys, numbers: numbersOf(name, language) } : undefined
}

function numbersOf(category: PluralCategory, language: string | undefined): string | undefined {
  const categories = language === undefined ? undefined : pluralCategories(language, false)
  if (categories === undefined || categories.size === 1) return undefined
  const numbers = categories.get(category) ?? (category === 'zero' ? '0' : '')
  return numbers === '' ? undefined : pluralNote(numbers)
}

/** The forms that a message needs in a language and has not, in the order of CLDR. */
export function madeForms(text: string, { table, other, sure }: Message, language: string | undefined): TomlMade[] {
  const categories = sure && language !== undefined ? pluralCategories(language, false) : undefined
  const own = table.strings.filter(string => isCategory(formName(string)))
  return [...(categories?.keys() ?? [])].flatMap(category => {
    if (own.some(string => formName(string) === category)) return []
    const later: readonly string[] = PLURAL_CATEGORIES.slice(PLURAL_CATEGORIES.indexOf(category))
    const follower = own.find(string => later.includes(formName(string))) ?? other
    const [like, place] = [other.key, follower.key]
    if (like === undefined || place === undefined) return []
    const written = text.slice(like.start, like.last) + text.slice(like.last, other.start).replace('other', category)
    const between = follower.inline ? ', ' : breakAnd(text, place.start)
    const made = { before: written, after: between, raw: text.slice(other.start, other.end) }
    return [{ category, other, made, at: place.start }]
  })
}

/** The line end of the file, and the indent of the line that a key begins. */
function breakAnd(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1
  return (text.includes('\r\n') ? '\r\n' : '\n') + text.slice(from, at)
}

/** The messages of a file, by the strings that are their forms. */
export function messagesIn({ tables }: TomlFile): ReadonlyMap<TomlString, Message> {
  const messages = new Map<TomlString, Message>()
  for (const table of tables.values()) {
    const message = messageIn(table)
    if (message !== undefined) for (const string of table.strings) messages.set(string, message)
  }
  return messages
}
