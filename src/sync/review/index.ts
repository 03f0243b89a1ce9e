/** The door of this folder: rows for a reviewer out of a plan, and what comes back of them into one. */
export type { ReviewKindName } from './kind-names.ts'
export { kindByEnding, kindOfBytes, REVIEW_KINDS } from './kinds.ts'
export { type LeftRow, type PlacedRow, planReturned, type ReturnedPlan } from './returned.ts'
export { ReviewFileFault, type ReviewRow, readRowId } from './row.ts'
export { reviewRows } from './rows.ts'
export { type ReviewTaking, takingOf } from './taking.ts'
