import { SignInFailed, systemCause, unwritable } from './failure.ts'

/** A lock is taken over if its owner has not updated it for this long. In milliseconds. */
const STALE_MS = 10_000
/** How often the owner updates its lock. In milliseconds. */
const BEAT_MS = 2000
/** Number of tries to get the lock, about a tenth of a second apart: longer in all than two refreshes may take. */
const TRIES = 300

/**
 * Runs `work` under a lock: at any time one holder among all processes that name the same file.
 *
 * @throws {SignInFailed} locked, where another process holds the lock for too long; unsaved, where the lock cannot be made
 */
export async function underLock<T>(file: string, work: () => Promise<T>, tries = TRIES): Promise<T> {
  const { default: lockfile } = await import('proper-lockfile')
  let taken = false
  const release = await lockfile
    .lock(file, {
      lockfilePath: file,
      realpath: false,
      stale: STALE_MS,
      update: BEAT_MS,
      retries: { retries: tries, factor: 1, minTimeout: 50, maxTimeout: 150, randomize: true },
      // Another process took the lock over, for example while this machine slept. `work` goes on: it has to save its token.
      onCompromised: () => {
        taken = true
      },
    })
    .catch((error: unknown) => {
      throw systemCause(error) === 'ELOCKED' ? heldElsewhere() : notWritten(error)
    })
  try {
    return await work()
  } finally {
    if (!taken) await release().catch(() => undefined)
  }
}

function heldElsewhere(): SignInFailed {
  const what = 'Another process of this program keeps the sign-in file locked.'
  return new SignInFailed('locked', `${what} Wait until it has finished, then try again.`)
}

/** The error for a sign-in that cannot be written on this machine. */
export function notWritten(error: unknown): SignInFailed {
  return new SignInFailed('unsaved', `The sign-in cannot be saved: ${unwritable(error)}.`, { cause: error })
}
