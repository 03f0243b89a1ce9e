import { isScope, SCOPE_NAMES, SCOPES, type Scope } from '../../contract/scopes.ts'

/** The limits of an access. A part that is absent sets no limit at that moment. */
export interface Bounds {
  /** What the client asked for, or what an earlier answer granted it. */
  readonly requested: Iterable<string>
  /** All scopes that the resource knows. */
  readonly resource?: readonly Scope[]
  /** What the member may use now; none once the member is removed. */
  readonly ceiling: readonly Scope[]
  /** What the member ticked at the consent; at an exchange, the scopes of the subject token. */
  readonly ticked?: Iterable<string>
}

/**
 * The one rule of access (contract, Member ceiling): granted = requested ∩ resource ∩ ceiling ∩ ticked, in the contract's order.
 * It is applied at the consent, when a token is issued or exchanged, and at every call of the API. So a lowered ceiling takes
 * effect at the next of these steps.
 */
export function grantedScopes({ requested, resource = SCOPE_NAMES, ceiling, ticked }: Bounds): readonly Scope[] {
  const asked = new Set(requested)
  const kept = ticked === undefined ? undefined : new Set(ticked)
  return SCOPE_NAMES.filter(
    scope => asked.has(scope) && resource.includes(scope) && ceiling.includes(scope) && (kept?.has(scope) ?? true),
  )
}

/** What a member may use until an admin widens it: all scopes but batches:create (contract, Member ceiling). */
export const DEFAULT_CEILING: readonly Scope[] = SCOPE_NAMES.filter(scope => SCOPES[scope].default_ceiling)

/** The words of a scope parameter (RFC 6749 §3.3). */
export function scopeWords(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(' ').filter(word => word !== '') : []
}

/** The scopes in a stored list; a name that this version does not know grants nothing. */
export function knownScopes(list: unknown): readonly Scope[] {
  return Array.isArray(list) ? list.filter(name => typeof name === 'string').filter(isScope) : []
}
