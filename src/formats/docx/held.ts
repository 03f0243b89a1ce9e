/**
 * What stands in a line and has texts of its own: paragraphs in boxes, descriptions of pictures, words that are drawn. Word writes much of it
 * twice, for itself and for programs that know less (`mc:AlternateContent`): what says the same there is one text in several places.
 */
import { attributesOf, localName, textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import { type ControlText, controlAt, isBound } from './controls.ts'
import { childrenOf, type NodeSpan, type NodeTree } from './tree.ts'

export interface HeldParagraph {
  readonly kind: 'paragraph'
  readonly places: readonly NodeSpan[]
  /** As those of a whole paragraph. */
  readonly bound?: true | undefined
  readonly around?: readonly ControlText[] | undefined
}

export interface HeldAttribute {
  readonly kind: 'alt text' | 'text box'
  readonly name: string
  readonly text: string
  readonly places: readonly { readonly tag: XmlTag; readonly name: string }[]
}

export type WordHeld = HeldParagraph | HeldAttribute

/** By the local name of the element, the attributes that say something to readers. */
type Said = readonly (readonly [name: string, kind: HeldAttribute['kind']])[]
const OF_PICTURE: Said = [
  ['descr', 'alt text'],
  ['title', 'alt text'],
]
const OF_WORDS: Said = [['string', 'text box']]
const OF_SHAPE: Said = [['alt', 'alt text']]
const OF_TABLE: Said = [['val', 'alt text']]
/** What is written on the line that somebody signs: what she is, and what she is asked. */
const OF_SIGNATURE: Said = [
  ['suggestedsigner2', 'text box'],
  ['signinginstructions', 'text box'],
]
const SHAPES = ['shape', 'rect', 'roundrect', 'oval', 'group', 'image', 'line', 'polyline']
const ATTRIBUTES: ReadonlyMap<string, Said> = new Map([
  ['docPr', OF_PICTURE],
  ['textpath', OF_WORDS],
  ['tblCaption', OF_TABLE],
  ['tblDescription', OF_TABLE],
  ['signatureline', OF_SIGNATURE],
  ...SHAPES.map(name => [name, OF_SHAPE] as const),
])

/** In an element, in the order of the file. Not what is in its paragraphs. */
export function heldIn(tree: NodeTree, { from, to }: NodeSpan): WordHeld[] {
  const { nodes, ends, names } = tree
  const held: WordHeld[] = []
  let boundTo = -1
  let around: readonly ControlText[] = []
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = ends[at] ?? at
    const local = localName(node.name)
    if (node.name === names.paragraph) {
      held.push({ kind: 'paragraph', places: [{ from: at, to: end }], bound: at < boundTo || undefined, around })
      around = []
    } else if (node.name === names.control) {
      const { facts } = controlAt(tree, { from: at, to: end })
      around = [...around, ...facts.said]
      if (isBound(facts)) boundTo = Math.max(boundTo, end)
      continue
    } else if (local === 'AlternateContent') held.push(...alternatives(tree, { from: at, to: end }))
    else {
      const known = ATTRIBUTES.get(local)
      if (known) held.push(...attributesHeld(node, known))
      continue
    }
    at = end
  }
  return held
}

/** What describes a table, which is in none of its paragraphs. */
export function describedBy(tag: XmlTag): HeldAttribute[] {
  return DESCRIBING.has(localName(tag.name)) ? attributesHeld(tag, OF_TABLE) : []
}

const DESCRIBING = new Set(['tblCaption', 'tblDescription'])

/** Word's own attributes have the prefix of their element. */
function attributesHeld(tag: XmlTag, known: Said): HeldAttribute[] {
  const attributes = attributesOf(tag)
  const prefix = tag.name.slice(0, tag.name.length - localName(tag.name).length)
  return known.flatMap(([local, kind]) => {
    const name = attributes.has(local) ? local : prefix + local
    const text = attributes.get(name)?.value ?? ''
    return text.trim() === '' ? [] : [{ kind, name, text, places: [{ tag, name }] }]
  })
}

function alternatives(tree: NodeTree, span: NodeSpan): WordHeld[] {
  const branches = [...childrenOf(tree, span)].map(at => heldIn(tree, { from: at + 1, to: (tree.ends[at] ?? at) - 1 }))
  const [first = [], ...others] = branches.filter(branch => branch.length > 0)
  return others.reduce((all, other) => joinedHeld(tree, all, other), first)
}

/** Two lists of which the second repeats the first: what says the same, in the same order, is one. */
export function joinedHeld(tree: NodeTree, first: readonly WordHeld[], second: readonly WordHeld[]): WordHeld[] {
  const all = [...first]
  let next = 0
  for (const other of second) {
    const says = wordsOf(tree, other)
    const at = all.findIndex((each, nth) => nth >= next && isAlike(each, other) && wordsOf(tree, each) === says)
    const found = all[at]
    const one = found && together(found, other)
    if (one) {
      all[at] = one
      next = at + 1
    } else all.push(other)
  }
  return all
}

function isAlike(one: WordHeld, other: WordHeld): boolean {
  return one.kind === other.kind
}

function together(one: WordHeld, other: WordHeld): WordHeld | undefined {
  if (one.kind === 'paragraph')
    return other.kind === 'paragraph' ? { ...one, places: [...one.places, ...other.places] } : undefined
  return other.kind === 'paragraph' ? undefined : { ...one, places: [...one.places, ...other.places] }
}

function wordsOf({ nodes, names }: NodeTree, held: WordHeld): string {
  if (held.kind !== 'paragraph') return held.text
  const [place] = held.places
  if (!place) return ''
  let text = ''
  for (let at = place.from; at <= place.to; at += 1) {
    const [node, next] = [nodes[at], nodes[at + 1]]
    if (node?.kind === 'open' && node.name === names.text && next) text += textOfNode(next)
  }
  return text
}
