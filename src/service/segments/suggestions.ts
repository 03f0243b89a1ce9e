/** What an earlier translation suggests for a text that has none of its own. */
import { Suggestion } from '../../contract/segments.ts'
import type { Unit } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { holdingsOf } from '../store/memory.ts'
import { type EarlierLine, latestLines, linesOfTexts } from '../store/memory-reading.ts'
import type { BatchRow } from '../store/schema.ts'
import { stored } from '../store/stored.ts'
import { textHasher } from '../translation/line.ts'
import { likeAmong } from '../translation/similar.ts'

export const suggestionColumn = stored<Suggestion>('segments.suggestion_json', 1, Suggestion)

/** The most earlier translations that texts are compared with: the last used ones. */
const COMPARED = 20_000
/** A longer suggestion costs more to read than it saves. In characters. */
const LONGEST = 600

/** Suggestions for units, by the names that these were given under. */
export type Suggesting = (units: ReadonlyMap<string, Unit>) => Promise<ReadonlyMap<string, Suggestion>>

/**
 * Opens the memory of one job for suggestions: a translation of the same text in another place, or of a text that has three quarters of
 * its words; the project's own first. Nothing is read before the first unit asks.
 */
export function suggesting(
  job: EngineJob,
  batch: Pick<BatchRow, 'workspace_id' | 'project'>,
  { db, settings }: { readonly db: Database; readonly settings: Pick<ServiceSettings, 'memory'> },
): Suggesting {
  const hashOf = textHasher(job)
  const asked = {
    ...{ workspace_id: batch.workspace_id, project: batch.project ?? '' },
    ...{ source_language: job.source, target_language: job.target },
  }
  let like: Promise<(text: string) => EarlierLine | undefined> | undefined
  const likeAll = async () => {
    const lines = await latestLines(db, asked, COMPARED)
    return likeAmong([...lines.filter(({ own }) => own), ...lines.filter(({ own }) => !own)])
  }
  return async units => {
    if (!settings.memory || units.size === 0 || !(await holdingsOf(db, batch.workspace_id)).lines) return new Map()
    const hashes = new Map([...units].map(([name, { text }]) => [name, hashOf(text)]))
    const equal = await linesOfTexts(db, asked, [...new Set(hashes.values())])
    like ??= likeAll()
    const similar = await like
    const found = new Map<string, Suggestion>()
    for (const [name, { text }] of units) {
      const line = equal.get(hashes.get(name) ?? '') ?? similar(text)
      if (line === undefined || line.source.length + line.text.length > LONGEST) continue
      found.set(name, { source: line.source, text: line.text, from: line.own ? 'project' : 'workspace' })
    }
    return found
  }
}
