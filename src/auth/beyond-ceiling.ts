import { ApiError } from '../client/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { shellWord } from '../contract/shell-word.ts'
import type { Caller } from './caller.ts'

/** The error for a call that the caller's token does not allow: beyond the ceiling, or not granted to this connection. */
export function lackingScope(scope: Scope, caller: Caller): ApiError {
  if (caller.ceiling !== undefined && !caller.ceiling.includes(scope)) return beyondCeiling(scope, caller)
  const message = `This connection was not granted ${scope}. The person has to connect again and allow it.`
  return new ApiError({ code: 'reconnect_required', message })
}

/** The error for a scope beyond a member's ceiling. A new connection would not help, so the message has the command for an admin. */
export function beyondCeiling(scope: Scope, caller: Caller, refusal?: ApiError): ApiError {
  const { name = 'this member', scopes } = caller
  // A scope that the connection was granted works again without a new connection, once the ceiling allows it.
  const then = scopes.includes(scope) ? '' : '; after that, connect again and allow it'
  const message = `The workspace does not let ${name} use ${scope}. Connecting again does not change that; ${widening([scope], caller)}${then}.`
  const { request_id = null, status = 403 } = refusal ?? {}
  return new ApiError({ code: 'insufficient_scope', message, request_id, ...(status === null ? {} : { status }) })
}

/** What an admin does so that a member may use these scopes. The exact command is known only if this program is the issuer. */
export function widening(scopes: readonly string[], { name, workspace, ceiling }: Caller): string {
  if (name === undefined || ceiling === undefined) return 'an admin of the service has to allow it there'
  const more = scopes.map(scope => `+${scope}`).join(',')
  const where = workspace === undefined ? '' : ` --workspace ${shellWord(workspace)}`
  return `an admin can allow it on the server: \`translation-mcp members set ${shellWord(name)} --scopes ${more}${where}\``
}
