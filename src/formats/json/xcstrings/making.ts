/** What is written where a catalog has no text in a language yet, as Xcode lays it out. */
import { memberCount } from '../../content/tree.ts'
import { blanksBefore } from '../plurals.ts'
import type { Holder } from '../reader.ts'
import type { Catalog, CatalogManner } from './catalog.ts'
import { TRANSLATED } from './place.ts'
import type { CatalogLeaf, CatalogShape } from './shape.ts'

/** What is written for a leaf that is translated: its state stands between the first two, its text between the others. */
export interface MadeText {
  readonly leaf: CatalogLeaf
  readonly before: string
  readonly between: string
  readonly after: string
}

/** The leaves of a shape with all that stands around them, `lead` and `tail` too. */
export function madeOf(
  shape: CatalogShape,
  manner: CatalogManner,
  { depth, lead, tail }: { readonly depth: number; readonly lead: string; readonly tail: string },
): readonly MadeText[] {
  const made: { leaf: CatalogLeaf; before: string; between: string; after: string }[] = []
  let open = lead
  for (const piece of piecesOf(shape, manner, depth)) {
    if (typeof piece === 'string') {
      open += piece
      continue
    }
    made.push({ leaf: piece.leaf, before: open, between: piece.between, after: '' })
    open = ''
  }
  const last = made.at(-1)
  if (last !== undefined) last.after = open + tail
  return made
}

interface LeafPiece {
  readonly leaf: CatalogLeaf
  readonly between: string
}

function* piecesOf(shape: CatalogShape, manner: CatalogManner, depth: number): Generator<string | LeafPiece> {
  const { colon } = manner
  if (shape.kind === 'written') return yield shape.text
  if (shape.kind === 'leaf') {
    const between = `",${newLine(manner, depth + 1)}"value"${colon}"`
    yield `{${newLine(manner, depth + 1)}"state"${colon}"`
    if (shape.constant) yield TRANSLATED + between + shape.from.raw
    else yield { leaf: shape, between }
    yield `"${newLine(manner, depth)}}`
    return
  }
  yield '{'
  for (const [at, [key, member]] of shape.members.entries()) {
    yield `${at === 0 ? '' : ','}${newLine(manner, depth + 1)}${JSON.stringify(key)}${colon}`
    yield* piecesOf(member, manner, depth + 1)
  }
  yield `${newLine(manner, depth)}}`
}

/** What begins a line at a depth. */
export function newLine({ eol, indent }: CatalogManner, depth: number): string {
  return indent === undefined ? '' : eol + indent.repeat(depth)
}

/** Where a member goes that an object lacks, and what is written around it; its key stands in `lead`. */
export interface Insertion {
  readonly start: number
  readonly end: number
  readonly lead: string
  readonly tail: string
}

/** In front of the first key that comes after it in Xcode's order, else behind all. */
export function insertionOf(
  { text, manner }: Pick<Catalog, 'text' | 'manner'>,
  holder: Holder,
  key: string,
): Insertion {
  const named = `${JSON.stringify(key)}${manner.colon}`
  const line = newLine(manner, holder.depth + 1)
  if (memberCount(holder) === 0) {
    const range = { start: holder.start + 1, end: holder.end - 1 }
    return { ...range, lead: line + named, tail: newLine(manner, holder.depth) }
  }
  const next = [...holder.strings, ...holder.holders]
    .filter(member => member.key > key)
    .sort((one, other) => one.start - other.start)[0]
  if (next === undefined) {
    return { start: holder.last_end, end: holder.last_end, lead: `,${line}${named}`, tail: '' }
  }
  const at = next.key_start - 1
  const blanks = blanksBefore(text, at)
  return { start: at, end: at, lead: named, tail: `,${blanks}` }
}
