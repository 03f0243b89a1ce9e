/**
 * The members of an element, each with all that goes where it goes: the comment directly above it, the one behind it on its line, and the
 * white space in front.
 */
import { closeOf, elementsIn, type XmlElement } from './element.ts'
import type { XmlNode } from './node.ts'

export interface Member {
  /** White space before it, as the file has it, and the byte offset where that begins. */
  readonly front: string
  readonly start: number
  readonly end: number
  /** The comments that belong to it, and the element. */
  readonly nodes: readonly XmlNode[]
  /** Absent: a comment that stands for itself, or text between elements. */
  readonly element: XmlElement | undefined
}

export interface Members {
  readonly members: readonly Member[]
  /** White space behind the last one. */
  readonly tail: string
}

/** A comment, an element or a text, with the white space before it. */
interface Piece {
  readonly space: XmlNode | undefined
  readonly nodes: readonly XmlNode[]
  readonly kind: 'comment' | 'element' | 'other'
}

export function membersIn(nodes: readonly XmlNode[]): Members {
  const { pieces, tail } = piecesIn(nodes)
  const members: Member[] = []
  let waiting: Piece[] = []
  const alone = (): void => {
    for (const piece of waiting) members.push(memberOf([piece]))
    waiting = []
  }
  for (const [at, piece] of pieces.entries()) {
    if (lineEndsIn(spaceOf(piece)) > 1 || piece.kind === 'other') alone()
    const last = members.at(-1)
    if (piece.kind === 'other') members.push(memberOf([piece]))
    else if (piece.kind === 'element') {
      members.push(memberOf([...waiting, piece]))
      waiting = []
    } else if (last?.element && waiting.length === 0 && isBehind(piece, pieces[at + 1], tail))
      members[members.length - 1] = { ...last, nodes: [...last.nodes, ...nodesOf(piece)], end: endOf(piece) }
    else {
      waiting.push(piece)
      if (MARKUP.test(piece.nodes[0]?.raw ?? '')) alone()
    }
  }
  alone()
  return { members, tail }
}

/** An element that was commented out: it says nothing of the next one. */
const MARKUP = /^<!--\s{0,100}<[a-zA-Z]/

function piecesIn(nodes: readonly XmlNode[]): { pieces: readonly Piece[]; tail: string } {
  const pieces: Piece[] = []
  let space: XmlNode | undefined
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (!node) break
    if (node.kind === 'text' && node.raw.trim() === '') {
      space = node
      continue
    }
    const close = node.kind === 'open' && !node.empty ? closeOf(nodes, at) : at
    const kind = node.kind === 'open' ? 'element' : node.kind === 'comment' ? 'comment' : 'other'
    pieces.push({ space, nodes: nodes.slice(at, close + 1), kind })
    space = undefined
    at = close
  }
  return { pieces, tail: space?.raw ?? '' }
}

function memberOf(pieces: readonly Piece[]): Member {
  const [first, last] = [pieces[0], pieces.at(-1)]
  const nodes = pieces.flatMap((piece, at) => (at === 0 ? piece.nodes : nodesOf(piece)))
  return {
    front: first ? spaceOf(first) : '',
    start: (first?.space ?? nodes[0])?.start ?? 0,
    end: last ? endOf(last) : 0,
    nodes,
    element: last?.kind === 'element' ? elementsIn(last.nodes)[0] : undefined,
  }
}

/** A comment on the line on which the element before it ends, and nothing follows. */
function isBehind(comment: Piece, next: Piece | undefined, tail: string): boolean {
  return lineEndsIn(spaceOf(comment)) === 0 && lineEndsIn(next ? spaceOf(next) : tail) > 0
}

function spaceOf({ space }: Piece): string {
  return space?.raw ?? ''
}

function nodesOf({ space, nodes }: Piece): readonly XmlNode[] {
  return space ? [space, ...nodes] : nodes
}

function endOf({ nodes }: Piece): number {
  return nodes.at(-1)?.end ?? 0
}

/** How many lines end in white space. */
export function lineEndsIn(space: string): number {
  return space.match(/\r\n?|\n/g)?.length ?? 0
}

/** What stands before the first sign of a line. */
export function indentIn(space: string): string {
  return /[^\r\n]*$/.exec(space)?.[0] ?? ''
}
