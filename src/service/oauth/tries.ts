import { countedName, TRY_LIMITS } from '../domain/sign-in-tries.ts'
import { type Database, write } from '../store/database.ts'
import { pardonTry, takeTry } from '../store/sign-in-tries.ts'
import { findWorkspace } from '../store/workspaces.ts'
import type { Limits } from './options.ts'

/** Counts wrong passwords by name and address, in the database: for all processes on the data folder, also after a restart. */
export interface PasswordTries {
  /**
   * Makes one try at a password, and counts it if `check` finds nothing. `name` is what was typed, with or without the workspace.
   *
   * @returns what `check` found, or the seconds to wait where there were too many tries: `check` is not called then
   */
  attempt<Found>(one: Attempt<Found>): Promise<{ readonly found: Found | undefined } | { readonly seconds: number }>
}

interface Attempt<Found> {
  readonly name: string
  readonly address: string
  readonly check: () => Promise<Found | undefined>
}

export function createTries(
  { db, clock }: { readonly db: Database; readonly clock: () => number },
  limits: Partial<Limits> = {},
): PasswordTries {
  const { pair, name: all, address: place } = TRY_LIMITS
  const { sign_in = pair, sign_in_name = all, sign_in_address = place } = limits
  const most = { pair: sign_in, name: sign_in_name, address: sign_in_address }
  const isWorkspace = async (slug: string) => (await findWorkspace(db, slug)) !== undefined
  return {
    async attempt({ name: written, address, check }) {
      const name = await countedName(written, isWorkspace)
      const until = await write(db, tx => takeTry(tx, { name, address, now: clock() }, most))
      if (until !== undefined) return { seconds: Math.max(1, Math.ceil((until - clock()) / 1000)) }
      const found = await check()
      if (found !== undefined) await write(db, tx => pardonTry(tx, { name, address, now: clock() }))
      return { found }
    },
  }
}
