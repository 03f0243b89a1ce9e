import type { LockedBy, LockLine } from './line.ts'

/** The hashes of what the files have now; undefined where they have no such text. */
export interface FilesNow {
  readonly source: string | undefined
  readonly written: string | undefined
}

/** What speaks for a line, the strongest first. What was written is the surer sign: it tells whose text stands in the target. */
const SIGNS: readonly ((line: LockLine, now: FilesNow) => boolean)[] = [
  (line, now) => line.source === now.source && line.written === now.written,
  (line, now) => line.written === now.written,
  (line, now) => line.source === now.source,
]

/** Whose word holds where lines match the files alike: no merge takes away a review, whichever side it comes from. */
const RANKS: Readonly<Record<LockedBy['who'], number>> = { machine: 0, person: 1, reviewer: 2 }

/**
 * Of all lines about one place (a merge of two branches leaves more than one) the one that matches the files: by both hashes, else by that of
 * what was written, else by that of the source, else the last. Among lines that match alike a reviewer's comes before a person's, a person's
 * before a machine's, the newer review before the older, a later line before an earlier one. Undefined for no line.
 */
export function settleLine(candidates: readonly LockLine[], now: FilesNow): LockLine | undefined {
  if (candidates.length < 2) return candidates[0]
  for (const matches of SIGNS) {
    const matching = candidates.filter(line => matches(line, now))
    if (matching.length > 0) return matching.reduce((one, other) => (outranks(one.by, other.by) ? one : other))
  }
  return candidates.at(-1)
}

function outranks(one: LockedBy, other: LockedBy): boolean {
  if (one.who === 'reviewer' && other.who === 'reviewer') return one.date > other.date
  return RANKS[one.who] > RANKS[other.who]
}
