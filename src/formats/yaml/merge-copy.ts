/** Copies of entries for another file, in the manner of that one. What they hold besides what is asked for stays away. */
import { writeScalar } from '../content/yaml-scalar.ts'
import { moved } from './copy.ts'
import type { FileManner, Steps, StyleMap } from './merge-manner.ts'
import {
  type Held,
  isBetween,
  isBlankLine,
  isBlock,
  isCollection,
  NO_TEXT,
  newPiece,
  type Piece,
  type TreeItem,
  textOfPieces,
} from './merge-tree.ts'

export interface CopyPlan {
  readonly manner: FileManner
  readonly styles: StyleMap
  /** Of the file that is copied from, and of the one that is copied to. */
  readonly steps: { readonly from: Steps; readonly there: Steps }
  /** What is asked for, or holds something that is. */
  readonly wanted: ReadonlySet<TreeItem>
  /** The anchors of the file that is copied to: none of them gets another meaning, and aliases of all others would mean nothing. */
  readonly anchors: ReadonlySet<string>
}

/** An item as lines from a column on; undefined where nothing of it can be copied. `holder` is what holds it. */
export function copiedLine(plan: CopyPlan, item: TreeItem, holder: Held, column: number): TreeItem | undefined {
  const { eol } = plan.manner
  const shift = holder.flow ? 0 : column - holder.column
  const dash = holder.flow && holder.is === 'list' ? '- ' : ''
  const head = withEnds(dash + ownHead(plan, item), eol)
  const value = copiedValue(plan, item.value, {
    column,
    shift,
    head: head.length,
    below: holder.flow ? column : holder.column,
  })
  if (value === undefined) return undefined
  const isLines = isBlock(value)
  const tail = holder.flow ? eol : withEnds(textOfPieces(item.tail), eol)
  return {
    ...{ name: item.name, path: item.path, start: -1, comma: undefined, behind: NO_TEXT, value },
    gap: holder.flow ? [] : movedLines(item.gap, shift, eol),
    indent: newPiece(' '.repeat(column)),
    head: [newPiece(head)],
    tail: isLines ? [] : [newPiece(ENDS.test(tail) || endsLine(value) ? tail : tail + eol)],
  }
}

const ENDS = /[\r\n]$/

function endsLine({ open }: Held): boolean {
  return ENDS.test(textOfPieces(open))
}

/** An item inside of brackets. */
export function copiedInBrackets(plan: CopyPlan, item: TreeItem, holder: Held, lead: string): TreeItem | undefined {
  const value = valueInBrackets(plan, item.value)
  if (value === undefined) return undefined
  const head = holder.is === 'list' ? '' : keyInBrackets(plan, item, holder)
  return {
    ...{ name: item.name, path: item.path, start: -1, indent: NO_TEXT, comma: undefined, value },
    behind: newPiece(item.behind.text),
    gap: [newPiece(lead)],
    head: [newPiece(value.is === 'nothing' ? head.trimEnd() : head)],
    tail: [],
  }
}

/** Where a copy stands: its column, how far that is from where it stood, how long what stands before its value in its line is. */
export interface CopyPlace {
  readonly column: number
  readonly shift: number
  readonly head: number
  /** The column of the item that is copied. */
  readonly below: number
}

export function copiedValue(plan: CopyPlan, value: Held, place: CopyPlace): Held | undefined {
  if (!isCollection(value)) return copiedLeaf(plan, value, place)
  if (value.items.length === 0)
    return { ...value, open: [newPiece('')], close: newPiece(textOfPieces([...value.open, value.close]).trim()) }
  if (value.flow) return copiedBrackets(plan, value, place)
  const column = value.inline ? place.column + place.head : place.column + stepOf(plan, value, place)
  const items = copiedItems(plan, value, item => copiedLine(plan, item, value, column))
  return items.length === 0 ? undefined : { ...value, column, items, open: [] }
}

/** How much further to the right lines begin than what holds them. */
function stepOf({ steps: { from, there } }: CopyPlan, value: Held, { below }: CopyPlace): number {
  const own = value.column - below
  const kind = value.is === 'list' ? 'list' : 'map'
  const [its, other] = [from[kind], there[kind]]
  const least = kind === 'list' ? 0 : 1
  return Math.max(least, other === undefined || its === other ? own : other)
}

/** What is copied of the items: all of a list up to the first that is not. */
function copiedItems(plan: CopyPlan, { is, items }: Held, copy: (item: TreeItem) => TreeItem | undefined): TreeItem[] {
  const copies: TreeItem[] = []
  for (const item of items) {
    const copied = plan.wanted.has(item) || goesAlong(plan, item) ? copy(item) : undefined
    if (copied) copies.push(copied)
    else if (is === 'list') break
  }
  return copies
}

/** Whether an item has no text, and so goes along with what holds it. */
export function goesAlong(plan: CopyPlan, { value }: TreeItem): boolean {
  switch (value.is) {
    case 'nothing':
      return true
    case 'alias':
      return plan.anchors.has(textOfPieces(value.open).slice(1))
    case 'scalar':
      return value.scalar?.typed !== undefined
    case 'fixed':
      return false
    default:
      return value.items.every(item => goesAlong(plan, item))
  }
}

/** Brackets as they are, in one line or several. */
function copiedBrackets(plan: CopyPlan, value: Held, { shift }: CopyPlace): Held | undefined {
  const { eol } = plan.manner
  const leadOf = (item: TreeItem, at: number): string =>
    moved(withEnds(textOfPieces((at === 0 ? value.items[0] : item)?.gap ?? []), eol), shift)
  let count = -1
  const items = copiedItems(plan, value, item => {
    count += 1
    return copiedInBrackets(plan, item, value, leadOf(item, count))
  })
  if (items.length === 0) return undefined
  return {
    ...value,
    ...{ items, open: value.open.map(({ text }) => newPiece(text)) },
    close: newPiece(moved(withEnds(value.close.text, eol), shift)),
  }
}

export function valueInBrackets(plan: CopyPlan, value: Held): Held | undefined {
  if (value.is === 'fixed') return undefined
  if (!isCollection(value)) return copiedLeaf(plan, value, undefined)
  const isMap = value.is === 'map'
  const pad = isMap && value.items.length > 0 ? ' ' : ''
  let lead = pad
  const items = copiedItems(plan, value, item => {
    const copy = copiedInBrackets(plan, item, value, lead)
    if (copy) lead = ' '
    return copy
  })
  if (items.length === 0 && value.items.length > 0) return undefined
  const [open, close] = isMap ? ['{', '}'] : ['[', ']']
  const around = { open: [newPiece(open)], close: newPiece(pad + close), trailing: false }
  return { ...value, ...around, flow: true, inline: false, items }
}

/** A value without items; `place` is absent inside of brackets. */
function copiedLeaf(plan: CopyPlan, value: Held, place: CopyPlace | undefined): Held | undefined {
  const { scalar, open } = value
  const { eol, ascii } = plan.manner
  const raw = textOfPieces(open)
  const isFlow = place === undefined
  const withText = (text: string): Held => ({ ...value, open: [newPiece(text)] })
  if (value.is === 'fixed' && isFlow) return undefined
  if (scalar === undefined) return withText(moved(withEnds(raw, eol), place?.shift ?? 0))
  const isBlockText = scalar.style === 'literal' || scalar.style === 'folded'
  const style = isFlow && isBlockText ? 'plain' : (plan.styles.get(scalar.style) ?? scalar.style)
  const isKept =
    scalar.typed !== undefined ||
    (style === scalar.style && !(ascii && BEYOND_ASCII.test(raw)) && (!isFlow || (scalar.flow && !LINES.test(raw))))
  if (!isKept) return withText(writeScalar(scalar.value, { style, flow: isFlow, eol, ascii }))
  return withText(moved(withEnds(raw, eol), place === undefined ? 0 : shiftOf(plan, value, place)))
}

const BEYOND_ASCII = /[^\0-\x7f]/
const LINES = /[\r\n]/

/** The lines of a block of text go as far to the right as those of a map would. */
function shiftOf({ steps: { from, there } }: CopyPlan, { open, scalar }: Held, { shift, below }: CopyPlace): number {
  if (scalar?.style !== 'literal' && scalar?.style !== 'folded') return shift
  const [header = '', ...lines] = textOfPieces(open).split(/\r\n?|\n/)
  const first = lines.find(line => !isBlankLine(line)) ?? ''
  const own = first.length - first.trimStart().length - below
  const isUsual = own === from.map && !/^[|>][+-]?\d/.test(header)
  return isUsual && there.map !== undefined ? shift + there.map - from.map : shift
}

function ownHead({ anchors }: CopyPlan, { head }: TreeItem): string {
  return textOfPieces(head).replace(ANCHOR, (all, before: string, name: string) => (anchors.has(name) ? before : all))
}

const ANCHOR = /([:-][ \t]+(?:![^\s]*[ \t]+)?)&([^\s,[\]{}]+)[ \t]*/g

function keyInBrackets(plan: CopyPlan, item: TreeItem, holder: Held): string {
  const head = ownHead(plan, item)
  if (holder.flow) return head
  const key = /^[\w.-]+(?=[ \t]*:)/.exec(head)?.[0] ?? JSON.stringify(item.name)
  return `${key}: `
}

/** The lines of a gap, so many columns further to the right. */
export function movedLines(lines: readonly Piece[], shift: number, eol: string): Piece[] {
  return lines.map(({ text }) => {
    const line = withEnds(text, eol)
    if (shift === 0 || isBlankLine(line) || !isBetween(line)) return newPiece(line)
    const blanks = line.length - line.trimStart().length
    return newPiece(' '.repeat(Math.max(0, blanks + shift)) + line.trimStart())
  })
}

export function withEnds(text: string, eol: string): string {
  return text.replace(/\r\n|\r|\n/g, eol)
}
