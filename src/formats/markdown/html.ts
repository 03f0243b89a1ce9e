/** Inline HTML in Markdown: a pair of tags is markup around text, like emphasis; the inside of some pairs is not translated. */
import { attributeText, textAttributesOf } from './html-attributes.ts'
import type { Node } from './node.ts'

const TAG = /^<(\/?)([a-z][a-z0-9_.:-]*)(?:\s[\s\S]*)?>$/i
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i
const UNTRANSLATED = /^(?:code|samp|var|tt|pre|script|style|svg|math|textarea)$/i
const NOT_TRANSLATED = /\stranslate\s*=\s*["']?no\b/i

/** The nodes, with each pair of start and end tag among the same siblings joined into one group, or one code. */
export function pairHtml(src: string, nodes: readonly Node[]): Node[] {
  if (!nodes.some(node => node.kind === 'code' && node.what === 'html')) return [...nodes]
  const result: Node[] = []
  /** Start tags that wait for their end: where they are in `result`. */
  const waiting: { name: string; at: number }[] = []
  for (const node of nodes) {
    result.push(node)
    const [, slash, name = ''] = node.kind === 'code' ? (TAG.exec(src.slice(node.start, node.end)) ?? []) : []
    if (slash === undefined || node.kind !== 'code') continue
    if (VOID.test(name) || src[node.end - 2] === '/') {
      result[result.length - 1] = withAttribute(src, node)
      continue
    }
    if (slash === '') {
      waiting.push({ name: name.toLowerCase(), at: result.length - 1 })
      continue
    }
    const open = waiting.findLastIndex(tag => tag.name === name.toLowerCase())
    const start = waiting[open]
    if (!start) continue
    waiting.length = open
    const [first, ...children] = result.splice(start.at)
    if (first) result.push(pair(src, first, children.slice(0, -1), node))
  }
  return result
}

/** A tag without an end, with its first attribute that readers see as text inside it. */
function withAttribute(src: string, node: Node): Node {
  const { start, end } = node
  const [attribute] = textAttributesOf(src.slice(start, end))
  if (!attribute) return node
  const inner = { start: start + attribute.start, end: start + attribute.end }
  const text = attributeText(src.slice(inner.start, inner.end))
  const children = [{ kind: 'text', ...inner, text, as: 'decoded' }] as const
  return { kind: 'group', what: 'attribute', start, end, inner_start: inner.start, inner_end: inner.end, children }
}

function pair(src: string, first: Node, children: readonly Node[], last: Node): Node {
  const { start } = first
  const { end } = last
  const tag = src.slice(start, first.end)
  const name = TAG.exec(tag)?.[2] ?? ''
  if (UNTRANSLATED.test(name) || NOT_TRANSLATED.test(tag)) return { kind: 'code', what: 'code', start, end }
  return { kind: 'group', what: 'html', start, end, inner_start: first.end, inner_end: last.start, children }
}

/** The nodes, with tags that are alone on a line of several made one with the line ends beside them: there they have to stay. */
export function withLoneTags(src: string, nodes: readonly Node[]): readonly Node[] {
  if (!nodes.some(isLineEnd) || !nodes.some(isTag)) return nodes
  const result: Node[] = []
  for (let at = 0; at < nodes.length; ) {
    let end = at
    while (end < nodes.length && !isLineEnd(nodes[end])) end += 1
    const line = nodes.slice(at, end)
    const before = result.at(-1)
    if (line.some(isTag) && line.every(node => isSpace(node) || (isTag(node) && !holdsText(src, node)))) {
      if (isLineEnd(before)) result.pop()
      const first = isLineEnd(before) ? before : line[0]
      const last = nodes[end] ?? line.at(-1)
      if (first && last) result.push({ kind: 'code', what: 'lone', start: first.start, end: last.end })
    } else result.push(...nodes.slice(at, end + 1))
    at = end + 1
  }
  return result
}

/** Whether a tag without an end has an attribute that readers see. */
function holdsText(src: string, { start, end }: Node): boolean {
  const tag = src.slice(start, end)
  return (VOID.test(TAG.exec(tag)?.[2] ?? '') || tag.endsWith('/>')) && textAttributesOf(tag).length > 0
}

function isTag(node: Node | undefined): boolean {
  return node?.kind === 'code' && node.what === 'html'
}

function isLineEnd(node: Node | undefined): boolean {
  return node?.kind === 'text' && node.as === 'line_end'
}

function isSpace(node: Node | undefined): boolean {
  return node?.kind === 'text' && node.as === 'written' && node.text.trim() === ''
}
