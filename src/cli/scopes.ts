import { isScope, SCOPE_NAMES, type Scope } from '../contract/scopes.ts'
import { nearest, UsageError } from './usage.ts'

/** Scopes as `--scopes` names them, separated by commas or spaces. @throws {UsageError} naming what is no scope */
export function readScopeFlags(given: readonly string[]): readonly Scope[] {
  const named = wordsIn(given).map(readScope)
  return SCOPE_NAMES.filter(scope => named.includes(scope))
}

/** What `--scopes` changes of what a member may: all of it, or, with a plus before each scope, these beside the rest. */
export interface ScopeChange {
  readonly scopes?: readonly Scope[]
  readonly more?: readonly Scope[]
}

/** The change that `--scopes` names, none where it is not given. @throws {UsageError} for what is no scope, or plus signs before some */
export function readScopeChange(given: readonly string[]): ScopeChange {
  const words = wordsIn(given)
  const added = words.filter(word => word.startsWith('+'))
  if (words.length === 0) return {}
  if (added.length === 0) return { scopes: readScopeFlags(words) }
  if (added.length === words.length) return { more: readScopeFlags(words.map(word => word.slice(1))) }
  throw new UsageError('--scopes: with + before each scope, they are added; without +, the list replaces the old one.')
}

function wordsIn(given: readonly string[]): readonly string[] {
  return given.flatMap(part => part.split(/[\s,]+/).filter(Boolean))
}

function readScope(name: string): Scope {
  if (isScope(name)) return name
  const near = nearest(name, SCOPE_NAMES)
  const hint = near === undefined ? `The scopes are: ${SCOPE_NAMES.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`--scopes: there is no scope "${name}". ${hint}`)
}
