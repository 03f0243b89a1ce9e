import { ServiceError } from '../domain/errors.ts'
import type { Database } from './database.ts'
import { inSlices } from './slices.ts'

/** A key as one caller sent it, with a fingerprint of the file, name and instruction that it was sent with. */
export interface KeyedCreation {
  readonly caller: string
  readonly key: string
  readonly fingerprint: string
  /** Names the settings of the process that takes the call. */
  readonly scope?: string | undefined
}

/** A key as it is stored. */
function storedKey({ key, scope }: KeyedCreation): string {
  return scope === undefined ? key : `${scope} ${key}`
}

/**
 * The batch that a key has made; undefined when the key is new or has expired.
 *
 * @throws {ServiceError} idempotency_key_reused when it was sent with another file, name or instruction
 */
export async function findRepeat(db: Database, keyed: KeyedCreation, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('caller', '=', keyed.caller)
    // An earlier build stored the key alone.
    .where('key', 'in', [storedKey(keyed), keyed.key])
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row !== undefined && row.fingerprint !== keyed.fingerprint) {
    const message = 'This idempotency key was used with a different file, name or instruction. Use a new key.'
    throw new ServiceError('idempotency_key_reused', message, { param: 'idempotency_key' })
  }
  return row?.batch_id
}

/** Remembers a key, in the transaction that inserts its batch. An expired one is replaced. */
export async function rememberKey(tx: Database, keyed: KeyedCreation, batchId: string, expiresAt: number) {
  const { caller, fingerprint } = keyed
  const row = { fingerprint, batch_id: batchId, expires_at: expiresAt }
  const made = tx.insertInto('idempotency_keys').values({ caller, key: storedKey(keyed), ...row })
  await made.onConflict(on => on.columns(['caller', 'key']).doUpdateSet(row)).execute()
}

/** Forgets the keys that have expired at `now`, in slices. */
export function forgetExpiredKeys(db: Database, now: number): Promise<void> {
  return inSlices(async rows => {
    const slice = db.selectFrom('idempotency_keys').select(['caller', 'key']).where('expires_at', '<=', now).limit(rows)
    const result = await db
      .deleteFrom('idempotency_keys')
      .where(is => is(is.refTuple('caller', 'key'), 'in', slice.$asTuple('caller', 'key')))
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  })
}
