import type { Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { traceOf } from '../trace.ts'
import { keyFileState, type OAuthKeys, openKeys, rereadKeys } from './keys.ts'

interface Watched {
  readonly db: Database
  readonly dataDir: string
  readonly clock: () => number
  readonly log: Log
}

/**
 * Makes something of the keys of a data folder, and makes it anew once they have changed: another process rotated them, or the
 * moment came at which a key takes over or ends. It is looked at whenever the returned function is called.
 *
 * @throws {Error} as `openKeys`; later, keys that cannot be read are logged, and those from before stay in use
 */
export async function followKeys<Made>(
  { db, dataDir, clock, log }: Watched,
  make: (keys: OAuthKeys) => Made,
): Promise<() => Made> {
  let seen = keyFileState(dataDir)
  const first = await openKeys(db, dataDir, clock())
  let changesAt = first.changes_at
  let made = make(first)
  return () => {
    const state = keyFileState(dataDir)
    const now = clock()
    if (state === seen && (changesAt === undefined || now < changesAt)) return made
    seen = state
    changesAt = undefined
    try {
      const keys = rereadKeys(dataDir, now)
      if (keys === undefined) return made
      changesAt = keys.changes_at
      made = make(keys)
    } catch (error) {
      log.error('The keys of sign-in cannot be read. Those from before stay in use.', traceOf(error))
    }
    return made
  }
}
