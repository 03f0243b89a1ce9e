import type { Candidate } from '../approving.ts'
import type { Consented } from '../consent/carry-out.ts'
import type { CallContext } from '../context.ts'
import type { MadeFile } from './creating.ts'
import type { FetchedInRun } from './fetching-run.ts'

/**
 * How far the calls about many files came. A service that takes few requests at a time needs several calls for each step; the same call
 * again goes on, and asks for nothing twice. Losing it costs requests and, in the midst of an approval, a second question.
 */
export interface RunMemory {
  /** By path, where not all files were made yet. */
  readonly made: Map<string, MadeFile>
  /** By batch: plans that were read for a question. */
  readonly read: Map<string, { readonly candidate: Candidate; readonly until: number }>
  /** By exact spending: what a person agreed to, and was not approved yet. */
  readonly agreed: Map<string, { readonly undo: Consented['undo']; readonly until: number }>
  /** By batch and place: results that were saved. */
  readonly fetched: Map<string, FetchedInRun>
}

/** What is remembered of one thing, which the name tells, for the caller of this call. */
export function memoryOf(name: string, { parts: { callerState }, principal }: CallContext): RunMemory {
  const key = `${principal}\n${name}`
  const known = callerState.runs.get(key) ?? { made: new Map(), read: new Map(), agreed: new Map(), fetched: new Map() }
  callerState.runs.set(key, known)
  return known
}
