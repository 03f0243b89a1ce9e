import type { AuthInfo } from '@modelcontextprotocol/server'
import { LOCAL } from '../server.ts'

/** Whose marks, uploads and sessions a request may touch: the connection it was authorized under, never one access token. */
export function principalOf(caller: AuthInfo | undefined): string {
  return caller?.clientId ?? LOCAL
}
