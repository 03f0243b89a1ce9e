import { lackingScope } from '../auth/beyond-ceiling.ts'
import type { Caller } from '../auth/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { SCOPE_NAMES, type Scope } from '../contract/scopes.ts'

/** The scopes that these operations need, each once, in the order of the contract. */
export function scopesOf(operations: readonly Operation[]): readonly Scope[] {
  const needed = new Set(operations.map(({ scope }) => scope))
  return SCOPE_NAMES.filter(scope => needed.has(scope))
}

/**
 * Refuses a tool that needs more scopes than the caller's token has, before the tool begins. The HTTP gate has asked the client for
 * the missing scopes already if that could help. If they are still missing, the member may not have them, or the host did not ask.
 *
 * @throws {ApiError} insufficient_scope, with what an admin has to do; reconnect_required
 */
export function requireScopes(operations: readonly Operation[], caller: Caller | undefined): void {
  if (caller === undefined) return
  const lacking = scopesOf(operations).find(scope => !caller.scopes.includes(scope))
  if (lacking !== undefined) throw lackingScope(lacking, caller)
}
