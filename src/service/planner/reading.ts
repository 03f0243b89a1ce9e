import type { Reason } from '../../formats/index.ts'
import type { Pattern } from '../domain/intent.ts'
import type { Tier } from '../domain/price.ts'
import type { Survey } from '../domain/survey.ts'
import type { Fate } from './clauses.ts'
import type { Group } from './groups.ts'
import type { Operand } from './item.ts'
import type { WordRole } from './lexicon.ts'
import type { Token } from './token.ts'

/** What the clauses of one instruction ask for, before it is joined with the intent of the plan that it refines. */
export interface Reading {
  readonly fresh: string[]
  readonly added: string[]
  readonly removed: string[]
  readonly replaced: string[]
  source?: string
  tier?: Tier
  /** The index of the token that names the tier. */
  tierAt?: number
  /** The targets of a first sentence that a program wrote. Words after it change neither these nor the tier of that sentence. */
  fixed?: readonly string[]
  everything: boolean
  readonly include: Pattern[]
  readonly exclude: Pattern[]
  /** No longer left out. */
  readonly lifted: Pattern[]
  /** Parts that are asked for by name although the format takes them for something that is not translated. */
  readonly guessed: Pattern[]
  readonly also: Reason[]
  readonly alsoNot: Reason[]
  readonly keep: string[]
  /** The clause that each choice was made in. */
  readonly clauses: Map<Pattern, Group>
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
    guessed: [],
    also: [],
    alsoNot: [],
    keep: [],
    clauses: new Map(),
    fates: tokens.map(() => undefined),
  }
}

/** What a group does with its operands. */
export type Stance = 'target' | 'add' | 'remove' | 'restore' | 'only' | 'keep' | 'source' | 'replace' | 'nothing'

export interface Context {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly survey: Survey
  /** The targets of the plan that the instruction refines. */
  readonly targets: readonly string[]
  /** The language of the file. */
  readonly source: string
  readonly reading: Reading
}

/** Where an operand stands. */
export interface OperandPlace {
  readonly stance: Stance
  readonly roles: ReadonlySet<WordRole>
  readonly group: Group
  /** Joined to the run before by "and". */
  readonly joined: boolean
}

/** Notes what became of an operand. */
export function noteFate(context: Context, item: Operand, fate: Fate): Fate {
  context.reading.fates[item.at] = fate
  if (item.as === 'language') for (const inside of item.brackets ?? []) context.reading.fates[inside] = fate
  return fate
}

export function hasRole(token: Token | undefined, role: WordRole): boolean {
  return token?.roles.has(role) === true
}

/** The words as written, from the first to the last; articles and particles between them included. */
export function phrase(context: Context, words: readonly Operand[]): string {
  const first = context.tokens[words[0]?.at ?? 0]
  const last = context.tokens[words.at(-1)?.at ?? 0]
  return context.text.slice(first?.start ?? 0, last?.end ?? 0)
}

/** Notes that a later choice replaced this one: its clause is reported as not understood. */
export function overrule(context: Context, pattern: Pattern): void {
  const group = context.reading.clauses.get(pattern)
  if (group === undefined) return
  const overruled = group.runs.filter(run => phrase(context, run).includes(pattern.said))
  for (const item of overruled.flat()) noteFate(context, item, 'not_understood')
  if (overruled.length < group.runs.length) return
  for (const mark of group.marks) context.reading.fates[mark.at] = 'not_understood'
}
