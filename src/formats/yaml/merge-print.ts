/** The edits that make of a file what its tree has become. */
import { byteCounter, type DecodedText, encodeLater } from '../bytes/charset.ts'
import type { Edit } from '../format.ts'
import {
  type Held,
  isBlock,
  isCollection,
  newPiece,
  type Piece,
  type TreeItem,
  textOfPieces,
  type YamlTree,
} from './merge-tree.ts'

export interface Printed {
  readonly text: string
  readonly edits: readonly Edit[]
}

/** The text of a tree, and the edits of the file that it was read from. */
export function editsOfTree(tree: YamlTree, { text, charset, bom_bytes }: DecodedText, eol: string): Printed {
  const pieces = [...piecesOf(tree, eol)].filter(piece => piece.text !== '')
  const isEnded = text === '' || /[\r\n]$/.test(text)
  const byteAt = byteCounter(text, charset, bom_bytes)
  const edits: Edit[] = []
  let [cursor, added] = [0, '']
  const settle = (to: number): void => {
    if (added === '' && to === cursor) return
    const [start, end] = [byteAt(cursor), byteAt(to)]
    edits.push({ start, end, bytes: encodeLater(added, charset) })
    added = ''
  }
  const last = isEnded ? pieces : withoutLastEnd(pieces)
  for (const piece of last) {
    const kept = piece.at === undefined ? 0 : Math.max(0, Math.min(piece.text.length, text.length - piece.at))
    if (piece.at !== undefined && kept > 0) {
      settle(piece.at)
      cursor = piece.at + kept
    }
    added += piece.text.slice(kept)
  }
  settle(text.length)
  return { edits, text: last.map(piece => piece.text).join('') }
}

/** A file that had no line end behind its last line has none then. */
function withoutLastEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1)
  if (last === undefined) return []
  return [...pieces.slice(0, -1), { ...last, text: last.text.replace(/(?:\r\n|\r|\n)$/, '') }]
}

function* piecesOf({ documents, after, rest }: YamlTree, eol: string): Generator<Piece> {
  for (const [at, document] of documents.entries()) {
    yield* itemPieces(document, eol)
    yield* after[at] ?? []
  }
  yield rest
}

function* itemPieces({ head, value, tail }: TreeItem, eol: string): Generator<Piece> {
  const [first] = value.items
  const isApart = isBlock(value) && value.inline && first !== undefined && first.gap.length > 0
  if (isApart)
    yield newPiece(
      `${head
        .map(({ text }) => text)
        .join('')
        .trimEnd()}${eol}`,
    )
  else yield* head
  yield* isBlock(value) ? linePieces(value, !isApart && value.inline, eol) : heldPieces(value, eol)
  yield* tail
}

/** `inline` is true where the first item goes on in the line that it is in. */
function* linePieces({ items, column }: Held, inline: boolean, eol: string): Generator<Piece> {
  for (const [at, item] of items.entries()) {
    if (at > 0 || !inline) {
      yield* item.gap
      yield item.indent.text === '' ? newPiece(' '.repeat(column)) : item.indent
    }
    yield* itemPieces(item, eol)
  }
}

function* heldPieces(value: Held, eol: string): Generator<Piece> {
  yield* value.open
  if (!isCollection(value)) return
  const { items, trailing, close } = value
  for (const [at, item] of items.entries()) {
    const next = items[at + 1]
    yield* item.gap
    yield* itemPieces(item, eol)
    if (next !== undefined || trailing) yield item.comma ?? newPiece(',')
    // A comment ends with its line, or it would take the next item with it.
    if (/^\s*?[\r\n]/.test(next === undefined ? close.text : textOfPieces(next.gap))) yield item.behind
  }
  yield close
}
