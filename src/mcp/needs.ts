import type { JSONRPCRequest } from '@modelcontextprotocol/server'
import type { Operation } from '../contract/operation.ts'
import type { Scope } from '../contract/scopes.ts'
import { callsOfPrompt } from './prompts/index.ts'
import { resourceAt } from './resources/index.ts'
import { scopesOf } from './scopes.ts'
import { TOOLS } from './tools/index.ts'

const BY_NAME: ReadonlyMap<unknown, readonly Operation[]> = new Map(TOOLS.map(({ name, calls }) => [name, calls]))

/**
 * The scopes that a message needs, as the tool, resource or prompt that it names declares them. A message that does not call the API needs
 * none. Completing the parameter of a resource needs the same scopes as reading the resource.
 */
export function scopesFor({ method, params = {} }: Pick<JSONRPCRequest, 'method' | 'params'>): readonly Scope[] {
  const { name, uri, ref } = params
  if (method === 'tools/call') return scopesOf(BY_NAME.get(name) ?? [])
  if (method === 'prompts/get') return scopesOf(callsOfPrompt(name))
  if (method === 'resources/read') return scopesOf(callsOfResource(uri))
  if (method === 'completion/complete' && typeof ref === 'object' && ref !== null && 'uri' in ref) {
    return scopesOf(callsOfResource(ref.uri))
  }
  return []
}

function callsOfResource(uri: unknown): readonly Operation[] {
  return typeof uri === 'string' ? (resourceAt(uri)?.calls ?? []) : []
}
