import type { AuthInfo } from '@modelcontextprotocol/server'
import { LOCAL } from '../server.ts'
import { callerOf } from './caller-info.ts'

/** Whose marks, uploads and sessions a request may touch: the connection it was authorized under, never one access token. */
export function principalOf(info: AuthInfo | undefined): string {
  return callerOf(info)?.principal ?? LOCAL
}
