/** The content of a text with elements inside: stretches of text, and markup. */
import { closeOf } from './element.ts'
import type { XmlNode, XmlTag } from './node.ts'
import { type References, textOfNode } from './text.ts'

export interface CodedOptions {
  /** What an element in a text is: `pair` where its content is text, too; `opaque` where all of it is one code. Absent: `pair`. */
  readonly role?: (tag: XmlTag) => 'pair' | 'opaque'
  /** An element that only marks where a pair begins or ends, with the name that the two have in common. */
  readonly half?: (tag: XmlTag) => { readonly half: 'begin' | 'end'; readonly of: string } | undefined
  /** By what an element is known in a translation, where other attributes may differ. Absent: by all of its markup. */
  readonly key?: (tag: XmlTag) => string | undefined
  /** What a code stands for, in words for a translator. `content` is the text in an opaque element. */
  readonly meaning?: (tag: XmlTag, content: string) => string | undefined
  /** What the texts between the codes say, where XML's own escapes are not all: white space, escapes of a program. Given together. */
  readonly read?: (texts: readonly string[]) => readonly string[]
  /** The opposite of `read`. */
  readonly write?: (texts: readonly string[]) => readonly string[]
  /** Where the file has other references than XML. */
  readonly references?: References
}

export interface InlineText {
  readonly kind: 'text'
  readonly raw: string
  readonly text: string
  readonly cdata: boolean
}

export interface InlineMarkup {
  /** `open` and `close` are the tags of an element; `begin` and `end` are markup that says it belongs together; the rest is `alone`. */
  readonly kind: 'open' | 'close' | 'begin' | 'end' | 'alone'
  readonly raw: string
  readonly key: string
  /** What a `begin` and its `end` have in common. */
  readonly of?: string | undefined
  readonly meaning?: string | undefined
}

export type InlineItem = InlineText | InlineMarkup

/** The items of the nodes. */
export function itemsOf(nodes: readonly XmlNode[], options: CodedOptions): InlineItem[] {
  const items: InlineItem[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (!node) break
    if (node.kind === 'open') {
      const end = node.empty ? at : options.role?.(node) === 'opaque' ? closeOf(nodes, at) : undefined
      items.push(markupOf(node, nodes.slice(at, end === undefined ? at + 1 : end + 1), options, end === undefined))
      at = end ?? at
    } else if (node.kind === 'close') items.push({ kind: 'close', raw: node.raw, key: node.raw })
    else if (node.kind === 'text' || node.kind === 'cdata') addText(items, node, options.references)
    else items.push({ kind: 'alone', raw: node.raw, key: node.raw })
  }
  return items
}

export interface Inner {
  readonly items: readonly InlineItem[]
  readonly lead: string
  readonly trail: string
  /** The keys of the pairs that were taken off, outermost first. */
  readonly around: readonly string[]
}

/**
 * The items without the white space at both ends, and without pairs that are around all of them. `expected`: only these pairs are taken
 * off, by their keys.
 */
export function innerOf(all: InlineItem[], expected: readonly string[] | undefined, options: CodedOptions): Inner {
  const around: string[] = []
  const pairs = pairsOf(all)
  let [lead, trail] = ['', '']
  let [from, to] = [0, all.length]
  for (;;) {
    lead += trimmed(all, from, to, from, BLANK_LEAD)
    trail = trimmed(all, from, to, to - 1, BLANK_TRAIL) + trail
    while (from < to && isNothing(all[from])) from += 1
    while (from < to && isNothing(all[to - 1])) to -= 1
    const [first, last] = [all[from], all[to - 1]]
    const isAround = first && first.kind !== 'text' && last && pairs.get(from) === to - 1 && to - from > 2
    if (!isAround || (expected && expected[around.length] !== first.key)) break
    around.push(first.key)
    lead += first.raw
    trail = last.raw + trail
    from += 1
    to -= 1
  }
  return { items: said(all.slice(from, to), options), lead, trail, around }
}

/** White space that was taken off. */
function isNothing(item: InlineItem | undefined): boolean {
  return item?.kind === 'text' && item.raw === ''
}

const BLANK_LEAD = /^[ \t\r\n]+/
const BLANK_TRAIL = /(?<![ \t\r\n])[ \t\r\n]+$/

/** Neighbouring texts are one item, unless one of them is a CDATA section. */
function addText(items: InlineItem[], node: XmlNode, references: References | undefined): void {
  const last = items.at(-1)
  const cdata = node.kind === 'cdata'
  const item: InlineText = { kind: 'text', raw: node.raw, text: textOfNode(node, references), cdata }
  if (last?.kind === 'text' && last.cdata === cdata) {
    items[items.length - 1] = { ...item, raw: last.raw + item.raw, text: last.text + item.text }
  } else items.push(item)
}

/** Takes the white space off one end of an item of text. */
function trimmed(items: InlineItem[], from: number, to: number, at: number, blank: RegExp): string {
  const item = at >= from && at < to ? items[at] : undefined
  if (item?.kind !== 'text' || item.cdata) return ''
  const space = blank.exec(item.raw)?.[0] ?? ''
  if (space !== '') items[at] = { ...item, raw: item.raw.replace(blank, ''), text: item.text.replace(blank, '') }
  return space
}

function said(items: readonly InlineItem[], { read }: CodedOptions): readonly InlineItem[] {
  if (!read) return items
  const texts = read(items.flatMap(item => (item.kind === 'text' ? [item.text] : [])))
  let next = 0
  return items.map(item => (item.kind === 'text' ? { ...item, text: texts[next++] ?? '' } : item))
}

function markupOf(tag: XmlTag, nodes: readonly XmlNode[], options: CodedOptions, opens: boolean): InlineMarkup {
  const raw = nodes.map(node => node.raw).join('')
  const half = opens ? undefined : options.half?.(tag)
  const own = options.key?.(tag)
  const key = own === undefined ? raw : `${tag.name} ${own}`
  const meaning = options.meaning?.(tag, opens ? '' : nodes.map(node => textOfNode(node, options.references)).join(''))
  return { kind: opens ? 'open' : (half?.half ?? 'alone'), raw, key, of: half?.of, meaning }
}

/** The markup inside one element that is open now, and not closed yet. */
interface Level {
  /** Where the element begins; -1 for the text as a whole. */
  readonly at: number
  readonly begun: { readonly at: number; readonly of: string }[]
  /** How many begun ones wait for each name, so that an `end` without its `begin` looks through none. */
  readonly waiting: Map<string, number>
}

/**
 * The index of the end by the index of the beginning, for all pairs that nest. A `begin` whose `end` is missing, or lies in another
 * element, has none.
 */
export function pairsOf(items: readonly InlineItem[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  const levels: Level[] = [levelAt(-1)]
  for (const [at, item] of items.entries()) {
    const level = levels.at(-1)
    if (item.kind === 'open') levels.push(levelAt(at))
    else if (item.kind === 'close') {
      if (level && level.at >= 0) pairs.set(level.at, at)
      if (levels.length > 1) levels.pop()
    } else if (item.kind === 'begin' && level) {
      const of = item.of ?? ''
      level.begun.push({ at, of })
      level.waiting.set(of, (level.waiting.get(of) ?? 0) + 1)
    } else if (item.kind === 'end' && level) {
      const begin = beginOf(level, item.of ?? '')
      if (begin !== undefined) pairs.set(begin, at)
    }
  }
  return pairs
}

function levelAt(at: number): Level {
  return { at, begun: [], waiting: new Map() }
}

function beginOf({ begun, waiting }: Level, of: string): number | undefined {
  if ((waiting.get(of) ?? 0) === 0) return undefined
  for (let last = begun.pop(); last; last = begun.pop()) {
    waiting.set(last.of, (waiting.get(last.of) ?? 1) - 1)
    if (last.of === of) return last.at
  }
  return undefined
}
