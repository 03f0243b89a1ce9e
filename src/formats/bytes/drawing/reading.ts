/** Reading a member of drawings, node by node. Memory holds a paragraph, and what alternatives for other programs say. */
import type { Charset } from '../../format.ts'
import { attributesOf, localName, textOfNode, type XmlNode, type XmlPiece, type XmlTag } from '../xml/index.ts'
import { type DrawnShape, type DrawnText, joinedDrawn } from './drawn.ts'
import { readDrawnLine } from './paragraph.ts'

interface OpenShape {
  readonly depth: number
  placeholder?: string | undefined
  hidden: boolean
  width?: number | undefined
  height?: number | undefined
  fitted: boolean
  centred: boolean
  /** What the last text was told of it. */
  told?: DrawnShape | undefined
}

const NO_SHAPE: DrawnShape = { hidden: false, fitted: false }

const SHAPES = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'wsp', 'contentPart', 'cxn'])
const FITTED = new Set(['normAutofit', 'spAutoFit'])
const TRUE = /^(?:1|true|on)$/
const TITLES = /title/i

/** Of elements that hold nothing but a text: by their own name, what they are in. A chart keeps texts of cells there, a note of a reviewer its words. */
const TEXTS: ReadonlyMap<string, { readonly inside: RegExp; readonly is: DrawnText['is'] }> = new Map([
  ['v', { inside: /(?:str(?:Cache|Lit)|lvl)\/pt$|(?:tx|txData)$/, is: 'cached' }],
  ['pt', { inside: /strDim\/lvl$/, is: 'cached' }],
  ['text', { inside: /cm$/, is: 'paragraph' }],
])

export class DrawingReading {
  readonly #member: string
  readonly #apart: boolean
  #charset: Charset = 'utf-8'
  readonly #stack: string[] = []
  readonly #shapes: OpenShape[] = []
  readonly #tables: { row: number; column: number }[] = []
  /** The nodes of the paragraph, or of the text, that is being read. */
  #collected: XmlNode[] | undefined
  #until = 0
  #formula: string | undefined
  readonly #counts = { p: 0, alt: 0, v: 0 }
  #found: DrawnText[] = []
  /** Of alternatives for other programs: what their branches say, and at which depth they began. */
  #alternatives: { readonly depth: number; readonly before: DrawnText[]; readonly branches: DrawnText[][] } | undefined

  /** `apart`: what is said again for other programs is a text of its own, as `drawnAlike` needs it. */
  constructor(member: string, apart = false) {
    this.#member = member
    this.#apart = apart
  }

  /** The texts that end in a piece of the member, in the order of the file. */
  take({ charset, nodes }: XmlPiece): DrawnText[] {
    this.#charset = charset
    for (const node of nodes) this.#node(node)
    if (this.#alternatives) return []
    const found = this.#found
    this.#found = []
    return found
  }

  #node(node: XmlNode): void {
    this.#collected?.push(node)
    if (node.kind === 'open') this.#open(node)
    else if (node.kind === 'close') this.#close(node)
  }

  #open(tag: XmlTag): void {
    const local = localName(tag.name)
    const depth = this.#stack.length
    if (!this.#collected) this.#begun(tag, local, depth)
    if (!tag.empty) this.#stack.push(local)
  }

  #begun(tag: XmlTag, local: string, depth: number): void {
    if (local === 'p') {
      this.#counts.p += 1
      if (!tag.empty) this.#collect(tag, depth)
    } else if (local === 'f' || this.#isText(local)) {
      if (!tag.empty) this.#collect(tag, depth)
    } else if (SHAPES.has(local)) {
      if (!tag.empty) this.#shapes.push({ depth, hidden: this.#shape?.hidden ?? false, fitted: false, centred: false })
    } else if (local === 'cNvPr' || local === 'docPr') this.#named(tag)
    else if (local === 'AlternateContent' && !this.#alternatives && !tag.empty) {
      this.#alternatives = { depth, before: this.#found, branches: [] }
      this.#found = []
    } else this.#noted(tag, local)
  }

  /** What is said of a shape or of a table. */
  #noted(tag: XmlTag, local: string): void {
    const table = this.#tables.at(-1)
    if (local === 'tbl' && !tag.empty) this.#tables.push({ row: 0, column: 0 })
    else if (local === 'tr' && table) Object.assign(table, { row: table.row + 1, column: 0 })
    else if (local === 'tc' && table) table.column += 1
    const shape = this.#shape
    if (!shape) return
    if (local === 'ph') shape.placeholder = attributesOf(tag).get('type')?.value ?? 'body'
    else if (FITTED.has(local)) shape.fitted = true
    else if (local === 'lstStyle' && !tag.empty) shape.centred = true
    else if (local === 'ext' && this.#stack.at(-1) === 'xfrm') {
      const attributes = attributesOf(tag)
      shape.width = sizeIn(attributes.get('cx')?.value)
      shape.height = sizeIn(attributes.get('cy')?.value)
    }
  }

  get #shape(): OpenShape | undefined {
    return this.#shapes.at(-1)
  }

  #isText(local: string): boolean {
    return TEXTS.get(local)?.inside.test(this.#stack.slice(-3).join('/')) ?? false
  }

  #collect(tag: XmlTag, depth: number): void {
    this.#collected = [tag]
    this.#until = depth
  }

  #named(tag: XmlTag): void {
    const attributes = attributesOf(tag)
    if (this.#shape && TRUE.test(attributes.get('hidden')?.value ?? '')) this.#shape.hidden = true
    for (const name of ['descr', 'title']) {
      const said = attributes.get(name)?.value.trim() ?? ''
      this.#counts.alt += attributes.has(name) ? 1 : 0
      if (said === '') continue
      const place = { member: this.#member, charset: this.#charset, in: 'attribute', tag, name } as const
      this.#add({ is: 'alt text', anchor: `alt${this.#counts.alt}`, said, places: [place] })
    }
  }

  #close(node: XmlNode): void {
    const local = this.#stack.pop()
    const depth = this.#stack.length
    const nodes = this.#collected
    if (nodes) {
      if (depth > this.#until) return
      this.#collected = undefined
      const [tag] = nodes
      if (tag?.kind !== 'open') return
      if (local === 'p') this.#line(nodes, tag)
      else if (local === 'f') this.#formula = wordsOf(nodes).trim() || undefined
      else this.#text(nodes, tag, node, local ?? '')
      return
    }
    if (this.#shape?.depth === depth) this.#shapes.pop()
    if (local === 'tbl') this.#tables.pop()
    if (this.#alternatives) this.#branch(depth)
    // What a formula gives is in the element that the formula is in.
    if (
      local === 'strRef' ||
      local === 'multiLvlStrRef' ||
      local === 'strDim' ||
      local === 'numRef' ||
      local === 'txData'
    )
      this.#formula = undefined
  }

  #line(nodes: readonly XmlNode[], tag: XmlTag): void {
    const line = readDrawnLine(nodes, tag)
    if (line.said.trim() === '' && line.computed.length === 0) return
    const centred = this.#shape?.centred === true || TITLES.test(this.#shape?.placeholder ?? '')
    const place = { member: this.#member, charset: this.#charset, in: 'line', line, centred } as const
    this.#add({ is: 'paragraph', anchor: `p${this.#counts.p}`, said: line.said, places: [place] })
  }

  #text(nodes: readonly XmlNode[], tag: XmlTag, close: XmlNode, local: string): void {
    const is = TEXTS.get(local)?.is ?? 'cached'
    this.#counts.v += 1
    const said = wordsOf(nodes).trim()
    if (said === '') return
    const like = nodes.map(({ kind, raw }) => (kind === 'text' ? raw : '')).join('')
    const range = { start: tag.end, end: close.start, like }
    const place = { member: this.#member, charset: this.#charset, in: 'text', ...range } as const
    this.#add({ is, anchor: `v${this.#counts.v}`, said, formula: this.#formula, places: [place] })
  }

  #add({ is, anchor, said, formula, places }: Omit<DrawnText, 'shape' | 'cell' | 'keys'>): void {
    const table = this.#tables.at(-1)
    const cell = table && { row: table.row, column: table.column }
    const keys = [`${this.#member}#${anchor}`]
    this.#found.push({ is, anchor, said, formula, places, shape: this.#shapeNow(), keys, cell })
  }

  /** What is known of the shape by now: one object for all texts of which no more is known. */
  #shapeNow(): DrawnShape {
    const shape = this.#shape
    if (!shape) return NO_SHAPE
    const { placeholder, hidden, width, height, fitted } = shape
    const same =
      shape.told?.placeholder === placeholder &&
      shape.told?.hidden === hidden &&
      shape.told?.width === width &&
      shape.told?.height === height &&
      shape.told?.fitted === fitted
    if (!same || !shape.told) shape.told = { placeholder, hidden, width, height, fitted }
    return shape.told
  }

  /** At the end of a branch of alternatives, and of all of them. */
  #branch(depth: number): void {
    const alternatives = this.#alternatives
    if (!alternatives || depth > alternatives.depth + 1) return
    if (depth === alternatives.depth + 1) {
      alternatives.branches.push(this.#found)
      this.#found = []
      return
    }
    const said = this.#apart
      ? alternatives.branches.flat()
      : alternatives.branches.reduce((one, other) => joinedDrawn(one, other), [])
    this.#found = [...alternatives.before, ...said]
    this.#alternatives = undefined
  }
}

function wordsOf(nodes: readonly XmlNode[]): string {
  return nodes.map(node => textOfNode(node)).join('')
}

function sizeIn(value: string | undefined): number | undefined {
  const size = Number(value)
  return value === undefined || !Number.isFinite(size) || size <= 0 ? undefined : size
}
