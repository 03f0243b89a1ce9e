/** Nodes of a member as a tree: for each the index of the node that ends it, its own where it is no start tag. */
import { attributesOf, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'

export interface OdfTree {
  readonly nodes: readonly XmlNode[]
  readonly ends: readonly number[]
}

/** An element in a tree: the indexes of its start tag and its end tag. */
export interface OdfSpan {
  readonly from: number
  readonly to: number
}

/** Nodes that come one after the other, from the start tag of an element to its end tag. */
export class TreeGrowth {
  readonly #nodes: XmlNode[] = []
  readonly #ends: number[] = []
  readonly #open: number[] = []

  /** The tree, where the element has ended. */
  add(node: XmlNode): OdfTree | undefined {
    const at = this.#nodes.length
    this.#nodes.push(node)
    this.#ends.push(at)
    if (node.kind === 'open' && !node.empty) this.#open.push(at)
    else if (node.kind === 'close') this.#ends[this.#open.pop() ?? at] = at
    return this.#open.length === 0 ? { nodes: this.#nodes, ends: this.#ends } : undefined
  }
}

/** The markup of some nodes, as the file has it. */
export function markupOf({ nodes }: OdfTree, { from, to }: OdfSpan): string {
  let raw = ''
  for (let at = from; at <= to; at += 1) raw += nodes[at]?.raw ?? ''
  return raw
}

export function placeOfSpan(
  { nodes }: OdfTree,
  { from, to }: OdfSpan,
): { readonly start: number; readonly end: number } {
  return { start: nodes[from]?.start ?? 0, end: nodes[to]?.end ?? 0 }
}

/** What the texts in an element say: white space as one blank. */
export function wordsIn({ nodes }: OdfTree, { from, to }: OdfSpan): string {
  let text = ''
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open') text += BREAKS.has(node.name) ? ' ' : ''
    else if (node) text += textOfNode(node)
  }
  return text.replace(/[ \t\r\n]+/g, ' ').trim()
}

const BREAKS = new Set(['text:s', 'text:tab', 'text:line-break', 'text:p'])

/** The value of an attribute; undefined where the tag has none. */
export function attributeSaid(tag: XmlTag, name: string): string | undefined {
  const { raw } = tag
  const at = raw.indexOf(name)
  if (at < 0) return undefined
  // As programs write it: most tags are asked for one of many attributes.
  if (raw[at - 1] === ' ' && raw.startsWith('="', at + name.length) && !raw.includes("'")) {
    const from = at + name.length + '="'.length
    const value = raw.slice(from, raw.indexOf('"', from))
    if (!value.includes('&')) return value
  }
  return attributesOf(tag).get(name)?.value
}
