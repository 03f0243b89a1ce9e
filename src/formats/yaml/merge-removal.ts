/** Takes entries out of a tree, with their own comments. */
import { stayingOf } from './merge-gaps.ts'
import { ROOT_NAME } from './merge-reader.ts'
import { type Held, isBlankLine, isCollection, type Piece, type TreeItem, type YamlTree } from './merge-tree.ts'

/**
 * Removes what is named. What holds nothing more goes, too, but no document, and not the key that names the language. Two things stay: what
 * has an anchor that an alias refers to, and an item of a list that others follow, since these would get other numbers.
 */
export function removeFrom(tree: YamlTree, goes: (item: TreeItem) => boolean): void {
  for (const [at, document] of tree.documents.entries()) {
    const gap = tree.after[at] ?? []
    removeIn(document.value, goes, () => ({ gap, isLast: true }))
  }
}

/** The gap that follows an item, and whether nothing stands behind it. */
export interface NextGap {
  readonly gap: Piece[]
  readonly isLast: boolean
}

function removeIn(held: Held, goes: (item: TreeItem) => boolean, next: () => NextGap): void {
  const { items } = held
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at]
    if (item === undefined) continue
    const behind = (): NextGap => nextIn(held, items.indexOf(item) + 1, next)
    if (goes(item)) removeAt(held, at, behind())
    else if (isCollection(item.value)) removeIn(item.value, goes, behind)
  }
}

/** The gap of an item, or of what follows all of them. */
export function nextIn({ items }: Held, at: number, next: () => NextGap): NextGap {
  const item = items[at]
  return item === undefined ? next() : { gap: item.gap, isLast: false }
}

function removeAt({ items, flow, column }: Held, at: number, next: NextGap): void {
  const [item] = items.splice(at, 1)
  if (item === undefined) return
  if (!flow) next.gap.unshift(...stayingOf(item.gap, column, next.gap, next.isLast))
  else {
    // What stands behind the bracket is no part of the item.
    const first = items[0]
    if (at === 0 && first && isBlank(first.gap) && isBlank(item.gap)) first.gap.splice(0, first.gap.length, ...item.gap)
  }
}

function isBlank(gap: readonly Piece[]): boolean {
  return gap.every(({ text }) => isBlankLine(text))
}

/** Which items go: what is named and what holds nothing else. What is new stays. */
export function goingIn({ documents, anchors, aliases }: YamlTree, isNamed: (path: string) => boolean): Set<TreeItem> {
  const used = new Set(aliases.map(({ name }) => name))
  const kept = anchors.filter(({ name }) => used.has(name)).map(({ at }) => at)
  const going = new Set<TreeItem>()
  const look = (item: TreeItem): boolean => {
    const { value, start, name, path } = item
    const all = value.items.map(look)
    if (value.is === 'list') for (const each of value.items.slice(0, all.lastIndexOf(false) + 1)) stay(each, going)
    const isEmptied = isCollection(value) ? all.length > 0 && all.every(Boolean) : LEAVES.has(value.is) && isNamed(path)
    if (!isEmptied || start < 0 || name === ROOT_NAME) return false
    const end = value.items.length > 0 ? value.end : Math.max(value.end, start)
    going.add(item)
    if (kept.some(at => at >= start && at < end)) stay(item, going)
    return going.has(item)
  }
  for (const document of documents) for (const item of document.value.items) look(item)
  return going
}

const LEAVES: ReadonlySet<string> = new Set(['scalar', 'nothing'])

/** What cannot go is not emptied either, since programs need what it holds. */
function stay(item: TreeItem, going: Set<TreeItem>): void {
  if (!going.delete(item)) return
  for (const each of item.value.items) stay(each, going)
}
