import { type Judged, messageOf, worstOf } from '../../checks/index.ts'
import type { Segment } from '../engine/engine.ts'
import type { Kept } from '../store/translations.ts'

/** Why a source is written instead of a translation (ENG-2), where no check gives the reason. The result's quality shows it. */
export const FINDINGS = {
  missing: 'The engine gave no translation; the source was kept.',
  sibling:
    'Another plural form of this message was refused, and a message needs them all; the source of this one was kept with it.',
  unreadable: 'The translation could not be written so that it reads back; the source was kept.',
} as const

/** True where an answer should be asked for once more: it is missing (undefined), or is refused or doubted. */
export function wantsRepair(judged: Judged | undefined): boolean {
  return rank(judged) >= RANKS.doubt
}

/** What is kept of an answer: its text, or the reason why its source stays. Undefined: there was no answer. */
export function keptOf({ id }: Segment, judged: Judged | undefined, repaired = false): Kept {
  if (judged === undefined) return { source_hash: id, text: '', finding: FINDINGS.missing }
  const { text, issues } = judged
  const said = messageOf(issues)
  const worst = worstOf(issues)
  if (worst === 'refuse') return { source_hash: id, text, finding: `${said} The source was kept.` }
  return { source_hash: id, text, finding: null, repaired: repaired && worst !== 'doubt' ? 1 : 0, note: said ?? null }
}

/** The better of two answers to one segment; the first where both are equally good. Undefined: there was no answer. */
export function better(first: Judged | undefined, second: Judged | undefined): Judged | undefined {
  return rank(second) < rank(first) ? second : first
}

const RANKS = { good: 0, note: 1, doubt: 2, refuse: 3, missing: 4 } as const

function rank(judged: Judged | undefined): number {
  return RANKS[judged === undefined ? 'missing' : (worstOf(judged.issues) ?? 'good')]
}
