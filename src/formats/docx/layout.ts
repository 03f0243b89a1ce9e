/** What a paragraph is: by its own properties, and by its style. */
import { localName, type XmlNode } from '../bytes/xml/index.ts'
import type { WordParagraph } from './paragraphs.ts'
import type { WordStyle, WordStyles } from './styles.ts'
import type { WordTable } from './tables.ts'
import { isOn, type NodeSpan, wordValue } from './tree.ts'

export interface WordLayout {
  /** Its style says so to all of its runs. */
  readonly hidden: boolean
  /** From 0, for those that make the outline of a document; 9 for text. */
  readonly outline: number
  readonly is: 'title' | 'quote' | 'contents' | 'list' | undefined
  /** Whether its lines run from right to left, and what says so: itself, or its style. */
  readonly bidi: { readonly own: boolean | undefined; readonly style: boolean }
  /** How it looks in a script whose looks are said apart, where its style does not say it: names of properties of runs, with their values. */
  readonly complex: Complex
  /** Its start tag, and its properties where it has some. */
  readonly tag: XmlNode | undefined
  readonly properties: readonly XmlNode[]
  /** The tables around it, from the outside in. */
  readonly tables: readonly WordTable[]
}

export type Complex = readonly (readonly [name: 'bCs' | 'iCs' | 'szCs', value: string | undefined])[]

const TEXT = 9
const NOTHING: Complex = []

/** What a style leaves unsaid. */
function complexOf(style: WordStyle): Complex {
  const { bold, bold_complex, italic, italic_complex, size, size_complex } = style
  if (!bold && !italic && size === undefined) return NOTHING
  const said: Complex = [
    ...(bold && bold_complex === undefined ? ([['bCs', undefined]] as const) : []),
    ...(italic && italic_complex === undefined ? ([['iCs', undefined]] as const) : []),
    ...(size !== undefined && size_complex === undefined ? ([['szCs', size]] as const) : []),
  ]
  return said
}

export function wordLayoutOf({ tree, from, to, tables = NOWHERE }: WordParagraph, styles: WordStyles): WordLayout {
  const { nodes, ends, names } = tree
  let at = from + 1
  while (at < to && nodes[at]?.kind !== 'open') at += 1
  const first = nodes[at]
  const span: NodeSpan | undefined =
    first?.kind === 'open' && first.name === names.layout ? { from: at, to: ends[at] ?? at } : undefined
  const own: Partial<Record<Said, XmlNode | undefined>> = {}
  let list: boolean | undefined
  for (let child = at + 1; span && child < span.to; child = (ends[child] ?? child) + 1) {
    const node = nodes[child]
    const local = node?.kind === 'open' ? localName(node.name) : ''
    if (local === 'pStyle' || local === 'outlineLvl' || local === 'bidi') own[local] = node
    else if (local === 'numPr') list = isNumbered(nodes, child, ends[child] ?? child)
  }
  const { pStyle, outlineLvl, bidi } = own
  const style = styles.paragraph(wordValue(pStyle))
  const outline = wordValue(outlineLvl)
  return {
    hidden: style.hidden === true,
    outline: (outline === undefined ? style.outline : Number(outline)) ?? TEXT,
    is: namedAs(style.name) ?? ((list ?? style.list) ? 'list' : undefined),
    bidi: { own: bidi && isOn(bidi), style: style.bidi === true },
    complex: complexOf(style),
    tag: nodes[from],
    properties: span ? nodes.slice(span.from, span.to + 1) : NONE,
    tables,
  }
}

type Said = 'pStyle' | 'outlineLvl' | 'bidi'
const NONE: readonly XmlNode[] = []
const NOWHERE: readonly WordTable[] = []

function isNumbered(nodes: readonly XmlNode[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open' && localName(node.name) === 'numId') return wordValue(node) !== '0'
  }
  return true
}

function namedAs(style: string | undefined): WordLayout['is'] {
  if (style === undefined) return undefined
  if (style === 'title' || style === 'subtitle') return 'title'
  if (style === 'quote' || style === 'intense quote') return 'quote'
  return /^toc (?:\d|heading$)/.test(style) ? 'contents' : undefined
}
