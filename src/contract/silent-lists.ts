import {
  asMoment,
  type Fields,
  fieldsOf,
  isFields,
  onlyOne,
  otherText,
  readableFields,
  speaksOf,
  textUnder,
} from './finding.ts'
import { Term } from './glossary.ts'

const TAG = ['tag', 'code', 'bcp47', 'language_tag', 'locale', 'language', 'id', 'value', 'key']
const NAME = ['name', 'english_name', 'label', 'title', 'display_name', 'english']
/** Words of the name of a list of languages: with any other word it is a list of something else, or of some languages only. */
const LANGUAGES = [
  ...['languages', 'language', 'tags', 'codes', 'locales', 'source', 'sources', 'target', 'targets'],
  ...['supported', 'available', 'enabled', 'all', 'list', 'items', 'entries', 'values', 'results', 'data'],
]

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
  return Array.isArray(data) ? data.length === 0 : isFields(data) && Object.keys(data).length === 0
}

interface Tagged {
  readonly tag: string
  readonly name: string
}

/** Several lists whose names say that they are of languages are all taken: each language in them is supported. */
function languagesIn(data: unknown): readonly Tagged[] {
  if (Array.isArray(data)) return data.flatMap(item => languageOf(item) ?? [])
  if (!isFields(data)) return []
  const { tags, names } = data
  if (Array.isArray(tags) && names !== undefined)
    return tags.flatMap((tag, at) => tagged(tag, nameAt(names, tag, at)) ?? [])
  const entries = Object.entries(data)
  if (entries.every(([tag, name]) => isKnown(tag) && !Array.isArray(name)))
    return entries.flatMap(([tag, name]) => tagged(tag, isFields(name) ? textUnder(name, NAME) : name) ?? [])
  return entries.flatMap(([name, inner]) => (speaksOf(name, LANGUAGES) ? languagesIn(inner) : []))
}

function nameAt(names: unknown, tag: unknown, at: number): unknown {
  return Array.isArray(names) ? names[at] : fieldsOf(names)[String(tag)]
}

/** A language with the first of its names that is a tag; where none is, with the only tag under any other name. */
function languageOf(item: unknown): Tagged | undefined {
  if (typeof item === 'string') return tagged(item)
  const fields = fieldsOf(item)
  const others = Object.entries(fields).flatMap(([name, value]) =>
    !NAME.includes(name) && isKnown(value) ? value : [],
  )
  const tag = TAG.map(name => fields[name]).find(isTag) ?? onlyOne(others)
  return tagged(tag, textUnder(fields, NAME))
}

/** A language; without a name it has the English one. */
function tagged(tag: unknown, name?: unknown): Tagged | undefined {
  if (!isTag(tag)) return undefined
  return { tag, name: typeof name === 'string' && name !== '' ? name : (nameOf(tag) ?? tag) }
}

function isTag(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(value)
}

/** True for a tag whose language has a name: short words, such as `txt`, look like tags. */
function isKnown(value: unknown): value is string {
  return isTag(value) && nameOf(value) !== undefined
}

let display: Intl.DisplayNames | undefined

/** The English name of a language; undefined for a tag that names none. */
function nameOf(tag: string): string | undefined {
  display ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  try {
    return display.of(tag.replaceAll('_', '-'))
  } catch {
    return undefined
  }
}

const PAIR = ['language_pair', 'pair', 'id', 'key', 'name']
const SOURCE = 'source_language source from source_tag src'.split(' ')
const TARGET = ['target_language', 'target', 'to', 'target_tag', 'tgt']
const COUNT = ['terms', 'terms_count', 'size', 'count', 'total', 'entries_count']
const CREATED = ['created_at', 'created']
const CHANGED = ['updated_at', 'changed_at', 'modified_at', 'updated', 'modified']
const SOURCE_TERM = 'source term from original src source_term key'.split(' ')
const TARGET_TERM = ['target', 'translation', 'to', 'tgt', 'target_term', 'value']
const NOTE = ['note', 'comment', 'description', 'remark']
const TERMS = ['terms', 'term', 'entries', 'entry', 'glossary', 'list', 'items', 'data']
const GLOSSARIES = ['glossaries', 'glossary', 'list', 'items', 'entries', 'results', 'data', 'all']

/** The glossaries of a list: a list, or an object with one list of glossaries. */
export function glossaryPage(data: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(data) ? data : onlyOne(Object.entries(fieldsOf(data)).flatMap(isGlossaryList))
  return list?.map((item: unknown) => glossaryIn(item))
}

function isGlossaryList([name, value]: readonly [string, unknown]): (readonly unknown[])[] {
  if (!Array.isArray(value)) return []
  const isOne =
    value.length === 0 ? speaksOf(name, GLOSSARIES) : value.every(item => pairOfGlossary(item) !== undefined)
  return isOne ? [value] : []
}

/**
 * A glossary of any form. `pair`: the one that was asked for, where the answer does not say it. The terms are a list of objects or
 * pairs, or an object from source to target.
 */
export function glossaryIn(data: unknown, pair?: string): unknown {
  const outer = fieldsOf(data)
  const glossary = isFields(outer.glossary) ? outer.glossary : outer
  const [from, to] = sidesOf(glossary)
  const language_pair = pairOfGlossary(glossary, pair)
  const [source_language, target_language] = from && to ? [from, to] : split(language_pair ?? '')
  const terms = termsIn(glossary)
  const [created_at, updated_at] = [CREATED, CHANGED].map(names =>
    names.map(name => asMoment(glossary[name])).find(Boolean),
  )
  const name = textUnder(glossary, ['name', 'title', 'label'])
  return {
    ...{ language_pair, source_language, target_language },
    name: name === undefined || name === language_pair ? null : name,
    term_count: countOf(glossary, terms),
    ...{ created_at: created_at ?? textUnder(glossary, CREATED) ?? null },
    ...{ updated_at: updated_at ?? textUnder(glossary, CHANGED) ?? null },
    ...(terms !== undefined && { terms }),
  }
}

/** The languages that a glossary names one by one. */
function sidesOf(glossary: Fields): readonly [string | undefined, string | undefined] {
  const named = PAIR.map(name => glossary[name]).find(value => isFields(value))
  const languages = { ...glossary, ...fieldsOf(named) }
  return [textUnder(languages, SOURCE), textUnder(languages, TARGET)]
}

/** The pair of a glossary: as it is called, as it was asked for, by its two languages, or an id that is a pair. */
function pairOfGlossary(data: unknown, asked?: string): string | undefined {
  const glossary = fieldsOf(data)
  const [from, to] = sidesOf(glossary)
  const pair = from && to ? `${from}-${to}` : undefined
  return textUnder(glossary, PAIR.slice(0, 2)) ?? asked ?? pair ?? PAIR.map(name => glossary[name]).find(isPair)
}

function isPair(value: unknown): value is string {
  return typeof value === 'string' && split(value).every(isKnown)
}

/** The two languages of a pair, where the target begins with the last tag of two or three letters: `zh-Hans-pt-BR`. */
function split(pair: string): readonly [string, string] {
  const [, source = pair, target = ''] = /^([a-z]{2,3}(?:-(?:[A-Za-z]{4}|[A-Z]{2}|\d{3}))*)-(.+)$/.exec(pair) ?? []
  return [source, target]
}

/** How many terms a glossary has: as declared, else what its list and all other counts agree on; null where they do not. */
function countOf(glossary: Fields, terms: readonly unknown[] | undefined): unknown {
  if (Number.isInteger(glossary.term_count)) return glossary.term_count
  const counts = [...COUNT.map(name => glossary[name]), terms?.length]
  return onlyOne(counts.filter(value => Number.isInteger(value))) ?? null
}

/** The terms under `terms`; else the only list that reads as terms, or the only one whose name speaks of them. */
function termsIn(glossary: Fields): readonly unknown[] | undefined {
  const { terms } = glossary
  if (Array.isArray(terms)) return terms.map(termOf)
  if (isFields(terms)) return termsOfMap(terms)
  const lists = Object.entries(glossary).flatMap(([name, value]) => termLists(name, value))
  return onlyOne(lists)
}

function termLists(name: string, value: unknown): (readonly unknown[])[] {
  if (isFields(value)) return name !== 'glossary' && speaksOf(name, TERMS) ? [termsOfMap(value)] : []
  if (!Array.isArray(value)) return []
  const terms = value.map(termOf)
  const isOne = terms.length === 0 ? speaksOf(name, TERMS) : terms.every(isTerm)
  return isOne ? [terms] : []
}

function isTerm(term: unknown): boolean {
  return Term.safeParse(term).success
}

function termsOfMap(terms: Fields): readonly unknown[] {
  return Object.entries(terms).map(([source, told]) =>
    isFields(told) ? termOf({ ...told, source }) : { source, target: told },
  )
}

function termOf(item: unknown): unknown {
  if (Array.isArray(item)) return { source: item[0], target: item[1] }
  if (!isFields(item)) return item
  const source = textUnder(item, SOURCE_TERM)
  const note = textUnder(item, NOTE) ?? null
  return {
    ...readableFields(item, Term.shape),
    source,
    target: textUnder(item, TARGET_TERM) ?? otherText(item, [...SOURCE_TERM, ...NOTE]),
    note,
  }
}
