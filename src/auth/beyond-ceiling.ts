import { ApiError } from '../client/errors.ts'
import { SCOPE_NAMES, type Scope } from '../contract/scopes.ts'
import type { Caller } from './caller.ts'

/** Why a call is not made that the token of its caller does not allow. */
export function lackingScope(scope: Scope, caller: Caller): ApiError {
  if (caller.ceiling !== undefined && !caller.ceiling.includes(scope)) return beyondCeiling(scope, caller)
  const message = `This connection was not granted ${scope}. The person has to connect again and allow it.`
  return new ApiError({ code: 'reconnect_required', message })
}

/** What a member may not do at all, and the command by which an admin changes that. Connecting anew would change nothing. */
export function beyondCeiling(scope: Scope, { name, ceiling }: Caller, refusal?: ApiError): ApiError {
  const who = name === undefined ? 'NAME' : quoted(name)
  const wide = ceiling === undefined ? undefined : SCOPE_NAMES.filter(one => one === scope || ceiling.includes(one))
  const command = `translation-mcp members set ${who} --scopes ${wide?.join(',') ?? `…,${scope}`}`
  const message = `The workspace does not let ${name === undefined ? 'this member' : who} use ${scope}. Connecting again does not change that; an admin widens it on the server: \`${command}\`; after that, connect again and allow it.`
  const { request_id = null, status = 403 } = refusal ?? {}
  return new ApiError({ code: 'insufficient_scope', message, request_id, ...(status === null ? {} : { status }) })
}

/** A word that a shell takes as it is. */
function quoted(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
