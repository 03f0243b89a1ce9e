import { isScope, SCOPE_NAMES, type Scope } from '../contract/scopes.ts'
import { nearest, UsageError } from './usage.ts'

/** Scopes as `--scopes` names them, separated by commas or spaces. @throws UsageError naming what is no scope */
export function readScopes(given: readonly string[]): readonly Scope[] {
  const named = given.flatMap(part => part.split(/[\s,]+/).filter(Boolean)).map(readScope)
  return SCOPE_NAMES.filter(scope => named.includes(scope))
}

function readScope(name: string): Scope {
  if (isScope(name)) return name
  const near = nearest(name, SCOPE_NAMES)
  const hint = near === undefined ? `The scopes are: ${SCOPE_NAMES.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`--scopes: there is no scope "${name}". ${hint}`)
}
