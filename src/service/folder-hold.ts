import type { Database } from './store/database.ts'
import { forgetHolder, noteHolder } from './store/folder-holders.ts'

const SIGN_MS = 15_000

interface Held {
  readonly db: Database
  /** See DataFolder. */
  readonly holder: string | undefined
  readonly clock: () => number
}

/** Gives a sign from time to time that this process has its secrets in its data folder; the returned function ends that. */
export function holdFolder({ db, holder, clock }: Held): () => Promise<void> {
  if (holder === undefined) return async () => undefined
  let noting: Promise<void> = Promise.resolve()
  const sign = () => {
    // While the database is away, nobody else can start on it either.
    noting = noteHolder(db, holder, clock()).catch(() => undefined)
  }
  const timer = setInterval(sign, SIGN_MS).unref()
  return async () => {
    clearInterval(timer)
    await noting
    await forgetHolder(db, holder).catch(() => undefined)
  }
}
