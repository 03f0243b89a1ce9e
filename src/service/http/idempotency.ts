import { fingerprintOf, type Identity, idempotencyKeyOf } from '../domain/creation.ts'
import { DAY } from '../domain/time.ts'
import { findRepeat, type KeyedCreation } from '../store/idempotency.ts'
import type { Deps, Principal } from './route.ts'

/** The idempotency key of a creation, with the moment when it is forgotten, in milliseconds. */
export type Keyed = KeyedCreation & { readonly expires_at: number }

/**
 * The key of a creation, from its header or body, bound to its caller and to what it creates; undefined when it has none.
 *
 * @throws {ServiceError} invalid_parameter or invalid_request for a bad key
 */
export function keyedBy(
  { request, caller }: { request: Request; caller: Principal },
  inBody: string | undefined,
  identity: Identity,
  { settings, clock }: Deps,
): Keyed | undefined {
  const key = idempotencyKeyOf(request.headers.get('idempotency-key'), inBody)
  if (key === undefined) return undefined
  const expires_at = clock() + settings.idempotency_days * DAY
  // Under other settings another engine may translate: a repeat there is no repeat.
  const scope = settings.prints?.all
  return { caller: caller.caller_id, key, scope, fingerprint: fingerprintOf(identity), expires_at }
}

/** The batch that an earlier call with this key made; undefined if none did. @throws {ServiceError} idempotency_key_reused */
export async function repeatOf(keyed: Keyed | undefined, { db, clock }: Deps): Promise<string | undefined> {
  return keyed === undefined ? undefined : await findRepeat(db, keyed, clock())
}
