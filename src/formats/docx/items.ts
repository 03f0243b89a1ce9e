/** A paragraph as a line of runs. */

import type { RunItem } from '../bytes/runs/index.ts'
import { closeOf, localName, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import { FieldMarks } from './fields.ts'
import { propertiesOf } from './properties.ts'

/** What is around runs, and is left around them. */
const AROUND = new Set(['hyperlink', 'smartTag', 'ins', 'moveTo', 'customXml', 'dir', 'bdo'])
/** What Word notes for itself. A translation makes it void, and Word notes it anew. */
const NOTED = new Set(['proofErr', 'lastRenderedPageBreak'])
/** What stands in a run, in words for a translator. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['br', 'line break'],
  ['cr', 'line break'],
  ['tab', 'tab'],
  ['drawing', 'picture'],
  ['pict', 'picture'],
  ['object', 'object'],
  ['footnoteReference', 'footnote'],
  ['endnoteReference', 'endnote'],
  ['commentReference', 'comment'],
  ['noBreakHyphen', 'hyphen without a break'],
  ['softHyphen', 'place where a word may be broken'],
  ['sym', 'sign'],
  ['oMath', 'equation'],
])

/** The items of a paragraph, which comes with its tags. */
export function itemsOfParagraph(nodes: readonly XmlNode[]): RunItem[] {
  const name = nodes[0]?.kind === 'open' ? nodes[0].name : ''
  const reading = new ItemReading(name)
  reading.children(nodes, 1, nodes.length - 1)
  return reading.fields.settled(reading.items)
}

class ItemReading {
  readonly items: RunItem[] = []
  readonly fields = new FieldMarks()
  /** The name of a paragraph, by which boxes are known. */
  readonly #paragraph: string

  constructor(paragraph: string) {
    this.#paragraph = paragraph
  }

  children(nodes: readonly XmlNode[], from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      const end = node.empty ? at : closeOf(nodes, at)
      this.#child(node, nodes.slice(at, end + 1))
      at = end
    }
  }

  #child(tag: XmlTag, nodes: readonly XmlNode[]): void {
    const local = localName(tag.name)
    const close = nodes.at(-1)
    if (local === 'pPr' || NOTED.has(local) || !close) return
    if (local === 'r') this.#run(tag, nodes)
    else if (local === 'sdt') this.#control(nodes)
    else if (AROUND.has(local) && !tag.empty) this.#around(nodes, 1, nodes.length - 1)
    else this.items.push(this.#alone(tag, nodes, { start: tag.start, end: close.end, lead: '', trail: '' }))
  }

  #around(nodes: readonly XmlNode[], from: number, to: number): void {
    const [before, behind] = [nodes.slice(0, from), nodes.slice(to)]
    this.items.push({ kind: 'open', raw: rawOf(before), of: 'element', ...placeOf(before) })
    this.children(nodes, from, to)
    this.items.push({ kind: 'close', raw: rawOf(behind), of: 'element', ...placeOf(behind) })
  }

  /** A content control: what it holds is text as any other. */
  #control(nodes: readonly XmlNode[]): void {
    const content = nodes.findIndex(node => node.kind === 'open' && localName(node.name) === 'sdtContent')
    const tag = nodes[content]
    if (tag?.kind === 'open' && !tag.empty) this.#around(nodes, content + 1, closeOf(nodes, content))
    else if (nodes[0]?.kind === 'open')
      this.items.push(this.#alone(nodes[0], nodes, { ...placeOf(nodes), lead: '', trail: '' }))
  }

  #run(tag: XmlTag, nodes: readonly XmlNode[]): void {
    if (tag.empty) return
    const properties = propertiesOf(nodes)
    const lead = tag.raw + properties.raw
    const prefix = tag.name.slice(0, tag.name.length - localName(tag.name).length)
    const trail = `</${tag.name}>`
    const shell = {
      key: properties.key,
      open: `${lead}<${prefix}t xml:space="preserve">`,
      close: `</${prefix}t>${trail}`,
    }
    const place = { ...placeOf(nodes), lead, trail }
    for (let at = properties.next; at < nodes.length - 1; at += 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      const end = node.empty ? at : closeOf(nodes, at)
      const inside = nodes.slice(at, end + 1)
      const local = localName(node.name)
      const { start, end: until } = place
      if (local === 't' && !properties.hidden && isPlain(inside)) {
        const text = inside.map(each => textOfNode(each)).join('')
        this.items.push({ kind: 'text', text, shell, start, end: until })
      } else if (local === 'fldChar' || local === 'instrText') {
        this.items.push(this.#alone(node, inside, place))
        this.fields.note(this.items.length - 1, node, inside)
      } else if (!NOTED.has(local)) this.items.push(this.#alone(node, inside, place))
      at = end
    }
  }

  #alone(
    tag: XmlTag,
    nodes: readonly XmlNode[],
    { start, end, lead, trail }: { start: number; end: number; lead: string; trail: string },
  ): RunItem {
    const raw = lead + rawOf(nodes) + trail
    const meaning = MEANINGS.get(localName(tag.name))
    const isBox = nodes.some(node => node.kind === 'open' && node.name === this.#paragraph)
    const holds = isBox ? { ...placeOf(nodes), lead: lead.length, trail: trail.length } : undefined
    return { kind: 'alone', raw, meaning, start, end, holds }
  }
}

/** Whether there is nothing but text in an element. */
function isPlain(nodes: readonly XmlNode[]): boolean {
  return nodes.every(({ kind }, at) => at === 0 || kind === 'text' || kind === 'cdata' || at === nodes.length - 1)
}

function rawOf(nodes: readonly XmlNode[]): string {
  return nodes.map(({ raw }) => raw).join('')
}

function placeOf(nodes: readonly XmlNode[]): { start: number; end: number } {
  return { start: nodes[0]?.start ?? 0, end: nodes.at(-1)?.end ?? 0 }
}
