/** Brings the entries of one tree to another. */
import { type CopyPlan, copiedInBrackets, copiedLine, copiedValue, goesAlong, valueInBrackets } from './merge-copy.ts'
import { gapTaken } from './merge-gaps.ts'
import { type NextGap, nextIn } from './merge-removal.ts'
import {
  type Held,
  isBlankLine,
  isBlock,
  isCollection,
  NO_TEXT,
  newPiece,
  type Piece,
  type TreeItem,
  textOfPieces,
  type YamlTree,
} from './merge-tree.ts'
import type { YamlScalar } from './scalar.ts'

export interface Bringing extends CopyPlan {
  /** What the file loses: it may be in the way of what it gets. */
  readonly going: ReadonlySet<TreeItem>
  /** The comments of the file that is copied from. Others at the top of a file without texts are about the file. */
  readonly comments: ReadonlySet<string>
  /** A text in the place of another one; undefined where nothing changes. */
  readonly replaced: (present: YamlScalar, by: YamlScalar) => string | undefined
  /** The text of a map or list that is not taken apart, with the texts in it that are replaced. */
  readonly patched: (value: Held) => readonly Piece[]
}

/** Only documents that the file has are looked at. */
export function bringTo(there: YamlTree, from: YamlTree, bringing: Bringing): void {
  for (const [at, document] of there.documents.entries()) {
    const source = from.documents[at]
    if (source === undefined || !bringing.wanted.has(source)) continue
    const nextOf =
      (gap: Piece[] = []) =>
      (): NextGap => ({ gap, isLast: true })
    const around = { next: nextOf(there.after[at]), follows: nextOf(from.after[at]) }
    new Arrival(bringing).to(document, source, { ...around, holder: undefined, source: undefined })
  }
}

/** What follows an item, in the file and where the copies come from, and what holds it. */
interface Around {
  readonly next: () => NextGap
  readonly follows: () => NextGap
  readonly holder: Held | undefined
  readonly source: Held | undefined
}

class Arrival {
  readonly #plan: Bringing

  constructor(plan: Bringing) {
    this.#plan = plan
  }

  /** An item that both have. */
  to(there: TreeItem, from: TreeItem, around: Around): void {
    const { value } = there
    if (value.is === 'fixed') there.value = { ...value, open: this.#plan.patched(value) }
    else if (!isCollection(from.value)) this.#text(there, from, around)
    else if (value.is === from.value.is && (value.items.length > 0 || isBlock(value)))
      this.#items(value, from.value, around)
    else if (isEmpty(value)) this.#fill(there, from, around)
    else this.#instead(there, from, around)
  }

  #text(there: TreeItem, from: TreeItem, around: Around): void {
    const { value } = there
    const { scalar } = from.value
    if (isCollection(value) && value.items.length > 0) this.#instead(there, from, around)
    else if (scalar === undefined) return
    else if (value.scalar === undefined) this.#fill(there, from, around)
    else {
      const text = this.#plan.replaced(value.scalar, scalar)
      if (text === undefined) return
      const rest = restOf(value, value.scalar.end)
      there.value = { ...value, open: [newPiece(text), rest] }
    }
  }

  /** Something else is in the way: it stays, unless the file loses it. */
  #instead(there: TreeItem, from: TreeItem, { holder, source }: Around): void {
    if (holder === undefined || source === undefined || !this.#plan.going.has(there)) return
    const copy = this.#copy(from, source, holder, textOfPieces(there.gap))
    if (copy === undefined) return
    holder.items[holder.items.indexOf(there)] = { ...copy, gap: there.gap, comma: there.comma, behind: there.behind }
  }

  #copy(from: TreeItem, source: Held, holder: Held, lead: string): TreeItem | undefined {
    return holder.flow
      ? copiedInBrackets(this.#plan, from, source, lead)
      : copiedLine(this.#plan, from, source, holder.column)
  }

  /** An item that holds nothing gets what the other one holds. */
  #fill(there: TreeItem, from: TreeItem, around: Around): void {
    const { holder, source } = around
    if (holder === undefined || source === undefined) {
      this.#fillDocument(there, from, around)
      return
    }
    const place = { column: holder.column, shift: source.flow ? 0 : holder.column - source.column, head: 2 }
    const below = source.flow ? holder.column : source.column
    const value = holder.flow
      ? valueInBrackets(this.#plan, from.value)
      : copiedValue(this.#plan, from.value, { ...place, below })
    if (value === undefined) return
    there.value = value.inline ? { ...value, inline: false } : value
    if (isBlock(value)) {
      there.head = [...there.head.map(trimmedEnd), ...there.tail]
      there.tail = []
    } else if (!/\s$/.test(textOfPieces(there.head))) there.head = [...there.head, newPiece(' ')]
  }

  #fillDocument(there: TreeItem, from: TreeItem, around: Around): void {
    const { value } = from
    if (isBlock(value)) {
      const root: Held = { ...value, column: 0, items: [], open: [], close: NO_TEXT, start: there.value.start }
      if (there.value.is !== 'nothing') return
      const { gap } = around.next()
      const comments = gap.filter(({ text }) => !isBlankLine(text))
      if (comments.length > 0 && !comments.some(({ text }) => this.#plan.comments.has(text.trim()))) {
        there.head = [...there.head, ...gap.splice(0)]
      }
      there.value = root
      this.#items(root, value, around)
    } else {
      const copy = copiedValue(this.#plan, value, { column: 0, shift: 0, head: 0, below: 0 })
      if (copy === undefined) return
      if (there.value.is === 'nothing') there.tail = [newPiece(this.#plan.manner.eol)]
      there.value = copy
    }
  }

  #items(there: Held, from: Held, around: Around): void {
    const found = matched(there, from)
    let last: TreeItem | undefined
    for (const [at, item] of from.items.entries()) {
      const next = (): NextGap => nextIn(from, at + 1, around.follows)
      const own = found.get(item)
      if (own !== undefined) {
        last = own
        const its = { next: () => nextIn(there, there.items.indexOf(own) + 1, around.next), follows: next }
        if (this.#plan.wanted.has(item)) this.to(own, item, { ...its, holder: there, source: from })
      } else if (from.is === 'list' ? this.#isNext(there, from, at) : this.#plan.wanted.has(item)) {
        const before = last === undefined ? firstOf(there, from, found, at) : there.items.indexOf(last) + 1
        if (this.#insert(there, before, item, from, next(), around)) last = there.items[before]
      }
    }
    this.#repeated(there, from)
  }

  /** An item of a list comes right behind the last one; one without a text, where others follow. */
  #isNext({ items }: Held, from: Held, at: number): boolean {
    const { wanted } = this.#plan
    const item = from.items[at]
    if (item === undefined || items.length !== at) return false
    return wanted.has(item) || (goesAlong(this.#plan, item) && from.items.slice(at).some(each => wanted.has(each)))
  }

  #insert(there: Held, at: number, item: TreeItem, from: Held, then: NextGap, around: Around): boolean {
    const copy = this.#copy(item, from, there, leadAt(there, at, from))
    if (copy === undefined) return false
    if (there.flow) partFirst(there, at)
    else {
      const next = nextIn(there, at, around.next)
      copy.gap.splice(0, copy.gap.length, ...gapTaken(copy.gap, there.column, next.gap, then.gap))
    }
    there.items.splice(at, 0, copy)
    return true
  }

  /** A key that the file has more than once has the last text of the source in all places that the source does not have. */
  #repeated(there: Held, from: Held): void {
    if (there.is !== 'map') return
    const last = new Map(from.items.map(item => [item.name, item]))
    const taken = new Set(matched(there, from).values())
    for (const own of there.items) {
      const item = last.get(own.name)
      if (item === undefined || taken.has(own) || !this.#plan.wanted.has(item) || isCollection(item.value)) continue
      this.#text(own, item, { next: NOTHING, follows: NOTHING, holder: there, source: from })
    }
  }
}

const NOTHING = (): NextGap => ({ gap: [], isLast: true })

function isEmpty({ is, items }: Held): boolean {
  return is === 'nothing' || ((is === 'map' || is === 'list') && items.length === 0)
}

/** By an item: the one of the same name. Where a name is there more often than on the other side, the last ones count. */
function matched(there: Held, from: Held): Map<TreeItem, TreeItem> {
  const named = new Map<string, TreeItem[]>()
  for (const item of there.items) named.set(item.name, [...(named.get(item.name) ?? []), item])
  const counts = new Map<string, number>()
  const found = new Map<TreeItem, TreeItem>()
  for (const item of from.items) {
    const nth = counts.get(item.name) ?? 0
    counts.set(item.name, nth + 1)
    const own = named.get(item.name)?.[nth] ?? named.get(item.name)?.at(-1)
    if (own) found.set(item, own)
  }
  return found
}

/** Where an item is put that nothing stands before: before the nearest that follows it. */
function firstOf(there: Held, from: Held, found: ReadonlyMap<TreeItem, TreeItem>, at: number): number {
  for (const item of from.items.slice(at + 1)) {
    const own = found.get(item)
    if (own) return there.items.indexOf(own)
  }
  return there.items.length
}

/** What stands before a new item inside of brackets. */
function leadAt({ items, flow, close }: Held, at: number, from: Held): string {
  if (!flow) return ''
  const [first, second] = items.map(({ gap }) => textOfPieces(gap))
  if (first === undefined) return /^[ \t]*/.exec(close.text)?.[0] ?? ''
  if (at === 0) return isBlankLine(first) ? first : ' '
  return betweenItems(first, second, from)
}

function betweenItems(first: string, second: string | undefined, from: Held): string {
  if (second !== undefined && isBlankLine(second)) return second
  const other = from.flow && from.items[1] ? textOfPieces(from.items[1].gap) : ' '
  if (isBlankLine(first) && /[\r\n]/.test(first)) return first
  return isBlankLine(other) && !/[\r\n]/.test(other) ? other : ' '
}

/** The item that was the first inside of brackets gets what stands between two. */
function partFirst({ items }: Held, at: number): void {
  const [first, second] = items
  if (at !== 0 || first === undefined || !isBlankLine(textOfPieces(first.gap))) return
  const lead = betweenItems(textOfPieces(first.gap), second && textOfPieces(second.gap), {
    ...first.value,
    flow: false,
  })
  if (lead !== textOfPieces(first.gap)) first.gap.splice(0, first.gap.length, newPiece(lead))
}

function restOf({ open, end }: Held, from: number): Piece {
  const text = textOfPieces(open)
  const cut = Math.max(0, text.length - (end - from))
  return { text: text.slice(cut), at: from }
}

function trimmedEnd({ text, at }: Piece): Piece {
  return { text: text.trimEnd(), at }
}
