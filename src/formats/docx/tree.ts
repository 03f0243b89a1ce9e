/** Nodes of a member as a tree, and what is asked of it everywhere. */
import type { XmlNode } from '../bytes/xml/index.ts'

/** The names of the elements that are looked at most, as the member writes them. */
export interface WordNames {
  readonly prefix: string
  readonly paragraph: string
  readonly run: string
  readonly text: string
  readonly look: string
  readonly layout: string
  readonly table: string
  readonly control: string
}

/** Nodes, and for each the index of the node that ends it: its own where it is no start tag. */
export interface NodeTree {
  readonly names: WordNames
  readonly nodes: readonly XmlNode[]
  readonly ends: readonly number[]
}

/** An element in a tree: the indexes of its start tag and its end tag. */
export interface NodeSpan {
  readonly from: number
  readonly to: number
}

/** The children of an element that are elements, by the indexes of their start tags. */
export function* childrenOf({ nodes, ends }: NodeTree, { from, to }: NodeSpan): Generator<number> {
  for (let at = from + 1; at < to; at = (ends[at] ?? at) + 1) if (nodes[at]?.kind === 'open') yield at
}

/** The markup of some nodes, as the file has it. */
export function rawOf({ nodes }: NodeTree, from: number, to: number): string {
  let raw = ''
  for (let at = from; at <= to; at += 1) raw += nodes[at]?.raw ?? ''
  return raw
}

const VALUE = /[\s:]val\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** What `w:val` of a tag says, as the file has it; undefined where it has none. */
export function wordValue(node: XmlNode | undefined): string | undefined {
  const found = VALUE.exec(node?.raw ?? '')
  return found?.[1] ?? found?.[2]
}

/** Whether a tag of an on-off property switches it on. */
export function isOn(node: XmlNode | undefined): boolean {
  return !/^(?:0|false|off)$/i.test(wordValue(node) ?? '1')
}
