/** What XLIFF says of a translation: whether it still has to be made, and how a written one is marked. */
import type { Target } from '../format.ts'

/** 1.2 has the state on the target, 2.x on the segment. */
export type Version = 1 | 2

/** States of a target that is no translation yet, whatever stands in it: many programs copy the source there. */
const OPEN: Readonly<Record<Version, ReadonlySet<string>>> = {
  1: new Set(['new', 'needs-translation', 'needs-l10n']),
  2: new Set(['initial']),
}

export function isUnfinished(version: Version, state: string | undefined): boolean {
  return state !== undefined && OPEN[version].has(state)
}

/** The state of a text that was written. In 2.x, `translated` says already that nobody has reviewed it. */
export function writtenState(version: Version, target: Target): string {
  return version === 1 && target.unreviewed ? 'needs-review-translation' : 'translated'
}

/** The state of a target that was emptied, because it was in another language. */
export function emptiedState(version: Version): string {
  return version === 1 ? 'needs-translation' : 'initial'
}
