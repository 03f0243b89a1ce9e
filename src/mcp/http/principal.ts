import type { AuthInfo } from '@modelcontextprotocol/server'
import { LOCAL } from '../server.ts'
import { callerOf } from './caller-info.ts'

/**
 * The owner of a session: a member together with a client. Not the connection: a client that was granted more scopes has a new
 * connection, and goes on in the same session.
 */
export function sessionOwnerOf(info: AuthInfo | undefined): string {
  const caller = callerOf(info)
  return caller === undefined ? LOCAL : `${caller.subject} ${caller.client_id}`
}
