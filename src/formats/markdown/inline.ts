/**
 * The inside of a paragraph, heading or cell: one text for the translator, its markup as tags. `Read **the [manual](u)** now`
 * is `Read <g1>the <g2>manual</g2></g1> now`; code, autolinks, footnote calls and hard breaks are like `<x3/>`.
 */
import type { Event } from 'micromark-util-types'
import type { Code, MarkupGroup, Node } from './node.ts'
import { nodesOf, OWN_ADDRESS } from './nodes.ts'

/** Offsets count in the slice's text. */
export interface Inline {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The markup that the tags in `text` stand for, each once. */
  readonly codes: readonly Code[]
  /** True inside the brackets of a link or image: there, brackets in the text are escaped. */
  readonly bracketed: boolean
  /** True where the text is the description of an image that stands alone. */
  readonly alt?: true
  /** True if something is before the text on its line: the box of a task, or the marks of emphasis around all of it. */
  readonly led: boolean
  /** The start tags that are around all of the text, and are no part of it. */
  readonly outer?: readonly Outer[]
}

/** Where a tag is. */
interface Outer {
  readonly start: number
  readonly end: number
}

/** The content between the events at `from` and `to` (both excluded); undefined if it has no text. */
export function inlineOf(src: string, events: readonly Event[], from: number, to: number): Inline | undefined {
  return inlineOfNodes(src, nodesOf(src, events, from, to))
}

/** One text of nodes; undefined if they have no text. */
export function inlineOfNodes(src: string, all: readonly Node[]): Inline | undefined {
  const lead = all.findLastIndex(node => node.kind === 'code' && node.what === 'lead') + 1
  let nodes = trimmed(src, all.slice(lead))
  let bracketed = false
  let alt = false
  let led = lead > 0
  const outer: Outer[] = []
  for (let only = nodes[0]; nodes.length === 1 && only?.kind === 'group' && isWrap(src, only); only = nodes[0]) {
    bracketed ||= only.what === 'link'
    alt = only.what === 'link' && src[only.start] === '!'
    if (only.what === 'html') outer.push({ start: only.start, end: only.inner_start })
    led = true
    nodes = trimmed(src, only.children)
  }
  const first = nodes[0]
  const last = nodes.at(-1)
  if (!first || !last) return undefined
  const tags = tagsOf(src, nodes)
  led &&= !beginsLine(src, first.start)
  const text = textOf(src, nodes, tags)
  return {
    ...{ start: first.start, end: last.end, text, codes: [...tags.values()], bracketed, led },
    ...(alt && { alt }),
    ...(outer.length > 0 && { outer }),
  }
}

function beginsLine(src: string, start: number): boolean {
  let at = start - 1
  while (/[ \t>]/.test(src[at] ?? '')) at -= 1
  return at < 0 || /[\r\n]/.test(src[at] ?? '')
}

/**
 * Whether this markup is around all of the text, so that only its inside is given to the translator. It must not be a reference
 * or have a title, and no markup inside it may use the same character.
 */
function isWrap(src: string, group: MarkupGroup): boolean {
  if (group.what === 'attribute') return false
  if (group.what === 'link') return src.startsWith('](', group.inner_end) && group.inner_end < group.end
  const waiting = [...group.children]
  for (let node = waiting.pop(); group.what === 'mark' && node; node = waiting.pop()) {
    if (node.kind !== 'group') continue
    if (node.what === 'mark' && src[node.start] === src[group.start]) return false
    waiting.push(...node.children)
  }
  return true
}

/**
 * Numbers the tags by their sorted markup, so that the same markup has the same number wherever a translator moves it.
 */
function tagsOf(src: string, nodes: readonly Node[]): Map<string, Code> {
  const found = new Map<string, Omit<Code, 'tag'>>()
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'text') continue
    const code = markupOf(src, node)
    found.set(keyOf(code), code)
    if (node.kind === 'group') waiting.push(...node.children)
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(
    sorted.map(([key, code], at) => [key, { ...code, tag: `${code.close === undefined ? 'x' : 'g'}${at + 1}` }]),
  )
}

function markupOf(src: string, node: Exclude<Node, { kind: 'text' }>): Omit<Code, 'tag'> {
  if (node.kind === 'code') return { open: src.slice(node.start, node.end) }
  const [open, close] = [src.slice(node.start, node.inner_start), src.slice(node.inner_end, node.end)]
  if (node.close === undefined) return { open, close }
  return { open, close: node.close, named: { inside: src.slice(node.inner_start, node.inner_end), close } }
}

/** The key by which markup counts as the same: an address is the same bare, in angle brackets, and as a link to itself. */
function keyOf({ open, close }: Omit<Code, 'tag'>): string {
  return `${open.replace(/^<([^\s<>]*[:@][^\s<>]*)>$/, '$1').replace(OWN_ADDRESS, '$1')}\0${close ?? ''}`
}

function textOf(src: string, nodes: readonly Node[], tags: ReadonlyMap<string, Code>): string {
  return nodes
    .map(node => {
      if (node.kind === 'text') return node.text
      const tag = tags.get(keyOf(markupOf(src, node)))?.tag ?? ''
      return node.kind === 'code' ? `<${tag}/>` : `<${tag}>${textOf(src, node.children, tags)}</${tag}>`
    })
    .join('')
}

/** At the end of a heading or paragraph: its anchor or attributes, which no sentence holds. */
const ATTRIBUTES = /^(?:\{(?:[:#.]|\/\*|[ \t]*(?:[#.]|[\w-]+=))|\[#)/

/** Without white space, anchors and attributes at the ends, and without tags that stand alone on the first or last line. */
function trimmed(src: string, nodes: readonly Node[]): Node[] {
  const rest = [...nodes]
  for (let first = rest[0]; first; first = rest[0]) {
    if (isTrimmable(first)) {
      const text = first.text.trimStart()
      if (text !== '') rest[0] = { ...first, start: first.end - text.length, text }
      if (text !== '') break
    } else if (!isLone(first)) break
    rest.shift()
  }
  for (let last = rest.at(-1); last; last = rest.at(-1)) {
    if (isTrimmable(last)) {
      const text = last.text.trimEnd()
      if (text !== '') rest[rest.length - 1] = { ...last, end: last.start + text.length, text }
      if (text !== '') break
    } else if (!isLone(last) && !isAttributes(src, last)) break
    rest.pop()
  }
  return rest
}

type Trimmable = Extract<Node, { kind: 'text' }>

function isTrimmable(node: Node): node is Trimmable {
  return node.kind === 'text' && node.as !== 'decoded'
}

/** A tag with the line end beside it. */
function isLone(node: Node): boolean {
  return node.kind === 'code' && node.what === 'lone'
}

function isAttributes(src: string, node: Node): boolean {
  return node.kind === 'code' && node.what === 'code' && ATTRIBUTES.test(src.slice(node.start, node.end))
}
