import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Caller } from '../../auth/caller.ts'

/** A caller as the SDK hands her on to what serves the request. */
export class CallerInfo implements AuthInfo {
  /** The caller's token ends here: it is never passed on. */
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

/** The caller behind what the SDK handed on; undefined where nobody was asked who she is. */
export function callerOf(info: AuthInfo | undefined): Caller | undefined {
  return info instanceof CallerInfo ? info.caller : undefined
}
