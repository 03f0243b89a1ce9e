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
}

/** Between a path and the hash behind it: no path has it. */
const BEHIND = '\0'

/** Keeps the sources in one private file. */
export function createSources(file: () => string): Sources {
  const entries = createEntries(file)
  return {
    recall: async id => (await entries.get(id))?.split(BEHIND)[0],
    sent: async id => (await entries.get(id))?.split(BEHIND)[1],
    remember: (id, path, sha256) => entries.set(id, sha256 === undefined ? path : `${path}${BEHIND}${sha256}`),
  }
}
