import { type Conditions, type Judged, judge, worstOf } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { findEarlier, holdsEarlier } from '../store/earlier-memory.ts'
import { findRememberedLines, holdingsOf, type MemoryScope, saysThisAlready } from '../store/memory.ts'
import { findImported } from '../store/memory-imports.ts'
import type { BatchRow } from '../store/schema.ts'
import { correctionHasher, importedHasher, lineHasher } from './line.ts'
import { conditionsOf, earlierHasher, segmentOf, sourceHasher } from './source-hash.ts'

/** Whose memory is looked up, and how the batch names its segments. */
export type Asker = Pick<BatchRow, 'workspace_id' | 'project' | 'hash_edition'>

interface Place {
  readonly db: Database
  readonly settings: Pick<ServiceSettings, 'memory' | 'memory_shared'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** What a memory is opened for: the work of one job, and the conditions that its translations are checked under. */
export interface MemoryWork {
  readonly engine: Engine
  readonly job: EngineJob
  readonly conditions: Conditions
  readonly asker: Asker
}

/** A remembered translation that a segment may use. */
export interface Recalled {
  readonly segment: Segment
  readonly judged: Judged
  /**
   * True where the memory need not be told of it: the project's own says exactly this already, and its use was noted of late; or it came
   * in from elsewhere, and is no work of the engine.
   */
  readonly is_noted: boolean
}

/** Looks units up in the memory. Takes units by source hash, and gives the translations that may be used, by source hash. */
export type Recall = (units: ReadonlyMap<string, Unit>) => Promise<ReadonlyMap<string, Recalled>>

/**
 * Opens the memory of one job for its segments. A correction comes first and is used whatever doubt a check has by now, since a person
 * decided so, but not where it must not be written. What a person wrote elsewhere comes next, by its text alone. It, and any other
 * translation, is not used where a check refuses or doubts it.
 */
export async function remembering(opening: MemoryWork, place: Place): Promise<Recall> {
  return (await recalling(opening, place)) ?? (async () => new Map())
}

/** What is known under a name, and whether the project's own memory keeps `text` under it already and noted that of late. */
interface Found {
  readonly text: string
  readonly isNoted: (text: string) => boolean
}

/** A look-up of one kind: the name of a unit there, and what is known under such names. */
interface LookUp {
  readonly nameOf: (unit: Unit) => string
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, Found>>
  /** What is used of a translation that was judged; undefined where it is not used. */
  readonly usable: (judged: Judged) => Judged | undefined
}

const unlessDoubted = (judged: Judged) => ([undefined, 'note'].includes(worstOf(judged.issues)) ? judged : undefined)
const unlessUnwritable = ({ text, issues }: Judged) => (worstOf(issues) === 'refuse' ? undefined : { text, issues: [] })

/** Where translations of a job are looked up, the first place first; none where nothing is remembered. */
async function lookUps({ engine, job, asker }: MemoryWork, { db, settings, clock }: Place): Promise<LookUp[]> {
  if (!settings.memory) return []
  const { workspace_id } = asker
  const scope = scopeOf(asker, settings)
  const linesOf = async (names: readonly string[]) =>
    foundOf(await findRememberedLines(db, scope, names), (known, text) => saysThisAlready(known, scope, text, clock()))
  const correctionsOf = async (names: readonly string[]) => foundOf(await findRememberedLines(db, scope, names))
  const holds = await holdingsOf(db, workspace_id)
  const earlier = { workspace_id, conditions: conditionsOf(engine, job) }
  const corrections = holds.corrections
    ? [{ nameOf: correctionHasher(job), find: correctionsOf, usable: unlessUnwritable }]
    : []
  const importedHashOf = importedHasher(job)
  const importsOf = async (names: readonly string[]) => foundOf(await findImported(db, scope, names), () => true)
  const imports = holds.imported
    ? [{ nameOf: (unit: Unit) => importedHashOf(unit.text), find: importsOf, usable: unlessDoubted }]
    : []
  const ofPersons = [...corrections, ...imports]
  // Its own translations are not worth remembering; those of a person are.
  if (engine.forgetful) return ofPersons
  return [
    ...ofPersons,
    ...(holds.lines ? [{ nameOf: lineHasher(engine, job), find: linesOf, usable: unlessDoubted }] : []),
    ...((await holdsEarlier(db, earlier))
      ? [
          {
            nameOf: earlierHasher(engine, job),
            find: async (names: readonly string[]) => foundOf(await findEarlier(db, earlier, names)),
            usable: unlessDoubted,
          },
        ]
      : []),
  ]
}

function foundOf<Line extends { readonly text: string }>(
  lines: ReadonlyMap<string, Line>,
  isNoted: (known: Line, text: string) => boolean = () => false,
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>()
  for (const [name, known] of lines) found.set(name, { text: known.text, isNoted: text => isNoted(known, text) })
  return found
}

/** The memory that a batch looks into. */
export function scopeOf(
  { workspace_id, project }: Pick<BatchRow, 'workspace_id' | 'project'>,
  { memory_shared }: Pick<ServiceSettings, 'memory_shared'>,
): MemoryScope {
  return { workspace_id, project: project ?? '', shared: memory_shared }
}

async function recalling(opening: MemoryWork, place: Place): Promise<Recall | undefined> {
  const places = await lookUps(opening, place)
  if (places.length === 0) return undefined
  return async units => {
    const recalled = new Map<string, Recalled>()
    for (const { nameOf, find, usable } of places) {
      const open = [...units].filter(([hash]) => !recalled.has(hash))
      const names = new Map(open.map(([hash, unit]) => [hash, nameOf(unit)]))
      const known = await find([...new Set(names.values())])
      for (const [hash, unit] of open) {
        const found = known.get(names.get(hash) ?? '')
        if (found === undefined) continue
        const segment = segmentOf(hash, unit)
        const judged = usable(judge(segment, found.text, opening.conditions))
        if (judged !== undefined) recalled.set(hash, { segment, judged, is_noted: found.isNoted(judged.text) })
      }
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
export async function remembered(opening: MemoryWork, place: Place): Promise<AreRemembered | undefined> {
  const recall = await recalling(opening, place)
  if (recall === undefined) return undefined
  const { engine, job, asker } = opening
  const hashOf = sourceHasher(engine, job, asker)
  return async units => {
    const hashes = units.map(hashOf)
    const found = await recall(new Map(units.map((unit, at) => [hashes[at] ?? '', unit])))
    return hashes.map(hash => found.has(hash))
  }
}
