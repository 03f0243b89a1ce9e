import { asMoment, type Fields, fieldsOf, isFields, otherText, readableFields, textUnder } from './finding.ts'
import { Term } from './glossary.ts'

const TAG = ['tag', 'code', 'bcp47', 'language_tag', 'locale', 'language', 'id', 'value', 'key']
const NAME = ['name', 'english_name', 'label', 'title', 'display_name', 'english']

/** The languages of any answer: tags, objects with a tag, an object from tag to name, or lists of them below a name. */
export function languagePage(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data) && data.every(isDeclared)) return data
  const found = languagesIn(data)
  const once = new Map(found.map(language => [language.tag, language]))
  return once.size === 0 && !isEmpty(data) ? undefined : [...once.values()]
}

/** True for a language as the contract has it, for the schema to judge. */
function isDeclared(item: unknown): boolean {
  return typeof fieldsOf(item).tag === 'string'
}

function isEmpty(data: unknown): boolean {
  return Array.isArray(data) ? data.length === 0 : Object.keys(fieldsOf(data)).length === 0
}

interface Tagged {
  readonly tag: string
  readonly name: string
}

function languagesIn(data: unknown): readonly Tagged[] {
  if (Array.isArray(data)) return data.flatMap(item => languageOf(item) ?? [])
  if (!isFields(data)) return []
  const { tags, names } = data
  if (Array.isArray(tags) && names !== undefined)
    return tags.flatMap((tag, at) => tagged(tag, nameAt(names, tag, at)) ?? [])
  const entries = Object.entries(data)
  const nested = entries.flatMap(([, inner]) => (Array.isArray(inner) || isFields(inner) ? languagesIn(inner) : []))
  if (nested.length > 0) return nested
  return entries.every(([tag]) => isTag(tag)) ? entries.flatMap(([tag, name]) => tagged(tag, name) ?? []) : []
}

function nameAt(names: unknown, tag: unknown, at: number): unknown {
  return Array.isArray(names) ? names[at] : fieldsOf(names)[String(tag)]
}

function languageOf(item: unknown): Tagged | undefined {
  if (typeof item === 'string') return tagged(item)
  const fields = fieldsOf(item)
  const tag = [textUnder(fields, TAG), ...Object.values(fields)].find(isTag)
  return tagged(tag, textUnder(fields, NAME) ?? otherText(fields, typeof tag === 'string' ? tag : undefined))
}

/** A language; without a name it has the English one. */
function tagged(tag: unknown, name?: unknown): Tagged | undefined {
  if (!isTag(tag)) return undefined
  return { tag, name: typeof name === 'string' && name !== '' ? name : nameOf(tag) }
}

function isTag(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(value)
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(tag.replaceAll('_', '-')) ?? tag
  } catch {
    return tag
  }
}

const PAIR = ['language_pair', 'pair', 'id', 'key', 'name']
const SOURCE = 'source_language source from source_tag src'.split(' ')
const TARGET = ['target_language', 'target', 'to', 'target_tag', 'tgt']
const COUNT = ['term_count', 'terms_count', 'size', 'count', 'total', 'entries_count']
const CREATED = ['created_at', 'created']
const CHANGED = ['updated_at', 'changed_at', 'modified_at', 'updated', 'modified']
const SOURCE_TERM = 'source term from original src source_term key'.split(' ')
const TARGET_TERM = ['target', 'translation', 'to', 'tgt', 'target_term', 'value']
const NOTE = ['note', 'comment', 'description', 'remark']

/** The glossaries of a list, in whatever envelope: a list, or an object with a list below one name. */
export function glossaryPage(data: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(data) ? data : Object.values(fieldsOf(data)).find(Array.isArray)
  return list?.map((item: unknown) => glossaryIn(item))
}

/**
 * A glossary of any form. `pair`: the one that was asked for, where the answer does not say it. The terms are a list of objects or
 * pairs, or an object from source to target.
 */
export function glossaryIn(data: unknown, pair?: string): unknown {
  const outer = fieldsOf(data)
  const glossary = isFields(outer.glossary) ? outer.glossary : outer
  const named = PAIR.map(name => glossary[name]).find(value => isFields(value))
  const languages = { ...glossary, ...fieldsOf(named) }
  const [from, to] = [textUnder(languages, SOURCE), textUnder(languages, TARGET)]
  const language_pair = textUnder(glossary, PAIR.slice(0, 2)) ?? pair ?? pairOf(from, to) ?? textUnder(glossary, PAIR)
  const [source_language, target_language] = from && to ? [from, to] : split(language_pair ?? '')
  const terms = termsIn(glossary)
  const [created_at, updated_at] = [CREATED, CHANGED].map(names =>
    names.map(name => asMoment(glossary[name])).find(Boolean),
  )
  const name = textUnder(glossary, ['name', 'title', 'label'])
  return {
    ...{ language_pair, source_language, target_language },
    name: name === undefined || name === language_pair ? null : name,
    term_count: COUNT.map(count => glossary[count]).find(value => Number.isInteger(value)) ?? terms?.length ?? null,
    ...{ created_at: created_at ?? textUnder(glossary, CREATED) ?? null },
    ...{ updated_at: updated_at ?? textUnder(glossary, CHANGED) ?? null },
    ...(terms !== undefined && { terms }),
  }
}

function pairOf(from: string | undefined, to: string | undefined): string | undefined {
  return from === undefined || to === undefined ? undefined : `${from}-${to}`
}

/** The two languages of a pair, where the target begins with the last tag of two or three letters: `zh-Hans-pt-BR`. */
function split(pair: string): readonly [string, string] {
  const [, source = pair, target = ''] = /^([a-z]{2,3}(?:-(?:[A-Za-z]{4}|[A-Z]{2}|\d{3}))*)-(.+)$/.exec(pair) ?? []
  return [source, target]
}

function termsIn(glossary: Fields): readonly unknown[] | undefined {
  const { terms = Object.values(glossary).find(isTermList) } = glossary
  if (Array.isArray(terms)) return terms.map(termOf)
  return isFields(terms) ? Object.entries(terms).map(([source, target]) => ({ source, target })) : undefined
}

function isTermList(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'object' && item !== null)
}

function termOf(item: unknown): unknown {
  if (Array.isArray(item)) return { source: item[0], target: item[1] }
  if (!isFields(item)) return item
  const source = textUnder(item, SOURCE_TERM)
  const note = textUnder(item, NOTE) ?? null
  return {
    ...readableFields(item, Term.shape),
    source,
    target: textUnder(item, TARGET_TERM) ?? otherText(item, source),
    note,
  }
}
