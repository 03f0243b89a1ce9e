import { join } from 'node:path'
import { createLoginSession, type LoginSession } from '../../src/auth/session.ts'
import { beginSignIn } from '../../src/auth/sign-in.ts'
import { createStore, type LoginStore, type StoreOptions } from '../../src/auth/store.ts'
import { type Authority, type Behaviour, browse, startAuthority } from '../support/authority.ts'
import { temporaryFolder } from '../support/world.ts'

export const COMMAND = 'translation-mcp login --api-url https://api.example'

export interface Ground {
  readonly authority: Authority
  readonly apiUrl: string
  readonly folder: string
  readonly store: LoginStore
  /** Moves the clock of the sessions on, not the server's. */
  skip(milliseconds: number): void
  /** A session of another process, as far as it can be one here. */
  session(): LoginSession
  /** Signs in as a person does: opens the page, agrees, comes back. */
  signIn(): Promise<void>
}

/** A strict server, and a store in a folder of its own. */
export async function makeGround(
  behaviour: Partial<Behaviour> = {},
  options: Partial<StoreOptions> = {},
): Promise<Ground> {
  const authority = await startAuthority(behaviour)
  const folder = join(temporaryFolder(), 'sign-in')
  const store = createStore({ folder, keeping: 'file', prepare: async () => undefined, ...options })
  let ahead = 0
  const clock = () => Date.now() + ahead
  const apiUrl = authority.url
  return {
    ...{ authority, apiUrl, folder, store },
    skip(milliseconds) {
      ahead += milliseconds
    },
    session: () => createLoginSession({ apiUrl, store, command: COMMAND, clock }),
    async signIn() {
      const { url, done } = await beginSignIn({ apiUrl, store, clock })
      await browse(url)
      await done
    },
  }
}
