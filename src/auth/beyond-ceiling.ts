import { ApiError } from '../client/errors.ts'
import type { Scope } from '../contract/scopes.ts'
import { shellWord } from '../contract/shell-word.ts'
import type { Caller } from './caller.ts'

/** Why a call is refused that its caller's token does not allow. */
export function lackingScope(scope: Scope, caller: Caller): ApiError {
  if (caller.ceiling !== undefined && !caller.ceiling.includes(scope)) return beyondCeiling(scope, caller)
  const message = `This connection was not granted ${scope}. The person has to connect again and allow it.`
  return new ApiError({ code: 'reconnect_required', message })
}

/** The error for what is beyond a member's ceiling, with the command for an admin. A new connection would not help. */
export function beyondCeiling(scope: Scope, caller: Caller, refusal?: ApiError): ApiError {
  const { name = 'this member', scopes } = caller
  // What the connection was granted works again by itself, once the ceiling allows it again.
  const then = scopes.includes(scope) ? '' : '; after that, connect again and allow it'
  const message = `The workspace does not let ${name} use ${scope}. Connecting again does not change that; ${widening([scope], caller)}${then}.`
  const { request_id = null, status = 403 } = refusal ?? {}
  return new ApiError({ code: 'insufficient_scope', message, request_id, ...(status === null ? {} : { status }) })
}

/** What an admin does so that a member may use these too. The command is known where the issuer is this program's own. */
export function widening(scopes: readonly string[], { name, workspace, ceiling }: Caller): string {
  if (name === undefined || ceiling === undefined) return 'an admin of the service has to widen what she may do there'
  const more = scopes.map(scope => `+${scope}`).join(',')
  const where = workspace === undefined ? '' : ` --workspace ${shellWord(workspace)}`
  return `an admin widens it on the server: \`translation-mcp members set ${shellWord(name)} --scopes ${more}${where}\``
}
