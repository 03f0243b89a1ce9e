/** Translations that a project has already, as examples of its tone and terms for an engine that takes some. */
import type { Engine, EngineJob, Example, Segment } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { type ToldPair, toldPairs } from '../store/memory-told.ts'
import type { BatchRow } from '../store/schema.ts'
import { nearTo } from './nearest.ts'

/** The most pairs that a round is compared with. */
const COMPARED = 5000
/** A longer pair costs more to read than it helps. In characters, both texts together. */
const LONGEST = 240
/** The most examples of a round, and of one segment. */
const MOST = { round: 5, segment: 2 } as const
/** What the examples of a round have together, in characters: for its first segment, for each more, and at most. */
const ROOM = { first: 250, more: 30, most: 700 } as const

/** Gives the segments of a round their examples. */
export type Exemplifying = (round: readonly Segment[]) => Promise<readonly Segment[]>

/**
 * Opens the examples of one job: what the commands of this project's files told the memory (`toldPairs`), a person's work before that of
 * engines. Texts of other projects, and what other files were translated with, are none. Nothing is read before the first round asks.
 */
export function exampling(
  { source, target }: Pick<EngineJob, 'source' | 'target'>,
  { engine, batch }: { readonly engine: Engine; readonly batch: Pick<BatchRow, 'workspace_id' | 'project'> },
  { db, settings }: { readonly db: Database; readonly settings: Pick<ServiceSettings, 'memory'> },
): Exemplifying {
  const { workspace_id, project } = batch
  if (engine.takes_examples !== true || !settings.memory || project === null || project === '')
    return async round => round
  const asked = { workspace_id, project, source_language: source, target_language: target }
  let opened: Promise<(round: readonly Segment[]) => readonly Segment[]> | undefined
  return async round => {
    opened ??= toldPairs(db, asked, COMPARED).then(exemplified)
    return (await opened)(round)
  }
}

interface Chosen {
  readonly segment: number
  readonly pair: ToldPair
}

/** Gives segments the pairs that are nearest to them; where there are hardly any, a person's latest, which show the tone. Pure. */
export function exemplified(told: readonly ToldPair[]): (round: readonly Segment[]) => readonly Segment[] {
  const pairs = told.filter(({ source, text }) => source.length + text.length <= LONGEST)
  if (pairs.length === 0) return round => round
  const near = nearTo(pairs.map(({ source }) => source))
  const ofPersons = pairs.filter(({ corrected }) => corrected === 1).slice(0, MOST.segment)
  return round => {
    const found = round.flatMap(({ text }, segment) =>
      [...near(text)]
        .sort(([a, one], [b, other]) => other - one || a - b)
        .slice(0, MOST.segment)
        .flatMap(([at, score]) => {
          const pair = pairs[at]
          return pair === undefined ? [] : [{ segment, pair, score }]
        }),
    )
    const nearest: Chosen[] = found.sort((one, other) => other.score - one.score)
    const shown = withinRoom([...nearest, ...ofPersons.map(pair => ({ segment: 0, pair }))], round.length)
    return round.map((segment, at) => {
      const examples = shown.filter(chosen => chosen.segment === at).map(({ pair }) => exampleOf(pair))
      return examples.length === 0 ? segment : { ...segment, examples }
    })
  }
}

function exampleOf({ source, text }: ToldPair): Example {
  return { source, translation: text }
}

/** The first of these that have room in a round, each pair once. */
function withinRoom(chosen: readonly Chosen[], segments: number): readonly Chosen[] {
  const most = Math.min(MOST.round, MOST.segment + segments - 1)
  let room = Math.min(ROOM.most, ROOM.first + ROOM.more * (segments - 1))
  const shown = new Map<string, Chosen>()
  for (const one of chosen) {
    const { source, text } = one.pair
    const length = source.length + text.length
    if (shown.size === most) break
    if (length > room || shown.has(source)) continue
    shown.set(source, one)
    room -= length
  }
  return [...shown.values()]
}
