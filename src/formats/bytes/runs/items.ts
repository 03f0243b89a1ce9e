/**
 * A line of runs, as word processors and layout programs write a paragraph: each run has its formatting, and a text in it. Markup between
 * runs (links, marks) and things in them (breaks, pictures, notes) stay as they are.
 */

/** The markup that a run has around its text. */
export interface Shell {
  /** Runs with the same key look the same. */
  readonly key: string
  readonly open: string
  readonly close: string
}

/** The byte range of the whole run or mark that an item is in: what cannot be cut. Items of one run have the same. */
interface Placed {
  readonly start: number
  readonly end: number
}

export interface TextItem extends Placed {
  readonly kind: 'text'
  readonly text: string
  readonly shell: Shell
}

/** What stands alone, whole, with the run around it. */
export interface AloneItem extends Placed {
  readonly kind: 'alone'
  readonly raw: string
  readonly meaning?: string | undefined
  /**
   * Where it has texts that are units by themselves, as a text box has: their byte range, and how much of `raw` is in front of and behind
   * what is in it. That is left in its place, so that they can be edited there.
   */
  readonly holds?:
    | { readonly start: number; readonly end: number; readonly lead: number; readonly trail: number }
    | undefined
}

/** A beginning or an end around runs: tags of an element, or marks that are no element, as those of a field. */
export interface EndItem extends Placed {
  readonly kind: 'open' | 'close'
  readonly raw: string
  readonly of: 'element' | 'mark'
  readonly meaning?: string | undefined
}

export type RunItem = TextItem | AloneItem | EndItem

/** Neighbouring texts of one look are one text, and white space looks like the word before it. What has no other end stands alone. */
export function joinedRuns(items: readonly RunItem[]): RunItem[] {
  const made: RunItem[] = []
  for (const item of paired(items)) {
    const last = made.at(-1)
    if (item.kind !== 'text') made.push(item)
    else if (item.text === '') continue
    else if (last?.kind === 'text' && isJoined(last, item)) {
      const shell = last.text.trim() === '' && item.text.trim() !== '' ? item.shell : last.shell
      made[made.length - 1] = { ...last, text: last.text + item.text, shell, end: item.end }
    } else made.push(item)
  }
  return made
}

function isJoined(one: TextItem, other: TextItem): boolean {
  return one.shell.key === other.shell.key || one.text.trim() === '' || other.text.trim() === ''
}

function paired(items: readonly RunItem[]): readonly RunItem[] {
  if (!items.some(isEnd)) return items
  const pairs = runPairs(items)
  const closes = new Set(pairs.values())
  return items.map((item, at): RunItem => {
    if (item.kind === 'open') return pairs.has(at) ? item : { ...item, kind: 'alone' }
    if (item.kind === 'close') return closes.has(at) ? item : { ...item, kind: 'alone' }
    return item
  })
}

/** The index of the end by that of its beginning. A mark whose end lies in another element has none. */
export function runPairs(items: readonly RunItem[]): ReadonlyMap<number, number> {
  if (!items.some(isEnd)) return NO_PAIRS
  const ends = new Map<number, number>()
  const open: { at: number; of: EndItem['of'] }[] = []
  for (const [at, item] of items.entries()) {
    if (item.kind === 'open') open.push({ at, of: item.of })
    if (item.kind !== 'close') continue
    while (item.of === 'element' && open.at(-1)?.of === 'mark') open.pop()
    if (open.at(-1)?.of !== item.of) continue
    const begin = open.pop()
    if (begin) ends.set(begin.at, at)
  }
  return ends
}

const NO_PAIRS: ReadonlyMap<number, number> = new Map()

function isEnd({ kind }: RunItem): boolean {
  return kind === 'open' || kind === 'close'
}

/** How many items at both ends are left outside of the text: what stands alone, and links around all of it. */
export interface Edges {
  readonly lead: number
  readonly trail: number
}

/** The edges of runs that are joined. */
export function edgesOf(items: readonly RunItem[]): Edges {
  const pairs = runPairs(items)
  let [from, to] = [0, items.length]
  for (;;) {
    const [first, last] = [items[from], items[to - 1]]
    if (from >= to || !first || !last) break
    if (first.kind === 'alone') from += 1
    else if (last.kind === 'alone') to -= 1
    else if (pairs.get(from) === to - 1 && to - from > 1) {
      from += 1
      to -= 1
    } else break
  }
  return { lead: from, trail: items.length - to }
}
