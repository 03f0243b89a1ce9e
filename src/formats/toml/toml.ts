/**
 * TOML: a unit per string value, with the quotes that it has. Messages of go-i18n and Hugo get the plural forms that the target needs. All else
 * (keys, comments, dates, numbers, white space) is never changed.
 */
import { leftOutOfData } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { Reason } from '../format.ts'
import { type KeyedEntry, type KeyedFile, type KeyedSyntax, keyedFormat } from '../keyed/index.ts'
import { tomlFacts } from './facts.ts'
import { BESIDE_FORMS, formIn, formName, madeForms, messagesIn } from './plurals.ts'
import { readToml, type TomlString } from './reader.ts'
import { tomlSettingsOf } from './settings.ts'
import { tomlLike } from './strings.ts'

const syntax: KeyedSyntax = {
  scheme: 'toml',
  read: entriesOf,
  write: tomlLike,
  isAscii: () => false,
  comment: said => `# ${said}`.trimEnd(),
}

function entriesOf(text: string, language?: string): KeyedFile {
  const file = readToml(text)
  const settings = tomlSettingsOf(file)
  const messages = messagesIn(file)
  const entries: KeyedEntry[] = []
  for (const string of file.strings) {
    const message = messages.get(string)
    const description = message?.table.strings.find(each => formName(each) === 'description')
    const isForm = message !== undefined && formIn(message, string, language) !== undefined
    const note = [isForm ? description?.text : undefined, string.note].filter(Boolean).join('\n') || undefined
    const left_out = message !== undefined ? besideForms(string, isForm) : undefined
    const common = { ...string, note, kind: settings?.called }
    entries.push({
      ...common,
      left_out: left_out ?? (settings === undefined ? undefined : reasonIn(string)),
      form: message && formIn(message, string, language),
    })
  }
  for (const message of new Set(messages.values())) {
    for (const { category, other, made, at } of madeForms(text, message, language)) {
      const keys = [...other.keys.slice(0, -1), category]
      const form = formIn(message, { ...other, keys }, language)
      const like = entries.find(each => each.start === other.start)
      if (like !== undefined) entries.push({ ...like, keys, start: at, end: at, made, form })
    }
  }
  const sections = new Map([['', file.root_end], ...[...file.heads].map(([name, { to }]) => [name, to] as const)])
  return { entries: entries.toSorted((one, other) => one.start - other.start), sections, heads: file.heads }
}

/** What a message has beside its forms: what is said of it, and what programs read. */
function besideForms(string: TomlString, isForm: boolean): Reason | undefined {
  const name = formName(string)
  if (isForm || !BESIDE_FORMS.has(name)) return undefined
  return name === 'description' ? 'comment' : 'metadata'
}

/** Why a text of a file of settings stays as it is. */
function reasonIn(string: TomlString): Reason {
  return leftOutOfData(string.text) ?? (isNamedIdentifier(formName(string), string.text) ? 'identifier' : 'settings')
}

export const toml = keyedFormat(tomlFacts, syntax)
