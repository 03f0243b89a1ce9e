/** The shared strings of a workbook: cells name them by their numbers. */
import { readMember } from '../bytes/parts/index.ts'
import type { CodedRuns } from '../bytes/runs/index.ts'
import { codedRuns } from '../bytes/runs/index.ts'
import { closeOf, localName, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import type { Charset } from '../format.ts'
import { itemsOfText, plainRuns, textInside } from './runs.ts'
import { isSingleText } from './single-text.ts'
import type { Workbook } from './workbook.ts'

/** Held are the texts, and the nodes of those that are more than one text. */
export class SharedStrings {
  charset: Charset = 'utf-8'
  prefix = ''
  member: string | undefined
  /** The tag of the list, and where its end tag begins. */
  tag: XmlTag | undefined
  end = 0
  readonly texts: string[] = []
  /** Where what is in each string begins and ends. */
  readonly starts: number[] = []
  readonly ends: number[] = []
  /** How words are read, where it is said above them. */
  readonly readings: string[] = []
  readonly #rich = new Map<number, readonly XmlNode[]>()

  /** Takes a string, which comes with its tags. */
  add(nodes: readonly XmlNode[]): void {
    const [first] = nodes
    const last = nodes.at(-1)
    if (!first || !last) return
    const at = this.texts.length
    this.starts.push(first.end)
    this.ends.push(nodes.length > 1 ? last.start : first.end)
    const usual = usualString(nodes)
    if (usual !== undefined) {
      this.texts.push(usual)
      return
    }
    const inside = nodes.length > 1 ? nodes.slice(1, -1) : []
    const plain = plainString(inside)
    this.texts.push(plain ?? textOfString(inside))
    if (plain !== undefined) return
    this.#rich.set(at, inside)
    this.readings.push(...readingsIn(inside))
  }

  /** The runs of a string; undefined where it has no text, or there is none of this number. */
  runsOf(at: number, original?: CodedRuns): CodedRuns | undefined {
    const rich = this.#rich.get(at)
    if (rich) return codedRuns(itemsOfText(rich, this.prefix), original)
    const text = this.texts[at]
    return text === undefined ? undefined : plainRuns(text, this.prefix, original)
  }
}

/** The text of `<si><t>text</t></si>`, as most strings are; undefined for all else. */
function usualString(nodes: readonly XmlNode[]): string | undefined {
  if (!isSingleText(nodes)) return undefined
  const [, tag, text] = nodes
  return localName(tag.name) === 't' ? textOfNode(text) : undefined
}

/** The text of what has one `<t>` and nothing else; undefined for all else. */
export function plainString(inside: readonly XmlNode[]): string | undefined {
  if (inside.length === 0) return ''
  const [tag] = inside
  if (tag?.kind !== 'open' || localName(tag.name) !== 't') return undefined
  if (inside.length === 1) return ''
  return closeOf(inside, 0) === inside.length - 1 ? textInside(inside.slice(1, -1)) : undefined
}

function readingsIn(nodes: readonly XmlNode[]): string[] {
  const read: string[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open' || node.empty || localName(node.name) !== 'rPh') continue
    const text = textInside(nodes.slice(at, closeOf(nodes, at))).trim()
    if (text !== '') read.push(text)
  }
  return read
}

/** The text of runs, without how it is read. */
export function textOfString(nodes: readonly XmlNode[]): string {
  let text = ''
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open' && localName(node.name) === 'rPh') at = node.empty ? at : closeOf(nodes, at)
    else if (node?.kind === 'open' && localName(node.name) === 't' && !node.empty) {
      const end = closeOf(nodes, at)
      text += textInside(nodes.slice(at + 1, end))
      at = end
    }
  }
  return text
}

export async function sharedStringsOf({ file, strings }: Workbook): Promise<SharedStrings> {
  const shared = new SharedStrings()
  if (strings === undefined) return shared
  shared.member = strings
  let held: XmlNode[] = []
  let depth = 0
  for await (const { charset, nodes } of readMember(file.archive, strings)) {
    shared.charset = charset
    for (const node of nodes) {
      const opens = node.kind === 'open' && !node.empty
      if (node.kind === 'open' && depth === 0) {
        shared.tag = node
        shared.prefix = node.name.slice(0, node.name.length - localName(node.name).length)
      }
      if (opens) depth += 1
      if (depth > 1 || (node.kind === 'open' && node.empty && depth === 1)) held.push(node)
      if (node.kind === 'close') depth -= 1
      if (node.kind === 'close' && depth === 0) shared.end = node.start
      if (depth !== 1 || held.length === 0) continue
      const [first] = held
      if (first?.kind === 'open' && localName(first.name) === 'si') shared.add(held)
      held = []
    }
  }
  return shared
}
