import type { JSONRPCRequest } from '@modelcontextprotocol/server'
import { lackingScope } from '../auth/beyond-ceiling.ts'
import type { Caller } from '../auth/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { api } from '../contract/operations.ts'
import { SCOPE_NAMES, type Scope } from '../contract/scopes.ts'

const READING = [api.batches.get, api.batches.getPlan]
const CREATING = [api.account.get, ...READING]

/** The operations that a call of a tool takes on its usual way: the scopes its caller needs are theirs. */
export const TOOL_OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  get_account: [api.account.get, api.credits.get],
  list_batches: [api.batches.list],
  get_batch: READING,
  create_batch: [...CREATING, api.batches.create],
  plan_batch: [...CREATING, api.batches.plan],
  approve_batch: [...CREATING, api.batches.approve],
  translate_segments: [...READING, api.batches.segments],
  get_result: [...READING, api.batches.result],
  update_batch: [api.batches.update],
  get_glossary: [api.glossaries.list, api.glossaries.get],
  manage_glossary: [api.glossaries.get, api.glossaries.update],
  list_languages: [api.languages.list],
  get_usage: [api.usage.get],
}

/** The same for resources, by the beginning of their address; completing its argument takes no more. */
const RESOURCE_OPERATIONS: readonly (readonly [string, readonly Operation[]])[] = [
  ['translation://usage', [api.usage.get]],
  ['translation://credits', [api.credits.get]],
  ['translation://batches/', [api.batches.get]],
  ['translation://glossaries/', [api.glossaries.get]],
]

/** What a message needs its caller to be allowed, in the order of the contract; nothing where it does not call the API. */
export function scopesFor({ method, params }: Pick<JSONRPCRequest, 'method' | 'params'>): readonly Scope[] {
  const needed = new Set(operationsOf(method, params).map(({ scope }) => scope))
  return SCOPE_NAMES.filter(scope => needed.has(scope))
}

/**
 * Nothing is begun that the caller's token does not allow. Where asking her could help, the request was answered with that before
 * it came here; so this is beyond what the member may do, or her host does not ask.
 *
 * @throws ApiError `insufficient_scope`, naming what an admin would have to do; `reconnect_required`
 */
export function requireScopes(tool: string, caller: Caller | undefined): void {
  if (caller === undefined) return
  const lacking = scopesFor({ method: 'tools/call', params: { name: tool } }).find(one => !caller.scopes.includes(one))
  if (lacking !== undefined) throw lackingScope(lacking, caller)
}

function operationsOf(method: string, params: Record<string, unknown> = {}): readonly Operation[] {
  const { name, uri, ref } = params
  if (method === 'tools/call') return operationsOfTool(name)
  if (method === 'resources/read') return resourceAt(uri)
  if (method === 'completion/complete' && typeof ref === 'object' && ref !== null && 'uri' in ref) {
    return resourceAt(ref.uri)
  }
  return []
}

function operationsOfTool(name: unknown): readonly Operation[] {
  return typeof name === 'string' && Object.hasOwn(TOOL_OPERATIONS, name) ? (TOOL_OPERATIONS[name] ?? []) : []
}

function resourceAt(uri: unknown): readonly Operation[] {
  if (typeof uri !== 'string') return []
  return RESOURCE_OPERATIONS.find(([start]) => uri.startsWith(start))?.[1] ?? []
}
