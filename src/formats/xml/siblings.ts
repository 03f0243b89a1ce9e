/**
 * Elements that are one text in several languages: siblings of one name that differ in their language alone, as catalogues of data, AppStream
 * and TMX have them.
 */
import { attributesOf, localName, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { type SeveralLanguages, severalOf } from './vocabulary.ts'

/** An element with its place in the file, and the language that it says itself, as a BCP 47 tag. */
export interface Sibling {
  readonly tag: XmlTag
  /** By what its siblings in other languages are known: all of its start tag but the language. */
  readonly key: string
  readonly language: string | undefined
  /** The language as the file has it. */
  readonly written: string
  /** Its own number in the order of start tags, from 0, and the number after the last one inside of it. */
  readonly number: number
  last: number
  /** Byte offsets of its end tag; of an element that ends itself, both are the end of the tag. */
  to: number
  end: number
  /** The white space in front of it, from the line end on. */
  readonly indent: string
  readonly children: Sibling[]
  holds_text: boolean
}

/** One text in its languages, in the order of the file. */
export interface Siblings {
  readonly all: readonly Sibling[]
  /** Nothing may be added: which of its siblings it belongs to is not clear. */
  readonly unclear: boolean
}

export interface LanguagesOfFile {
  readonly groups: readonly Siblings[]
  /** The language of elements that say none; undefined where it is not known. */
  readonly unsaid: string | undefined
  /** The language that is translated where nobody says another one. */
  readonly source: string | undefined
  /** A tag of a region or a script as this file writes it. */
  readonly like: string
}

const SPOKEN = ['xml:lang', 'lang']

/** The attribute of a tag that says its language. */
export function languageSaidBy(tag: XmlTag): { attribute: string; written: string; language: string } | undefined {
  if (!tag.raw.includes('lang')) return undefined
  const attributes = attributesOf(tag)
  for (const attribute of SPOKEN) {
    const written = attributes.get(attribute)?.value ?? ''
    const language = languageTagOf(written)
    if (language !== undefined) return { attribute, written, language }
  }
  return undefined
}

/** The texts of a file that are in several languages beside each other; undefined where the file is in one. */
export function languagesBeside(nodes: readonly XmlNode[]): LanguagesOfFile | undefined {
  const root = treeOf(nodes, hasSign(nodes))
  const several = root && severalOf(localName(root.tag.name))
  if (root === undefined || several === undefined) return undefined
  const found = groupsBelow(root)
  const names = hasSign(nodes) ? new Set(several.names) : meant(found, root.language !== undefined, several)
  if (names.size === 0) return undefined
  const groups = found.filter(({ all }) => all.some(({ tag }) => names.has(tag.name)))
  const tags = groups.flatMap(({ all }) => all.flatMap(({ language }) => language ?? []))
  const unsaid = root.language ?? several.source
  const hasUnsaid = groups.some(({ all }) => all.some(({ language }) => language === undefined))
  const english = tags.find(tag => tag === 'en') ?? tags.find(tag => tag.startsWith('en-'))
  const written = groups.flatMap(({ all }) => all.map(each => each.written)).filter(each => each !== '')
  const like = written.find(each => /[-_]/.test(each)) ?? written[0] ?? ''
  return { groups, unsaid, source: hasUnsaid ? unsaid : (root.language ?? english ?? tags[0]), like }
}

/** Whether a file shows that it holds its languages beside each other, where it has one yet. */
function hasSign(nodes: readonly XmlNode[]): boolean {
  const root = nodes.find(node => node.kind === 'open')
  const sign = root && severalOf(localName(root.name))?.sign
  return sign !== undefined && nodes.some(node => node.kind === 'open' && node.raw.startsWith(sign))
}

/** The root with all elements below it; undefined where no other element says a language, and nothing is `sure`. */
function treeOf(nodes: readonly XmlNode[], sure: boolean): Sibling | undefined {
  if (!sure && !nodes.some((node, at) => at > 0 && node.kind === 'open' && languageSaidBy(node) !== undefined))
    return undefined
  const open: Sibling[] = []
  let root: Sibling | undefined
  let number = 0
  let before: XmlNode | undefined
  for (const node of nodes) {
    const outer = open.at(-1)
    if (node.kind === 'open') {
      const sibling = siblingOf(node, before, number++)
      root ??= sibling
      outer?.children.push(sibling)
      if (!node.empty) open.push(sibling)
    } else if (node.kind === 'close') {
      const ended = open.pop()
      if (ended) Object.assign(ended, { last: number, to: node.start, end: node.end })
    } else if (outer && (node.kind === 'cdata' || (node.kind === 'text' && node.raw.trim() !== '')))
      outer.holds_text = true
    before = node
  }
  return root
}

function siblingOf(tag: XmlTag, before: XmlNode | undefined, number: number): Sibling {
  const said = languageSaidBy(tag)
  const space = before?.kind === 'text' && before.raw.trim() === '' ? before.raw : ''
  return {
    ...{ tag, number, last: number + 1, to: tag.end, end: tag.end, children: [], holds_text: false },
    key: keyOf(tag, said?.attribute),
    language: said?.language,
    written: said?.written ?? '',
    indent: space.slice(Math.max(0, space.lastIndexOf(space.includes('\r\n') ? '\r\n' : '\n'))),
  }
}

/** What a program writes of the history of a text is no part of its name. */
const HISTORY =
  /^(?:creationdate|creationid|changedate|changeid|usagecount|lastusagedate|creationtool|creationtoolversion|o-encoding|o-tmf|datatype)$/

function keyOf(tag: XmlTag, without: string | undefined): string {
  const attributes = [...attributesOf(tag).values()].filter(({ name }) => name !== without && !HISTORY.test(name))
  return [tag.name, ...attributes.map(({ name, value }) => `${name}=${value}`).sort()].join('\n')
}

/** The texts that may be in several languages; those of one language alone, too. */
function groupsBelow(root: Sibling): readonly Siblings[] {
  const groups: Siblings[] = []
  const waiting = [root]
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    if (holder.holds_text) continue
    const byKey = new Map<string, Sibling[]>()
    for (const child of holder.children) {
      const same = byKey.get(child.key)
      if (same) same.push(child)
      else byKey.set(child.key, [child])
    }
    for (const same of byKey.values()) {
      for (const group of inRuns(same)) {
        const isTold = group.all.some(({ language }) => language !== undefined)
        if (isTold || group.all.some(({ holds_text }) => holds_text)) groups.push(group)
        else for (const each of group.all) waiting.push(each)
      }
    }
  }
  return groups
}

/** Siblings that differ in their language alone, as one text; where a language comes again, another text begins. */
function inRuns(same: readonly Sibling[]): readonly Siblings[] {
  const languages = new Set(same.map(({ language }) => language))
  if (languages.size === same.length) return [{ all: same, unclear: false }]
  const runs: Sibling[][] = []
  let run: Sibling[] = []
  let seen = new Set<string | undefined>()
  let unclear = false
  for (const sibling of same) {
    const { language } = sibling
    const isNext = run.length === 0 || language === undefined || seen.has(language)
    if (isNext) {
      // The texts of one language stand together, before those of the next.
      if (run.length === 1 && language !== undefined) unclear = true
      run = []
      runs.push(run)
      seen = new Set()
    }
    run.push(sibling)
    seen.add(language)
  }
  return runs.map(all => ({ all, unclear }))
}

/** In text these are more likely a quotation in another language. */
const OF_TEXT: ReadonlySet<string> = new Set('p para simpara div span li quote blockquote q'.split(' '))

/**
 * The names of elements that are there in several languages: of those that say their language always some, of others more than half.
 * `isSaid`: the file says its own language, so that another one in its text may be a quotation.
 */
function meant(groups: readonly Siblings[], isSaid: boolean, { names }: SeveralLanguages): ReadonlySet<string> {
  const byName = new Map<string, Siblings[]>()
  for (const group of groups) {
    const name = group.all[0]?.tag.name ?? ''
    const same = byName.get(name)
    if (same) same.push(group)
    else byName.set(name, [group])
  }
  const found = [...byName].filter(([name, its]) => {
    const said = new Set(its.flatMap(({ all }) => all.map(({ language }) => language)))
    if (names !== undefined) return said.size > 1
    const isWhole = !said.has(undefined)
    if (OF_TEXT.has(localName(name)) && (isSaid || !isWhole)) return false
    return said.size > 1 && (isWhole || its.filter(({ all }) => all.length > 1).length * 2 > its.length)
  })
  if (found.length === 0) return new Set()
  const known = [...byName.keys()].filter(name => names?.has(localName(name)))
  return new Set([...found.map(([name]) => name), ...known])
}
