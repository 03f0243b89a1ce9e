/** The nodes of one text: tags that do not pair stand alone, and what is at its ends and says nothing is left outside. */
import { CODE_IN_TEXT } from './elements.ts'
import { type HtmlNode, isTag } from './nodes.ts'

/** How many nodes at the beginning and the end of a run are no part of its text. */
export interface Margins {
  readonly lead: number
  readonly trail: number
}

/** The nodes, so that each start tag that is not alone has its end tag: others become codes that stand alone. */
export function balanced(nodes: readonly HtmlNode[]): HtmlNode[] {
  const made = [...nodes]
  const open: { readonly name: string; readonly at: number }[] = []
  const waiting = new Map<string, number>()
  const wait = (name: string, by: number): void => {
    waiting.set(name, (waiting.get(name) ?? 0) + by)
  }
  const alone = (at: number): void => {
    const node = made[at]
    if (node && isTag(node)) made[at] = { ...node, empty: true }
    else if (node) made[at] = { ...node, kind: 'instruction' }
  }
  for (const [at, node] of nodes.entries()) {
    if (isTag(node) && !node.empty) {
      open.push({ name: node.name, at })
      wait(node.name, 1)
    } else if (node.kind === 'close') {
      if ((waiting.get(node.name) ?? 0) === 0) {
        alone(at)
        continue
      }
      for (let last = open.pop(); last; last = open.pop()) {
        wait(last.name, -1)
        if (last.name === node.name) break
        alone(last.at)
      }
    }
  }
  for (const { at } of open) alone(at)
  return made
}

/** Where the end tag of each start tag is. The nodes are balanced. */
export function endsOf(nodes: readonly HtmlNode[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [at, node] of nodes.entries()) {
    if (isTag(node) && !node.empty) open.push(at)
    else if (node.kind === 'close') ends.set(open.pop() ?? at, at)
  }
  return ends
}

/** Whether a node puts text before readers. */
export function showsText(node: HtmlNode): boolean {
  return node.kind === 'text' && node.raw.trim() !== '' && node.raw.replace(NO_BREAK_SPACE, '').trim() !== ''
}

const NO_BREAK_SPACE = /&(?:nbsp|#160|#xa0);?/gi

/** What is left outside: blanks, comments, pictures, line breaks, elements without text, and markup around all of the text. */
export function outerEnds(nodes: readonly HtmlNode[]): Margins {
  const ends = endsOf(nodes)
  const begins = new Map([...ends].map(([begin, end]) => [end, begin]))
  const texts = [0]
  for (const node of nodes) texts.push((texts.at(-1) ?? 0) + (keeps(node) ? 1 : 0))
  const isSilent = (from: number, to: number): boolean => texts[from] === texts[to + 1]
  let [from, to] = [0, nodes.length - 1]
  for (;;) {
    const [first, last] = [nodes[from], nodes[to]]
    if (!first || !last || from > to) break
    const [end, begin] = [ends.get(from) ?? from, begins.get(to) ?? to]
    if (end === to && from < to && !isCode(first)) {
      from += 1
      to -= 1
    } else if (isSilent(from, end)) from = end + 1
    else if (isSilent(begin, to)) to = begin - 1
    else break
  }
  // Blanks beside the text are a part of it: a translation may begin with a word where the text began with a tag.
  while (isText(nodes[from - 1])) from -= 1
  while (isText(nodes[to + 1])) to += 1
  return { lead: from, trail: nodes.length - 1 - to }
}

function isText(node: HtmlNode | undefined): boolean {
  return node?.kind === 'text'
}

function isCode(node: HtmlNode): boolean {
  return isTag(node) && CODE_IN_TEXT.has(node.name)
}

/** What has to stay in its place in the sentence. */
function keeps(node: HtmlNode): boolean {
  return showsText(node) || node.fills === true
}
