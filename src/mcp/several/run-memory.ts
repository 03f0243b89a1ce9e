import type { Candidate } from '../approving.ts'
import type { CallerState } from '../caller-state.ts'
import type { Consented } from '../consent/carry-out.ts'
import type { CallContext } from '../context.ts'
import { Recent } from '../recent.ts'
import type { MadeFile } from './creating.ts'
import type { FetchedInRun } from './fetched-in-run.ts'

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

/** So many things are remembered. */
const MOST = 20

/** Each state of a process has its own; it knows nothing of them, since they know of it. */
const memories = new WeakMap<CallerState, Recent<RunMemory>>()

/** What is remembered of one thing, which the name tells, for the caller of this call. */
export function memoryOf(name: string, { parts: { callerState }, principal }: CallContext): RunMemory {
  const key = `${principal}\n${name}`
  const all = memories.get(callerState) ?? new Recent<RunMemory>(MOST)
  memories.set(callerState, all)
  const known = all.get(key) ?? { made: new Map(), read: new Map(), agreed: new Map(), fetched: new Map() }
  all.set(key, known)
  return known
}
