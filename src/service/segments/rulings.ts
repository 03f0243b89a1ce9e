/** What becomes of an answer to a segment. */
import type { Severity } from '../../checks/index.ts'

/** Where a segment stands: waiting for an answer, answered, or its source kept after two refusals. */
export type SegmentState = 'open' | 'answered' | 'kept'

/** `take`: it is written. `again`: it is asked for once more. `keep`: the source stays. `leave`: the translation before it stays. */
export type Ruling = 'take' | 'again' | 'keep' | 'leave'

/**
 * Judges an answer by the worst the checks say of it; undefined for nothing. A first answer comes back for whatever a model can
 * do better; a second one, and a correction of what stands already, only where it must not be written.
 */
export function rulingOn(state: SegmentState, refusals: number, worst: Severity | undefined): Ruling {
  if (worst === undefined || worst === 'note') return 'take'
  if (state !== 'open') return worst === 'refuse' ? 'leave' : 'take'
  if (refusals === 0) return 'again'
  return worst === 'refuse' ? 'keep' : 'take'
}

export interface SegmentTranslation {
  readonly id: string
  readonly text: string
}

/** The answers of one call, each id once; those that cannot be told what they are for, by id with the reason. */
export interface Sorted {
  /** By the number of their segment. */
  readonly answers: ReadonlyMap<number, SegmentTranslation>
  readonly refused: ReadonlyMap<string, string>
}

const NUMBER = /^[1-9]\d{0,8}$/

/** Sorts answers: an id that is none, and one that is given twice with different texts, refuse themselves alone. */
export function sortAnswers(given: readonly SegmentTranslation[]): Sorted {
  const byId = new Map<string, SegmentTranslation>()
  const refused = new Map<string, string>()
  for (const answer of given) {
    const before = byId.get(answer.id)
    if (!NUMBER.test(answer.id)) refused.set(answer.id, UNKNOWN)
    else if (before !== undefined && before.text !== answer.text) refused.set(answer.id, TWICE)
    else byId.set(answer.id, answer)
  }
  const clear = [...byId].filter(([id]) => !refused.has(id))
  return { answers: new Map(clear.map(([id, answer]) => [Number(id), answer])), refused }
}

/** No segment of this language has the id. */
export const UNKNOWN = 'No segment of this translation into this language has this id. Nothing was changed by it.'
/** One id came with two texts, and nobody can say which is meant. */
export const TWICE = 'This id came twice with different texts; neither was taken. Give it once.'
