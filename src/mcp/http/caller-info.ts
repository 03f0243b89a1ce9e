import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Caller } from '../../auth/caller.ts'

/** A caller in the form in which the SDK passes callers on to request handlers. */
export class CallerInfo implements AuthInfo {
  /** Empty: the caller's token is never passed on. */
  readonly token = ''
  readonly caller: Caller
  readonly clientId: string
  readonly scopes: string[]
  readonly expiresAt: number

  constructor(caller: Caller) {
    this.caller = caller
    this.clientId = caller.client_id
    this.scopes = [...caller.scopes]
    this.expiresAt = Math.floor(caller.expires_at / 1000)
  }
}

/** The caller of a request; undefined where callers need no token. */
export function callerOf(info: AuthInfo | undefined): Caller | undefined {
  return info instanceof CallerInfo ? info.caller : undefined
}
