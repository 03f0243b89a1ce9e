import path from 'node:path'
import { createEntries } from './entries.ts'

/**
 * Remembers which file a batch was made from, so that a later call or process can save the result beside that file; and in the same way, by
 * its revision, what a plan of sync is about.
 */
export interface Sources {
  recall(batchId: string): Promise<string | undefined>
  /** The SHA-256 of what was sent of it; undefined where that is not known. */
  sent(batchId: string): Promise<string | undefined>
  /** `sha256`: of what was sent. A failure to write is not an error: without the source, a result goes to the first allowed folder, or where save_to says. */
  remember(batchId: string, file: string, sha256?: string): Promise<void>
  /** What a run of several files is about; undefined where that is not known. */
  run(id: string): Promise<string | undefined>
  keepRun(id: string, text: string): Promise<void>
}

/** Between a path and the hash behind it: no path has it. */
const BEHIND = '\0'

/** So many sources are known: those of some runs of 500 files. */
const MOST_SOURCES_KEPT = 3000
/** So many runs are known. One of 500 files takes about 200 kB. */
const MOST_RUNS = 20

/** Keeps the sources in one private file, and runs in another one beside it. */
export function createSources(file: () => string): Sources {
  const entries = createEntries(file, MOST_SOURCES_KEPT)
  const runs = createEntries(() => path.join(path.dirname(file()), 'runs.json'), MOST_RUNS)
  return {
    recall: async id => (await entries.get(id))?.split(BEHIND)[0],
    sent: async id => (await entries.get(id))?.split(BEHIND)[1],
    remember: (id, source, sha256) => entries.set(id, sha256 === undefined ? source : `${source}${BEHIND}${sha256}`),
    run: runs.get,
    keepRun: runs.set,
  }
}
