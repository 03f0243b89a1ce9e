import type { Batch } from '../../contract/batch.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import type { Replacing } from '../files/replacing.ts'
import type { ToolAnswer } from '../tool.ts'
import { endsTurns, type Failed, reportUnexpected } from './failures.ts'
import type { FetchedInRun, RunFetched } from './fetched-in-run.ts'
import type { FetchedOne } from './fetching.ts'
import { inTurn } from './in-turn.ts'
import type { PossiblePlaces } from './places.ts'
import { placesOfRun } from './places-of-run.ts'
import { type RunMember, runOfId } from './run.ts'
import { memoryOf } from './run-memory.ts'
import { tellFetched } from './told-of-run.ts'

/** How the result of one file of a run is fetched. */
interface HowInRun {
  readonly wait_seconds: number
  readonly save_to: string | undefined
  readonly places: PossiblePlaces | undefined
  readonly overwrite: Replacing['overwrite']
  readonly taken: Set<string>
  readonly sources: readonly string[]
}

/** Fetches one result. @throws {Error} as get_result for it alone does */
export type FetchInRun = (batch_id: string, how: HowInRun) => Promise<ToolAnswer<FetchedOne>>

export interface FetchRunInput {
  readonly batch_id: string
  readonly wait_seconds: number
  readonly save_to?: string | undefined
  readonly overwrite?: boolean | undefined
}

/** So many results are fetched at once. */
const AT_ONCE = 4
/** So many seconds of a call are left for the answer. */
const LAST_SECONDS = 5

type End = FetchedInRun | { readonly member: RunMember; readonly batch: Batch } | { readonly failed: Failed }

/**
 * Fetches the results of a run into its tree, with one wait for all. A failure does not stop the others, unless all would share it. What
 * the time of the call does not suffice for is left to the next call.
 *
 * @throws {ToolRefusal} run_unknown; as `placesOfRun` does
 * @throws {Error} what all share; the signal's reason, where the call was cancelled: what is saved stays
 */
export async function fetchRun(asked: FetchRunInput, fetchOne: FetchInRun, context: CallContext) {
  const { batch_id, wait_seconds, save_to, overwrite = false } = asked
  const { clock, report } = context.parts
  const run = await runOfId(batch_id, context)
  const [waits, until] = [wait_seconds, context.longest_wait - LAST_SECONDS].map(
    seconds => clock() + Math.max(0, Math.min(seconds, context.longest_wait)) * 1000,
  )
  const places = await placesOfRun(run, save_to, context)
  const memory = memoryOf(run.run_id, context)
  const keyOf = (member: RunMember) => JSON.stringify([member.batch_id, save_to, overwrite])
  const how = { taken: new Set<string>(), sources: run.members.flatMap(({ source }) => source ?? []) }
  let done = 0
  const one = async (member: RunMember): Promise<End> => {
    const known = memory.fetched.get(keyOf(member))
    if (known !== undefined) return known
    const placed = places.get(member.batch_id)
    try {
      if (placed?.shared !== undefined) throw samePlaceInRun(placed.shared)
      const seconds = Math.max(0, ((waits ?? 0) - clock()) / 1000)
      const { data } = await fetchOne(member.batch_id, {
        ...how,
        wait_seconds: seconds,
        places: placed?.places,
        save_to: placed === undefined ? save_to : undefined,
        // In a tree that mirrors a folder, what this program wrote follows its sources.
        overwrite: overwrite || (member.home === undefined ? false : 'own'),
      })
      if (data.batch !== undefined) return { member, batch: data.batch }
      const saved = { member, data, saved: placesIn(data) }
      memory.fetched.set(keyOf(member), saved)
      return saved
    } catch (error) {
      if (endsTurns(error, context)) throw error
      reportUnexpected(error, 'get_result', report)
      return { failed: { name: member.path, error } }
    }
  }
  const told = async (member: RunMember) => {
    const end = await one(member)
    done += 1
    await context.progress((100 * done) / run.members.length, `${done} of ${run.members.length} files fetched`, 'often')
    return end
  }
  const { ends, throttled } = await inTurn(run.members, told, { at_once: AT_ONCE, until: until ?? 0 }, context)
  context.signal.throwIfAborted()
  const all = ends.flatMap(end => end ?? [])
  if (all.length === 0 && throttled !== undefined) throw throttled
  const fetched: RunFetched = {
    saved: all.flatMap(end => ('saved' in end ? [end] : [])),
    open: all.flatMap(end => ('batch' in end ? [end] : [])),
    failed: all.flatMap(end => ('failed' in end ? [end.failed] : [])),
    left: run.members.length - all.length,
  }
  // What is remembered is for calls that go on; after them each file is looked at again.
  if (fetched.left + fetched.open.length === 0) memory.fetched.clear()
  return await tellFetched(run, fetched, { save_to, overwrite, throttled }, context)
}

function placesIn({ saved_to, saved }: FetchedOne): readonly string[] {
  const several = Array.isArray(saved) ? saved.flatMap(one => (isSaved(one) ? [one.saved_to] : [])) : []
  return several.length > 0 ? several : saved_to === undefined ? [] : [saved_to]
}

function isSaved(one: unknown): one is { readonly saved_to: string } {
  return typeof one === 'object' && one !== null && 'saved_to' in one && typeof one.saved_to === 'string'
}

function samePlaceInRun(place: string): ToolRefusal {
  return new ToolRefusal('same_place', [
    `Not saved: two results of this call would be written to ${place}.`,
    'A save_to with {lang} keeps them apart, or get_result for one translation alone.',
  ])
}
