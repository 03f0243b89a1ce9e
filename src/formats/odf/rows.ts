/** The cells of a row of a sheet. A cell that is repeated stands once in the file, and is one of its first column. */
import type { XmlTag } from '../bytes/xml/index.ts'
import type { Reason } from '../format.ts'
import { attributeSaid, type OdfSpan, type OdfTree, wordsIn } from './tree.ts'

export interface OdsCell {
  /** From 1. */
  readonly column: number
  readonly tag: XmlTag
  readonly paragraphs: readonly OdfSpan[]
  /** Comments, and drawings that hang on the cell. */
  readonly others: readonly OdfSpan[]
  /** What it shows, without white space around it. */
  readonly shown: string
}

export interface OdsRow {
  readonly tree: OdfTree
  /** How many rows of the sheet it is. */
  readonly repeated: number
  readonly hidden: boolean
  readonly cells: readonly OdsCell[]
}

const CELLS = new Set(['table:table-cell', 'table:covered-table-cell'])

export function repeatedIn(tag: XmlTag, of: 'rows' | 'columns'): number {
  const said = Number(attributeSaid(tag, `table:number-${of}-repeated`) ?? 1)
  return Number.isInteger(said) && said > 0 ? said : 1
}

export function isHiddenIn(tag: XmlTag): boolean {
  return (attributeSaid(tag, 'table:visibility') ?? 'visible') !== 'visible'
}

export function rowOf(tree: OdfTree): OdsRow {
  const { nodes, ends } = tree
  const [row] = nodes
  const cells: OdsCell[] = []
  let column = 1
  for (let at = 1; at < nodes.length; at = (ends[at] ?? at) + 1) {
    const tag = nodes[at]
    if (tag?.kind !== 'open' || !CELLS.has(tag.name)) continue
    if (!tag.empty) cells.push(cellOf(tree, { from: at, to: ends[at] ?? at }, tag, column))
    column += repeatedIn(tag, 'columns')
  }
  const isRow = row?.kind === 'open'
  return { tree, cells, repeated: isRow ? repeatedIn(row, 'rows') : 1, hidden: isRow && isHiddenIn(row) }
}

function cellOf(tree: OdfTree, { from, to }: OdfSpan, tag: XmlTag, column: number): OdsCell {
  const { nodes, ends } = tree
  const paragraphs: OdfSpan[] = []
  const others: OdfSpan[] = []
  for (let at = from + 1; at < to; at = (ends[at] ?? at) + 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const span = { from: at, to: ends[at] ?? at }
    if (node.name === 'text:p') paragraphs.push(span)
    else others.push(span)
  }
  const shown = paragraphs
    .map(span => wordsIn(tree, span))
    .join('\n')
    .trim()
  return { column, tag, paragraphs, others, shown }
}

/** Why a cell is no text, whatever it shows; undefined for a cell with a text of its own. */
export function reasonOfType({ tag, paragraphs }: OdsCell): Reason | undefined {
  if (attributeSaid(tag, 'table:formula') !== undefined) return 'formula'
  if (attributeSaid(tag, 'calcext:value-type') === 'error') return 'code'
  const type = attributeSaid(tag, 'office:value-type') ?? 'string'
  // A text that stands in an attribute, too, in several lines: both would have to say the same.
  if (type === 'string')
    return paragraphs.length > 1 && attributeSaid(tag, 'office:string-value') ? 'computed' : undefined
  return type === 'boolean' ? 'code' : 'number'
}
