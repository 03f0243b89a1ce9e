/**
 * A YAML file as a tree that can gain and lose entries: all of its text is in the pieces of the tree, each once and in its order. So what is
 * not touched is written as it was.
 */
import type { CST } from 'yaml'
import type { YamlScalar } from './scalar.ts'

/** Some text: of the file that it was read from, at this offset, or new. Offsets count UTF-16 code units. */
export interface Piece {
  readonly text: string
  readonly at: number | undefined
}

/** An entry of a map, an item of a list, or a document. */
export interface TreeItem {
  readonly name: string
  /** The address of what it holds. */
  readonly path: string
  /** Where its own text begins: behind its gap and its indent; -1 for what is new. */
  readonly start: number
  /** The blank lines and comments above it, a piece a line; inside of brackets what stands between the comma and the item. */
  readonly gap: Piece[]
  /** What its line begins with; nothing inside of brackets. */
  readonly indent: Piece
  /** All up to its value: dash, key, colon, anchor, tag; the rest of the line, where its value begins on another one. */
  head: readonly Piece[]
  value: Held
  /** What follows its value in the line, with the line end; inside of brackets all up to the comma. */
  tail: readonly Piece[]
  /** Inside of brackets: the comma behind it, where there is one. */
  comma: Piece | undefined
  /** Inside of brackets: the comment at the end of its line, behind the comma. */
  behind: Piece
}

/** What an item holds. */
export interface Held {
  /** `fixed`: a map or list that is written in a way which is not changed: with complex keys, or with pairs as items. */
  readonly is: 'map' | 'list' | 'scalar' | 'alias' | 'nothing' | 'fixed'
  readonly flow: boolean
  /** The column of its items, where they are lines. */
  readonly column: number
  readonly items: TreeItem[]
  readonly start: number
  readonly end: number
  /** Its first item stands in the line of the dash that holds it. */
  readonly inline: boolean
  /** The opening bracket; all of what has no items. */
  readonly open: readonly Piece[]
  /** The closing bracket with what stands before it. */
  readonly close: Piece
  /** A comma stands before the closing bracket. */
  readonly trailing: boolean
  readonly scalar: YamlScalar | undefined
}

export interface YamlTree {
  readonly text: string
  readonly documents: readonly TreeItem[]
  /** The blank lines and comments behind each document. */
  readonly after: readonly Piece[][]
  /** What stands behind the last of these. */
  readonly rest: Piece
  /** Where anchors stand, and what they are called. */
  readonly anchors: readonly { readonly at: number; readonly name: string }[]
  readonly aliases: readonly { readonly at: number; readonly name: string }[]
}

export const NO_TEXT: Piece = { text: '', at: undefined }

export function newPiece(text: string): Piece {
  return { text, at: undefined }
}

export function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

export function isCollection({ is }: Held): boolean {
  return is === 'map' || is === 'list'
}

export function isBlock(held: Held): boolean {
  return isCollection(held) && !held.flow
}

const BLANK_OR_COMMENT = /^[ \t]*(?:#.*)?[\r\n]*$/

/** Whether nothing stands in a line but white space and a comment. */
export function isBetween(line: string): boolean {
  return BLANK_OR_COMMENT.test(line)
}

export function isBlankLine(line: string): boolean {
  return line.trim() === ''
}

/** The lines of a text with their line ends, from an offset on. */
export function* linesWithEnds(text: string, from = 0): Generator<string> {
  const line = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/y
  line.lastIndex = from
  for (let found = line.exec(text); found; found = line.exec(text)) yield found[0]
}

export type TokenItem = CST.CollectionItem
