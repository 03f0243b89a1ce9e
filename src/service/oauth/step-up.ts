import type { errors as Errors, RefreshToken } from 'oidc-provider'
import type { Scope } from '../../contract/scopes.ts'
import { knownScopes } from '../domain/ceiling.ts'
import { hashKey } from '../domain/keys.ts'
import { findConnection } from '../store/connections.ts'
import { grantedColumn } from '../store/scope-lists.ts'
import { keepStepUp, lastStepUp, stepUpOf } from '../store/step-ups.ts'
import type { Desk } from './desk.ts'

/**
 * Step-up: a call needs a scope that its connection was not granted but that the member may allow. The MCP server answers the client
 * with the scope, and the client should lead its member to the consent page. Many clients refresh their token instead, which never
 * widens it. So after such an answer their refresh is refused for a short time, at most until the member has answered, and they ask her.
 */

/** How long after the answer a refresh is refused, in milliseconds. Clients refresh at once; later the connection goes on as it is. */
const REFUSED_MS = 2 * 60_000

/** Notes that a connection needs these scopes; names that are no scopes are left out. */
export async function noteStepUp(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  who: { readonly connection_id: string; readonly member_id: string; readonly client_id: string },
  missing: readonly string[],
): Promise<void> {
  const { connection_id } = who
  await keepStepUp(db, { connection_id, scopes: knownScopes([...missing]), asked_at: clock(), refused: null }, who)
}

/**
 * The error for a refresh that is refused because of a step-up; undefined where there is none. A token is first refused by
 * `server_error`, after which the SDKs ask the member and keep their tokens: if she says no, all goes on as it was. One that is
 * presented again belongs to a client that only tries again. It hears that its token has ended (`invalid_grant`, RFC 6749 § 5.2).
 */
export async function stepUpRefusal(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  token: RefreshToken,
  errors: typeof Errors,
): Promise<Error | undefined> {
  const { grantId, jti, accountId, clientId = '' } = token
  const step = grantId === undefined ? undefined : await stepUpOf(db, grantId, clock())
  if (step === undefined || clock() >= step.asked_at + REFUSED_MS) return undefined
  const hash = hashKey(jti)
  if (step.refused === hash) return new errors.CustomOIDCProviderError('invalid_grant', WHY)
  await keepStepUp(db, { ...step, refused: hash }, { member_id: accountId, client_id: clientId })
  return new errors.CustomOIDCProviderError('server_error', WHY)
}

const WHY = 'a call needs more scopes than this connection was granted: send the member to the authorization endpoint'

/** What a member should see on the consent page because of a step-up: what a call just needed, and what she had allowed before. */
export interface AskedBefore {
  readonly wanted: readonly Scope[]
  readonly before: readonly Scope[]
}

export async function recallStepUp(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  who: { readonly member_id: string; readonly client_id: string },
): Promise<AskedBefore> {
  const step = await lastStepUp(db, who, clock())
  const connection = step && (await findConnection(db, step.connection_id))
  const before = connection === undefined ? [] : grantedColumn.read(connection.granted_json)
  return { wanted: step?.scopes ?? [], before }
}
