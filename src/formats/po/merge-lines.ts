/** Where a catalogue gains the lines of messages, and loses those of others. */
import { type LineChanges, removedLines, usualGap } from './lines.ts'
import { headerLines } from './merge-header.ts'
import { linesFor, type Sides } from './merge-messages.ts'
import type { Message } from './message.ts'
import type { WholeCatalogue, WholeEntry } from './whole.ts'

/** An entry that is a message. */
export interface WholeMessage extends WholeEntry {
  readonly message: Message
}

interface Moves {
  /** The messages that stay, in the order of their file. */
  readonly kept: readonly WholeMessage[]
  readonly gone: ReadonlySet<WholeEntry>
  /** The messages that are inserted, by their addresses. */
  readonly missing: ReadonlyMap<string, WholeMessage>
  /** The catalogue gains something, so it needs a header. */
  readonly gains: boolean
}

/** The lines that go, and those that come. Each message comes after the one before it in its source that is there, else before the next one. */
export function linesMoved(sides: Sides, moves: Moves): LineChanges {
  const { there, from } = sides
  const { eol, header } = there.catalogue
  const removed = removedLines(there.lines, moves.gone)
  const gap = Array.from({ length: gapOf(there) ?? gapOf(from) ?? 1 }, () => '')
  const inserted = new Map<number, string[]>()
  const add = (at: number, lines: readonly string[]): void => {
    inserted.set(at, [...(inserted.get(at) ?? []), ...lines])
  }
  const head = moves.gains && header.entry === undefined ? headerLines(from) : []
  const hasRest = removed.size < there.lines.length
  if (head.length > 0) add(0, hasRest ? [...head, ''] : head)
  const { after, before, alone } = placesOf(sides, moves)
  const written = (whole: WholeMessage): string[] => linesFor(sides, whole)
  for (const [{ last }, messages] of after) {
    add(
      last + 1,
      messages.flatMap(whole => [...gap, ...written(whole)]),
    )
    const next = there.lines[last + 1]
    if (next && next.kind !== 'blank' && !removed.has(last + 1)) add(last + 1, gap)
  }
  for (const [{ first }, messages] of before)
    add(
      first,
      messages.flatMap(whole => [...written(whole), ...gap]),
    )
  const lead = head.length > 0 || hasRest ? gap : []
  add(
    there.lines.length,
    alone.flatMap((whole, at) => [...(at === 0 ? lead : gap), ...written(whole)]),
  )
  return { removed, inserted, eol }
}

function gapOf({ lines, entries }: WholeCatalogue): number | undefined {
  return usualGap(
    lines,
    entries.filter(({ entry }) => !entry.obsolete),
  )
}

interface Places {
  readonly after: ReadonlyMap<WholeEntry, readonly WholeMessage[]>
  readonly before: ReadonlyMap<WholeEntry, readonly WholeMessage[]>
  /** Those that come at the end of a file that has no entries. */
  readonly alone: readonly WholeMessage[]
}

function placesOf({ there, from }: Sides, { kept, gone, missing }: Moves): Places {
  const present = new Map(kept.toReversed().map(whole => [whole.message.address, whole]))
  const after = new Map<WholeEntry, WholeMessage[]>()
  const first: WholeMessage[] = []
  let anchor: WholeMessage | undefined
  let next: WholeMessage | undefined
  for (const { entry, message } of from.entries) {
    if (message === undefined || entry.obsolete) continue
    const own = present.get(message.address)
    const whole = missing.get(message.address)
    if (own) {
      anchor = own
      next ??= own
    } else if (whole?.entry === entry) {
      const list = anchor ? (after.get(anchor) ?? []) : first
      list.push(whole)
      if (anchor) after.set(anchor, list)
    }
  }
  if (first.length === 0) return { after, before: new Map(), alone: [] }
  if (next) return { after, before: new Map([[next, first]]), alone: [] }
  const last = kept.at(-1) ?? there.entries.find(({ message }) => message === undefined)
  if (last) return { after: new Map([[last, first]]), before: new Map(), alone: [] }
  const obsolete = there.entries.find(whole => !gone.has(whole))
  return obsolete
    ? { after, before: new Map([[obsolete, first]]), alone: [] }
    : { after, before: new Map(), alone: first }
}
