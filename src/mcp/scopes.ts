import { lackingScope } from '../auth/beyond-ceiling.ts'
import type { Caller } from '../auth/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { SCOPE_NAMES, type Scope } from '../contract/scopes.ts'

/** The scopes that calling these operations takes, each once, in the order of the contract. */
export function scopesOf(operations: readonly Operation[]): readonly Scope[] {
  const needed = new Set(operations.map(({ scope }) => scope))
  return SCOPE_NAMES.filter(scope => needed.has(scope))
}

/**
 * Refuses a tool that needs more than the caller's token allows, before anything is begun. Where it helps to ask the caller for
 * more, the HTTP gate has done so already: what comes here is more than the member may do, or her host does not ask.
 *
 * @throws {ApiError} insufficient_scope, with what an admin would have to do; reconnect_required
 */
export function requireScopes(operations: readonly Operation[], caller: Caller | undefined): void {
  if (caller === undefined) return
  const lacking = scopesOf(operations).find(scope => !caller.scopes.includes(scope))
  if (lacking !== undefined) throw lackingScope(lacking, caller)
}
