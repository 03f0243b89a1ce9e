/**
 * Forms: what a content control, or a field of an older form, says besides its text. What it is bound to has the text, too (`w:dataBinding`):
 * Word writes it anew from there whenever it opens the document, so that a translation in the control would be lost without a word.
 */
import { attributesOf, localName, type XmlTag } from '../bytes/xml/index.ts'
import type { Reason } from '../format.ts'
import type { NodeSpan, NodeTree } from './tree.ts'

/** What the properties of a control say of it. */
export interface ControlFacts {
  /** Its text comes from elsewhere. One that repeats is bound by what it holds, not itself. */
  bound: boolean
  repeats: boolean
  /** What it says to who fills it in. */
  readonly said: ControlText[]
}

/** Such a text, and why it stays. */
export interface ControlText {
  readonly reason: Reason
  readonly text: string
}

export function emptyControl(): ControlFacts {
  return { bound: false, repeats: false, said: [] }
}

/** Takes an element of its properties into account. */
export function noteOfControl(facts: ControlFacts, tag: XmlTag): void {
  const local = localName(tag.name)
  if (local === 'dataBinding') facts.bound = true
  else if (local === 'repeatingSection') facts.repeats = true
  const texts = TEXTS.get(local)
  const text = texts && saidIn(tag, texts.names)
  if (texts && text && (local !== 'tag' || WORDS.test(text))) note(facts.said, { reason: texts.reason, text })
}

/**
 * By the local name of the element. A program knows a choice by its name. The title of a control is shown above it; its tag is for programs, but
 * people write words into it. A field of an older form has help in the status bar and behind F1, and a text that it begins with.
 */
const TEXTS: ReadonlyMap<string, { readonly reason: Reason; readonly names: readonly string[] }> = new Map([
  ['listItem', { reason: 'referred_to', names: ['displayText', 'value'] }],
  ['listEntry', { reason: 'referred_to', names: ['val'] }],
  ['alias', { reason: 'not_taken', names: ['val'] }],
  ['tag', { reason: 'not_taken', names: ['val'] }],
  ['helpText', { reason: 'hidden', names: ['val'] }],
  ['statusText', { reason: 'hidden', names: ['val'] }],
  ['default', { reason: 'hidden', names: ['val'] }],
])
const WORDS = /\p{L}{2} \p{L}{2}/u

/** A tag is mostly the title once more. */
function note(said: ControlText[], added: ControlText): void {
  if (
    added.reason === 'referred_to' ||
    !said.some(({ reason, text }) => reason === added.reason && text === added.text)
  )
    said.push(added)
}

export function isBound({ bound, repeats }: ControlFacts): boolean {
  return bound && !repeats
}

/** What these elements say of the control that they are properties of. */
export function controlIn({ nodes }: NodeTree, { from, to }: NodeSpan): ControlFacts {
  const facts = emptyControl()
  for (let at = from; at <= to; at += 1) {
    const node = nodes[at]
    if (node?.kind === 'open') noteOfControl(facts, node)
  }
  return facts
}

/** A control in a tree: what its properties say, and the index at which its content begins. */
export function controlAt(
  tree: NodeTree,
  { from, to }: NodeSpan,
): { facts: ControlFacts; content: number | undefined } {
  const { nodes, ends } = tree
  for (let at = from + 1; at < to; at = (ends[at] ?? at) + 1) {
    const node = nodes[at]
    if (node?.kind !== 'open' || localName(node.name) !== 'sdtContent') continue
    return { facts: controlIn(tree, { from, to: at }), content: node.empty ? undefined : at }
  }
  return { facts: controlIn(tree, { from, to }), content: undefined }
}

function saidIn(tag: XmlTag, names: readonly string[]): string {
  const values = new Map([...attributesOf(tag)].map(([name, { value }]) => [localName(name), value]))
  return names.map(name => values.get(name)?.trim()).find(value => value) ?? ''
}
