/** Inline HTML in Markdown: a pair of tags is markup around text, like emphasis; the inside of some pairs is not translated. */
import type { Node } from './node.ts'

const TAG = /^<(\/?)([a-z][a-z0-9-]*)(?:\s[\s\S]*)?>$/i
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
    if (slash === undefined || node.kind !== 'code' || VOID.test(name) || src[node.end - 2] === '/') continue
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

function pair(src: string, first: Node, children: readonly Node[], last: Node): Node {
  const { start } = first
  const { end } = last
  const tag = src.slice(start, first.end)
  const name = TAG.exec(tag)?.[2] ?? ''
  if (UNTRANSLATED.test(name) || NOT_TRANSLATED.test(tag)) return { kind: 'code', what: 'code', start, end }
  return { kind: 'group', what: 'html', start, end, inner_start: first.end, inner_end: last.start, children }
}
