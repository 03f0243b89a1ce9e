import { createHash } from 'node:crypto'
import { type Judged, messageOf, worstOf } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import type { Kept } from '../store/translations.ts'

/**
 * A mark of all that the translations of one job depend on beside the text: engine, languages, glossary, guidance. Under another
 * mark nothing that was kept or remembered is used.
 */
export function conditionsOf(engine: Engine, { signal: _, ...conditions }: EngineJob): string {
  return createHash('sha256')
    .update(JSON.stringify([engine.id, engine.edition?.(conditions.tier) ?? null, conditions]))
    .digest('base64url')
}

const ANY = { source: '', target: '', tier: 'standard', glossary: [], keep: [], guidance: [] } as const

/**
 * Makes the source hash of segments: equal texts under equal conditions have the same one, and are translated once. It covers all
 * that a translation depends on, so that one that was kept under other terms or guidance is not used. Where a caller's model
 * translates, it covers the text alone: a segment was handed out, perhaps days ago, and must be found again although the
 * glossary has changed.
 */
export function sourceHasher(engine: Engine, job: EngineJob): (unit: Unit) => string {
  const base = createHash('sha256').update(conditionsOf(engine, engine.hands === 'caller' ? ANY : job))
  return ({ text, syntax = 'general', sense = '', max_length }) => {
    const kind = max_length === undefined ? syntax : `${syntax} ${max_length}`
    return base.copy().update(`${kind}\n${sense.length}\n${sense}`).update(text).digest('base64url')
  }
}

/** A unit as an engine sees it. */
export function segmentOf(id: string, { text, part, syntax, note, max_length }: Unit): Segment {
  return {
    ...{ id, text, part },
    ...(syntax !== undefined && { syntax }),
    ...(note !== undefined && { note }),
    ...(max_length !== undefined && { max_length }),
  }
}

/** Why a translation is not written (ENG-2), where no check says so: its source stays, and the quality of the result tells. */
export const FINDINGS = {
  missing: 'The engine gave no translation; the source was kept.',
  sibling:
    'Another plural form of this message was refused, and a message needs them all; the source of this one was kept with it.',
  unreadable: 'The translation could not be written so that it reads back; the source was kept.',
} as const

/** True where an answer should be asked for once more: it is missing (undefined), or an issue with it is worth a repair. */
export function wantsRepair(judged: Judged | undefined): boolean {
  return rank(judged) >= RANKS.repair
}

/** What is kept of an answer: its text, or the reason why its source stays. Undefined: there was no answer. */
export function keptOf({ id }: Segment, judged: Judged | undefined, repaired = false): Kept {
  if (judged === undefined) return { source_hash: id, text: '', finding: FINDINGS.missing }
  const { text, issues } = judged
  const said = messageOf(issues)
  if (worstOf(issues) === 'refuse') return { source_hash: id, text, finding: `${said} The source was kept.` }
  return { source_hash: id, text, finding: null, repaired: repaired ? 1 : 0, note: said ?? null }
}

/** The better of two answers to one segment, the first of two that are alike. Undefined: there was no answer. */
export function better(first: Judged | undefined, second: Judged | undefined): Judged | undefined {
  return rank(second) < rank(first) ? second : first
}

const RANKS = { good: 0, note: 1, repair: 2, refuse: 3, missing: 4 } as const

function rank(judged: Judged | undefined): number {
  return RANKS[judged === undefined ? 'missing' : (worstOf(judged.issues) ?? 'good')]
}
