import { type Conditions, type Judged, judge } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import { conditionsOf, namer, segmentOf } from './segments.ts'
import type { World } from './world.ts'

type Place = Pick<World, 'memory' | 'settings'>

/** A remembered translation of a unit, which its own place takes too. */
export type Recall = (id: string, unit: Unit) => { readonly segment: Segment; readonly judged: Judged } | undefined

/** Looks up what is remembered for the segments of one job. What a check would say anything about is not used again. */
export function remembering(
  engine: Engine,
  job: EngineJob,
  conditions: Conditions,
  workspace_id: string,
  place: Place,
): Recall {
  const key = keyOf(engine, job, workspace_id, place)
  if (key === undefined) return () => undefined
  return (id, unit) => {
    const text = place.memory.find(key, id)
    if (text === undefined) return undefined
    const segment = segmentOf(id, unit)
    const judged = judge(segment, text, conditions)
    return judged.issues.length === 0 ? { segment, judged } : undefined
  }
}

/** Says of units whether they are remembered; undefined where nothing of this job is, so that none need be asked about. */
export function remembered(
  engine: Engine,
  job: EngineJob,
  workspace_id: string,
  place: Place,
): ((unit: Unit) => boolean) | undefined {
  const key = keyOf(engine, job, workspace_id, place)
  if (key === undefined) return undefined
  const nameOf = namer(engine, job)
  return unit => place.memory.find(key, nameOf(unit)) !== undefined
}

function keyOf(engine: Engine, job: EngineJob, workspace_id: string, { memory, settings }: Place) {
  if (!settings.memory || engine.forgetful) return undefined
  const key = { workspace_id, conditions: conditionsOf(engine, job) }
  return memory.has(key) ? key : undefined
}
