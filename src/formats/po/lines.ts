/** The lines of a catalogue: which of them belong to an entry, and the edits by which a catalogue loses and gains whole lines. */
import type { Entry, Part, Span } from './reader.ts'

/** What a line is besides the strings of an entry: `mark` says something of the entry after it, `remark` only people read. */
type LineKind = 'blank' | 'remark' | 'mark' | 'other'

/** A line of the file, in bytes. `end` is before its line end. */
export interface CatalogueLine extends Span {
  readonly kind: LineKind
  /** It has a line end: false at most for the last line. */
  readonly ended: boolean
}

/** The lines of an entry by their indexes: its comments from `first` on, and its strings up to and with `last`. */
export interface EntryBlock {
  readonly first: number
  readonly last: number
}

/** `#|` of an entry that is obsolete is `#~|`. */
const KINDS: readonly (readonly [LineKind, RegExp])[] = [
  ['blank', /^[ \t\v\f\r]*$/],
  ['mark', /^[ \t\v\f]*#(?:[.:,|=]|~[ \t\v\f]*\|)/],
  ['remark', /^[ \t\v\f]*#(?!~)/],
]

export function catalogueLines({ view, base }: Part): CatalogueLine[] {
  const lines: CatalogueLine[] = []
  for (let start = 0; start < view.length; ) {
    const lineEnd = view.indexOf('\n', start)
    const ended = lineEnd >= 0
    const next = ended ? lineEnd + 1 : view.length
    const end = ended ? (view[lineEnd - 1] === '\r' && lineEnd > start ? lineEnd - 1 : lineEnd) : next
    const text = view.slice(start, end)
    const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
    lines.push({ start: base + start, end: base + end, kind, ended })
    start = next
  }
  return lines
}

/**
 * The lines of each entry. Comments right above its strings belong to it, and what says something of it in any case (references, flags).
 * Remarks that a blank line separates from both do not.
 */
export function entryBlocks(lines: readonly CatalogueLine[], entries: readonly Entry[]): EntryBlock[] {
  let at = 0
  return entries.map(entry => {
    const from = at
    const strings = lineAt(lines, (entry.msgctxt ?? entry.msgid).start, from)
    const last = lineAt(lines, (entry.msgstr.at(-1) ?? entry.msgid).end - 1, strings)
    at = last + 1
    return { first: firstOf(lines, from, strings), last }
  })
}

/** The first line from `from` on that reaches beyond an offset. */
function lineAt(lines: readonly CatalogueLine[], offset: number, from: number): number {
  let at = from
  while (at < lines.length - 1 && (lines[at + 1]?.start ?? 0) <= offset) at += 1
  return at
}

function firstOf(lines: readonly CatalogueLine[], from: number, strings: number): number {
  let first = strings
  let isJoined = true
  for (let at = strings - 1; at >= from; at -= 1) {
    const { kind } = lines[at] ?? { kind: 'other' }
    if (kind === 'other') return first
    if (kind === 'blank') isJoined = false
    else if (kind === 'mark') isJoined = true
    if (isJoined) first = at
  }
  return first
}

/** The most frequent number of blank lines between two entries that follow each other; undefined where no two do. */
export function usualGap(lines: readonly CatalogueLine[], blocks: readonly EntryBlock[]): number | undefined {
  const times = new Map<number, number>()
  for (const [at, { first }] of blocks.entries()) {
    const before = blocks[at - 1]?.last
    if (before === undefined) continue
    const between = lines.slice(before + 1, first)
    if (between.every(({ kind }) => kind === 'blank')) times.set(between.length, (times.get(between.length) ?? 0) + 1)
  }
  return [...times].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/**
 * The lines that go with these blocks, by their indexes: what is left has as many blank lines where a block was as it had on the side
 * that had more of them, but none at its beginning or end that were not there. The blocks are in file order.
 */
export function removedLines(lines: readonly CatalogueLine[], blocks: Iterable<EntryBlock>): Set<number> {
  const gone = new Set<number>()
  // Of the lines beside a run of lines that are gone, only those on one side are blank.
  let run: EntryBlock | undefined
  for (const { first, last } of blocks) {
    let before = blanksFrom(lines, first - 1, -1, gone)
    if (before.next === run?.last) {
      const beyond = blanksFrom(lines, run.first - 1, -1, gone)
      before = { blanks: [...before.blanks, ...beyond.blanks], next: beyond.next }
    }
    const after = blanksFrom(lines, last + 1, 1, gone)
    const isFewer = before.blanks.length < after.blanks.length
    const isFirst = before.next < 0
    const isLast = after.next === lines.length
    for (let at = first; at <= last; at += 1) gone.add(at)
    for (const at of isLast || (isFewer && !isFirst) ? before.blanks : after.blanks) gone.add(at)
    run = runAround(gone, first, last, run)
  }
  return gone
}

interface Blanks {
  readonly blanks: readonly number[]
  /** The first line that is not blank, or is gone. */
  readonly next: number
}

function blanksFrom(lines: readonly CatalogueLine[], from: number, step: 1 | -1, gone: ReadonlySet<number>): Blanks {
  const blanks: number[] = []
  let next = from
  for (; lines[next]?.kind === 'blank' && !gone.has(next); next += step) blanks.push(next)
  return { blanks, next }
}

/** Lines that are gone, with all beside them that are gone, too. The run before them is passed in one step, however long it is. */
function runAround(gone: ReadonlySet<number>, from: number, to: number, run: EntryBlock | undefined): EntryBlock {
  let [first, last] = [from, to]
  while (gone.has(first - 1)) first = run?.last === first - 1 ? run.first : first - 1
  while (gone.has(last + 1)) last += 1
  return { first, last }
}

/** What a catalogue loses and gains: indexes of lines, and new lines by the index of the line that they stand before. */
export interface LineChanges {
  readonly removed: ReadonlySet<number>
  readonly inserted: ReadonlyMap<number, readonly string[]>
  readonly eol: string
}

/** `text` replaces the bytes from `start` up to, not including, `end`. */
export interface TextEdit extends Span {
  readonly text: string
}

/** The edits that change whole lines. The last line has a line end as it had before. `end` is that of the file. */
export function lineEdits(
  lines: readonly CatalogueLine[],
  end: number,
  { removed, inserted, eol }: LineChanges,
): TextEdit[] {
  const edits: TextEdit[] = []
  for (let at = 0; at <= lines.length; at += 1) {
    const added = [...(inserted.get(at) ?? [])]
    let to = at
    while (removed.has(to)) {
      to += 1
      added.push(...(inserted.get(to) ?? []))
    }
    if (to === at && added.length === 0) continue
    const isTail = to === lines.length && lines.at(-1)?.ended === false
    const text = added.map(line => (isTail ? eol + line : line + eol)).join('')
    const before = lines[at - 1]
    if (!isTail) edits.push({ start: lines[at]?.start ?? end, end: lines[to]?.start ?? end, text })
    else if (before) edits.push({ start: before.end, end, text })
    else edits.push({ start: lines[at]?.start ?? end, end, text: text.slice(eol.length) })
    at = to
  }
  return edits
}
