/** A paragraph of a drawing (`a:p`) as a line of runs. */
import type { RunItem, Shell } from '../runs/index.ts'
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

/** Of a paragraph that comes with its tags. There are many: no list of what is inside is made. */
export function readDrawnLine(nodes: readonly XmlNode[], tag: XmlTag): DrawnLine {
  const items: RunItem[] = []
  const computed: string[] = []
  let properties: XmlTag | undefined
  for (let at = 1; at < nodes.length - 1; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = endOf(nodes, at)
    const local = localName(node.name)
    if (local === 'pPr') properties ??= node
    if (local === 'r') {
      const item = node.empty ? undefined : textOfRun(node, nodes, at, end)
      if (item) items.push(item)
    } else if (!UNWRITTEN.has(local)) {
      const raw = rawBetween(nodes, at, end)
      items.push({ kind: 'alone', raw, meaning: MEANINGS.get(local), ...placeBetween(nodes, at, end) })
      const text = local === 'fld' ? wordsBetween(nodes, at, end) : ''
      if (/\p{L}/u.test(text)) computed.push(text)
    }
    at = end
  }
  return { items, said: saidIn(items), computed, tag, properties }
}

function saidIn(items: readonly RunItem[]): string {
  let said = ''
  for (const item of items) said += item.kind === 'text' ? item.text : '\n'
  return said.trim()
}

/** Where an element ends that begins at an index. */
function endOf(nodes: readonly XmlNode[], at: number): number {
  const node = nodes[at]
  return node?.kind === 'open' && node.empty ? at : closeOf(nodes, at)
}

function textOfRun(tag: XmlTag, nodes: readonly XmlNode[], from: number, to: number): RunItem | undefined {
  let look = ''
  let text: { tag: XmlTag; said: string } | undefined
  for (let at = from + 1; at < to; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = endOf(nodes, at)
    const local = localName(node.name)
    if (local === 'rPr') look = rawBetween(nodes, at, end)
    if (local === 't' && !node.empty) text = { tag: node, said: wordsBetween(nodes, at, end) }
    at = end
  }
  if (!text) return undefined
  const { start, end } = placeBetween(nodes, from, to)
  return { kind: 'text', text: text.said, shell: shellOf(tag, look, text.tag), start, end }
}

/** The last shells by what they open with: neighbours look alike, and so do their lines. */
const SHELLS = new Map<string, Shell>()
const MOST_SHELLS = 500

function shellOf(run: XmlTag, look: string, text: XmlTag): Shell {
  const open = run.raw + look + text.raw
  const known = SHELLS.get(open)
  if (known) return known
  if (SHELLS.size >= MOST_SHELLS) SHELLS.clear()
  const shell = { key: lookOf(look), open, close: `</${text.name}></${run.name}>` }
  SHELLS.set(open, shell)
  return shell
}

/** Runs that look the same have the same. */
function lookOf(properties: string): string {
  const seen = properties.replace(UNSEEN, '')
  return PLAIN.test(seen) ? '' : seen
}

function wordsBetween(nodes: readonly XmlNode[], from: number, to: number): string {
  let words = ''
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node) words += textOfNode(node)
  }
  return words
}

function rawBetween(nodes: readonly XmlNode[], from: number, to: number): string {
  let raw = ''
  for (let at = from; at <= to; at += 1) raw += nodes[at]?.raw ?? ''
  return raw
}

function placeBetween(nodes: readonly XmlNode[], from: number, to: number): { start: number; end: number } {
  return { start: nodes[from]?.start ?? 0, end: nodes[to]?.end ?? 0 }
}
