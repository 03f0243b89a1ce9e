import { createEntries } from './entries.ts'

/** Remembers which file a batch was made from, so that a later call or process can save the result beside that file. */
export interface Sources {
  recall(batchId: string): Promise<string | undefined>
  /** A failure to write is not an error: without the source, a result goes to the first allowed folder, or where save_to says. */
  remember(batchId: string, file: string): Promise<void>
}

/** Keeps the sources in one private file. */
export function createSources(file: () => string): Sources {
  const entries = createEntries(file)
  return { recall: entries.get, remember: entries.set }
}
