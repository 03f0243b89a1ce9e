/**
 * Files of entries gain and lose single ones. An entry that is missing comes with all that it has; into one that is there come the languages
 * that were translated and the text that they were translated from, and what it says of dates, people and states stays.
 */
import { likeliestTag } from '../../contract/language-tags.ts'
import { encodeLater } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import {
  elementsIn,
  type Graftable,
  grafted,
  holderOf,
  localName,
  type NodeCopying,
  openedTag,
  textsOf,
  type XmlElement,
  type XmlPart,
  type XmlTag,
  xmlFileOf,
} from '../bytes/xml/index.ts'
import type { Charset, Edit, Merge } from '../format.ts'
import { entryLanguageOf } from './entry.ts'
import type { ExchangeManner } from './manner.ts'
import { EntryNames } from './names.ts'
import { elseThan, sourceSaidIn } from './reader.ts'

/** The texts of a file by languages: of each entry, by its path, what its languages are called in a change. */
interface Entries extends Graftable {
  readonly texts: ReadonlyMap<string, readonly string[]>
  /** Of each entry the language of the file. */
  readonly firsts: ReadonlyMap<string, string>
  readonly elements: ReadonlyMap<string, XmlElement>
}

/** As `Format.merge`. @throws {FormatError} as `readXml`; malformed: the file is of another kind */
export async function mergedExchange(
  there: Uint8Array,
  change: Merge,
  manner: ExchangeManner,
): Promise<readonly Edit[]> {
  const to = await entriesOf(there, manner)
  const from = await entriesOf(change.from, manner)
  const source = await entriesOf(change.source, manner)
  return grafted(to, from, {
    take: new Set([...change.take].flatMap(path => comingOf(path, { to, from, source }))),
    remove: new Set([...change.remove].flatMap(path => (change.take.has(path) ? [] : (to.texts.get(path) ?? [])))),
    isText: tag => isText(tag, manner),
    reworded: (element, other, _, copying) => reworded(element, other, { manner, charset: to.charset, copying }),
  })
}

async function entriesOf(bytes: Uint8Array, manner: ExchangeManner): Promise<Entries> {
  const file = await xmlFileOf(oneChunk(bytes))
  const { root } = file
  if (!manner.roots.has(root.local)) throw elseThan(manner, root.tag)
  const header = elementsIn(root.inside).find(({ local }) => local === 'header')
  const said = sourceSaidIn(root.tag) ?? (header && sourceSaidIn(header.tag))
  const names = new EntryNames(manner)
  const [texts, firsts] = [new Map<string, readonly string[]>(), new Map<string, string>()]
  const entryPart = (element: XmlElement, indent: string): XmlPart => {
    const { path, first } = names.entryOf(element, said)
    const called: string[] = []
    const counts = new Map<string, number>()
    const holder = holderOf(element, indent, language => {
      if (!manner.languages.has(language.local)) return undefined
      const { tag, written } = entryLanguageOf(language, manner)
      const key = tag === undefined ? written : likeliestTag(tag)
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      const own = `${path}\0${key}\0${count}`
      called.push(own)
      if (language.tag.start === first?.element.tag.start) firsts.set(path, own)
      return { kind: 'text', key, path: own, element: language }
    })
    texts.set(path, called)
    return { kind: 'group', key: path, holder }
  }
  const partOf = (element: XmlElement, indent: string): XmlPart =>
    manner.entries.has(element.local)
      ? entryPart(element, indent)
      : { kind: 'fixed', key: element.local, holder: holderOf(element, indent, partOf) }
  const top = holderOf(root, '', partOf)
  const elements = new Map(textsOf(top).flatMap(({ path, element }) => (path === undefined ? [] : [[path, element]])))
  return { ...file, top, texts, firsts, elements }
}

/** Of an entry that is there: the languages that `from` changed, with the text that they come from; else all in which it says something else. */
function comingOf(
  path: string,
  { to, from, source }: { readonly to: Entries; readonly from: Entries; readonly source: Entries },
): readonly string[] {
  const all = from.texts.get(path) ?? []
  if (!to.texts.has(path)) return all
  const changed = all.filter(own => rawOf(from.elements.get(own)) !== rawOf(source.elements.get(own)))
  const first = from.firsts.get(path)
  return changed.length === 0 || first === undefined ? all : [first, ...changed]
}

interface Rewording {
  readonly manner: ExchangeManner
  readonly charset: Charset
  readonly copying: NodeCopying
}

/** The text of a language. What else it has stays; of one without a text nothing stays. */
function reworded(element: XmlElement, other: XmlElement, { manner, charset, copying }: Rewording): readonly Edit[] {
  const [own, brought] = [element, other].map(each => entryLanguageOf(each, manner).way?.at(-1))
  if (!brought || brought.inside.length === 0 || rawInside(own) === rawInside(brought)) return []
  const text = copying.verbatim(brought.inside)
  if (own?.tag.empty) return [openedTag(own.tag, `${text}</${own.tag.name}>`, charset)]
  if (own) return [{ start: own.from, end: own.to, bytes: encodeLater(text, charset) }]
  const whole = `${copying.verbatim([other.tag, ...other.inside])}</${other.tag.name}>`
  return [{ start: element.tag.start, end: element.end, bytes: encodeLater(whole, charset) }]
}

function rawOf(element: XmlElement | undefined): string {
  return (element?.tag.raw ?? '') + (rawInside(element) ?? '')
}

/** Line ends are those of the file. */
function rawInside(element: XmlElement | undefined): string | undefined {
  return element?.inside.map(({ raw }) => raw.replace(/\r\n?/g, '\n')).join('')
}

/** All but what holds entries, languages or terms: white space there is text. */
function isText({ name }: XmlTag, { entries, languages, between }: ExchangeManner): boolean {
  const local = localName(name)
  return ![entries, languages, between].some(names => names.has(local)) && !local.endsWith('Grp')
}
