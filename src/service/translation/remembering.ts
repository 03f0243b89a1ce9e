import { type Conditions, type Judged, judge } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { findRemembered, holdsAny, type TranslationMemory } from '../store/memory.ts'
import { conditionsOf, segmentOf, sourceHasher } from './source-hash.ts'

interface Place {
  readonly db: Database
  readonly settings: Pick<ServiceSettings, 'memory'>
}

/** A remembered translation that a segment may use. */
export interface Recalled {
  readonly segment: Segment
  readonly judged: Judged
}

/** Looks units up in the memory. Takes units by source hash, and gives the translations that may be used, by source hash. */
export type Recall = (units: ReadonlyMap<string, Unit>) => Promise<ReadonlyMap<string, Recalled>>

/** Opens the memory of one job for its segments. A translation that a check says anything about is not used again. */
export async function remembering(
  engine: Engine,
  job: EngineJob,
  conditions: Conditions,
  workspace_id: string,
  place: Place,
): Promise<Recall> {
  const memory = await memoryOf(engine, job, workspace_id, place)
  return memory === undefined ? async () => new Map() : recalling(memory, conditions, place)
}

function recalling(memory: TranslationMemory, conditions: Conditions, { db }: Place): Recall {
  return async units => {
    const recalled = new Map<string, Recalled>()
    const texts = await findRemembered(db, memory, [...units.keys()])
    for (const [sourceHash, text] of texts) {
      const unit = units.get(sourceHash)
      if (unit === undefined) continue
      const segment = segmentOf(sourceHash, unit)
      const judged = judge(segment, text, conditions)
      if (judged.issues.length === 0) recalled.set(sourceHash, { segment, judged })
    }
    return recalled
  }
}

/** Says for each unit of a window, in order, whether the memory has a translation of it that may be used. */
export type AreRemembered = (units: readonly Unit[]) => Promise<readonly boolean[]>

/**
 * Opens the memory of one job for counting; undefined where it is empty or switched off, so that no unit has to be looked up. It
 * counts what the work will use: with more, a plan would say that work costs nothing which then cannot be done for nothing.
 */
export async function remembered(
  engine: Engine,
  job: EngineJob,
  conditions: Conditions,
  workspace_id: string,
  place: Place,
): Promise<AreRemembered | undefined> {
  const memory = await memoryOf(engine, job, workspace_id, place)
  if (memory === undefined) return undefined
  const recall = recalling(memory, conditions, place)
  const hashOf = sourceHasher(engine, job)
  return async units => {
    const hashes = units.map(hashOf)
    const found = await recall(new Map(units.map((unit, at) => [hashes[at] ?? '', unit])))
    return hashes.map(hash => found.has(hash))
  }
}

async function memoryOf(
  engine: Engine,
  job: EngineJob,
  workspace_id: string,
  { db, settings }: Place,
): Promise<TranslationMemory | undefined> {
  if (!settings.memory || engine.forgetful) return undefined
  const memory = { workspace_id, conditions: conditionsOf(engine, job) }
  return (await holdsAny(db, memory)) ? memory : undefined
}
