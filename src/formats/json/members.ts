/** The members of an object or list with all that belongs to each, so that one can be taken out or put in. */
import { createScanner, type Node } from 'jsonc-parser'

/** Offsets are UTF-16 code units of the file's text. The stretches of the members lie one behind the other. */
export interface JsonMember {
  /** Its key, or its number in a list. */
  readonly key: string
  readonly value: Node
  /** The stretch of the file that is its own: comments before it, the member, its comma, and what follows on the line of the comma. */
  readonly from: number
  readonly to: number
  /** Where it begins, with its key, and ends, before its comma. */
  readonly start: number
  readonly end: number
  /** Where its comma is; -1 where it has none. */
  readonly comma: number
}

export function isContainer({ type }: Node): boolean {
  return type === 'object' || type === 'array'
}

/** The members of an object or list, in order. */
export function jsonMembersOf(text: string, container: Node): readonly JsonMember[] {
  const nodes = container.children ?? []
  const close = container.offset + container.length - 1
  let from = nodes.length === 0 ? close : afterBracket(text, container.offset + 1, startOf(nodes[0]))
  return nodes.map((node, at) => {
    const value = container.type === 'object' ? (node.children?.[1] ?? node) : node
    const key = container.type === 'object' ? String(node.children?.[0]?.value) : String(at)
    const end = node.offset + node.length
    const { comma, cut } = gapAfter(text, end, nodes[at + 1]?.offset ?? close)
    const member = { key, value, from, to: cut, start: node.offset, end, comma }
    from = cut
    return member
  })
}

function startOf(node: Node | undefined): number {
  return node?.offset ?? 0
}

/** The kinds of tokens that count here (see `reader.ts`). */
const TOKEN = { COMMA: 5, LINE_COMMENT: 12, BLOCK_COMMENT: 13, LINE_BREAK: 14 } as const

/** Where the stretch of the first member begins: what stands in the line of the bracket belongs to that. */
function afterBracket(text: string, from: number, to: number): number {
  return lineBreakIn(text, from, to) ?? from
}

/** The comma between two members, and where the stretch of the first ends. */
function gapAfter(text: string, from: number, to: number): { comma: number; cut: number } {
  const scanner = createScanner(text.slice(from, to))
  for (let token = scanner.scan(); scanner.getTokenLength() > 0; token = scanner.scan()) {
    if (token !== TOKEN.COMMA) continue
    const comma = from + scanner.getTokenOffset()
    return { comma, cut: lineBreakIn(text, comma + 1, to) ?? comma + 1 }
  }
  return { comma: -1, cut: lineBreakIn(text, from, to) ?? from }
}

/** The first end of a line outside of comments, which may end in front of it. */
function lineBreakIn(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text.slice(from, to))
  for (let token = scanner.scan(); scanner.getTokenLength() > 0; token = scanner.scan())
    if (token === TOKEN.LINE_BREAK) return from + scanner.getTokenOffset()
  return undefined
}

/** What stands before a member in its stretch: a comment with a blank line below it belongs to no member. */
export function leadOf(text: string, { from, start }: JsonMember): { readonly loose: string; readonly own: string } {
  const lead = text.slice(from, start)
  const blank = [...lead.matchAll(BLANK_LINE)].at(-1)?.index ?? 0
  return lead.slice(0, blank).trim() === ''
    ? { loose: '', own: lead }
    : { loose: lead.slice(0, blank), own: lead.slice(blank) }
}

const BLANK_LINE = /\r?\n(?=[ \t]*\r?\n)/g

/** Whether members stand on lines of their own. */
export function isOnLines(text: string, members: readonly JsonMember[]): boolean {
  return members.some(({ from, start }) => /[\r\n]/.test(text.slice(from, start)))
}

/** The white space in front of a member that begins its line. */
export function indentOf(text: string, at: number): string {
  let from = at
  while (from > 0 && text[from - 1] !== '\n' && text[from - 1] !== '\r') from -= 1
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? ''
}
