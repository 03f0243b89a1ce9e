import { randomBytes } from 'node:crypto'
import type { StateKeys } from '../domain/state-secret.ts'
import type { Database } from './database.ts'
import { noteFact, readFact } from './facts.ts'

/**
 * The secrets that every process of a service has to have alike. `fingerprint_secret` names settings of engines; `signing_secret` signs
 * links and cursors; `oauth_keys` sign the tokens of sign-in, `own_key` is the workspace key with which this program calls itself.
 */
export const SECRET_NAMES = ['fingerprint_secret', 'signing_secret', 'oauth_keys', 'own_key'] as const
export type SecretName = (typeof SECRET_NAMES)[number]

/** Where those secrets are kept. */
export interface Secrets {
  /** @throws {SealedElsewhere} the secret that seals was replaced meanwhile */
  read(db: Database, name: SecretName): Promise<string | undefined>
  /** Call it inside the transaction (`writeAlone`) that decides on the secret. */
  write(tx: Database, name: SecretName, value: string, now: number): Promise<void>
  /** For how long what was read may be believed, in milliseconds: another process may have changed it. */
  readonly believed_ms: number
}

/** The database holds a secret that was sealed with another one than this process has: it was replaced meanwhile. */
export class SealedElsewhere extends Error {
  override readonly name = 'SealedElsewhere'
  readonly code = 'sealed_elsewhere'

  constructor(name: SecretName) {
    super(`The secret ${name} of the database was sealed with another TRANSLATION_STATE_SECRET.`)
  }
}

const BELIEVED_MS = 1000

/** In the database, sealed: a copy of the database alone opens none of them. */
export function sealedSecrets(keys: Pick<StateKeys, 'seal' | 'unseal'>): Secrets {
  return {
    async read(db, name) {
      const found = await readFact(db, name)
      if (found === undefined) return undefined
      const text = keys.unseal(found, name)
      if (text === undefined) throw new SealedElsewhere(name)
      return text
    },
    write: (tx, name, value, now) => noteFact(tx, name, keys.seal(value, name), now),
    believed_ms: BELIEVED_MS,
  }
}

/** A secret of random bytes, made at the first call, inside the transaction of the caller. */
export async function madeSecret(tx: Database, secrets: Secrets, name: SecretName, now: number): Promise<string> {
  const found = await secrets.read(tx, name)
  if (found !== undefined) return found
  const made = randomBytes(32).toString('base64url')
  await secrets.write(tx, name, made, now)
  return made
}
