import type { Means } from './domain/means.ts'
import { HOUR } from './domain/time.ts'
import type { Files } from './ports.ts'
import { forgetSegments } from './segments/index.ts'
import type { Database } from './store/database.ts'
import { forgetExpiredKeys } from './store/idempotency.ts'
import { heldOf, releaseExpiredFiles, withTranslations } from './store/results.ts'
import { inOrder, inSlices, turn } from './store/slices.ts'
import { forgetTranslations } from './store/translations.ts'
import { removeExpiredUploads } from './store/uploads.ts'

/** A stored content that no row names may still be arriving. After this time it is removed. In milliseconds. */
const ARRIVING_MS = HOUR
/** So many stored contents are asked for at once. */
const LOOKED_AT_ONCE = 100

/**
 * The scheduled pass over stored contents: removes what has passed its time, what expired unused, and what an ended process
 * left half done. It goes in small slices, so that no request waits long for it. Any number of processes may run it at once. `means` is the work that this one can do.
 */
export async function retainFiles(
  db: Database,
  files: Files,
  now: number,
  means: Means = { lacking: [] },
): Promise<void> {
  const removeAll = async (blobs: readonly (string | null)[]): Promise<void> => {
    for (const blob of blobs) if (blob !== null) await files.remove(blob)
  }
  await forgetExpiredKeys(db, now)
  await inSlices(async rows => {
    const blobs = await removeExpiredUploads(db, now, rows)
    await removeAll(blobs)
    return blobs.length
  })
  await inSlices(async rows => {
    const released = await releaseExpiredFiles(db, now, means, rows)
    await removeAll(released.flat())
    return released.length
  })
  await forgetUseless(db)
  await removeUnnamed(db, files, now)
}

/** Removes the stored contents that no row names. */
async function removeUnnamed(db: Database, files: Files, now: number): Promise<void> {
  const look = async (blobs: readonly string[]): Promise<void> => {
    const held = await heldOf(db, blobs)
    for (const blob of blobs) if (!held.has(blob)) await files.remove(blob)
  }
  let some: string[] = []
  for await (const { blob, written_at } of files.list()) {
    if (written_at + ARRIVING_MS > now) continue
    some.push(blob)
    if (some.length < LOOKED_AT_ONCE) continue
    await look(some)
    some = []
    await turn()
  }
  await look(some)
}

/** Forgets the segments and translations of files that were let go. */
async function forgetUseless(db: Database): Promise<void> {
  await inOrder(async (after, rows) => {
    const batches = await withTranslations(db, after, rows)
    for (const { id, useless } of batches) {
      if (!useless) continue
      await forgetSegments(db, id)
      await forgetTranslations(db, id)
    }
    return batches.map(({ id }) => id)
  })
}
