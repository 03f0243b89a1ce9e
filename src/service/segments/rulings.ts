/** The rules that decide what happens to an answer to a segment. */
import type { Severity } from '../../checks/index.ts'

/** `open`: it waits for an answer. `answered`: it has one. `kept`: its source stays, after two answers that were refused. */
export type SegmentState = 'open' | 'answered' | 'kept'

/** `take`: the answer is written. `again`: another answer is asked for. `keep`: the source stays. `leave`: the old translation stays. */
export type Ruling = 'take' | 'again' | 'keep' | 'leave'

/**
 * Rules on an answer by its worst issue (undefined: it has none). The first answer to an open segment is asked for again for any issue but
 * a note. A second answer, or a correction of a translation, is refused only where it must not be written; one in doubt is taken.
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

/** The answers of one call, each id once. An id that cannot be matched to a segment has its reason in `refused`. */
export interface Sorted {
  /** By the number of their segment. */
  readonly answers: ReadonlyMap<number, SegmentTranslation>
  readonly refused: ReadonlyMap<string, string>
}

const NUMBER = /^[1-9]\d{0,8}$/

/** Sorts answers. An id that is no number, or that has two different texts, is refused; the other answers are not affected. */
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
/** One id came with two different texts: which of them is meant cannot be known. */
export const TWICE = 'This id came twice with different texts; neither was taken. Give it once.'
