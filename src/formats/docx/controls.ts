/**
 * Forms: what a content control, or a field of an older form, says besides its text. What it is bound to has the text, too (`w:dataBinding`):
 * Word writes it anew from there whenever it opens the document, so that a translation in the control would be lost without a word.
 */
import { attributesOf, localName, type XmlTag } from '../bytes/xml/index.ts'
import type { NodeSpan, NodeTree } from './tree.ts'

/** What the properties of a control say of it. */
export interface ControlFacts {
  /** Its text comes from elsewhere. One that repeats is bound by what it holds, not itself. */
  bound: boolean
  repeats: boolean
  /** What people can choose in it. A program knows each choice by this name. */
  readonly choices: string[]
  /** What a field of an older form says to who fills it in, in the status bar and behind F1. */
  readonly help: string[]
}

export function emptyControl(): ControlFacts {
  return { bound: false, repeats: false, choices: [], help: [] }
}

/** Takes an element of its properties into account. */
export function noteOfControl(facts: ControlFacts, tag: XmlTag): void {
  const local = localName(tag.name)
  if (local === 'dataBinding') facts.bound = true
  else if (local === 'repeatingSection') facts.repeats = true
  else if (local === 'listItem') facts.choices.push(saidIn(tag, ['displayText', 'value']))
  else if (local === 'listEntry') facts.choices.push(saidIn(tag, ['val']))
  else if (local === 'helpText' || local === 'statusText') facts.help.push(saidIn(tag, ['val']))
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
