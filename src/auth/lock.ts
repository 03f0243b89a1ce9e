import { SignInFailed } from './failure.ts'

/** A lock is taken over if its owner has not updated it for this long. In milliseconds. */
const STALE_MS = 10_000
/** How often the owner updates its lock. In milliseconds. */
const BEAT_MS = 2000
/** Number of tries to get the lock, about a tenth of a second apart: longer in all than two refreshes may take. */
const TRIES = 300

/**
 * Runs `work` under a lock: at any time one holder among all processes that name the same file.
 *
 * @throws {SignInFailed} store, where the lock cannot be taken
 */
export async function underLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const { default: lockfile } = await import('proper-lockfile')
  let taken = false
  const release = await lockfile
    .lock(file, {
      lockfilePath: file,
      realpath: false,
      stale: STALE_MS,
      update: BEAT_MS,
      retries: { retries: TRIES, factor: 1, minTimeout: 50, maxTimeout: 150, randomize: true },
      // Another process took the lock over, for example while this machine slept. `work` goes on: it has to save its token.
      onCompromised: () => {
        taken = true
      },
    })
    .catch(() => {
      throw new SignInFailed('store', 'Another process of this program keeps the sign-in file locked.')
    })
  try {
    return await work()
  } finally {
    if (!taken) await release().catch(() => undefined)
  }
}
