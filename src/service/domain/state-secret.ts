import { hkdfSync } from 'node:crypto'
import { type Sealing, sealing } from './sealing.ts'

/** What is made of a secret that all processes on one database are given. */
export interface StateKeys extends Sealing {
  /** Tells one secret from another, and says nothing else of it: it may lie beside what was sealed. */
  readonly print: string
}

/** The keys of a secret (RFC 5869): each for one use. */
export function stateKeys(secret: string): StateKeys {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `translation-mcp ${use}`, 32))
  return { print: derived('print').toString('hex'), ...sealing(derived('seal')) }
}

/** Why a process may not use a database with the secret that it has, or has not. */
export type SecretRefusal = 'missing' | 'other' | 'other_folder' | 'still_used'

const SET = 'Set TRANSLATION_STATE_SECRET'

const WORDS: Readonly<Record<SecretRefusal, string>> = {
  missing: `Processes on this database share a secret, and this one has none. ${SET} to the same value as theirs.`,
  other:
    'TRANSLATION_STATE_SECRET is another one than the processes on this database share. Set the same value. To replace the secret, ' +
    'set the new one here and the earlier one as TRANSLATION_STATE_SECRET_PREVIOUS: the first start seals with the new one.',
  other_folder:
    'Another process uses this database with another data folder, and they share no secret, so what one signs the other would refuse. ' +
    `${SET} to the same value for both (openssl rand -base64 32 makes one), or give both one data folder. ` +
    'Where the other one was killed, it is forgotten after a minute.',
  still_used:
    'Another process uses this database without a secret. End it before the first start with TRANSLATION_STATE_SECRET, and set the same ' +
    'value for it. Where it was killed, it is forgotten after a minute.',
}

/** Half a configuration: nothing was started, and nothing changed. */
export class StateSecretRefused extends Error {
  override readonly name = 'StateSecretRefused'
  readonly code = 'state_secret'
  readonly why: SecretRefusal

  constructor(why: SecretRefusal) {
    super(WORDS[why])
    this.why = why
  }
}
