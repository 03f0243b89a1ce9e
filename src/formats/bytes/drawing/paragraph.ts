/** A paragraph of a drawing (`a:p`) as a line of runs. */
import type { RunItem } from '../runs/index.ts'
import { closeOf, localName, textOfNode, type XmlNode, type XmlTag } from '../xml/index.ts'

export interface DrawnLine {
  readonly items: readonly RunItem[]
  /** Its text without its formatting. */
  readonly said: string
  /** What programs compute: the date, the number of a slide. */
  readonly computed: readonly string[]
  /** Its start tag, and that of its properties where it has some. */
  readonly tag: XmlTag
  readonly properties: XmlTag | undefined
}

/** What readers do not see of the formatting: the language, and what spelling found. */
const UNSEEN = /\s(?:lang|altLang|dirty|err|noProof|smtClean|smtId|kumimoji|bmk)\s*=\s*(?:"[^"]*"|'[^']*')/g
const PLAIN = /^<[\w.:-]+\s*(?:\/>|>\s*<\/[\w.:-]+\s*>)$/

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['br', 'line break'],
  ['fld', 'field'],
  ['m', 'equation'],
  ['AlternateContent', 'equation'],
])
const UNWRITTEN = new Set(['pPr', 'endParaRPr'])

/** Of a paragraph that comes with its tags. */
export function readDrawnLine(nodes: readonly XmlNode[], tag: XmlTag): DrawnLine {
  const items: RunItem[] = []
  const computed: string[] = []
  let properties: XmlTag | undefined
  for (const { node, local, inside } of childrenOf(nodes)) {
    if (local === 'pPr') properties ??= node
    if (local === 'r') items.push(...itemsOfRun(node, inside))
    else if (!UNWRITTEN.has(local)) {
      items.push({ kind: 'alone', raw: rawOfNodes(inside), meaning: MEANINGS.get(local), ...placeOfNodes(inside) })
      const text = local === 'fld' ? wordsIn(inside) : ''
      if (/\p{L}/u.test(text)) computed.push(text)
    }
  }
  const said = items.map(item => (item.kind === 'text' ? item.text : '\n')).join('')
  return { items, said: said.trim(), computed, tag, properties }
}

/** The elements right inside of an element that comes with its tags. */
function* childrenOf(
  nodes: readonly XmlNode[],
): Generator<{ readonly node: XmlTag; readonly local: string; readonly inside: readonly XmlNode[] }> {
  for (let at = 1; at < nodes.length - 1; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = node.empty ? at : closeOf(nodes, at)
    yield { node, local: localName(node.name), inside: nodes.slice(at, end + 1) }
    at = end
  }
}

function itemsOfRun(tag: XmlTag, nodes: readonly XmlNode[]): RunItem[] {
  if (tag.empty) return []
  const place = placeOfNodes(nodes)
  let raw = ''
  let text: { open: string; said: string; close: string } | undefined
  for (const { node, local, inside } of childrenOf(nodes)) {
    if (local === 'rPr') raw = rawOfNodes(inside)
    if (local === 't' && !node.empty) text = { open: node.raw, said: wordsIn(inside), close: `</${node.name}>` }
  }
  if (!text) return []
  const shell = { key: lookOf(raw), open: tag.raw + raw + text.open, close: `${text.close}</${tag.name}>` }
  return [{ kind: 'text', text: text.said, shell, ...place }]
}

/** Runs that look the same have the same. */
function lookOf(properties: string): string {
  const seen = properties.replace(UNSEEN, '')
  return PLAIN.test(seen) ? '' : seen
}

function wordsIn(nodes: readonly XmlNode[]): string {
  return nodes.map(node => textOfNode(node)).join('')
}

function rawOfNodes(nodes: readonly XmlNode[]): string {
  return nodes.map(({ raw }) => raw).join('')
}

function placeOfNodes(nodes: readonly XmlNode[]): { start: number; end: number } {
  return { start: nodes[0]?.start ?? 0, end: nodes.at(-1)?.end ?? 0 }
}
