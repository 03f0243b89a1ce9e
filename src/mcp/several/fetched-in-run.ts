import type { Batch } from '../../contract/batch.ts'
import type { Failed } from './failures.ts'
import type { FetchedOne } from './fetching.ts'
import type { RunMember } from './run.ts'

/** A result that was saved. */
export interface FetchedInRun {
  readonly member: RunMember
  readonly data: FetchedOne
  /** Where it is; several, where languages have a file each. */
  readonly saved: readonly string[]
}

/** What came of the files of a run. `left`: not begun in the time of the call. */
export interface RunFetched {
  readonly saved: readonly FetchedInRun[]
  readonly open: readonly { readonly member: RunMember; readonly batch: Batch }[]
  readonly failed: readonly Failed[]
  readonly left: number
}
