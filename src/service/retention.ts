import type { Means } from './domain/means.ts'
import { HOUR } from './domain/time.ts'
import type { Files } from './ports.ts'
import { forgetSegments } from './segments/index.ts'
import type { Database } from './store/database.ts'
import { forgetExpiredKeys } from './store/idempotency.ts'
import { isHeld, releaseExpiredFiles, withUselessTranslations } from './store/results.ts'
import { forgetTranslations } from './store/translations.ts'
import { removeExpiredUploads } from './store/uploads.ts'

/** A stored content that no row names may still be arriving. After this time it is removed. In milliseconds. */
const ARRIVING_MS = HOUR

/**
 * The scheduled pass over stored contents: removes what has passed its time, what expired unused, and what an ended process
 * left half done. Any number of processes may run it at once. `means` is the work that this one can do.
 */
export async function retainFiles(
  db: Database,
  files: Files,
  now: number,
  means: Means = { lacking: [] },
): Promise<void> {
  await forgetExpiredKeys(db, now)
  for (const blob of await removeExpiredUploads(db, now)) await files.remove(blob)
  for (const blob of await releaseExpiredFiles(db, now, means)) await files.remove(blob)
  for (const id of await withUselessTranslations(db)) {
    await forgetSegments(db, id)
    await forgetTranslations(db, id)
  }
  for (const { blob, written_at } of await files.list()) {
    if (written_at + ARRIVING_MS <= now && !(await isHeld(db, blob))) await files.remove(blob)
  }
}
