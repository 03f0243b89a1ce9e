/** The rows of a sheet, one after the other, and what the sheet says around them. */
import { readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName, textOfNode, type XmlNode, type XmlTag } from '../bytes/xml/index.ts'
import { cellNamed } from '../content/table/cell-names.ts'
import type { Charset } from '../format.ts'
import { isSingleText } from './single-text.ts'
import type { Sheet, Workbook } from './workbook.ts'

export interface Cell {
  /** From 1. */
  readonly column: number
  readonly tag: XmlTag
  readonly type: string
  readonly formula: boolean
  /** What it holds, decoded: a number, the number of a shared string, a text; and its byte range. Absent where it is empty. */
  readonly value?: { readonly text: string; readonly start: number; readonly end: number } | undefined
  /** The nodes of its own text, between the tags, and their byte range. */
  readonly inline?: { readonly nodes: readonly XmlNode[]; readonly start: number; readonly end: number } | undefined
  /** Its byte range. */
  readonly start: number
  readonly end: number
}

export interface SheetRow {
  readonly number: number
  /** It does not come after the row before it, or is one that was there. */
  readonly stray: boolean
  readonly hidden: boolean
  readonly tag: XmlTag
  readonly cells: readonly Cell[]
  /** Where a cell may be written behind the others. */
  readonly end: number
}

/** Something in a sheet that is not in its rows. */
export interface Aside {
  readonly local: string
  readonly tag: XmlTag
  /** Of those with this name, from 1. */
  readonly number: number
  /** What is in it, where it holds nothing but text, and its byte range. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a piece of a sheet has. */
export interface SheetPiece {
  readonly charset: Charset
  readonly prefix: string
  readonly rows: readonly SheetRow[]
  readonly asides: readonly Aside[]
}

export async function* piecesOfSheet({ file }: Workbook, { member }: Sheet): AsyncGenerator<SheetPiece> {
  const reading = new RowReading()
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    const found = reading.take(nodes)
    if (found.rows.length > 0 || found.asides.length > 0) yield { charset, prefix: reading.prefix, ...found }
  }
}

/** The largest number of a column. */
const LAST_COLUMN = 16_384
const HIDDEN = /^(?:1|true|on)$/

class RowReading {
  prefix = ''
  #rows: SheetRow[] = []
  #asides: Aside[] = []
  #root = false
  #last = 0
  #row: { tag: XmlTag; number: number; stray: boolean; cells: Cell[] } | undefined
  #column = 0
  readonly #numbers = new Map<string, number>()
  #cell: XmlNode[] = []
  #aside: { tag: XmlTag; text: string } | undefined

  take(nodes: readonly XmlNode[]): Pick<SheetPiece, 'rows' | 'asides'> {
    this.#rows = []
    this.#asides = []
    for (const node of nodes) this.#next(node)
    return { rows: this.#rows, asides: this.#asides }
  }

  #next(node: XmlNode): void {
    if (node.kind === 'open' && !this.#root) {
      this.#root = true
      this.prefix = node.name.slice(0, node.name.length - localName(node.name).length)
      return
    }
    if (this.#cell.length > 0) {
      this.#cell.push(node)
      if (node.kind === 'close' && this.#is(node, 'c')) this.#endCell()
      return
    }
    if (this.#row) this.#inRow(node)
    else if (node.kind === 'open' && this.#is(node, 'row')) this.#beginRow(node)
    else this.#besideRows(node)
  }

  #is({ name }: { readonly name: string }, local: string): boolean {
    return name.length === this.prefix.length + local.length && name.endsWith(local) && name.startsWith(this.prefix)
  }

  #beginRow(tag: XmlTag): void {
    const said = Number(valueIn(tag.raw, R) ?? '')
    const known = Number.isInteger(said) && said > 0
    const number = known ? said : this.#last + 1
    this.#row = { tag, number, stray: number <= this.#last, cells: [] }
    this.#last = Math.max(this.#last, number)
    this.#column = 0
    if (tag.empty) this.#endRow(tag.end)
  }

  #inRow(node: XmlNode): void {
    if (node.kind === 'open' && this.#is(node, 'c')) {
      this.#cell = [node]
      if (node.empty) this.#endCell()
    } else if (node.kind === 'close' && this.#is(node, 'row')) this.#endRow(node.start)
  }

  #endRow(end: number): void {
    const row = this.#row
    this.#row = undefined
    if (!row) return
    const { tag, number, stray, cells } = row
    this.#rows.push({ number, stray, hidden: HIDDEN.test(valueIn(tag.raw, IS_HIDDEN) ?? ''), tag, cells, end })
  }

  #endCell(): void {
    const nodes = this.#cell
    this.#cell = []
    const [tag] = nodes
    if (tag?.kind !== 'open' || !this.#row) return
    const column = cellNamed(nameIn(tag.raw, this.prefix))?.column ?? this.#column + 1
    this.#column = Math.max(this.#column, column)
    if (column <= LAST_COLUMN) this.#row.cells.push(cellOf(column, tag, nodes, this.prefix))
  }

  #besideRows(node: XmlNode): void {
    if (node.kind === 'open') {
      // What is in it comes behind it.
      if (node.empty || localName(node.name) === 'dataValidation') this.#endAside(node, '', node.end, node.end)
      else this.#aside = { tag: node, text: '' }
    } else if (node.kind === 'text' && this.#aside) this.#aside.text += textOfNode(node)
    else if (node.kind === 'close') {
      const aside = this.#aside
      this.#aside = undefined
      if (aside?.tag.name === node.name) this.#endAside(aside.tag, aside.text, aside.tag.end, node.start)
    }
  }

  #endAside(tag: XmlTag, text: string, start: number, end: number): void {
    const local = localName(tag.name)
    const number = (this.#numbers.get(local) ?? 0) + 1
    this.#numbers.set(local, number)
    this.#asides.push({ local, tag, number, text, start, end })
  }
}

const R = /\sr\s*=\s*["']([^"']*)["']/
const T = /\st\s*=\s*["']([^"']*)["']/
const IS_HIDDEN = /\shidden\s*=\s*["']([^"']*)["']/

/** Millions of tags are read for one or two attributes. */
function valueIn(raw: string, attribute: RegExp): string | undefined {
  return attribute.exec(raw)?.[1]
}

/** The name of a cell, which programs write first of all. */
function nameIn(raw: string, prefix: string): string {
  const at = prefix.length + 1
  const from = at + NAME_FIRST.length
  return raw.startsWith(NAME_FIRST, at) ? raw.slice(from, raw.indexOf('"', from)) : (valueIn(raw, R) ?? '')
}

const NAME_FIRST = 'c r="'
/** The end of the tag of most cells with a text. */
const NAMES_STRING = ' t="s">'

function cellOf(column: number, tag: XmlTag, nodes: readonly XmlNode[], prefix: string): Cell {
  const type = tag.raw.endsWith(NAMES_STRING) ? 's' : (valueIn(tag.raw, T) ?? 'n')
  const end = nodes.at(-1)?.end ?? tag.end
  const plain = plainValue(nodes, prefix)
  if (plain) return { column, tag, type, formula: false, value: plain, inline: undefined, start: tag.start, end }
  let formula = false
  let value: Cell['value']
  let inline: Cell['inline']
  for (let at = 1; at < nodes.length - 1; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const name = node.name.slice(prefix.length)
    if (name === 'f') formula = true
    if (node.empty) continue
    let last = at + 1
    while (last < nodes.length && !isClose(nodes[last], node.name)) last += 1
    const [start, until] = [node.end, nodes[last]?.start ?? node.end]
    const inside = nodes.slice(at + 1, last)
    if (name === 'v') value = { text: inside.map(each => textOfNode(each)).join(''), start, end: until }
    else if (name === 'is') inline = { nodes: inside, start, end: until }
    at = last
  }
  return { column, tag, type, formula, value, inline, start: tag.start, end }
}

/** `<c><v>1</v></c>`: most cells are so. */
function plainValue(nodes: readonly XmlNode[], prefix: string): Cell['value'] {
  if (!isSingleText(nodes)) return undefined
  const [, open, text, close] = nodes
  if (open.name.length !== prefix.length + 1 || !open.name.endsWith('v')) return undefined
  return { text: textOfNode(text), start: open.end, end: close.start }
}

function isClose(node: XmlNode | undefined, name: string): boolean {
  return node?.kind === 'close' && node.name === name
}

/** The value of an attribute of something beside the rows; empty where it has none. */
export function saidIn({ tag }: Pick<Aside, 'tag'>, attribute: string): string {
  return attributesOf(tag).get(attribute)?.value ?? ''
}
