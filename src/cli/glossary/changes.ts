/** What the terms of a file change in a glossary. Pure. */
import type { Term, TermInput } from '../../contract/glossary.ts'
import { type PairedTerm, sourceKeyOf } from './pairs.ts'

/** The content that is sent, and the line of the file that each term is from. */
export interface GlossaryChange {
  readonly terms: readonly TermInput[]
  readonly lines: readonly number[]
  readonly counts: { readonly added: number; readonly changed: number; readonly same: number; readonly removed: number }
}

/**
 * How a glossary is brought to hold the terms of a file. A term of the same source is changed, and keeps the note and the case sensitivity that the
 * file does not name. With `whole` the file is the whole glossary: nothing is kept of what it does not say.
 */
export function changeBy(earlier: readonly Term[], given: readonly PairedTerm[], whole: boolean): GlossaryChange {
  const known = new Map(earlier.map(term => [sourceKeyOf(term), term]))
  const bySource = new Map(earlier.map(term => [term.source, term]))
  const met = new Set<Term>()
  const counts = { added: 0, changed: 0, same: 0, removed: 0 }
  const sent: { readonly line: number; readonly term: TermInput }[] = []
  for (const { line, source, target, note, case_sensitive } of given) {
    const found = bySource.get(source) ?? known.get(sourceKeyOf({ source, case_sensitive }))
    // One that a line before has changed already is not there any more.
    const before = found !== undefined && met.has(found) ? undefined : found
    const kept = whole ? undefined : before
    const term = {
      source,
      target,
      note: note ?? kept?.note ?? null,
      case_sensitive: case_sensitive ?? kept?.case_sensitive ?? false,
    }
    const what = before === undefined ? 'added' : isSame(before, term) ? 'same' : 'changed'
    counts[what] += 1
    if (before !== undefined) met.add(before)
    if (whole || what !== 'same') sent.push({ line, term })
  }
  if (whole) counts.removed = earlier.length - met.size
  return { terms: sent.map(({ term }) => term), lines: sent.map(({ line }) => line), counts }
}

function isSame(one: Term, other: Term): boolean {
  return (
    one.source === other.source &&
    one.target === other.target &&
    one.note === other.note &&
    one.case_sensitive === other.case_sensitive
  )
}
