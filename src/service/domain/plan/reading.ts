import type { Reason } from '../../../formats/format.ts'
import type { Fate } from './account.ts'
import type { Group } from './groups.ts'
import type { Operand } from './items.ts'
import type { Token } from './lexer.ts'
import type { Role } from './lexicon.ts'
import type { Tier } from './price.ts'
import type { Pattern } from './selection.ts'
import type { PartSurvey } from './survey.ts'

/** What the clauses of one instruction ask for, before it is joined with what was asked before. */
export interface Reading {
  readonly fresh: string[]
  readonly added: string[]
  readonly removed: string[]
  readonly replaced: string[]
  source?: string
  tier?: Tier
  everything: boolean
  readonly include: Pattern[]
  readonly exclude: Pattern[]
  /** Parts no longer left out. */
  readonly lifted: Pattern[]
  readonly also: Reason[]
  readonly alsoNot: Reason[]
  readonly keep: string[]
  readonly fates: (Fate | undefined)[]
}

export function emptyReading(tokens: readonly Token[]): Reading {
  return {
    fresh: [],
    added: [],
    removed: [],
    replaced: [],
    everything: false,
    include: [],
    exclude: [],
    lifted: [],
    also: [],
    alsoNot: [],
    keep: [],
    fates: tokens.map(() => undefined),
  }
}

/** What a group does with its operands. */
export type Stance = 'target' | 'add' | 'remove' | 'restore' | 'only' | 'keep' | 'source' | 'replace' | 'nothing'

export interface Context {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly parts: readonly PartSurvey[]
  readonly reading: Reading
}

/** Where an operand stands. */
export interface Place {
  readonly stance: Stance
  readonly roles: ReadonlySet<Role>
  readonly group: Group
  /** Joined to the run before by "and". */
  readonly joined: boolean
}

/** Notes what became of an operand. */
export function settle(context: Context, item: Operand, fate: Fate): Fate {
  context.reading.fates[item.at] = fate
  if (item.as === 'language') for (const inside of item.brackets ?? []) context.reading.fates[inside] = fate
  return fate
}

export function hasRole(token: Token | undefined, role: Role): boolean {
  return token?.roles.has(role) === true
}

/** The words as written, from the first to the last; articles and particles between them included. */
export function phrase(context: Context, words: readonly Operand[]): string {
  const first = context.tokens[words[0]?.at ?? 0]
  const last = context.tokens[words.at(-1)?.at ?? 0]
  return context.text.slice(first?.start ?? 0, last?.end ?? 0)
}
