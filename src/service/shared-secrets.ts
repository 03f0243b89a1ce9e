import { hashKey } from './domain/keys.ts'
import type { Sealing } from './domain/sealing.ts'
import { StateSecretRefused, stateKeys } from './domain/state-secret.ts'
import { folderSecrets } from './folder-secrets.ts'
import type { ServiceSettings } from './settings.ts'
import { type Database, isServer } from './store/database.ts'
import { noteFact, readFact } from './store/facts.ts'
import { isFolderHeld } from './store/folder-holders.ts'
import { findKey } from './store/keys.ts'
import { SECRET_NAMES, type Secrets, sealedSecrets } from './store/secrets.ts'

export interface SecretsWanted {
  readonly dataDir: string
  /** The database, as `databaseOf` gives it. */
  readonly place: string
  readonly settings: Pick<ServiceSettings, 'state_secret' | 'state_secret_previous'>
  readonly now: number
}

/** True where the processes on a database share a secret, and so need no folder in common. */
export function sharesSecret(place: string, { state_secret }: SecretsWanted['settings']): boolean {
  return isServer(place) && state_secret !== undefined
}

/** Seals what may lie in the database for a while; undefined where the processes share no secret, and the folder is of one alone. */
export function sharedSealing(place: string, settings: SecretsWanted['settings']): Sealing | undefined {
  return isServer(place) && settings.state_secret !== undefined ? stateKeys(settings.state_secret) : undefined
}

/**
 * Where the secrets of a service are: sealed in a database server whose processes are given one secret, else in the data folder. The
 * first start with a secret takes over what the folder has, and one with the secret before it (`state_secret_previous`) seals anew. Call
 * it inside the transaction of the migration.
 *
 * @throws {StateSecretRefused} where this process would not agree with others on the database
 */
export async function openSecrets(tx: Database, wanted: SecretsWanted): Promise<Secrets> {
  const { dataDir, place, settings, now } = wanted
  const { state_secret, state_secret_previous } = settings
  const folder = folderSecrets(dataDir)
  if (!isServer(place)) return folder
  const print = await readFact(tx, 'state_secret')
  if (state_secret === undefined) {
    if (print !== undefined) throw new StateSecretRefused('missing')
    if ((await isFolderHeld(tx, now)) && !(await isOfFolder(tx, folder))) throw new StateSecretRefused('other_folder')
    return folder
  }
  const keys = stateKeys(state_secret)
  const sealed = sealedSecrets(keys)
  if (print === keys.print) return sealed
  await move(tx, await earlier(tx, folder, { print, previous: state_secret_previous, now }), sealed, now)
  await noteFact(tx, 'state_secret', keys.print, now)
  return sealed
}

interface Before {
  readonly print: string | undefined
  readonly previous: string | undefined
  readonly now: number
}

/** Where the secrets were until now. @throws {StateSecretRefused} other; still_used */
async function earlier(tx: Database, folder: Secrets, { print, previous, now }: Before): Promise<Secrets> {
  if (print === undefined) {
    if (await isFolderHeld(tx, now)) throw new StateSecretRefused('still_used')
    return folder
  }
  const keys = previous === undefined ? undefined : stateKeys(previous)
  if (keys?.print !== print) throw new StateSecretRefused('other')
  return sealedSecrets(keys)
}

async function move(tx: Database, from: Secrets, to: Secrets, now: number): Promise<void> {
  for (const name of SECRET_NAMES) {
    const value = await from.read(tx, name)
    if (value !== undefined) await to.write(tx, name, value, now)
  }
}

/** True if the key of the folder is the one that the database knows as this program's own. */
async function isOfFolder(tx: Database, folder: Secrets): Promise<boolean> {
  const key = await folder.read(tx, 'own_key')
  const found = key === undefined ? undefined : await findKey(tx, hashKey(key))
  return found?.key.own === 1 && found.key.state === 'active'
}
