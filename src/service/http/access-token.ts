import type { Scope } from '../../contract/scopes.ts'
import { grantedScopes, scopeWords } from '../domain/ceiling.ts'
import { ServiceError } from '../domain/errors.ts'
import { hashKey } from '../domain/keys.ts'
import { findConnection, isUseKnown, touchConnection } from '../store/connections.ts'
import { activeMember } from '../store/members.ts'
import { accessTokenColumn, findAnyArtifact } from '../store/oauth.ts'
import type { ConnectionRow, WorkspaceRow } from '../store/schema.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import type { Deps, Principal } from './route.ts'

/**
 * The caller of an opaque access token: its connection, limited by the present ceiling of the member who approved it (OAU-3).
 * Undefined for a text that is no access token of this API.
 *
 * @throws {ServiceError} api_key_expired, or api_key_revoked once the connection is revoked or the member removed
 */
export async function byAccessToken(
  token: string,
  { db, clock, apiAudience, notes }: Pick<Deps, 'db' | 'clock' | 'apiAudience' | 'notes'>,
): Promise<Principal | undefined> {
  const stored = apiAudience === undefined ? undefined : await findAnyArtifact(db, 'AccessToken', hashKey(token))
  if (stored === undefined) return undefined
  const { aud, grantId, scope } = accessTokenColumn.read(stored.payload)
  if (aud !== apiAudience || grantId === undefined) return undefined
  const now = clock()
  const connection = await findConnection(db, grantId)
  const found = connection && (await activeMember(db, connection.member_id))
  if (found === undefined || connection?.revoked_at !== null || stored.revoked_at !== null) {
    throw new ServiceError('api_key_revoked', 'The connection behind this access token was revoked. Sign in again.')
  }
  if (stored.expires_at !== null && stored.expires_at <= now) {
    throw new ServiceError('api_key_expired', 'This access token reached its expiry.')
  }
  noteUse(connection, now, { db, notes })
  const ceiling = ceilingColumn.read(found.member.ceiling_json)
  const scopes = grantedScopes({ requested: scopeWords(scope), ceiling })
  return callerOf(connection, found.workspace, scopes, stored.expires_at)
}

function noteUse(connection: ConnectionRow, now: number, { db, notes }: Pick<Deps, 'db' | 'notes'>): void {
  if (isUseKnown(connection, now)) return
  notes.note(`last use of ${connection.id}`, () => touchConnection(db, connection.id, now))
}

function callerOf(
  { id, client_id, client_name, member_id, created_at }: ConnectionRow,
  workspace: WorkspaceRow,
  scopes: readonly Scope[],
  expires_at: number | null,
): Principal {
  return {
    // Tokens change often; people recognise the connection by its name.
    credential: { id, kind: 'oauth', name: client_name, prefix: id.slice(0, 12), scopes, created_at, expires_at },
    workspace,
    caller_id: id,
    own_process: false,
    scopes: new Set(scopes),
    actor: { member_id, client_id, connection_id: id },
  }
}
