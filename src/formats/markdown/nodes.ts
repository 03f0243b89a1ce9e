/** Turns the events that the parser gives for inline content into nodes with their places. */
import { decodeString } from 'micromark-util-decode-string'
import type { Event, Token } from 'micromark-util-types'
import { pairHtml, withLoneTags } from './html.ts'
import type { Node, WholeKind } from './node.ts'
import { withParameters } from './template-parameters.ts'

const WHOLE: ReadonlyMap<string, WholeKind> = new Map<string, WholeKind>([
  ['codeText', 'code'],
  ['autolink', 'code'],
  ['literalAutolink', 'code'],
  ['gfmFootnoteCall', 'code'],
  ['htmlText', 'html'],
  ['hardBreakEscape', 'break'],
  ['hardBreakTrailing', 'break'],
  ['taskListCheck', 'lead'],
  ['templateTag', 'code'],
  ['mdxTextExpression', 'code'],
  ['mdxJsxTextTag', 'html'],
])
const GROUPS: ReadonlyMap<string, 'mark' | 'link'> = new Map<string, 'mark' | 'link'>([
  ['emphasis', 'mark'],
  ['strong', 'mark'],
  ['strikethrough', 'mark'],
  ['link', 'link'],
  ['image', 'link'],
])
const INNER = new Set<string>(['emphasisText', 'strongText', 'strikethroughText', 'labelText'])
/** Tokens that only contain other tokens. */
const PASSED = new Set<string>(['label', 'resource', 'resourceTitle', 'reference', ...INNER])

/** Text that would be read as one of our own tags. */
const OWN_TAG = /^<\/?[gx]\d+\s*\/?>/

/** A group that is being read. */
interface Opened {
  readonly what: 'mark' | 'link'
  readonly start: number
  readonly children: Node[]
  inner?: { readonly start: number; readonly end: number }
  title?: { readonly start: number; readonly end: number }
  /** The target is written next to the text: `(url)` or `[label]`. */
  direct: boolean
  /** The text has ended: what follows is the target. */
  past: boolean
}

/** The nodes between two events. The groups that are open are kept in a list, so that no depth of markup is too deep. */
export function nodesOf(src: string, events: readonly Event[], from: number, to: number): Node[] {
  const root: Node[] = []
  const opened: Opened[] = []
  const push = (node: Node): void => {
    const siblings = opened.at(-1)?.children ?? root
    const last = siblings.at(-1)
    // A hard break includes its line end, and everything on the next line before its text.
    const broken = last?.kind === 'code' && last.what === 'break' ? last : undefined
    if (broken && node.kind === 'text' && node.as === 'line_end') return
    if (broken) siblings[siblings.length - 1] = { ...broken, end: node.start }
    // The lines of one template tag.
    if (last?.kind === 'code' && last.what === 'code' && isUnended(src, last) && isInTag(node)) {
      siblings[siblings.length - 1] = { ...last, end: node.end }
      return
    }
    // The text after `\\<` belongs to what looks like one of our own tags.
    const behind = last && !broken && last.end > node.start ? last.end : node.start
    if (node.kind !== 'text' || behind === node.start) siblings.push(node)
    else if (behind < node.end) siblings.push({ ...node, start: behind, text: src.slice(behind, node.end) })
  }
  for (let at = from + 1; at < to; at += 1) {
    const [kind, token] = events[at] ?? []
    if (!token) break
    if (kind === 'exit') {
      const group = GROUPS.has(token.type) ? opened.pop() : undefined
      if (group) push(closed(src, group, token.end.offset))
      continue
    }
    const what = GROUPS.get(token.type)
    if (what) opened.push({ what, start: token.start.offset, children: [], direct: what === 'mark', past: false })
    else {
      const group = opened.at(-1)
      if (group) learn(src, token, group)
      const node = group?.past ? undefined : nodeOf(src, token)
      if (node) push(node)
    }
    if (!what && !PASSED.has(token.type)) at = exitOf(events, at)
  }
  return finished(src, root)
}

/** Siblings with their tags read. */
function finished(src: string, nodes: readonly Node[]): Node[] {
  return withParameters(src, pairHtml(src, withLoneTags(src, merged(nodes))))
}

/** Whether the template tag of a line goes on in the next one. */
function isUnended(src: string, { start, end }: Node): boolean {
  return src[start] === '{' && src[end - 1] !== '}'
}

function isInTag(node: Node): boolean {
  return node.kind === 'code' || (node.kind === 'text' && node.as === 'line_end')
}

/** Notes in a group what one of its tokens says about it. */
function learn(src: string, token: Token, group: Opened): void {
  const place = { start: token.start.offset, end: token.end.offset }
  if (INNER.has(token.type)) group.inner = place
  if (token.type === 'resource' || token.type === 'reference') group.past = true
  if (token.type === 'resource' || token.type === 'referenceString') group.direct = true
  const oneLine = !/[\r\n]/.test(src.slice(place.start, place.end))
  if (token.type === 'resourceTitleString' && oneLine) group.title = place
}

/** The node of a token that is complete in itself. */
function nodeOf(src: string, token: Token): Node | undefined {
  const [start, end] = [token.start.offset, token.end.offset]
  const what = WHOLE.get(token.type)
  if (what) return { kind: 'code', what, start, end }
  switch (token.type) {
    case 'data':
      return { kind: 'text', start, end, text: src.slice(start, end), as: 'written' }
    case 'lineEnding':
      return { kind: 'text', start, end, text: joinsWords(src, start, end) ? '' : ' ', as: 'line_end' }
    case 'characterEscape':
    case 'characterReference': {
      const text = decodeString(src.slice(start, end))
      const tag = text === '<' ? OWN_TAG.exec(text + src.slice(end, end + 20)) : null
      if (tag) return { kind: 'code', what: 'code', start, end: end + tag[0].length - 1 }
      return { kind: 'text', start, end, text, as: 'decoded' }
    }
    default:
      return undefined
  }
}

/** An address whose text is itself: so MDX writes what Markdown has in angle brackets, and both what begins with `www.`. */
export const OWN_ADDRESS =
  /^\[((?:https?:\/\/|www\.)[^\s<>[\]()]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)\]\((?:mailto:|http:\/\/)?\1\)$/

/** Scripts that put no space between words: there a line may end anywhere. */
export const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u

/** Whether no space is where a line ends. */
function joinsWords(src: string, start: number, end: number): boolean {
  if (
    !WITHOUT_SPACES.test(
      src
        .slice(Math.max(0, start - 2), start)
        .trimEnd()
        .slice(-1),
    )
  )
    return false
  let next = end
  while (/[ \t>]/.test(src[next] ?? '')) next += 1
  return WITHOUT_SPACES.test(src[next] ?? '')
}

function closed(src: string, { what, start, children, inner, title, direct }: Opened, end: number): Node {
  if (!inner) return { kind: 'code', what: 'code', start, end }
  const last = children.at(-1)
  if (last?.kind === 'code' && last.what === 'break') children[children.length - 1] = { ...last, end: inner.end }
  const inside = finished(src, children)
  const group = { kind: 'group', what, start, end, inner_start: inner.start } as const
  if (direct && title) {
    const text = decodeString(src.slice(title.start, title.end))
    const words = [{ kind: 'text', ...title, text, as: 'decoded' }] as const
    const place = { start: inner.end, end, inner_start: title.start, inner_end: title.end }
    return {
      ...group,
      inner_end: end,
      children: [...inside, { kind: 'group', what: 'title', ...place, children: words }],
    }
  }
  if (what === 'link' && OWN_ADDRESS.test(src.slice(start, end))) return { kind: 'code', what: 'code', start, end }
  const label = src.slice(inner.start, inner.end).replace(/(?<![ \t])[ \t]*(?:\r\n?|\n)[ \t>]*/g, ' ')
  return { ...group, inner_end: inner.end, children: inside, close: direct ? undefined : `][${label}]` }
}

/** Joins neighbouring pieces of plain text. */
function merged(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (
      last?.kind === 'text' &&
      last.as === 'written' &&
      node.kind === 'text' &&
      node.as === 'written' &&
      last.end === node.start
    ) {
      result[result.length - 1] = { ...last, end: node.end, text: last.text + node.text }
    } else result.push(node)
  }
  return result
}

/** The event that closes the one at `at`. */
export function exitOf(events: readonly Event[], at: number): number {
  let depth = 0
  for (let index = at; index < events.length; index += 1) {
    depth += events[index]?.[0] === 'enter' ? 1 : -1
    if (depth === 0) return index
  }
  return events.length
}
