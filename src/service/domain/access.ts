import { isScope, SCOPE_NAMES, SCOPES, type Scope } from '../../contract/scopes.ts'

/** What a credential may really do: the scopes it was granted, within its ceiling (contract, Member ceiling). */
export function allowedScopes(granted: readonly Scope[], ceiling: readonly Scope[]): ReadonlySet<Scope> {
  return new Set(granted.filter(scope => ceiling.includes(scope)))
}

/** What a member may use until an admin widens it: all scopes but batches:create (contract, Member ceiling). */
export const DEFAULT_CEILING: readonly Scope[] = SCOPE_NAMES.filter(scope => SCOPES[scope].default_ceiling)

/** Scopes out of a stored JSON list; a name that is no scope of this version grants nothing. */
export function readScopes(json: string): readonly Scope[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter(name => typeof name === 'string').filter(isScope) : []
}
