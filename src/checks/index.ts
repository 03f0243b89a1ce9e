/**
 * The door of this room: a source and its translation in, issues out. Everything here is a pure function of its arguments. Nobody
 * outside imports another file of it.
 */
export { issuesIn } from './checks.ts'
export { readConsistency } from './consistency.ts'
export {
  buildTermSearch,
  type FixedWords,
  type RequiredTerm,
  type TermSearch,
  termSearchFor,
  termsIn,
} from './glossary-terms.ts'
export { type Conditions, type Issue, type Severity, worstOf } from './issue.ts'
export { type AnswerToJudge, type Judged, judge, messageOf } from './judge.ts'
export { withEdgesOf } from './layout.ts'
export { SWAPPED, swapIssue, swappedNeighbours } from './neighbours.ts'
export { numbersOf } from './numbers.ts'
export type { Checked } from './pair.ts'
export { FURTHER, REGISTRY } from './registry.ts'
export { areNear } from './script.ts'
export { shownText, shownTranslation } from './shown.ts'
export { termsKept } from './terms.ts'
