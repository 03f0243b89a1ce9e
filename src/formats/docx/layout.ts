/** What a paragraph is: by its own properties, and by its style. */
import { localName, type XmlNode } from '../bytes/xml/index.ts'
import { childrenOf, isOn, type Span, saidBy, type WordParagraph } from './paragraphs.ts'
import type { WordStyles } from './styles.ts'

export interface WordLayout {
  /** Its style says so to all of its runs. */
  readonly hidden: boolean
  /** From 0, for those that make the outline of a document; 9 for text. */
  readonly outline: number
  readonly is: 'title' | 'quote' | 'contents' | 'list' | undefined
  /** Whether its lines run from right to left, and what says so: itself, or its style. */
  readonly bidi: { readonly own: boolean | undefined; readonly style: boolean }
  /** Its start tag, and its properties where it has some. */
  readonly tag: XmlNode | undefined
  readonly properties: readonly XmlNode[]
}

const TEXT = 9

export function layoutOf({ tree, from, to }: WordParagraph, styles: WordStyles): WordLayout {
  const { nodes, ends, names } = tree
  let at = from + 1
  while (at < to && nodes[at]?.kind !== 'open') at += 1
  const first = nodes[at]
  const span: Span | undefined =
    first?.kind === 'open' && first.name === names.layout ? { from: at, to: ends[at] ?? at } : undefined
  const own = new Map<string, XmlNode>()
  let list: boolean | undefined
  if (span) {
    for (const child of childrenOf(tree, span)) {
      const node = nodes[child]
      if (node?.kind !== 'open') continue
      own.set(localName(node.name), node)
      if (localName(node.name) === 'numPr') list = isNumbered(nodes, child, ends[child] ?? child)
    }
  }
  const style = styles.paragraph(saidBy(own.get('pStyle')))
  const outline = saidBy(own.get('outlineLvl'))
  const bidi = own.get('bidi')
  return {
    hidden: style.hidden === true,
    outline: (outline === undefined ? style.outline : Number(outline)) ?? TEXT,
    is: namedAs(style.name) ?? ((list ?? style.list) ? 'list' : undefined),
    bidi: { own: bidi && isOn(bidi), style: style.bidi === true },
    tag: nodes[from],
    properties: span ? nodes.slice(span.from, span.to + 1) : [],
  }
}

function isNumbered(nodes: readonly XmlNode[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open' && localName(node.name) === 'numId') return saidBy(node) !== '0'
  }
  return true
}

function namedAs(style: string | undefined): WordLayout['is'] {
  if (style === undefined) return undefined
  if (style === 'title' || style === 'subtitle') return 'title'
  if (style === 'quote' || style === 'intense quote') return 'quote'
  return /^toc (?:\d|heading$)/.test(style) ? 'contents' : undefined
}
