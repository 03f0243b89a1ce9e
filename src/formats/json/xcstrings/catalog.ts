/** What a string catalog of Xcode holds: for each key its comment and its texts in all languages. */
import { sameTag } from '../../../contract/language-tags.ts'
import { FormatError } from '../../format.ts'
import { type Holder, type JsonDocument, type JsonString, readDocument } from '../reader.ts'

export interface Catalog {
  readonly text: string
  readonly document: JsonDocument
  /** The language of the texts, as the file writes it. */
  readonly source: string
  /** The object that holds the entries under their keys. */
  readonly strings: Holder
  readonly manner: CatalogManner
  /** The languages that entries have, as the file writes them. */
  readonly languages: ReadonlySet<string>
}

/** How the file is laid out. */
export interface CatalogManner {
  readonly eol: string
  /** One step of its indent; undefined where all is on one line. */
  readonly indent: string | undefined
  /** What stands between a key and its value. */
  readonly colon: string
}

/** Those that were read last, while they are in memory: whoever keeps a file in step reads what it is, and was before, for each language. */
const MOST_RECENT = 4
let recent: readonly WeakRef<Catalog>[] = []

/** @throws {FormatError} malformed; too_deep */
export function readCatalog(text: string): Catalog {
  for (const reference of recent) {
    const known = reference.deref()
    if (known?.text === text) return known
  }
  const catalog = parsedCatalog(text)
  recent = [new WeakRef(catalog), ...recent.slice(0, MOST_RECENT - 1)]
  return catalog
}

function parsedCatalog(text: string): Catalog {
  const document = readDocument(text)
  const { root } = document
  const strings = root === undefined ? undefined : holderIn(root, 'strings')
  const source = root === undefined ? undefined : stringIn(root, 'sourceLanguage')?.value
  if (root === undefined || strings === undefined || source === undefined) throw new FormatError('malformed', ELSE)
  const languages = new Set(
    strings.holders.flatMap(entry => holderIn(entry, 'localizations')?.holders.map(({ key }) => key) ?? []),
  )
  return { text, document, source, strings, manner: mannerOf(text, root), languages }
}

const ELSE =
  'This is no string catalog: it lacks "sourceLanguage" or "strings" at its root. Send the .xcstrings file of the project, or name the file .json.'

function mannerOf(text: string, root: Holder): CatalogManner {
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n'
  const first = [...root.strings, ...root.holders].reduce((one, other) => (one.start < other.start ? one : other))
  const lead = text.slice(root.start + 1, first.key_start - 1)
  const between = text.slice(first.key_end + 1, 'value' in first ? first.start - 1 : first.start)
  return {
    eol,
    indent: lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : undefined,
    colon: /^\s*:\s*$/.test(between) ? between : ' : ',
  }
}

/** The object under a key; no list. */
export function holderIn({ holders }: Holder, key: string): Holder | undefined {
  return holders.find(each => each.object && each.key === key)
}

export function stringIn({ strings }: Holder, key: string): JsonString | undefined {
  return strings.find(each => each.key === key)
}

/** How a number, true or false is written under a key. */
export function plainIn({ others, plain }: Holder, key: string): string | undefined {
  return plain[others.indexOf(key)]
}

/** What a file calls a language: as it does elsewhere, else by its tag. */
export function nameOfLanguage({ languages, source }: Catalog, language: string): string {
  const others = [...languages].filter(name => name !== source)
  return others.find(name => isTag(name, language)) ?? others.find(name => sameTag(name, language)) ?? language
}

/** The object of a language among the localizations of an entry: under its very tag, else under one that means the same. */
export function localizationIn(entry: Holder, language: string): Holder | undefined {
  const all = holderIn(entry, 'localizations')?.holders.filter(({ object }) => object) ?? []
  return all.find(({ key }) => isTag(key, language)) ?? all.find(({ key }) => sameTag(key, language))
}

function isTag(key: string, language: string): boolean {
  return key.replaceAll('_', '-').toLowerCase() === language.replaceAll('_', '-').toLowerCase()
}
