/** What a whole YAML file is, which has to be known before its first unit is read. */
import type { DecodedText } from '../bytes/charset.ts'
import { SEEN_BEYOND_ASCII } from '../content/escaped.ts'
import { isSameLanguage } from '../content/language-tag.ts'
import type { BearsOut } from '../content/shown-language.ts'
import { syntaxShownBy } from '../content/shown-syntax.ts'
import { type BesideTexts, type TextsInLanguages, textsInLanguages } from '../content/texts-in-languages.ts'
import { childPointer } from '../content/tree.ts'
import type { PlaceholderSyntax } from '../format.ts'
import { type LanguageRoot, NO_LANGUAGES, sourceAmong, type YamlLanguages, yamlLanguagesIn } from './languages.ts'
import { type PluralMessage, pluralMessageOf } from './plurals.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import { yamlSettingsOf } from './settings.ts'
import type { Scalars } from './walk.ts'

export interface YamlFile extends DecodedText {
  readonly scalars: readonly YamlScalar[]
  readonly entries: readonly YamlEntry[]
  readonly languages: YamlLanguages
  /** By the number of a document: the root that is translated. */
  readonly roots: ReadonlyMap<number, LanguageRoot>
  /** What people call the file, where programs read it: nothing of it is translated unless somebody asks. */
  readonly settings: string | undefined
  /** By the map that holds its forms. */
  readonly messages: ReadonlyMap<YamlScalar['holder'], PluralMessage>
  /** By a map: the comment that its message has as a value. */
  readonly described: ReadonlyMap<YamlScalar['holder'], YamlScalar>
  /** Of a list of messages: by the index, what the message is called. */
  readonly names: ReadonlyMap<string, string>
  /** The texts that are in several languages each. */
  readonly texts: TextsInLanguages<YamlScalar>
  readonly eol: string
  /** The syntax of placeholders that the texts show. */
  readonly shown: PlaceholderSyntax | undefined
  /** True where all characters beyond ASCII are escaped: the program that reads the file may expect only ASCII. */
  readonly ascii: boolean
  /** The language that the file is read for, if it is. */
  readonly target: string | undefined
  /** True for a file that was written in that language. */
  readonly is_result: boolean
}

export interface YamlPurpose {
  /** The language that the file is read for, if it is. */
  readonly target: string | undefined
  /** The language of its texts, where it is known. */
  readonly source: string | undefined
  /** True for a file that was written for the target: its root of that language is the one that was translated. */
  readonly is_result: boolean
  readonly bears: BearsOut | undefined
}

/** What the file says that a result was made from. */
export interface SaidBefore {
  readonly languages: YamlLanguages
  readonly texts: TextsInLanguages<YamlScalar>
}

export function yamlFileOf(
  decoded: DecodedText,
  read: Scalars,
  { target, source, is_result, bears }: YamlPurpose,
  before: SaidBefore | undefined,
): YamlFile {
  const { text } = decoded
  const { scalars, entries } = read
  const said = yamlLanguagesIn(text, read, source, before?.languages)
  const texts = yamlTextsIn(read, said, { spoken: source, before: before?.texts, bears })
  const languages = texts.whole ? NO_LANGUAGES : said
  const messages = messagesIn(scalars)
  const names = namesOfItems(scalars)
  return {
    ...decoded,
    scalars,
    entries,
    languages,
    roots: languages.several
      ? new Map([sourceAmong(languages.roots, source, target)].flatMap(root => (root ? [[0, root]] : [])))
      : rootsOf(languages.roots, target, is_result),
    settings: said.roots.length > 0 ? undefined : yamlSettingsOf(read)?.called,
    texts,
    messages,
    described: new Map(
      scalars.flatMap(scalar => (isDescription(scalar, messages, names) ? [[scalar.holder, scalar]] : [])),
    ),
    names,
    shown: syntaxShownBy(scalars.flatMap(({ value }) => (SYMBOL.test(value) ? [] : value))),
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    ascii: ESCAPE_BEYOND_ASCII.test(text) && !BEYOND_ASCII.test(text),
    target,
    is_result,
  }
}

/** The texts that are in several languages each. Where these are the keys of the root, there are none below. */
export function yamlTextsIn(
  { scalars, holders }: Scalars,
  { roots }: YamlLanguages,
  { spoken, ...more }: BesideTexts<YamlScalar>,
): SaidBefore['texts'] {
  if (roots.length > 1) return { source: undefined, whole: false, texts: [] }
  const [root] = roots
  const below = root && childPointer('', root.name)
  return textsInLanguages({ strings: scalars, holders }, { ...more, spoken: spoken ?? root?.tag, below })
}

/** Names of Ruby are whole values, `:day`. */
const SYMBOL = /^:\w+$/
const BEYOND_ASCII = /[^\0-\x7f]/
const ESCAPE_BEYOND_ASCII = new RegExp(`\\\\(?:u${SEEN_BEYOND_ASCII}|x(?!a0|ad)[a-f][0-9a-f])`, 'i')

/** In a stream of documents each has its own, the first of several. One in the target language beside others is not translated. */
function rootsOf(
  all: readonly LanguageRoot[],
  target: string | undefined,
  is_result: boolean,
): Map<number, LanguageRoot> {
  const chosen = new Map<number, LanguageRoot>()
  const isTarget = ({ tag }: LanguageRoot): boolean => target !== undefined && isSameLanguage(tag, target)
  for (const root of all) {
    const before = chosen.get(root.document)
    if (before === undefined || (isTarget(root) && !isTarget(before))) chosen.set(root.document, root)
  }
  if (!is_result && all.length > 1) {
    for (const [document, root] of chosen) if (isTarget(root)) chosen.set(document, { ...root, taken: true })
  }
  return chosen
}

function messagesIn(scalars: readonly YamlScalar[]): Map<YamlScalar['holder'], PluralMessage> {
  const messages = new Map<YamlScalar['holder'], PluralMessage>()
  let its: YamlScalar[] = []
  const byHolder = new Map<YamlScalar['holder'], YamlScalar[]>()
  for (const scalar of scalars) {
    if (scalar.entry === undefined) continue
    if (its[0]?.holder !== scalar.holder) its = byHolder.get(scalar.holder) ?? []
    if (its.push(scalar) === 1) byHolder.set(scalar.holder, its)
  }
  for (const [holder, all] of byHolder) {
    const message = pluralMessageOf(all)
    if (message) messages.set(holder, message)
  }
  return messages
}

function isDescription(
  { entry, holder, path }: YamlScalar,
  messages: ReadonlyMap<YamlScalar['holder'], PluralMessage>,
  names: ReadonlyMap<string, string>,
): boolean {
  if (entry?.name !== 'description') return false
  return messages.has(holder) || (path.length === 2 && names.has(path[0] ?? ''))
}

/** Lists of Hugo: each item has an `id` and its `translation`. */
function namesOfItems(scalars: readonly YamlScalar[]): Map<string, string> {
  const names = new Map<string, string>()
  const translated = new Set<string>()
  for (const { path, value } of scalars) {
    const [index = '', key] = path
    if (key === 'id' && path.length === 2) names.set(index, value)
    if (key === 'translation') translated.add(index)
  }
  const isList = names.size > 0 && [...names.keys()].every(index => translated.has(index) && /^\d+$/.test(index))
  return isList ? names : new Map()
}
