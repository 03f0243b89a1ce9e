/** A paragraph as a line of runs. */

import type { RunItem } from '../bytes/runs/index.ts'
import { attributesOf, localName, textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import type { Reason } from '../format.ts'
import { controlAt, controlIn, isBound } from './controls.ts'
import { entryOf, FieldMarks, isTextField, TEXT_RESULT, tipOf } from './fields.ts'
import { heldIn, type WordHeld } from './held.ts'
import type { Look, Looks } from './looks.ts'
import type { WordParagraph } from './paragraphs.ts'
import { childrenOf, type NodeSpan, type NodeTree, rawOf } from './tree.ts'

/** What is around runs, and is left around them. */
const AROUND = new Set(['hyperlink', 'smartTag', 'ins', 'moveTo', 'customXml', 'dir', 'bdo'])
const DELETED = new Set(['del', 'moveFrom'])
/** What Word notes for itself. A translation makes it void, and Word notes it anew. */
const NOTED = new Set(['proofErr', 'lastRenderedPageBreak', 'softHyphen'])
const EQUATIONS = new Set(['oMath', 'oMathPara'])
/** What stands in a run, in words for a translator. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['br', 'line break'],
  ['cr', 'line break'],
  ['tab', 'tab'],
  ['ptab', 'tab'],
  ['drawing', 'picture'],
  ['pict', 'picture'],
  ['object', 'object'],
  ['footnoteReference', 'footnote'],
  ['endnoteReference', 'endnote'],
  ['commentReference', 'comment'],
  ['sym', 'sign'],
  ['oMath', 'equation'],
  ['oMathPara', 'equation'],
  ['del', 'deleted text'],
  ['moveFrom', 'deleted text'],
])
/** Word writes it as an element; in a text it is a sign like others. */
export const HYPHEN = '\u2011'

export interface ParagraphReading {
  readonly items: readonly RunItem[]
  /** What stands in it and is edited by itself: paragraphs in boxes, descriptions of pictures. */
  readonly held: readonly WordHeld[]
  /** Hidden texts, each a line of runs. */
  readonly hidden: readonly (readonly RunItem[])[]
  /** Texts that are seen and stay. */
  readonly stays: ReadonlyMap<Reason, readonly string[]> | undefined
}

/** `hidden`: what its style says. */
export function readParagraph({ tree, from, to }: WordParagraph, looks: Looks, hidden: boolean): ParagraphReading {
  const reading = new ItemReading(tree, looks, hidden)
  reading.children(from + 1, to)
  reading.shown()
  const items = reading.fields?.settled(reading.items, (reason, text) => reading.stay(reason, text)) ?? reading.items
  return { items, held: reading.held, hidden: reading.hiddenTexts, stays: reading.stays }
}

interface Place {
  readonly start: number
  readonly end: number
}

const NONE: readonly never[] = []

class ItemReading {
  readonly items: RunItem[] = []
  fields: FieldMarks | undefined
  held: readonly WordHeld[] = NONE
  hiddenTexts: readonly (readonly RunItem[])[] = NONE
  stays: Map<Reason, string[]> | undefined
  readonly #tree: NodeTree
  readonly #looks: Looks
  readonly #hidden: boolean
  /** The run that runs are in which are read now: it is replaced as a whole. */
  #within: Place | undefined
  /** Hidden runs that follow each other, and what they say. */
  #hiding: { span: NodeSpan; items: RunItem[] } | undefined

  constructor(tree: NodeTree, looks: Looks, hidden: boolean) {
    this.#tree = tree
    this.#looks = looks
    this.#hidden = hidden
  }

  stay(reason: Reason, text: string): void {
    if (!/\p{L}/u.test(text)) return
    this.stays ??= new Map()
    const texts = this.stays.get(reason)
    if (texts) texts.push(text)
    else this.stays.set(reason, [text])
  }

  children(from: number, to: number): void {
    const { nodes, ends, names } = this.#tree
    for (let at = from; at < to; at = (ends[at] ?? at) + 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      if (node.name === names.run) this.#run(node, at)
      else this.#child(node, { from: at, to: ends[at] ?? at })
    }
  }

  #child(tag: XmlTag, span: NodeSpan): void {
    const local = localName(tag.name)
    if (local === 'pPr' || NOTED.has(local)) return
    if (local === 'sdt') this.#control(span)
    else if (local === 'fldSimple') this.#field(tag, span)
    else if (AROUND.has(local) && !tag.empty) {
      if (local === 'hyperlink') this.stay('not_taken', attributeIn(tag, 'tooltip'))
      this.#around(span, span.from + 1, span.to)
    } else {
      if (DELETED.has(local)) this.stay('deleted', this.#textIn(span))
      if (EQUATIONS.has(local)) this.stay('formula', this.#textIn(span))
      this.#alone(tag, span, this.#placeOf(span))
    }
  }

  #around(span: NodeSpan, from: number, to: number): void {
    const ends = { open: [span.from, from - 1], close: [to, span.to] } as const
    const mark = (kind: 'open' | 'close'): void => {
      const [first, last] = ends[kind]
      const raw = rawOf(this.#tree, first, last)
      this.#add({ kind, raw, of: 'element', ...(this.#within ?? this.#placeOf({ from: first, to: last })) })
    }
    mark('open')
    this.children(from, to)
    this.shown()
    mark('close')
  }

  /** A content control: what it holds is text like the rest. */
  #control(span: NodeSpan): void {
    const { nodes, ends } = this.#tree
    const { facts, content } = controlAt(this.#tree, span)
    const tag = nodes[span.from]
    if (tag?.kind !== 'open') return
    for (const { reason, text } of facts.said) this.stay(reason, text)
    if (isBound(facts)) {
      this.stay('computed', this.#textIn(span))
      this.#alone(tag, span, this.#placeOf(span), { meaning: 'field' })
    } else if (content !== undefined) this.#around(span, content + 1, ends[content] ?? content)
    else this.#alone(tag, span, this.#placeOf(span))
  }

  /** A field that is written as one element. */
  #field(tag: XmlTag, span: NodeSpan): void {
    const text = this.#textIn(span)
    const instruction = attributeIn(tag, 'instr')
    this.stay('hidden', entryOf(instruction))
    this.stay('not_taken', tipOf(instruction))
    if (isTextField(instruction) && TEXT_RESULT.test(text)) {
      this.#around(span, span.from + 1, span.to)
      return
    }
    this.stay('computed', text)
    this.#alone(tag, span, this.#placeOf(span), { meaning: 'field' })
  }

  #run(tag: XmlTag, at: number): void {
    const { nodes, ends, names } = this.#tree
    const to = ends[at] ?? at
    let from = at + 1
    while (from < to && nodes[from]?.kind !== 'open') from += 1
    const first = nodes[from]
    if (tag.empty || first?.kind !== 'open') return
    let look = this.#looks.plain(names)
    if (first.name === names.look) {
      const end = ends[from] ?? from
      look = this.#looks.of(this.#tree, from, end)
      from = end + 1
    }
    const place = this.#within ?? { start: tag.start, end: nodes[to]?.end ?? tag.end }
    const run = { head: { from: at, to: from - 1 }, from, to, place, look }
    const hidden = look.hidden ?? this.#hidden
    if (hidden && this.#isWords(from, to)) this.#hide({ from: at, to }, run)
    else this.#inRun(run, !hidden, item => this.#add(item))
  }

  /** `read`: whether its texts are, or stand alone as all else. */
  #inRun({ head, from, to, place, look }: ReadRun, read: boolean, add: (item: RunItem) => void): void {
    const { nodes, ends, names } = this.#tree
    for (let at = from; at < to; at = (ends[at] ?? at) + 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      const span = { from: at, to: ends[at] ?? at }
      if (node.name === names.text && read) {
        const text = this.#plain(span)
        if (text === undefined) this.#alone(node, span, place, { head })
        else if (text !== '') add({ kind: 'text', text, shell: look.shell, ...place })
        continue
      }
      const local = localName(node.name)
      if (local === 'noBreakHyphen' && read) add({ kind: 'text', text: HYPHEN, shell: look.shell, ...place })
      else if (local === 'ruby') this.#ruby(node, span, place, head)
      else if (local === 'fldChar' || local === 'instrText') {
        this.#alone(node, span, place, { head })
        for (const { reason, text } of controlIn(this.#tree, span).said) this.stay(reason, text)
        this.fields ??= new FieldMarks()
        this.fields.note(this.items.length - 1, node, this.#textIn(span, true))
      } else if (!NOTED.has(local)) this.#alone(node, span, place, { head, add })
    }
  }

  /** Whether there are words in a run, and nothing that has a meaning beyond it. */
  #isWords(from: number, to: number): boolean {
    const { nodes, ends, names } = this.#tree
    let words = false
    for (let at = from; at < to; at = (ends[at] ?? at) + 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      if (node.name === names.text) words = true
      else if (!['tab', 'br', 'cr', 'noBreakHyphen', 'lastRenderedPageBreak'].includes(localName(node.name)))
        return false
    }
    return words
  }

  #hide(span: NodeSpan, run: ReadRun): void {
    this.#hiding ??= { span, items: [] }
    const { items, span: first } = this.#hiding
    this.#hiding = { items, span: { from: first.from, to: span.to } }
    this.#inRun(run, true, item => items.push(item))
  }

  /** What was hidden ends: it is left where it stands, and read as a line of its own. */
  shown(): void {
    if (!this.#hiding) return
    const { span, items } = this.#hiding
    this.#hiding = undefined
    const place = this.#placeOf(span)
    const raw = rawOf(this.#tree, span.from, span.to)
    const holds = this.#within ? undefined : { ...place, lead: 0, trail: 0 }
    this.items.push({ kind: 'alone', raw, meaning: 'hidden text', holds, ...(this.#within ?? place) })
    if (holds) this.hiddenTexts = [...this.hiddenTexts, items]
    else this.stay('hidden', this.#textIn(span))
  }

  /** Words with their reading above them: they are text, and how they are read is no part of a translation. */
  #ruby(tag: XmlTag, span: NodeSpan, place: Place, head: NodeSpan): void {
    const { nodes, ends } = this.#tree
    let base: NodeSpan | undefined
    for (const at of childrenOf(this.#tree, span)) {
      const node = nodes[at]
      const child = { from: at, to: ends[at] ?? at }
      if (node?.kind !== 'open') continue
      if (localName(node.name) === 'rubyBase') base = child
      if (localName(node.name) === 'rt') this.stay('reading', this.#textIn(child))
    }
    if (!base || this.#within) {
      this.#alone(tag, span, place, { head })
      return
    }
    this.#within = place
    this.children(base.from + 1, base.to)
    this.shown()
    this.#within = undefined
  }

  #alone(
    tag: XmlTag,
    span: NodeSpan,
    place: Place,
    { head, meaning, add }: { head?: NodeSpan; meaning?: string; add?: (item: RunItem) => void } = {},
  ): void {
    const own = rawOf(this.#tree, span.from, span.to)
    const lead = head ? rawOf(this.#tree, head.from, head.to) : ''
    const trail = head ? `</${this.#tree.names.run}>` : ''
    const held = tag.empty ? [] : heldIn(this.#tree, span)
    const holds =
      held.length > 0 && !this.#within ? { ...this.#placeOf(span), lead: lead.length, trail: trail.length } : undefined
    if (holds) this.held = [...this.held, ...held]
    if (!tag.empty && FOREIGN.has(localName(tag.name)))
      for (const text of this.#foreign(span)) this.stay('not_taken', text)
    const of = meaning ?? MEANINGS.get(localName(tag.name))
    const item: RunItem = { kind: 'alone', raw: lead + own + trail, meaning: of, holds, ...place }
    if (add) add(item)
    else this.#add(item)
  }

  /** Texts that stand in no paragraph of Word: those of drawings of older kinds. What is written twice for other programs is one. */
  #foreign({ from, to }: NodeSpan): ReadonlySet<string> {
    const { nodes, ends, names } = this.#tree
    const texts = new Set<string>()
    for (let at = from; at <= to; at += 1) {
      const node = nodes[at]
      if (node?.kind !== 'open') continue
      if (node.name === names.paragraph) at = ends[at] ?? at
      else if (localName(node.name) === 't') texts.add((this.#plain({ from: at, to: ends[at] ?? at }) ?? '').trim())
    }
    return texts
  }

  #add(item: RunItem): void {
    this.shown()
    this.items.push(item)
  }

  #placeOf({ from, to }: NodeSpan): Place {
    const { nodes } = this.#tree
    return { start: nodes[from]?.start ?? 0, end: nodes[to]?.end ?? 0 }
  }

  /** The text of an element that holds nothing else. */
  #plain({ from, to }: NodeSpan): string | undefined {
    const { nodes } = this.#tree
    let text = ''
    for (let at = from + 1; at < to; at += 1) {
      const node = nodes[at]
      if (node?.kind !== 'text' && node?.kind !== 'cdata') return undefined
      text += textOfNode(node)
    }
    return text
  }

  /** What the texts in an element say: deleted ones and those of equations, too. `all`: each, as it is. An instruction may go on in the next run. */
  #textIn({ from, to }: NodeSpan, all = false): string {
    const { nodes } = this.#tree
    let text = ''
    let reads = all
    for (let at = from; at <= to; at += 1) {
      const node = nodes[at]
      if (node?.kind === 'open') reads = all || TEXTS.has(localName(node.name))
      else if (node?.kind === 'close') reads = all
      else if (node && reads) text += textOfNode(node)
    }
    return all ? text : text.trim()
  }
}

const TEXTS = new Set(['t', 'delText'])
const FOREIGN = new Set(['drawing', 'pict', 'object', 'AlternateContent'])

function attributeIn(tag: XmlTag, local: string): string {
  return [...attributesOf(tag)].find(([name]) => localName(name) === local)?.[1].value ?? ''
}

interface ReadRun extends NodeSpan {
  /** The nodes in front of what is in it: its start tag and its properties. */
  readonly head: NodeSpan
  readonly place: Place
  readonly look: Look
}
