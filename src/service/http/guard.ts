import type { Operation } from '../../contract/operation.ts'
import { ServiceError } from '../domain/errors.ts'
import { hashKey, isKey, KEY_REFUSALS, keyState } from '../domain/keys.ts'
import { findKey } from '../store/keys.ts'
import { keyScopesColumn } from '../store/scope-lists.ts'
import { byAccessToken } from './access-token.ts'
import { limitRate } from './limits.ts'
import type { Deps, Principal } from './route.ts'

/**
 * Checks a request before its operation runs: who calls, how often, whether the credential has the scope, and whether the service
 * offers it. A credential is read from the Authorization header only (KEY-3). `address`: where the request came from, as limits count it.
 *
 * @throws {ServiceError} authentication_required, invalid_api_key, api_key_expired, api_key_revoked, rate_limited,
 *   insufficient_scope, feature_not_available
 */
export async function admit(request: Request, operation: Operation, deps: Deps, address: string): Promise<Principal> {
  const caller = await authenticate(request.headers.get('authorization'), deps, address)
  if (!caller.own_process) await limitRate(caller.credential.id, deps)
  return permitted(caller, operation, deps)
}

/**
 * The same for a request that was admitted and has waited since: its credential may have ended meanwhile. It counts once.
 *
 * @throws {ServiceError} as `admit` does, but for rate_limited
 */
export async function admitAgain(request: Request, operation: Operation, deps: Deps, address: string): Promise<void> {
  permitted(await authenticate(request.headers.get('authorization'), deps, address), operation, deps)
}

function permitted(caller: Principal, operation: Operation, deps: Deps): Principal {
  if (!caller.scopes.has(operation.scope)) {
    throw new ServiceError('insufficient_scope', `This credential lacks the scope ${operation.scope}.`)
  }
  if (operation.scope === 'batches:create' && !deps.settings.batch_creation) {
    throw new ServiceError('feature_not_available', 'Creating translations is switched off on this service.')
  }
  return caller
}

async function authenticate(authorization: string | null, deps: Deps, address: string): Promise<Principal> {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    throw new ServiceError('authentication_required', 'Send a credential in the header Authorization: Bearer.')
  }
  const { credential, marked } = deps.ownPass.read(token)
  const hash = hashKey(credential)
  const caller = isKey(credential) ? await byKey(hash, marked, deps) : await byAccessToken(credential, deps)
  if (caller === undefined) {
    await deps.wrongKeys.refused(address)
    throw new ServiceError('invalid_api_key', 'This credential is unknown or malformed.')
  }
  return caller
}

async function byKey(hash: string, marked: boolean, { db, clock }: Deps): Promise<Principal | undefined> {
  const found = await findKey(db, hash)
  if (found === undefined) return undefined
  const { key, workspace } = found
  const refusal = KEY_REFUSALS[keyState(key, clock())]
  if (refusal !== undefined) throw new ServiceError(refusal.code, refusal.message)
  const { id, name, prefix, created_at, expires_at } = key
  const scopes = keyScopesColumn.read(key.scopes_json)
  return {
    credential: { id, kind: 'api_key', name, prefix, scopes, created_at, expires_at },
    workspace,
    caller_id: id,
    own_process: marked && key.own === 1,
    scopes: new Set(scopes),
    actor: { member_id: null, client_id: id, connection_id: null },
  }
}
