import type { Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import type { Secrets } from '../store/secrets.ts'
import { traceOf } from '../trace.ts'
import { keptKeys, keysAt, type OAuthKeys, rereadKeys } from './keys.ts'

interface Watched {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: () => number
  readonly log: Log
}

/**
 * Makes something of the keys of a service, and makes it anew once they have changed: another process rotated them, or the moment came
 * at which a key takes over or ends. It is looked at when the returned function is called, as often as `secrets` says.
 *
 * @throws {Error} as `openKeys`; later, keys that cannot be read are logged, and those from before stay in use
 */
export async function followKeys<Made>(
  { db, secrets, clock, log }: Watched,
  make: (keys: OAuthKeys) => Made,
): Promise<() => Promise<Made>> {
  let text = await keptKeys(db, secrets, clock())
  const first = keysAt(text, clock())
  let changesAt = first.changes_at
  let made = make(first)
  let looked = performance.now()
  let looking: Promise<void> | undefined
  let failed = false
  const look = async () => {
    try {
      const found = (await rereadKeys(db, secrets)) ?? text
      const now = clock()
      failed = false
      if (found === text && (changesAt === undefined || now < changesAt)) return
      text = found
      changesAt = undefined
      const keys = keysAt(text, now)
      changesAt = keys.changes_at
      made = make(keys)
    } catch (error) {
      // While the database is away, or the secret was replaced, this is so at each request: one line for that is enough.
      if (!failed) log.error('The keys of sign-in cannot be read. Those from before stay in use.', traceOf(error))
      failed = true
    } finally {
      looked = performance.now()
      looking = undefined
    }
  }
  return async () => {
    if (performance.now() - looked >= secrets.believed_ms) {
      looking ??= look()
      await looking
    }
    return made
  }
}
