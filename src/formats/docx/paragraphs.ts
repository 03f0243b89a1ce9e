/** The paragraphs of a member of a document, in their order. */
import { localName, type XmlNode } from '../bytes/xml/index.ts'
import { type ControlFacts, type ControlText, emptyControl, isBound, noteOfControl } from './controls.ts'
import { describedBy, type HeldAttribute } from './held.ts'
import { WordTable } from './tables.ts'
import type { NodeSpan, NodeTree, WordNames } from './tree.ts'

export interface WordParagraph extends NodeSpan {
  readonly tree: NodeTree
  readonly in: 'block' | 'table' | 'box'
  /** The tables around it, from the outside in. */
  readonly tables?: readonly WordTable[] | undefined
  /** A control around it has its text from elsewhere. */
  readonly bound?: true | undefined
  /** What controls say that begin in front of it. */
  readonly around?: readonly ControlText[] | undefined
  /** What describes tables that begin in front of it. */
  readonly described?: readonly HeldAttribute[] | undefined
}

/** Cuts the nodes of a member into paragraphs. Memory holds one paragraph, with what hangs on it: those of its boxes are in it. */
export class ParagraphCutter {
  #names: WordNames | undefined
  #nodes: XmlNode[] = []
  #ends: number[] = []
  readonly #open: number[] = []
  #tables: readonly WordTable[] = []
  #described: HeldAttribute[] = []
  /** The controls around, from the outside in. */
  readonly #controls: ControlFacts[] = []

  /** Those that end in these nodes. */
  take(nodes: readonly XmlNode[]): WordParagraph[] {
    const ended: WordParagraph[] = []
    for (const node of nodes) {
      if (this.#nodes.length > 0) {
        if (this.#inside(node)) ended.push(this.#whole())
      } else if (node.kind === 'open') this.#outside(node.name, node, ended)
      else if (node.kind === 'close' && node.name === this.#names?.table) this.#tables = this.#tables.slice(0, -1)
      else if (node.kind === 'close' && node.name === this.#names?.control) this.#controls.pop()
      else if (node.kind === 'close') this.#tables.at(-1)?.close(node)
    }
    return ended
  }

  #outside(name: string, node: XmlNode & { kind: 'open' }, ended: WordParagraph[]): void {
    this.#names ??= namesFor(name)
    const table = this.#tables.at(-1)
    if (name === this.#names.table) this.#tables = node.empty ? this.#tables : [...this.#tables, new WordTable()]
    else if (table) {
      table.open(node)
      this.#described.push(...describedBy(node))
    }
    const control = this.#controls.at(-1)
    if (name === this.#names.control && !node.empty) this.#controls.push(emptyControl())
    else if (control) noteOfControl(control, node)
    if (name === this.#names.paragraph && this.#inside(node)) ended.push(this.#whole())
  }

  /** Whether the paragraph has ended. */
  #inside(node: XmlNode): boolean {
    const at = this.#nodes.length
    this.#nodes.push(node)
    this.#ends.push(at)
    if (node.kind === 'open' && !node.empty) this.#open.push(at)
    else if (node.kind === 'close') this.#ends[this.#open.pop() ?? at] = at
    return this.#open.length === 0
  }

  #whole(): WordParagraph {
    const { names = namesFor(''), nodes, ends } = { names: this.#names, nodes: this.#nodes, ends: this.#ends }
    this.#nodes = []
    this.#ends = []
    const [tables, to] = [this.#tables, nodes.length - 1]
    const whole = { from: 0, to, tables, in: tables.length > 0 ? 'table' : 'block' } as const
    const tree = { names, nodes, ends }
    if (this.#controls.length === 0 && this.#described.length === 0) return { tree, ...whole }
    const around = this.#controls.flatMap(control => control.said.splice(0))
    const described = this.#described.splice(0)
    return { tree, ...whole, bound: this.#controls.some(isBound) || undefined, around, described }
  }
}

function namesFor(name: string): WordNames {
  const prefix = name.slice(0, name.length - localName(name).length)
  const [paragraph = '', run = '', text = '', look = '', layout = '', ...around] = NAMES.map(each => prefix + each)
  const [table = '', control = ''] = around
  return { prefix, paragraph, run, text, look, layout, table, control }
}

const NAMES = ['p', 'r', 't', 'rPr', 'pPr', 'tbl', 'sdt'] as const
