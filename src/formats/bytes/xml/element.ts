/** Elements in a list of nodes. */
import type { XmlNode, XmlTag } from './node.ts'
import { localName } from './tag.ts'

export interface XmlElement {
  readonly tag: XmlTag
  /** Its name without a prefix. */
  readonly local: string
  /** The nodes between its tags. */
  readonly inside: readonly XmlNode[]
  /** The byte range of its content; where it has no end tag (`<br/>`), both are the end of the tag. */
  readonly from: number
  readonly to: number
  /** The byte offset after its end tag. */
  readonly end: number
  /** The white space in front of it, as the file has it; empty where something else is there. */
  readonly indent: string
  /** The comment in front of it, with nothing but white space between; of several the last ones, if nothing separates them. */
  readonly comments: readonly XmlNode[]
}

/** The elements that are not inside another one, in their order. The nodes are well-formed by themselves. */
export function elementsIn(nodes: readonly XmlNode[]): XmlElement[] {
  const elements: XmlElement[] = []
  let before: XmlNode[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const tag = nodes[at]
    if (tag?.kind !== 'open') {
      if (tag) before.push(tag)
      continue
    }
    const close = tag.empty ? at : closeOf(nodes, at)
    const inside = nodes.slice(at + 1, close)
    const end = nodes[close]?.end ?? tag.end
    const to = tag.empty ? tag.end : (nodes[close]?.start ?? tag.end)
    elements.push({ tag, local: localName(tag.name), inside, from: tag.end, to, end, ...inFront(before) })
    before = []
    at = close
  }
  return elements
}

function inFront(before: readonly XmlNode[]): Pick<XmlElement, 'indent' | 'comments'> {
  const last = before.at(-1)
  const comments: XmlNode[] = []
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const node = before[at]
    if (node?.kind === 'comment') comments.unshift(node)
    else if (node?.kind !== 'text' || node.raw.trim() !== '' || (comments.length > 0 && isParted(node.raw))) break
  }
  return { indent: last?.kind === 'text' && last.raw.trim() === '' ? last.raw : '', comments }
}

/** An empty line between two comments: the first one is about more than what follows. */
function isParted(space: string): boolean {
  return space.split('\n').length > 2
}

/** The index of the end tag of the element that begins at an index. */
export function closeOf(nodes: readonly XmlNode[], from: number): number {
  let depth = 0
  for (let at = from; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open' && !node.empty) depth += 1
    else if (node?.kind === 'close') depth -= 1
    if (depth === 0) return at
  }
  return nodes.length - 1
}
