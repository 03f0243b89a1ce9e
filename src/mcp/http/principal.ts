import type { AuthInfo } from '@modelcontextprotocol/server'
import { LOCAL } from '../server.ts'
import { callerOf } from './caller-info.ts'

/**
 * Whose a session is: the member's with one client. It outlives a connection, since a client that has asked for more goes on in its
 * session under the new one.
 */
export function sessionOwnerOf(info: AuthInfo | undefined): string {
  const caller = callerOf(info)
  return caller === undefined ? LOCAL : `${caller.subject} ${caller.client_id}`
}
