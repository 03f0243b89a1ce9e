import { isScope, SCOPE_NAMES, type Scope } from '../contract/scopes.ts'
import { listedIn } from './listed.ts'
import { nearest, UsageError } from './usage.ts'

/** Reads the scopes that `--scopes` names, separated by commas or spaces. @throws {UsageError} names the word that is no scope */
export function readScopeFlags(given: readonly string[]): readonly Scope[] {
  const named = wordsIn(given).map(readScope)
  return SCOPE_NAMES.filter(scope => named.includes(scope))
}

/** How `--scopes` changes the scopes of a member. `scopes` replaces all; `more`, with a plus before each scope, is added to them. */
export interface ScopeChange {
  readonly scopes?: readonly Scope[]
  readonly more?: readonly Scope[]
}

/** Reads the change that `--scopes` names; empty where it is not given. @throws {UsageError} no scope, or a plus only before some */
export function readScopeChange(given: readonly string[]): ScopeChange {
  const words = wordsIn(given)
  const added = words.filter(word => word.startsWith('+'))
  if (words.length === 0) return {}
  if (added.length === 0) return { scopes: readScopeFlags(words) }
  if (added.length === words.length) return { more: readScopeFlags(words.map(word => word.slice(1))) }
  throw new UsageError('--scopes: with + before each scope, they are added; without +, the list replaces the old one.')
}

function wordsIn(given: readonly string[]): readonly string[] {
  return listedIn(given)
}

function readScope(name: string): Scope {
  if (isScope(name)) return name
  const near = nearest(name, SCOPE_NAMES)
  const hint = near === undefined ? `The scopes are: ${SCOPE_NAMES.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`--scopes: there is no scope "${name}". ${hint}`)
}
